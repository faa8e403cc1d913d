//! The match as one player has it, from the welcome on: snapshots and frames in, commands and
//! everything that is drawn out.

use alloc::{collections::VecDeque, string::String, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    acks::Acks,
    bolts::Bolts,
    claims::Claims,
    clock::{OwnClock, SnapshotClock},
    controls::Controls,
    correction::Correction,
    effects::Effects,
    frame_clocks::{FrameClocks, Known},
    ghosts::Ghosts,
    inbox::{Inbox, News},
    netgraph::Rewind,
    own_bolt::Targets,
    packet_log::{Arrival, Outgoing},
    predict::Prediction,
    remote::{Moments, Remote},
    remote_model::{Drawn, Frame, Gap, RemoteInputs},
    roster::Roster,
    scene::{EffectKind, Whose},
    shots::Shots,
    status::{KillLine, Notice},
    surroundings::{PredictionWorld, Rules},
    tape::Tape,
};
use crate::{
    base::{
        geometry::Vec2,
        limits::{COMMANDS_PER_PACKET_MAX, KILL_FEED_MAX, PREDICTION_TICKS},
        queue::push_bounded,
        time::{ClockEpoch, Micros, Tick, TickRate},
    },
    netcode::{
        choices::{BoltView, OwnShip},
        values::{PlayerNetcode, RoomNetcode},
    },
    report::{
        shot_record::ShotRecord,
        shot_report::{ReportsWanted, ShotReport},
    },
    schemes::source::{command_clock::commands_in_packet, tick_length::TickLength},
    sim::{
        bolt::Bolt,
        command::{Trigger, UserCommand, View},
        event::{Event, ShotId, Weapon},
        ship::{Ship, ShipId},
        world::Ground,
    },
    wire::{
        command_packet::CommandPacket,
        message::{Access, Refusal, Welcome, commands_message},
        snapshot::{SnapshotError, snapshot_interval},
    },
};

/// Ticks that a frame runs at most; after a longer absence the commands in between are left out.
const CATCH_UP: Micros = Micros(250_000);
/// Without a frame for so long, arriving snapshots are acknowledged on their own.
const ACK_ALONE: Micros = Micros(500_000);
/// Notices kept for a shell that does not fetch them.
const NOTICES_MAX: usize = 64;

/// A hit that can still be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Open {
    pub(super) shot: ShotId,
    pub(super) victim: ShipId,
    pub(super) damage: u8,
}

/// A counter that comes as its last byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counted {
    pub(super) total: u32,
    last: u8,
}

impl Counted {
    fn read(&mut self, byte: u8) {
        self.total += u32::from(byte.wrapping_sub(self.last));
        self.last = byte;
    }
}

/// How far a change of what the player sees has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum Epoch {
    /// Every command that is not sent yet carries views of the present epoch.
    #[default]
    Open,
    /// The next frame is the first of a new one.
    Due,
    /// Commands from this key on carry views of a new one.
    From(Tick),
}

/// The match of one player.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Game {
    pub(super) own: ShipId,
    pub(super) room: String,
    pub(super) ground: Ground,
    pub(super) inbox: Inbox,
    pub(super) own_clock: OwnClock,
    pub(super) snapshots: SnapshotClock,
    pub(super) acks: Acks,
    pub(super) prediction: Prediction,
    pub(super) correction: Correction,
    pub(super) roster: Roster,
    pub(super) bolts: Bolts,
    pub(super) effects: Effects,
    pub(super) ghosts: Ghosts,
    pub(super) tape: Tape,
    pub(super) shots: Shots,
    pub(super) remote: Remote,
    /// What the last frame showed of the others, and by which view.
    pub(super) drawn: Vec<Drawn>,
    pub(super) view: View,
    /// What the frame before it showed.
    drawn_before: Vec<Drawn>,
    /// Where the own clock stood at the last frame.
    looked_at: Micros,
    pub(super) view_epoch: u8,
    epoch: Epoch,
    /// How the own ship is drawn.
    pub(super) own_mode: OwnShip,
    /// Whether own bolts, too, wait for the news of them.
    late_bolts: bool,
    /// The own ship as drawn, or where it died.
    pub(super) focus: Vec2,
    pub(super) frame_at: Micros,
    /// When each ship was hurt last, for the flash; a few at most.
    pub(super) hurt_at: Vec<(ShipId, Micros)>,
    /// Hits that can still be undone; at most `EFFECTS_MAX`.
    pub(super) tentative: Vec<Open>,
    /// Events that wait for the view to reach them.
    pub(super) to_show: Vec<Event>,
    pub(super) kill_feed: VecDeque<KillLine>,
    pub(super) rules: Rules,
    claims: Claims,
    /// The newest round trip by echo.
    pub(super) round_trip: Micros,
    pub(super) access: Access,
    /// Whether a report of each own shot was asked for.
    pub(super) wants_reports: ReportsWanted,
    /// The newest shot of which such a report came, and when.
    pub(super) newest_report: Option<(Micros, ShotId)>,
    /// How the player's shots were judged, until somebody asks; at most [`NOTICES_MAX`].
    pub(super) records: VecDeque<ShotRecord>,
    /// How far back the server looked for the newest of them.
    pub(super) rewind: Option<Rewind>,
    /// When a frame last looked beyond the newest snapshot.
    pub(super) out_of_data_at: Option<Micros>,
    pub(super) late_commands: Counted,
    pub(super) choked: Counted,
    pub(super) frozen: bool,
    pub(super) shots_fired: u32,
    pub(super) hits_told: u32,
    /// Packets of commands sent.
    n_packets: u32,
    sent_key: Tick,
    /// Triggers pulled since the last command was made.
    pulled: Trigger,
    pub(super) sent_at: Micros,
    pub(super) notices: VecDeque<Notice>,
}

impl Game {
    pub(super) fn new(
        welcome: Welcome,
        round_trip: Micros,
        netcode: &PlayerNetcode,
        now: Micros,
    ) -> Self {
        let rate = welcome.rate;
        let margin = Micros::from_ms(netcode.margin_ms.into());
        let size = welcome.arena.size();
        let interval = snapshot_interval(rate, netcode.update_rate_hz);
        Self {
            own: welcome.ship,
            room: welcome.room,
            ground: Ground::new(rate, welcome.arena),
            inbox: Inbox::new(welcome.codec, welcome.seats, interval),
            own_clock: OwnClock::new(rate, welcome.tick, round_trip, margin, now),
            snapshots: SnapshotClock::new(rate),
            acks: Acks::new(now),
            prediction: Prediction::new(),
            correction: Correction::default(),
            roster: Roster::new(welcome.roster),
            bolts: Bolts::default(),
            effects: Effects::default(),
            ghosts: Ghosts::default(),
            tape: Tape::default(),
            shots: Shots::default(),
            remote: Remote::default(),
            drawn: Vec::new(),
            view: View::default(),
            drawn_before: Vec::new(),
            looked_at: Micros::ZERO,
            view_epoch: 0,
            epoch: Epoch::Open,
            own_mode: netcode.own_ship,
            late_bolts: netcode.bolts == BoltView::Late,
            focus: size * 0.5,
            frame_at: now,
            hurt_at: Vec::new(),
            tentative: Vec::new(),
            to_show: Vec::new(),
            kill_feed: VecDeque::new(),
            rules: Rules::new(welcome.netcode),
            claims: Claims::default(),
            round_trip,
            access: welcome.access,
            wants_reports: ReportsWanted::No,
            newest_report: None,
            records: VecDeque::new(),
            rewind: None,
            out_of_data_at: None,
            late_commands: Counted::default(),
            choked: Counted::default(),
            frozen: false,
            shots_fired: 0,
            hits_told: 0,
            n_packets: 0,
            sent_key: Tick::ZERO,
            pulled: Trigger::None,
            sent_at: now,
            notices: VecDeque::new(),
        }
    }

    pub(super) fn rate(&self) -> TickRate {
        self.ground.rate
    }

    /// A snapshot came. Gives what it was, and a message to send where one must not wait for the
    /// next frame.
    pub(super) fn handle_snapshot(
        &mut self,
        now: Micros,
        bytes: &[u8],
        netcode: &PlayerNetcode,
    ) -> Result<(Arrival, Option<Outgoing>), SnapshotError> {
        let (arrival, news) = self.inbox.receive(bytes, self.own, &self.ground)?;
        if let Some(news) = news {
            self.snapshots.handle_snapshot(now, news.state.tick);
            self.take_viewer_head(now, &news);
            self.reconcile(now, &news, netcode);
            if news.anew {
                self.bolts.clear();
                self.tentative.clear();
                for bolt in &news.state.bolts {
                    self.show_fired(now, *bolt, netcode);
                }
            }
            for event in &news.events {
                self.handle_event(now, event, netcode);
            }
            self.bolts.refuse_unknown(news.viewer.executed, now, &mut self.effects);
        }
        let alone = now - self.sent_at > ACK_ALONE;
        Ok((arrival, alone.then(|| self.packet(now, 0))))
    }

    /// A frame: the ticks that are due, then everything that is drawn. Gives the messages to send:
    /// commands when the command rate says so, and what shots met where the shooter says it.
    pub(super) fn handle_frame(
        &mut self,
        now: Micros,
        controls: Controls,
        netcode: &PlayerNetcode,
    ) -> Vec<Outgoing> {
        let dt = now - self.frame_at;
        self.frame_at = now;
        self.own_clock.follow(now, Micros::from_ms(netcode.margin_ms.into()));
        self.frozen = self.frozen(netcode);
        self.run_ticks(now, controls, dt);
        self.look(now, dt, netcode);
        let targets = Targets { before: &self.drawn_before, now: &self.drawn };
        let moment = self.moment(now);
        self.bolts.frame(moment, dt, targets, &mut self.effects);
        self.show_due(now);
        self.effects.frame(now);
        self.ghosts.frame(now);
        let frame = Arc::new(self.frame_of_tape(moment, netcode.curve));
        self.shots.grow_footage(&frame);
        self.tape.record(frame);
        self.hurt_at.retain(|(_, at)| now - *at < super::picture::FLASH);
        let mut messages = Vec::new();
        if self.packet_due(netcode.command_rate_hz) {
            messages.push(self.packet(now, netcode.backups));
        }
        for claim in self.bolts.take_claims() {
            self.claims.add(claim, self.rules.at(claim.shot.tick).hit_rule);
        }
        messages.extend(self.claims.due(self.sent_key).into_iter().map(Outgoing::from));
        messages
    }

    /// How a shot of the player's was judged.
    pub(super) fn handle_record(&mut self, now: Micros, record: &ShotRecord) {
        push_bounded(&mut self.records, record.clone(), NOTICES_MAX);
        let rate = self.rate();
        self.rewind = Some(Rewind::of(record, rate));
        let aimed_at = self.shots.aimed_at(record.shot);
        let drawn = (&self.tape, self.inbox.states());
        self.ghosts.handle_record(record, aimed_at, drawn, rate, now);
        self.shots.handle_record(record, now, &self.tape, rate);
        if record.verdict.hits().is_none()
            && let Some(at) = self.bolts.missed(record.shot)
        {
            self.effects.add(EffectKind::Undone, at, now);
        }
    }

    /// A report of a shot came.
    pub(super) fn handle_report(&mut self, now: Micros, report: ShotReport) {
        let shot = report.record.shot;
        if shot.shooter == self.own && self.wants_reports == ReportsWanted::Yes {
            self.newest_report = Some((now, shot));
        }
        self.shots.handle_report(report);
    }

    /// The player changes what it sees: view times of before say nothing about it. Nothing but the
    /// view of the others and the smoothing begins anew.
    pub(super) fn handle_netcode(&mut self, new: &PlayerNetcode, old: &PlayerNetcode) {
        if new.sees_otherwise(old) {
            self.open_view_epoch();
        }
        let own = |n: &PlayerNetcode| (n.own_ship, n.push_ms, n.correction);
        if own(new) != own(old) {
            self.correction.clear();
        }
        self.own_mode = new.own_ship;
        self.late_bolts = new.bolts == BoltView::Late;
        self.inbox.set_interval(snapshot_interval(self.rate(), new.update_rate_hz));
    }

    /// The room decides by other rules from a tick on.
    pub(super) fn handle_rules(&mut self, rules: RoomNetcode, from: Tick, by: ShipId) {
        if rules.delay_ms != self.rules.now.delay_ms {
            self.open_view_epoch();
        }
        self.rules.change(rules, from);
        let by = self.roster.name(by).into();
        self.notice(Notice::RulesChanged { by });
    }

    /// The room's clock has a new epoch: its ticks are due later than before, so both lines are put
    /// off, and keys of commands begin anew after the last tick of the epoch before. Gives the view
    /// epoch of the commands that follow.
    pub(super) fn handle_epoch(
        &mut self,
        now: Micros,
        epoch: &ClockEpoch,
        netcode: &PlayerNetcode,
    ) -> u8 {
        self.own_clock.put_off(epoch.later);
        self.snapshots.put_off(epoch.later);
        // The tick under way is too far along for a command to come in time.
        let newest = self.own_clock.tick(now);
        let around = PredictionWorld {
            ground: &self.ground,
            states: self.inbox.states(),
            own: self.own,
            rules: self.rules,
        };
        self.prediction.go_back(epoch.after, newest, &around);
        self.acks.forget_after(epoch.after);
        self.claims.forget_after(epoch.after);
        self.bolts.refuse_after(epoch.after, now, &mut self.effects);
        self.correction.clear();
        // What was drawn meanwhile lies at moments of the line that come again.
        self.tape = Tape::default();
        self.sent_key = newest;
        self.pulled = Trigger::None;
        self.open_view_epoch();
        self.look(now, Micros::ZERO, netcode);
        self.view_epoch = self.view_epoch.wrapping_add(1);
        self.epoch = Epoch::Open;
        self.notice(Notice::ServerStalled { ms: epoch.later.as_ms() as u32 });
        self.view_epoch
    }

    /// The room did not do what the player asked for.
    pub(super) fn handle_refusal(&mut self, now: Micros, why: Refusal) {
        if let Refusal::Report { shot, why } = why {
            self.shots.handle_refused(shot, why);
        }
        if let Refusal::Claim { claim, .. } = why
            && let Some(at) = self.bolts.missed(claim.shot)
        {
            self.effects.add(EffectKind::Undone, at, now);
        }
        self.notice(Notice::Refused { why });
    }

    fn open_view_epoch(&mut self) {
        self.epoch = Epoch::Due;
        self.snapshots.open_view_epoch();
        self.remote.clear();
    }

    pub(super) fn notice(&mut self, notice: Notice) {
        push_bounded(&mut self.notices, notice, NOTICES_MAX);
    }

    pub(super) fn add_kill_line(&mut self, line: KillLine) {
        push_bounded(&mut self.kill_feed, line, KILL_FEED_MAX);
    }

    pub(super) fn whose(&self, ship: ShipId) -> Whose {
        if ship == self.own {
            Whose::You
        } else if self.roster.is_bot(ship) {
            Whose::Bot
        } else {
            Whose::Player
        }
    }

    pub(super) fn moment(&self, now: Micros) -> FrameClocks {
        FrameClocks {
            now,
            own: self.own_clock.position(now),
            server: self.snapshots.position(now).unwrap_or_default(),
            rate: self.rate(),
        }
    }

    fn take_viewer_head(&mut self, now: Micros, news: &News) {
        if let Some(report) = news.viewer.margin {
            self.own_clock.handle_margin(now, report);
        }
        self.acks.handle_snapshot(now, news.viewer.executed);
        self.late_commands.read(news.viewer.late);
        self.choked.read(news.viewer.choked);
    }

    fn reconcile(&mut self, now: Micros, news: &News, netcode: &PlayerNetcode) {
        let Some(ship) = news.state.ship(self.own) else {
            return;
        };
        let life = self.prediction.newest().map(|ship| ship.life);
        let before = self.own_pos(now, netcode);
        let around = PredictionWorld {
            ground: &self.ground,
            states: self.inbox.states(),
            own: self.own,
            rules: self.rules,
        };
        self.prediction.reconcile(news.viewer.executed, ship, &around);
        match (before, self.own_pos(now, netcode)) {
            (Some(before), Some(after)) if life == Some(ship.life) => {
                self.correction.add(now, before - after, netcode);
            }
            _ => self.correction.clear(),
        }
    }

    fn run_ticks(&mut self, now: Micros, controls: Controls, dt: Micros) {
        let due = self.own_clock.tick(now);
        let most = self.rate().tick_at(CATCH_UP).0;
        let away = |last: &Tick| due.since(*last) > most.into();
        if self.prediction.newest_made().as_ref().is_some_and(away) {
            self.notice(Notice::Resynchronised);
        }
        let next = self.prediction.next_key().filter(|next| !away(next));
        let first = next.unwrap_or_else(|| self.prediction.first_key(due));
        // A trigger that was pulled between two ticks counts, however short.
        let mut trigger = self.pulled.with(controls.trigger);
        self.pulled = if first > due { trigger } else { Trigger::None };
        for key in first.0..=due.0 {
            let command = UserCommand {
                tick: Tick(key),
                thrust: controls.thrust,
                aim: controls.aim,
                trigger,
                view: self.view,
            };
            let around = PredictionWorld {
                ground: &self.ground,
                states: self.inbox.states(),
                own: self.own,
                rules: self.rules,
            };
            for bolt in self.prediction.execute(command, &around) {
                self.fire(now, bolt, dt);
            }
            trigger = controls.trigger;
        }
    }

    /// The player fires, at what the last frame showed.
    fn fire(&mut self, now: Micros, bolt: Bolt, dt: Micros) {
        self.shots_fired += 1;
        let own = self.own_clock.position(now);
        let aimed_at = if dt <= CATCH_UP { self.looked_at.min(own) } else { own };
        self.shots.note_fired(bolt, aimed_at);
        let late = self.late_bolts && bolt.shot.weapon == Weapon::Laser;
        if self.own_mode == OwnShip::Wait || self.frozen || late {
            self.bolts.await_own(bolt.shot);
            return;
        }
        self.notice(Notice::Fired { weapon: bolt.shot.weapon });
        self.show_own(now, bolt, aimed_at, Known::No);
    }

    /// A shot of the player's appears.
    pub(super) fn show_own(&mut self, now: Micros, bolt: Bolt, aimed_at: Micros, known: Known) {
        let targets = Targets { before: &self.drawn_before, now: &self.drawn };
        self.bolts.fire_own(bolt, aimed_at, known, now, targets);
    }

    /// Chooses the view of this frame, and what it shows.
    fn look(&mut self, now: Micros, dt: Micros, netcode: &PlayerNetcode) {
        self.snapshots.follow(now, netcode.interpolation_delay());
        let own = self.own_clock.position(now);
        let d = Micros::from_ms(self.rules.now.delay_ms.into());
        let moments =
            Moments { interpolated: self.snapshots.view(), delayed: self.rate().view_at(own - d) };
        self.view = self.remote.view(netcode.remote, self.inbox.states(), moments);
        let gap =
            Gap { realtime: now, latency: self.acks.latency(), acked_sent: self.acks.acked_sent() };
        let outlook = RemoteInputs {
            states: self.inbox.states(),
            ground: &self.ground,
            netcode,
            own: self.own,
            own_ship: self.prediction.newest(),
            frame: Frame { since_newest: now - self.acks.told_at(), dt },
            gap,
        };
        let drawn = self.remote.drawn(self.view, &outlook);
        self.drawn_before = core::mem::replace(&mut self.drawn, drawn);
        self.looked_at = own;
        if self.out_of_data() {
            self.out_of_data_at = Some(now);
        }
        if self.epoch == Epoch::Due {
            self.epoch = Epoch::From(self.prediction.newest_key().next());
        }
        if let Some(pos) = self.own_pos(now, netcode).filter(|_| !self.frozen) {
            self.focus = pos + self.correction.offset_at(now, netcode);
        }
    }

    /// Whether the command rate asks for a packet: at rates that do not divide the tick rate
    /// packets hold one command more or less by turns, so that none is lost.
    fn packet_due(&self, command_rate_hz: u16) -> bool {
        let length = TickLength::of(self.rate());
        let full = commands_in_packet(self.n_packets, length, command_rate_hz);
        let unsent = self.prediction.newest_key().since(self.sent_key);
        unsent >= i64::from(full).clamp(1, COMMANDS_PER_PACKET_MAX as i64)
    }

    fn packet(&mut self, now: Micros, backups: u8) -> Outgoing {
        let newest = self.prediction.newest_key();
        let unsent = newest.since(self.sent_key).clamp(0, PREDICTION_TICKS as i64) as usize;
        let n = (unsent + usize::from(backups)).min(COMMANDS_PER_PACKET_MAX);
        let first_unsent = newest.minus(unsent.saturating_sub(1) as u32);
        if matches!(self.epoch, Epoch::From(key) if unsent > 0 && first_unsent >= key) {
            self.view_epoch = self.view_epoch.wrapping_add(1);
            self.epoch = Epoch::Open;
        }
        self.own_clock.note_sent(now, first_unsent, newest);
        if unsent > 0 {
            self.n_packets = self.n_packets.wrapping_add(1);
            self.acks.note_sent(now, first_unsent, newest);
        }
        let packet = CommandPacket {
            ack: self.inbox.ack(),
            view_epoch: self.view_epoch,
            commands: self.prediction.newest_commands(n),
        };
        self.sent_key = newest;
        self.sent_at = now;
        let message = commands_message(&packet.encode());
        Outgoing { message, commands: unsent.min(n) as u8 }
    }

    /// The newest word on a ship: of the newest snapshot.
    pub(super) fn newest_ship(&self, id: ShipId) -> Option<&Ship> {
        self.inbox.newest()?.ship(id)
    }
}

//! The match as one player has it, from the welcome on: snapshots and frames in, commands and
//! everything that is drawn out.

use alloc::{collections::VecDeque, string::String, vec::Vec};

use serde::Serialize;

use super::{
    Controls,
    bolts::{Bolts, Moment},
    clock::{OwnClock, SnapshotClock},
    correction::Correction,
    effects::Effects,
    ghosts::Ghosts,
    inbox::{Inbox, News},
    predict::Prediction,
    remote::{self, Drawn},
    roster::Roster,
    scene::Whose,
    status::{KillLine, Notice},
};
use crate::{
    base::{
        geometry::{Vec2, blend_points},
        limits::{COMMANDS_PER_PACKET_MAX, KILL_FEED_MAX, PREDICTION_TICKS},
        time::{Micros, Tick, TickRate},
    },
    scheme::{
        netcode::{PlayerNetcode, RoomNetcode},
        opinion::Opinions,
        shot::{ShotRecord, Verdict},
    },
    sim::{
        command::{UserCommand, View},
        event::Event,
        ship::{Body, Ship, ShipId},
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

/// The match of one player.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Game {
    pub(super) own: ShipId,
    pub(super) room: String,
    pub(super) ground: Ground,
    pub(super) inbox: Inbox,
    pub(super) own_clock: OwnClock,
    pub(super) snapshots: SnapshotClock,
    pub(super) prediction: Prediction,
    pub(super) correction: Correction,
    pub(super) roster: Roster,
    pub(super) bolts: Bolts,
    pub(super) effects: Effects,
    pub(super) ghosts: Ghosts,
    /// What the last frame showed of the others, and by which view.
    pub(super) drawn: Vec<Drawn>,
    pub(super) view: View,
    pub(super) view_epoch: u8,
    /// The own ship as drawn, or where it died.
    pub(super) focus: Vec2,
    pub(super) frame_at: Micros,
    /// When each ship was hurt last, for the flash; a few at most.
    pub(super) hurt_at: Vec<(ShipId, Micros)>,
    /// Events that wait for the view to reach them.
    pub(super) to_show: Vec<Event>,
    pub(super) kill_feed: VecDeque<KillLine>,
    pub(super) rules: RoomNetcode,
    pub(super) access: Access,
    pub(super) opinions: Option<(Micros, Opinions)>,
    /// How the player's shots were judged, until somebody asks; at most [`NOTICES_MAX`].
    pub(super) records: VecDeque<ShotRecord>,
    pub(super) late_commands: Counted,
    pub(super) choked: Counted,
    sent_key: Tick,
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
            prediction: Prediction::new(),
            correction: Correction::default(),
            roster: Roster::new(welcome.roster),
            bolts: Bolts::default(),
            effects: Effects::default(),
            ghosts: Ghosts::default(),
            drawn: Vec::new(),
            view: View::default(),
            view_epoch: 0,
            focus: size * 0.5,
            frame_at: now,
            hurt_at: Vec::new(),
            to_show: Vec::new(),
            kill_feed: VecDeque::new(),
            rules: welcome.netcode,
            access: welcome.access,
            opinions: None,
            records: VecDeque::new(),
            late_commands: Counted::default(),
            choked: Counted::default(),
            sent_key: Tick::ZERO,
            sent_at: now,
            notices: VecDeque::new(),
        }
    }

    pub(super) fn rate(&self) -> TickRate {
        self.ground.rate
    }

    /// A snapshot came. Gives a message to send where one must not wait for the next frame.
    pub(super) fn handle_snapshot(
        &mut self,
        now: Micros,
        bytes: &[u8],
        netcode: &PlayerNetcode,
    ) -> Result<Option<Vec<u8>>, SnapshotError> {
        if let Some(news) = self.inbox.receive(bytes, &self.ground)? {
            self.snapshots.handle_snapshot(now, news.state.tick);
            self.take_viewer_head(now, &news);
            self.reconcile(now, &news, Micros::from_ms(netcode.correction_ms.into()));
            if news.keyframe {
                self.bolts.clear();
                for bolt in &news.state.bolts {
                    self.show_fired(now, *bolt);
                }
            }
            for event in &news.events {
                self.handle_event(now, event);
            }
            self.bolts.refuse_unknown(news.viewer.executed, now, &mut self.effects);
        }
        let alone = now - self.sent_at > ACK_ALONE;
        Ok(alone.then(|| self.packet(now, 0)))
    }

    /// A frame: the ticks that are due, then everything that is drawn. Gives a message to send
    /// when the command rate says so.
    pub(super) fn handle_frame(
        &mut self,
        now: Micros,
        controls: Controls,
        netcode: &PlayerNetcode,
    ) -> Option<Vec<u8>> {
        let dt = now - self.frame_at;
        self.frame_at = now;
        self.own_clock.follow(now, Micros::from_ms(netcode.margin_ms.into()));
        self.run_ticks(now, controls);
        self.look(now, netcode);
        self.bolts.frame(self.moment(now), dt, &self.drawn, &mut self.effects);
        self.show_due(now);
        self.effects.frame(now);
        self.ghosts.frame(now);
        self.hurt_at.retain(|(_, at)| now - *at < super::picture::FLASH);
        let per_packet = (self.rate().hz() / netcode.command_rate_hz.max(1)).max(1);
        let unsent = self.prediction.newest_key().since(self.sent_key);
        (unsent >= per_packet.into()).then(|| self.packet(now, netcode.backups))
    }

    /// How a shot of the player's was judged.
    pub(super) fn handle_record(&mut self, now: Micros, record: &ShotRecord) {
        if self.records.len() == NOTICES_MAX {
            self.records.pop_front();
        }
        self.records.push_back(record.clone());
        self.ghosts.handle_record(record, self.inbox.states(), now);
        if !matches!(record.verdict, Verdict::Hit { .. })
            && let Some(at) = self.bolts.missed(record.shot)
        {
            self.effects.add(super::scene::EffectKind::Undone, at, now);
        }
    }

    /// The player changes what it sees: view times of before say nothing about it.
    pub(super) fn handle_netcode(&mut self, new: &PlayerNetcode, old: &PlayerNetcode) {
        if new.sees_otherwise(old) {
            self.open_view_epoch();
        }
        self.inbox.set_interval(snapshot_interval(self.rate(), new.update_rate_hz));
    }

    /// The room decides by other rules.
    pub(super) fn handle_rules(&mut self, rules: RoomNetcode, by: ShipId) {
        if rules.delay_ms != self.rules.delay_ms {
            self.open_view_epoch();
        }
        self.rules = rules;
        let by = self.roster.name(by).into();
        self.notice(Notice::RulesChanged { by });
    }

    /// The room did not do what the player asked for.
    pub(super) fn handle_refusal(&mut self, now: Micros, why: Refusal) {
        if let Refusal::Claim { claim, .. } = why
            && let Some(at) = self.bolts.missed(claim.shot)
        {
            self.effects.add(super::scene::EffectKind::Undone, at, now);
        }
        self.notice(Notice::Refused { why });
    }

    fn open_view_epoch(&mut self) {
        self.view_epoch = self.view_epoch.wrapping_add(1);
        self.snapshots.open_view_epoch();
    }

    pub(super) fn notice(&mut self, notice: Notice) {
        if self.notices.len() == NOTICES_MAX {
            self.notices.pop_front();
        }
        self.notices.push_back(notice);
    }

    pub(super) fn add_kill_line(&mut self, line: KillLine) {
        if self.kill_feed.len() == KILL_FEED_MAX {
            self.kill_feed.pop_front();
        }
        self.kill_feed.push_back(line);
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

    pub(super) fn moment(&self, now: Micros) -> Moment {
        Moment {
            now,
            own: self.own_clock.position(now),
            server: self.snapshots.position(now).unwrap_or_default(),
            rate: self.rate(),
        }
    }

    /// The own ship as predicted for this instant, without the correction: between the last tick
    /// and the one under way.
    pub(super) fn own_pos(&self, now: Micros) -> Option<Vec2> {
        let newest = self.prediction.newest().filter(|ship| ship.alive())?;
        let position = self.own_clock.position(now);
        let tick = self.rate().tick_at(position);
        let (Some(from), Some(to)) =
            (self.prediction.state(tick), self.prediction.state(tick.next()))
        else {
            return Some(newest.body.pos);
        };
        if from.life != to.life || !from.alive() {
            return Some(newest.body.pos);
        }
        let begun = self.rate().micros_at(tick);
        let length = self.rate().micros_at(tick.next()) - begun;
        Some(blend_points(from.body.pos, to.body.pos, (position - begun).0, length.0))
    }

    fn take_viewer_head(&mut self, now: Micros, news: &News) {
        if let Some(report) = news.viewer.margin {
            self.own_clock.handle_margin(now, report);
        }
        self.late_commands.read(news.viewer.late);
        self.choked.read(news.viewer.choked);
    }

    fn reconcile(&mut self, now: Micros, news: &News, fade: Micros) {
        let Some(ship) = news.state.ship(self.own) else {
            return;
        };
        let life = self.prediction.newest().map(|ship| ship.life);
        let before = self.own_pos(now);
        let solids: Vec<Body> = news
            .state
            .ships
            .iter()
            .filter(|other| other.id != self.own && other.alive())
            .map(|other| other.body)
            .collect();
        self.prediction.reconcile(news.viewer.executed, ship, solids, &self.ground);
        match (before, self.own_pos(now)) {
            (Some(before), Some(after)) if life == Some(ship.life) => {
                self.correction.add(now, before - after, fade);
            }
            _ => self.correction.clear(),
        }
    }

    fn run_ticks(&mut self, now: Micros, controls: Controls) {
        let due = self.own_clock.tick(now);
        let most = self.rate().tick_at(CATCH_UP).0;
        let away = |last: &Tick| due.since(*last) > most.into();
        if self.prediction.newest_made().as_ref().is_some_and(away) {
            self.notice(Notice::Resynchronised);
        }
        let next = self.prediction.next_key().filter(|next| !away(next));
        let first = next.unwrap_or(due);
        for key in first.0..=due.0 {
            let command = UserCommand {
                tick: Tick(key),
                thrust: controls.thrust,
                aim: controls.aim,
                trigger: controls.trigger,
                view: self.view,
            };
            let fired = self.prediction.execute(command, &self.ground);
            for bolt in fired {
                self.notice(Notice::Fired { weapon: bolt.shot.weapon });
                let moment = self.moment(now);
                self.bolts.fire_own(bolt, moment, &self.drawn);
            }
        }
    }

    /// Chooses the view of this frame, and what it shows.
    fn look(&mut self, now: Micros, netcode: &PlayerNetcode) {
        self.snapshots.follow(now, Micros::from_ms(netcode.interpolation_ms.into()));
        self.view = remote::view_at(self.inbox.states(), self.snapshots.view());
        let most = Micros::from_ms(netcode.extrapolation_ms.into());
        let own = self.own;
        self.drawn = remote::drawn(self.inbox.states(), self.view, self.rate(), most);
        self.drawn.retain(|drawn| drawn.ship.id != own);
        let fade = Micros::from_ms(netcode.correction_ms.into());
        if let Some(pos) = self.own_pos(now) {
            self.focus = pos + self.correction.offset_at(now, fade);
        }
    }

    fn packet(&mut self, now: Micros, backups: u8) -> Vec<u8> {
        let newest = self.prediction.newest_key();
        let unsent = newest.since(self.sent_key).clamp(0, PREDICTION_TICKS as i64) as usize;
        let n = (unsent + usize::from(backups)).min(COMMANDS_PER_PACKET_MAX);
        let packet = CommandPacket {
            ack: self.inbox.ack(),
            view_epoch: self.view_epoch,
            commands: self.prediction.newest_commands(n),
        };
        let first_unsent = newest.minus(unsent.saturating_sub(1) as u32);
        self.own_clock.note_sent(now, first_unsent, newest);
        self.sent_key = newest;
        self.sent_at = now;
        commands_message(&packet.encode())
    }

    /// The newest word on a ship: of the newest snapshot.
    pub(super) fn newest_ship(&self, id: ShipId) -> Option<&Ship> {
        self.inbox.newest()?.ship(id)
    }
}

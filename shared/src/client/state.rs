//! The player's end as its shell sees it: messages and frames go in, messages and the scene come
//! out.

use alloc::{boxed::Box, collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    config::{ClientConfig, GhostVisibility},
    controls::Controls,
    everyone::Everyone,
    game::Game,
    packet_log::{Outgoing, PacketLog},
    ping::Ping,
    playing::Playing,
    presentation::Presentation,
    scene::Scene,
    shots::{ShotSide, ShotSummary},
    status::{KillLine, NetStats, Notice},
    tape::TapeClip,
};
use crate::{
    base::{
        pressure::Pressure,
        state_hash::state_hash,
        tick_ring::TickRing,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    netcode::{
        rates::RateLimits,
        values::{Delivery, PlayerNetcode, RoomNetcode, Subscription},
    },
    report::{
        shot_record::ShotRecord,
        shot_report::{ReportRefusal, ReportsWanted, ShotReport},
    },
    sim::{
        arena::Arena,
        command::View,
        event::ShotId,
        ship::{Ship, ShipId},
        state::WorldState,
    },
    wire::{
        codec::CodecId,
        message::{
            Access, ClientControl, Hello, MessageError, RosterEntry, ServerControl, ServerMessage,
            Standing, Welcome,
        },
    },
};

/// How far a client has come.
#[derive(Clone, Debug, Serialize)]
enum Phase {
    /// It has asked to join.
    Joining { since: Micros },
    /// The welcome came.
    Playing(Box<Playing>),
}

/// The player's end of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Client {
    /// What the player chose.
    netcode: PlayerNetcode,
    /// The same with the rates that it gets of those that it wishes for.
    pub(super) in_force: PlayerNetcode,
    delivery: Delivery,
    ghosts: GhostVisibility,
    phase: Phase,
    ping: Ping,
    bytes_in: u64,
    bytes_out: u64,
    pub(super) packets: PacketLog,
    outbox: VecDeque<Vec<u8>>,
}

impl Client {
    /// A client that asks to join; its hello is the first thing to transmit. It reads every codec
    /// of this build.
    #[must_use]
    pub fn new(config: ClientConfig, now: Micros) -> Self {
        Self::offering(config, &CodecId::ALL, now)
    }

    /// A client that asks to join and says it reads these codecs of snapshots, best first.
    #[must_use]
    pub fn offering(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let ClientConfig { name, room, netcode, room_request, delivery } = config;
        let mut client = Self {
            netcode,
            in_force: netcode,
            delivery,
            ghosts: GhostVisibility::Hidden,
            phase: Phase::Joining { since: now },
            ping: Ping::default(),
            bytes_in: 0,
            bytes_out: 0,
            packets: PacketLog::default(),
            outbox: VecDeque::new(),
        };
        client.packets.handle_time(now);
        let (codecs, subscription) = (codecs.to_vec(), netcode.subscription(delivery));
        client.send(Hello { name, room, codecs, subscription, room_request }.encode().into());
        client
    }

    /// A message of the server arrived.
    ///
    /// # Errors
    /// When it cannot be read: the two ends do not understand each other, and the connection
    /// should be given up. Nothing has changed then.
    pub fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        self.bytes_in += message.len() as u64;
        self.packets.handle_message(now, message.len());
        match ServerMessage::decode(message)? {
            ServerMessage::Control(ServerControl::Welcome(welcome)) => self.begin(now, welcome),
            ServerMessage::Control(control) => {
                self.handle_control(now, control);
                Ok(())
            }
            ServerMessage::Snapshot(bytes) => {
                // One that overtook the welcome is of no use yet.
                let Phase::Playing(playing) = &mut self.phase else { return Ok(()) };
                let (arrival, packet) = playing.handle_snapshot(now, bytes, &self.in_force)?;
                let (error_u, _) = playing.game.own.prediction().errors();
                self.packets.handle_snapshot(arrival, playing.game.inbox.interval(), error_u);
                if let Some(packet) = packet {
                    self.send(packet);
                }
                Ok(())
            }
            // Its shell has read that.
            ServerMessage::Seat(_) => Ok(()),
        }
    }

    /// A frame is about to be drawn: runs the ticks that are due and moves everything that is
    /// drawn. The commands carry the view of the frame before, which is what the player saw.
    pub fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.packets.handle_time(now);
        let Phase::Playing(playing) = &mut self.phase else { return };
        for message in playing.handle_frame(now, controls, &self.in_force) {
            self.send(message);
        }
        if let Some(stamp) = self.ping.poll(now) {
            self.send(ClientControl::Ping { stamp }.encode().into());
        }
    }

    /// Changes what the player sees and sends; out-of-range settings change nothing.
    pub fn set_netcode(&mut self, netcode: PlayerNetcode) {
        if netcode.check().is_err() {
            return;
        }
        let before = self.subscription();
        self.netcode = netcode;
        self.clamp_to_limits();
        self.send_subscription(before);
    }

    /// What the player chose counts as far as the room and the server let it.
    fn clamp_to_limits(&mut self) {
        let mut in_force = self.netcode;
        if let Phase::Playing(playing) = &mut self.phase {
            in_force = playing.game.rate_limits().granted(&self.netcode);
            playing.game.handle_netcode(&in_force, &self.in_force);
        }
        self.in_force = in_force;
    }

    /// Snapshots travel in another way from now on.
    pub fn set_delivery(&mut self, delivery: Delivery) {
        let before = self.subscription();
        self.delivery = delivery;
        self.send_subscription(before);
    }

    /// Asks the room to decide by other rules; its answer comes as a notice.
    pub fn request_rules(&mut self, netcode: RoomNetcode) {
        if self.joined() {
            self.send(ClientControl::SetRules(netcode).encode().into());
        }
    }

    /// Asks for a snapshot that builds upon nothing; at most one a second is sent, and a request
    /// that comes sooner is refused by a notice.
    pub fn request_full_update(&mut self) {
        if self.joined() {
            self.send(ClientControl::FullUpdate.encode().into());
        }
    }

    /// Asks for a report of each own shot from now on, without its track, or for none.
    pub fn set_reports_wanted(&mut self, wanted: ReportsWanted) {
        if let Phase::Playing(playing) = &mut self.phase {
            playing.presentation.set_reports_wanted(wanted);
            self.send(ClientControl::WantReports(wanted).encode().into());
        }
    }

    /// Shows or hides the ghosts in the scene.
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        self.ghosts = ghosts;
    }

    /// Looks into a shot of the player's, or one that hit it: asks for its report, once. What has
    /// been decided comes at once as [`Client::report`], and all of it when that has been; or
    /// [`Client::report_refused`] says why there is none.
    pub fn inspect_shot(&mut self, shot: ShotId) {
        let Phase::Playing(playing) = &mut self.phase else { return };
        if playing.presentation.shots.inspect(shot) {
            self.send(ClientControl::LookInto(shot).encode().into());
        }
    }

    /// The states of the snapshots that it has, by their tick.
    #[must_use]
    pub fn states(&self) -> Option<&TickRing<Arc<WorldState>>> {
        self.game().map(|game| game.inbox.states())
    }

    /// Takes states from another place where they are the same as its own, so that they are there
    /// once.
    pub fn share_states(&mut self, with: &TickRing<Arc<WorldState>>) {
        if let Phase::Playing(playing) = &mut self.phase {
            playing.game.inbox.share_states(with);
        }
    }

    /// The next message for the server.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    /// What the shell may want to say or sound, oldest first.
    pub fn drain_notices(&mut self) -> Vec<Notice> {
        match &mut self.phase {
            Phase::Joining { .. } => Vec::new(),
            Phase::Playing(playing) => playing.presentation.drain_notices(),
        }
    }

    /// How shots of the player's were judged, oldest first, told once; the oldest are lost where
    /// nobody asks.
    pub fn drain_records(&mut self) -> Vec<ShotRecord> {
        match &mut self.phase {
            Phase::Joining { .. } => Vec::new(),
            Phase::Playing(playing) => playing.presentation.drain_records(),
        }
    }

    /// The newest of them that nobody drained yet, oldest first.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &ShotRecord> {
        self.presentation().into_iter().flat_map(Presentation::records)
    }

    /// What to draw, as of the last frame.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.playing().map_or_else(Scene::default, |playing| playing.scene(self.ghosts))
    }

    /// Whether the welcome has come.
    #[must_use]
    pub fn joined(&self) -> bool {
        matches!(self.phase, Phase::Playing(_))
    }

    /// The own ship as predicted: dead ones too.
    #[must_use]
    pub fn own_ship(&self) -> Option<&Ship> {
        self.game()?.own.prediction().newest()
    }

    /// The own ship's id.
    #[must_use]
    pub fn own_id(&self) -> Option<ShipId> {
        self.game().map(|game| game.own.id())
    }

    /// Every ship of the newest snapshot, in the order of the seats.
    #[must_use]
    pub fn ships(&self) -> &[Ship] {
        let newest = self.game().and_then(|game| game.inbox.newest());
        newest.map_or(&[], |state| &state.ships)
    }

    /// Whether a player's connection is lost, and the seat is held.
    #[must_use]
    pub fn is_away(&self, ship: ShipId) -> bool {
        self.game().is_some_and(|game| game.roster.is_away(ship))
    }

    /// The player is there, whatever it does: what [`Notice::AreYouThere`] asks.
    pub fn confirm_presence(&mut self) {
        if self.joined() {
            self.send(ClientControl::Here.encode().into());
        }
    }

    /// Who plays, in the order of the seats.
    #[must_use]
    pub fn roster(&self) -> &[RosterEntry] {
        self.game().map_or(&[], |game| &game.roster.entries)
    }

    /// How far away the players are.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        self.game().map_or(&[], |game| &game.roster.standings)
    }

    /// How often a ship shot others down and was shot down: as the newest snapshot says, or, of a
    /// ship far away, the chart.
    #[must_use]
    pub fn score(&self, ship: ShipId) -> Option<(u16, u16)> {
        let game = self.game()?;
        let known = game.inbox.newest_ship(ship);
        let charted = || game.roster.charted(ship).map(|row| (row.kills, row.deaths));
        known.map(|ship| (ship.kills, ship.deaths)).or_else(charted)
    }

    /// The latest kills, oldest first.
    #[must_use]
    pub fn kill_feed(&self) -> impl DoubleEndedIterator<Item = &KillLine> {
        self.presentation().into_iter().flat_map(Presentation::kill_feed)
    }

    /// Walls and asteroids.
    #[must_use]
    pub fn arena(&self) -> Option<&Arena> {
        self.game().map(|game| &game.ground.arena)
    }

    /// The room's name.
    #[must_use]
    pub fn room_name(&self) -> &str {
        self.game().map_or("", |game| &game.room)
    }

    /// The tick under way on the own clock: a weapon is ready from its `…_ready` tick on.
    #[must_use]
    pub fn own_tick(&self) -> Tick {
        self.game().map_or(Tick::ZERO, |game| game.own.prediction().newest_key())
    }

    /// Where the own clock stands at a moment, on the tick line: what the picture of the own ship
    /// shows; `None` before the welcome.
    #[must_use]
    pub fn own_time(&self, now: Micros) -> Option<Micros> {
        self.game().map(|game| game.timeline.own_time(now))
    }

    /// The moment on the tick line at which the last frame drew the own ship, once known: before
    /// its own clock where it waits for the server, or where less is predicted.
    #[must_use]
    pub fn own_shown_at(&self) -> Option<Micros> {
        self.game().map(|game| game.own.shown_at())
    }

    /// Ticks a second, once known.
    #[must_use]
    pub fn tick_rate(&self) -> Option<TickRate> {
        self.game().map(|game| game.timeline.rate())
    }

    /// What the last frame showed of the others: what a shot fired now carries.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.game().map(|game| game.remote.view())
    }

    /// How old the others are in the picture when a shot that is fired now is executed: from the
    /// view that it carries to the tick of its command. That is what a rewind bound is held
    /// against.
    #[must_use]
    pub fn picture_age(&self) -> Option<Micros> {
        let game = self.game()?;
        let key = ViewTime::from_tick(game.own.prediction().newest_key());
        Some(game.timeline.rate().micros_in_steps(key.since(game.remote.view().time)))
    }

    /// What the player chose to see and to send.
    #[must_use]
    pub fn netcode(&self) -> PlayerNetcode {
        self.netcode
    }

    /// What the rates that the player wishes for are held to, once known.
    #[must_use]
    pub fn rate_limits(&self) -> Option<RateLimits> {
        self.game().map(Game::rate_limits)
    }

    /// What the room decides by, once known.
    #[must_use]
    pub fn rules(&self) -> Option<RoomNetcode> {
        self.game().map(|game| game.rules.now)
    }

    /// How hard the server works for the room.
    #[must_use]
    pub fn pressure(&self) -> Pressure {
        self.game().map_or(Pressure::Calm, |game| game.pressure)
    }

    /// Whether this player may change that, once known.
    #[must_use]
    pub fn access(&self) -> Option<Access> {
        self.game().map(|game| game.access)
    }

    /// The newest report of an own shot, where one of each was asked for, and when it came.
    #[must_use]
    pub fn newest_report(&self) -> Option<(Micros, &ShotReport)> {
        self.presentation()?.newest_report()
    }

    /// The latest shots that concern the player, its own and those that hit it, oldest first.
    pub fn shots(&self) -> impl DoubleEndedIterator<Item = &ShotSummary> {
        self.presentation().into_iter().flat_map(|presentation| presentation.shots.summaries())
    }

    /// The shot that whoever asks about one means most likely: while the player is dead the one
    /// that killed it, else the own one that was fired last, or the newest of all.
    #[must_use]
    pub fn shot_in_question(&self) -> Option<ShotId> {
        let shots = &self.presentation()?.shots;
        let own = || shots.summaries().iter().rev().find(|told| told.side == ShotSide::Own);
        shots
            .killed_by
            .or_else(|| shots.to_be_judged())
            .or_else(|| own().or(shots.summaries().back()).map(|told| told.shot))
    }

    /// The own shot that was fired last, where it is not judged yet.
    #[must_use]
    pub fn shot_to_be_judged(&self) -> Option<ShotId> {
        self.presentation()?.shots.to_be_judged()
    }

    /// The report of a shot, if it was asked for and came; of the newest few.
    #[must_use]
    pub fn report(&self, shot: ShotId) -> Option<&ShotReport> {
        self.presentation()?.shots.report(shot)
    }

    /// Why there is no report of a shot that was looked into, where the room said so.
    #[must_use]
    pub fn report_refused(&self, shot: ShotId) -> Option<ReportRefusal> {
        self.presentation()?.shots.refused(shot)
    }

    /// What this client knows by itself of an own shot that was judged: its record, and where the
    /// shot left. To be shown until its report comes.
    #[must_use]
    pub fn own_account(&self, shot: ShotId) -> Option<ShotReport> {
        self.playing()?.own_account(shot, self.in_force.lerp())
    }

    /// What this screen showed while a shot flew: of the newest shots that concern the player, and
    /// of others as far as the tape reaches back.
    #[must_use]
    pub fn clip(&self, shot: ShotId) -> Option<TapeClip> {
        let Playing { game, presentation } = self.playing()?;
        presentation.shots.clip(shot, &presentation.tape, game.timeline.rate())
    }

    /// A hash of what the newest frame drew and of how much came and went before it. Clients that
    /// differ draw another frame before long; and it is made of less than [`Client::state_hash`],
    /// so that a page which compares nothing itself need not hold the code that writes all states.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let drawn = self.presentation().and_then(|presentation| presentation.tape.newest());
        state_hash(&(drawn, self.bytes_in, self.bytes_out))
    }

    /// The figures of the connection and of the prediction.
    #[must_use]
    pub fn net_stats(&self) -> NetStats {
        let mut stats = NetStats {
            ping_ms: self.ping.round_trip().map(|rtt| rtt.as_ms() as u32),
            jitter_ms: self.ping.jitter().as_ms() as u32,
            bytes_in: self.bytes_in,
            bytes_out: self.bytes_out,
            ..NetStats::default()
        };
        if let Some(Playing { game, presentation }) = self.playing() {
            let (prediction, timeline) = (game.own.prediction(), &game.timeline);
            stats.own_tick = prediction.newest_key();
            stats.server_tick = game.inbox.newest().map_or(Tick::ZERO, |state| state.tick);
            stats.command_margin_ms = timeline.command_margin().as_ms() as i32;
            (stats.prediction_error_u, stats.mispredictions) = prediction.errors();
            stats.rerun_ticks = prediction.everyone().map(Everyone::rerun);
            stats.latency_ms = timeline.acks().latency().as_ms() as u32;
            stats.frozen = game.own.frozen();
            stats.shots_fired = presentation.shots_fired();
            stats.hits_told = presentation.hits_told;
            stats.late_commands = timeline.late_commands();
            stats.choked = timeline.choked();
            stats.snapshots = game.inbox.received;
            stats.snapshots_missed = game.inbox.missed;
            stats.mismatches = game.inbox.mismatches;
        }
        stats
    }

    /// One number for the whole state.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    /// What the room is asked for: the rates as the player wishes for them, and the delay that
    /// comes of those that it gets.
    fn subscription(&self) -> Subscription {
        let PlayerNetcode { update_rate_hz, rate_kb_per_s, .. } = self.netcode;
        let granted = self.in_force.subscription(self.delivery);
        Subscription { update_rate_hz, rate_kb_per_s, ..granted }
    }

    fn send_subscription(&mut self, before: Subscription) {
        let subscription = self.subscription();
        if subscription != before {
            self.send(ClientControl::Subscribe(subscription).encode().into());
        }
    }

    /// The match, from the welcome on.
    pub(super) fn playing(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Joining { .. } => None,
            Phase::Playing(playing) => Some(playing),
        }
    }

    fn game(&self) -> Option<&Game> {
        self.playing().map(|playing| &playing.game)
    }

    fn presentation(&self) -> Option<&Presentation> {
        self.playing().map(|playing| &playing.presentation)
    }

    fn begin(&mut self, now: Micros, welcome: Welcome) -> Result<(), MessageError> {
        let Phase::Joining { since } = self.phase else {
            return Err(MessageError::OutOfPlace { what: "welcome" });
        };
        let playing = Playing::new(welcome, now - since, &self.in_force, now);
        let before = self.subscription();
        self.phase = Phase::Playing(Box::new(playing));
        self.clamp_to_limits();
        self.send_subscription(before);
        Ok(())
    }

    fn handle_control(&mut self, now: Micros, control: ServerControl) {
        match control {
            ServerControl::Pong { stamp } => {
                self.ping.handle_pong(now, stamp);
                if let (Phase::Playing(playing), Some(round_trip)) =
                    (&mut self.phase, self.ping.round_trip())
                {
                    playing.game.timeline.handle_round_trip(now, round_trip);
                }
            }
            ServerControl::Probe { nonce } => {
                self.send(ClientControl::Echo { nonce }.encode().into());
            }
            ServerControl::Epoch(epoch) => {
                let Phase::Playing(playing) = &mut self.phase else { return };
                let view_epoch = playing.handle_epoch(now, &epoch, &self.in_force);
                let answer = ClientControl::Epoch { number: epoch.number, view_epoch };
                self.send(answer.encode().into());
            }
            control => {
                let before = self.subscription();
                if let Phase::Playing(playing) = &mut self.phase {
                    playing.handle_control(now, control);
                    self.clamp_to_limits();
                    self.send_subscription(before);
                }
            }
        }
    }

    fn send(&mut self, sent: Outgoing) {
        self.bytes_out += sent.message.len() as u64;
        self.packets.handle_sent(&sent);
        self.outbox.push_back(sent.message);
    }
}

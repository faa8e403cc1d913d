//! The client as its shell sees it: the shell passes in received messages and frame times, and
//! takes out messages to send and the scene to draw.

mod requests;
mod watching;

use alloc::{boxed::Box, collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    config::{ClientConfig, GhostVisibility},
    controls::Controls,
    game::Game,
    packet_log::{Outgoing, PacketLog},
    ping::Ping,
    playing::Playing,
    predicted_world::PredictedWorld,
    presentation::Presentation,
    scene::Scene,
    status::{KillLine, NetStats, Notice},
    watched::NOBODY,
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
        values::{PlayerNetcode, RoomNetcode, SnapshotDelivery, Subscription},
    },
    report::shot_record::ShotRecord,
    sim::{
        arena::Arena,
        command::{UserCommand, View},
        ship::{Ship, ShipId},
        state::WorldState,
    },
    wire::{
        codec::CodecId,
        message::{
            Access, AimAssist, ClientControl, Hello, MessageError, PlayerLatency, RosterEntry,
            ServerControl, ServerMessage, Welcome,
        },
        round::{Round, Score},
    },
};

#[derive(Clone, Debug, Serialize)]
enum Phase {
    /// The hello is queued or sent; no welcome yet.
    Joining { since: Micros },
    /// The welcome has arrived.
    Playing(Box<Playing>),
}

/// The sans-IO game client.
#[derive(Clone, Debug, Serialize)]
pub struct Client {
    /// The settings the player chose.
    netcode: PlayerNetcode,
    /// The same settings with the rates clamped to what the room and the server grant.
    pub(super) in_force: PlayerNetcode,
    delivery: SnapshotDelivery,
    ghosts: GhostVisibility,
    phase: Phase,
    ping: Ping,
    bytes_in: u64,
    bytes_out: u64,
    pub(super) packets: PacketLog,
    outbox: VecDeque<Vec<u8>>,
}

impl Client {
    /// Creates a client and queues its hello. It offers every codec of this build.
    #[must_use]
    pub fn new(config: ClientConfig, now: Micros) -> Self {
        Self::offering(config, &CodecId::ALL, now)
    }

    /// Like [`Client::new`], but offers only these snapshot codecs, best first.
    #[must_use]
    pub fn offering(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let mut client = Self::joining(&config, now);
        let hello = client.hello(config, codecs).encode();
        client.send(hello.into());
        client
    }

    /// Creates a client that watches, and queues its hello. It follows nobody.
    #[must_use]
    pub fn watching(config: ClientConfig, now: Micros) -> Self {
        let mut client = Self::joining(&config, now);
        let hello = client.hello(config, &CodecId::ALL).encode_watch();
        client.send(hello.into());
        client
    }

    fn joining(config: &ClientConfig, now: Micros) -> Self {
        let ClientConfig { netcode, delivery, .. } = *config;
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
        client
    }

    fn hello(&self, config: ClientConfig, codecs: &[CodecId]) -> Hello {
        let ClientConfig { name, room, room_request, .. } = config;
        let (codecs, subscription) = (codecs.to_vec(), self.netcode.subscription(self.delivery));
        Hello { name, room, codecs, subscription, room_request }
    }

    /// Handles a message from the server.
    ///
    /// # Errors
    /// If the message is malformed or out of place. The client's game state is unchanged; the
    /// caller should close the connection, since the two ends do not speak the same protocol.
    pub fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        self.bytes_in += message.len() as u64;
        self.packets.handle_message(now, message.len());
        match ServerMessage::decode(message)? {
            ServerMessage::Control(ServerControl::Welcome(welcome)) => self.begin(now, welcome),
            ServerMessage::Control(ServerControl::Watching(welcome)) => {
                self.begin_watching(now, *welcome)
            }
            ServerMessage::Control(control) => {
                self.handle_control(now, control);
                Ok(())
            }
            ServerMessage::Snapshot(bytes) => {
                // A snapshot that overtook the welcome cannot be used yet.
                let Phase::Playing(playing) = &mut self.phase else { return Ok(()) };
                let (arrival, packet) = playing.handle_snapshot(now, bytes, &self.in_force)?;
                let (error_u, _) = playing.game.own.prediction().errors();
                self.packets.handle_snapshot(arrival, playing.game.inbox.interval(), error_u);
                if let Some(packet) = packet {
                    self.send(packet);
                }
                Ok(())
            }
            // Handled by the shell.
            ServerMessage::Seat(_) => Ok(()),
        }
    }

    /// Runs the ticks that are due and advances everything that is drawn. Call before drawing a
    /// frame. Commands carry the view of the previous frame, since that is what the player saw.
    pub fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.packets.handle_time(now);
        let Phase::Playing(playing) = &mut self.phase else { return };
        if playing.game.watched.is_some() {
            playing.handle_watched_frame(now, self.ghosts, &self.in_force);
        } else {
            for message in playing.handle_frame(now, controls, &self.in_force) {
                self.send(message);
            }
        }
        if let Some(stamp) = self.ping.poll(now) {
            self.send_control(ClientControl::Ping { stamp });
        }
    }

    /// Changes the player's netcode settings. Ignored if any of them is out of range.
    pub fn set_netcode(&mut self, netcode: PlayerNetcode) {
        if netcode.check().is_err() {
            return;
        }
        let before = self.subscription();
        self.netcode = netcode;
        self.clamp_to_limits();
        self.send_subscription(before);
    }

    /// Recomputes the settings in force within the limits of the room and the server.
    fn clamp_to_limits(&mut self) {
        let mut in_force = self.netcode;
        if let Phase::Playing(playing) = &mut self.phase {
            in_force = playing.game.rate_limits().granted(&self.netcode);
            playing.game.handle_netcode(&in_force, &self.in_force);
        }
        self.in_force = in_force;
    }

    /// Changes how snapshots are delivered.
    pub fn set_delivery(&mut self, delivery: SnapshotDelivery) {
        let before = self.subscription();
        self.delivery = delivery;
        self.send_subscription(before);
    }

    /// Shows ghosts or hides them. A watcher's client with ghosts shows the three times of the
    /// player that it follows: the own ship, the others as that player saw them, and as ghosts all
    /// ships as the server held them. Without, it shows all ships at one moment.
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        self.ghosts = ghosts;
    }

    /// The decoded snapshots it still holds, by tick.
    #[must_use]
    pub fn states(&self) -> Option<&TickRing<Arc<WorldState>>> {
        self.game().map(|game| game.inbox.states())
    }

    /// Replaces states that are identical to those in `with` by shared references, to save memory.
    pub fn share_states(&mut self, with: &TickRing<Arc<WorldState>>) {
        if let Phase::Playing(playing) = &mut self.phase {
            playing.game.inbox.share_states(with);
        }
    }

    /// The next message to send to the server.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    /// Takes the pending notices for the shell, oldest first.
    pub fn drain_notices(&mut self) -> Vec<Notice> {
        match &mut self.phase {
            Phase::Joining { .. } => Vec::new(),
            Phase::Playing(playing) => playing.presentation.drain_notices(),
        }
    }

    /// Takes the verdicts on the player's shots, oldest first. Each is returned once; if they are
    /// not drained, the oldest are dropped.
    pub fn drain_records(&mut self) -> Vec<ShotRecord> {
        match &mut self.phase {
            Phase::Joining { .. } => Vec::new(),
            Phase::Playing(playing) => playing.presentation.drain_records(),
        }
    }

    /// The verdicts not drained yet, oldest first.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &ShotRecord> {
        self.presentation().into_iter().flat_map(Presentation::records)
    }

    /// What to draw, as of the last frame.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.playing().map_or_else(Scene::default, |playing| playing.scene(self.ghosts))
    }

    /// Whether the welcome has arrived.
    #[must_use]
    pub fn joined(&self) -> bool {
        matches!(self.phase, Phase::Playing(_))
    }

    /// The own ship as predicted, even if it is dead; `None` for a watcher.
    #[must_use]
    pub fn own_ship(&self) -> Option<&Ship> {
        self.game()?.own.prediction().newest()
    }

    /// The commands made that the newest snapshot does not include yet, oldest first; none for a
    /// watcher.
    #[must_use]
    pub fn unacknowledged_commands(&self) -> Vec<UserCommand> {
        let Some(game) = self.game() else { return Vec::new() };
        let prediction = game.own.prediction();
        let executed = game.timeline.acks().executed();
        let n = prediction.newest_tick().since(executed).max(0);
        prediction.newest_commands(usize::try_from(n).unwrap_or(0))
    }

    /// The ship that this client flies or, as a watcher, follows.
    #[must_use]
    pub fn own_id(&self) -> Option<ShipId> {
        self.game().map(|game| game.own.id()).filter(|own| *own != NOBODY)
    }

    /// The ship that this client flies; `None` for a watcher.
    #[must_use]
    pub fn flown_id(&self) -> Option<ShipId> {
        self.own_id().filter(|_| !self.is_watching())
    }

    /// Every ship in the newest snapshot, in seat order.
    #[must_use]
    pub fn ships(&self) -> &[Ship] {
        let newest = self.game().and_then(|game| game.inbox.newest());
        newest.map_or(&[], |state| &state.ships)
    }

    /// Whether a player has lost its connection while its seat is held.
    #[must_use]
    pub fn is_away(&self, ship: ShipId) -> bool {
        self.game().is_some_and(|game| game.roster.is_away(ship))
    }

    /// Whether a player uses aim assist, as that player's page says.
    #[must_use]
    pub fn aim_assist(&self, ship: ShipId) -> AimAssist {
        self.game().map_or(AimAssist::Off, |game| game.roster.aim_assist(ship))
    }

    /// The players in the room, in seat order.
    #[must_use]
    pub fn roster(&self) -> &[RosterEntry] {
        self.game().map_or(&[], |game| &game.roster.entries)
    }

    /// The latency of each player.
    #[must_use]
    pub fn latencies(&self) -> &[PlayerLatency] {
        self.game().map_or(&[], |game| &game.roster.latencies)
    }

    /// The score of a ship in the current round, or in an endless match; from the newest snapshot
    /// or, for a ship outside it, from the chart.
    #[must_use]
    pub fn score(&self, ship: ShipId) -> Option<Score> {
        let game = self.game()?;
        let charted = || {
            let row = game.roster.charted(ship)?;
            Some(Score { kills: row.kills, deaths: row.deaths })
        };
        let in_room = game.inbox.newest_ship(ship).map(Score::of).or_else(charted)?;
        Some(game.round.as_ref().map_or(in_room, |round| round.score(ship, in_room)))
    }

    /// The latest kills, oldest first.
    #[must_use]
    pub fn kill_feed(&self) -> impl DoubleEndedIterator<Item = &KillLine> {
        self.presentation().into_iter().flat_map(Presentation::kill_feed)
    }

    /// The walls and asteroids.
    #[must_use]
    pub fn arena(&self) -> Option<&Arena> {
        self.game().map(|game| &game.params.arena)
    }

    #[must_use]
    pub fn room_name(&self) -> &str {
        self.game().map_or("", |game| &game.room)
    }

    /// The current tick on the client's own clock. A weapon can fire from its `…_ready` tick on.
    #[must_use]
    pub fn own_tick(&self) -> Tick {
        self.game().map_or(Tick::ZERO, Game::own_tick)
    }

    /// The client's own clock at `now`, on the tick timeline; the own ship is drawn by it. `None`
    /// before the welcome.
    #[must_use]
    pub fn own_time(&self, now: Micros) -> Option<Micros> {
        self.game().map(|game| game.timeline.own_time(now))
    }

    /// The time on the tick timeline at which the last frame drew the own ship. It is earlier than
    /// the own clock if the ship waits for the server or is predicted only part of the way. `None`
    /// before the welcome.
    #[must_use]
    pub fn own_shown_at(&self) -> Option<Micros> {
        self.game().map(|game| game.own.shown_at())
    }

    /// The tick rate, from the welcome.
    #[must_use]
    pub fn tick_rate(&self) -> Option<TickRate> {
        self.game().map(|game| game.timeline.rate())
    }

    /// The view of the remote ships in the last frame. A shot fired now carries it.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.game().map(|game| game.remote.view())
    }

    /// How old the remote ships on screen will be when a shot fired now is executed: from the view
    /// it carries to the tick of its command. The server's rewind limit applies to this age.
    #[must_use]
    pub fn picture_age(&self) -> Option<Micros> {
        let game = self.game()?;
        let own = ViewTime::from_tick(game.own.prediction().newest_tick());
        Some(game.timeline.rate().micros_in_steps(own.since(game.remote.view().time)))
    }

    /// The settings the player chose.
    #[must_use]
    pub fn netcode(&self) -> PlayerNetcode {
        self.netcode
    }

    /// The limits on the rates the player asks for; `None` before the welcome.
    #[must_use]
    pub fn rate_limits(&self) -> Option<RateLimits> {
        self.game().map(Game::rate_limits)
    }

    /// The room's rules; `None` before the welcome.
    #[must_use]
    pub fn rules(&self) -> Option<RoomNetcode> {
        self.game().map(|game| game.rules.now)
    }

    /// The load level of the room's server.
    #[must_use]
    pub fn pressure(&self) -> Pressure {
        self.game().map_or(Pressure::Calm, |game| game.pressure)
    }

    /// The level of the room's bots, if it follows this player's fortune: from 1 to
    /// [`BOT_LEVEL_MAX`](crate::base::limits::BOT_LEVEL_MAX).
    #[must_use]
    pub fn bot_level(&self) -> Option<u8> {
        self.game().and_then(|game| game.bot_level)
    }

    /// The current round; `None` before the welcome and in an endless match.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.game().and_then(|game| game.round.as_ref())
    }

    /// Whether this player may change the rules; `None` before the welcome.
    #[must_use]
    pub fn access(&self) -> Option<Access> {
        self.game().map(|game| game.access)
    }

    /// A hash of the newest frame and of the byte counts so far. Clients that diverge soon draw
    /// different frames. It covers less than [`Client::state_hash`], so a page that does not
    /// compare states need not link the code that serialises them.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let drawn = self.presentation().and_then(|presentation| presentation.tape.newest());
        state_hash(&(drawn, self.bytes_in, self.bytes_out))
    }

    /// Statistics of the connection and the prediction.
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
            stats.own_tick = prediction.newest_tick();
            stats.server_tick = game.inbox.newest().map_or(Tick::ZERO, |state| state.tick);
            stats.command_margin_ms = timeline.command_margin().as_ms() as i32;
            (stats.prediction_error_u, stats.mispredictions) = prediction.errors();
            stats.rerun_ticks = prediction.predicted_world().map(PredictedWorld::rerun);
            stats.latency_ms = timeline.acks().latency().as_ms() as u32;
            stats.frozen = game.own.frozen();
            stats.shots_fired = presentation.shots_fired();
            stats.hits_reported = presentation.hits_reported;
            stats.late_commands = timeline.late_commands();
            stats.choked = timeline.choked();
            stats.snapshots = game.inbox.received;
            stats.snapshots_missed = game.inbox.missed;
            stats.mismatches = game.inbox.mismatches;
        }
        stats
    }

    /// A hash of the whole client state.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    /// The subscription to request: the rates the player asked for, and the interpolation delay
    /// that follows from the rates granted.
    fn subscription(&self) -> Subscription {
        let PlayerNetcode { update_rate_hz, rate_kb_per_s, .. } = self.netcode;
        let granted = self.in_force.subscription(self.delivery);
        Subscription { update_rate_hz, rate_kb_per_s, ..granted }
    }

    fn send_subscription(&mut self, before: Subscription) {
        let subscription = self.subscription();
        if subscription != before {
            self.send_control(ClientControl::Subscribe(subscription));
        }
    }

    /// The match, once the welcome has arrived.
    pub(super) fn playing(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Joining { .. } => None,
            Phase::Playing(playing) => Some(playing),
        }
    }

    pub(super) fn game(&self) -> Option<&Game> {
        self.playing().map(|playing| &playing.game)
    }

    pub(super) fn presentation(&self) -> Option<&Presentation> {
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
                self.send_control(ClientControl::Echo { nonce });
            }
            ServerControl::Epoch(epoch) => {
                let Phase::Playing(playing) = &mut self.phase else { return };
                let view_epoch = playing.handle_epoch(now, &epoch, &self.in_force);
                let answer = ClientControl::Epoch { number: epoch.number, view_epoch };
                self.send_control(answer);
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

    /// Sends a control message, if it is one that a watcher may send or this is a player.
    fn send_control(&mut self, control: ClientControl) {
        let is_watchers = matches!(control, ClientControl::Ping { .. } | ClientControl::Turn(_));
        if is_watchers || !self.is_watching() {
            self.send(control.encode().into());
        }
    }

    fn send(&mut self, sent: Outgoing) {
        self.bytes_out += sent.message.len() as u64;
        self.packets.handle_sent(&sent);
        self.outbox.push_back(sent.message);
    }
}

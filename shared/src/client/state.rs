//! The player's end as its shell sees it: messages and frames go in, messages and the scene come
//! out.

use alloc::{collections::VecDeque, vec::Vec};
use core::mem;

use serde::Serialize;

use super::config::{ClientConfig, GhostVisibility};
use super::controls::Controls;
use super::game::Game;
use super::packet_log::{Outgoing, PacketLog};
use super::ping::Ping;
use super::scene::Scene;
use super::shots::ShotSummary;
use super::status::{KillLine, NetStats, Notice};
use super::tape::Footage;
use crate::{
    base::{
        state_hash::state_hash,
        time::{Micros, Tick, TickRate},
    },
    netcode::values::{Delivery, PlayerNetcode, RoomNetcode, Subscription},
    report::{
        shot_record::ShotRecord,
        shot_report::{ReportRefusal, ReportsWanted, ShotReport},
    },
    sim::{
        arena::Arena,
        command::View,
        event::ShotId,
        ship::{Ship, ShipId},
    },
    wire::{
        codec::CodecId,
        message::{
            Access, ClientControl, Hello, MessageError, RosterEntry, ServerControl, ServerMessage,
            Standing, Welcome,
        },
    },
};

/// The player's end of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Client {
    pub(super) netcode: PlayerNetcode,
    delivery: Delivery,
    ghosts: GhostVisibility,
    joined_at: Micros,
    /// From the welcome on.
    pub(super) game: Option<Game>,
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

    /// The same that says it reads these codecs of snapshots, best first.
    #[must_use]
    pub fn offering(config: ClientConfig, codecs: &[CodecId], now: Micros) -> Self {
        let ClientConfig { name, room, netcode, room_request, delivery } = config;
        let mut client = Self {
            netcode,
            delivery,
            ghosts: GhostVisibility::Hidden,
            joined_at: now,
            game: None,
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
                let Some(game) = &mut self.game else { return Ok(()) };
                let (arrival, packet) = game.handle_snapshot(now, bytes, &self.netcode)?;
                let (error_u, _) = game.prediction.errors();
                self.packets.handle_snapshot(arrival, game.inbox.interval(), error_u);
                if let Some(packet) = packet {
                    self.send(packet);
                }
                Ok(())
            }
        }
    }

    /// A frame is about to be drawn: runs the ticks that are due and moves everything that is
    /// drawn. The commands carry the view of the frame before, which is what the player saw.
    pub fn handle_frame(&mut self, now: Micros, controls: Controls) {
        self.packets.handle_time(now);
        let Some(game) = &mut self.game else { return };
        for message in game.handle_frame(now, controls, &self.netcode) {
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
        if let Some(game) = &mut self.game {
            game.handle_netcode(&netcode, &self.netcode);
        }
        let before = self.subscription();
        self.netcode = netcode;
        self.tell_subscription(before);
    }

    /// Snapshots travel in another way from now on.
    pub fn set_delivery(&mut self, delivery: Delivery) {
        let before = self.subscription();
        self.delivery = delivery;
        self.tell_subscription(before);
    }

    /// Asks the room to decide by other rules; its answer comes as a notice.
    pub fn ask_rules(&mut self, netcode: RoomNetcode) {
        if self.game.is_some() {
            self.send(ClientControl::SetRules(netcode).encode().into());
        }
    }

    /// Asks for a report of each own shot from now on, without its track, or for none.
    pub fn want_reports(&mut self, wanted: ReportsWanted) {
        if let Some(game) = &mut self.game {
            game.wants_reports = wanted;
            self.send(ClientControl::WantReports(wanted).encode().into());
        }
    }

    /// Shows or hides the ghosts in the scene.
    pub fn set_ghosts(&mut self, ghosts: GhostVisibility) {
        self.ghosts = ghosts;
    }

    /// Looks into a shot of the player's, or one that hit it: asks for its report, once. It comes
    /// as [`Client::report`] when all that it tells has been, or [`Client::report_refused`] says
    /// why there is none.
    pub fn look_into(&mut self, shot: ShotId) {
        if self.game.as_mut().is_some_and(|game| game.shots.look_into(shot)) {
            self.send(ClientControl::LookInto(shot).encode().into());
        }
    }

    /// The next message for the server.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    /// What the shell may want to say or sound, oldest first.
    pub fn drain_notices(&mut self) -> Vec<Notice> {
        self.game.as_mut().map_or_else(Vec::new, |game| mem::take(&mut game.notices).into())
    }

    /// How shots of the player's were judged, oldest first, told once; the oldest are lost where
    /// nobody asks.
    pub fn drain_records(&mut self) -> Vec<ShotRecord> {
        self.game.as_mut().map_or_else(Vec::new, |game| mem::take(&mut game.records).into())
    }

    /// The newest of them that nobody drained yet, oldest first.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &ShotRecord> {
        self.game.iter().flat_map(|game| &game.records)
    }

    /// What to draw, as of the last frame.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.game.as_ref().map_or_else(Scene::default, |game| game.scene(self.ghosts))
    }

    /// Whether the welcome has come.
    #[must_use]
    pub fn joined(&self) -> bool {
        self.game.is_some()
    }

    /// The own ship as predicted: dead ones too.
    #[must_use]
    pub fn own_ship(&self) -> Option<&Ship> {
        self.game.as_ref()?.prediction.newest()
    }

    /// The own ship's id.
    #[must_use]
    pub fn own_id(&self) -> Option<ShipId> {
        self.game.as_ref().map(|game| game.own)
    }

    /// Every ship of the newest snapshot, in the order of the seats.
    #[must_use]
    pub fn ships(&self) -> &[Ship] {
        let newest = self.game.as_ref().and_then(|game| game.inbox.newest());
        newest.map_or(&[], |state| &state.ships)
    }

    /// Who plays, in the order of the seats.
    #[must_use]
    pub fn roster(&self) -> &[RosterEntry] {
        self.game.as_ref().map_or(&[], |game| &game.roster.entries)
    }

    /// How far away the players are.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        self.game.as_ref().map_or(&[], |game| &game.roster.standings)
    }

    /// How often a ship shot others down and was shot down: as the newest snapshot says, or, of a
    /// ship far away, the chart.
    #[must_use]
    pub fn score(&self, ship: ShipId) -> Option<(u16, u16)> {
        let game = self.game.as_ref()?;
        let known = game.inbox.newest().and_then(|state| state.ship(ship));
        let charted = || game.roster.charted(ship).map(|row| (row.kills, row.deaths));
        known.map(|ship| (ship.kills, ship.deaths)).or_else(charted)
    }

    /// The latest kills, oldest first.
    #[must_use]
    pub fn kill_feed(&self) -> impl DoubleEndedIterator<Item = &KillLine> {
        self.game.iter().flat_map(|game| &game.kill_feed)
    }

    /// Walls and asteroids.
    #[must_use]
    pub fn arena(&self) -> Option<&Arena> {
        self.game.as_ref().map(|game| &game.ground.arena)
    }

    /// The room's name.
    #[must_use]
    pub fn room_name(&self) -> &str {
        self.game.as_ref().map_or("", |game| &game.room)
    }

    /// The tick under way on the own clock: a weapon is ready from its `…_ready` tick on.
    #[must_use]
    pub fn own_tick(&self) -> Tick {
        self.game.as_ref().map_or(Tick::ZERO, |game| game.prediction.newest_key())
    }

    /// Where the own clock stands at a moment, on the tick line: what the picture of the own ship
    /// shows; `None` before the welcome.
    #[must_use]
    pub fn own_time(&self, now: Micros) -> Option<Micros> {
        self.game.as_ref().map(|game| game.own_clock.position(now))
    }

    /// Ticks a second, once known.
    #[must_use]
    pub fn tick_rate(&self) -> Option<TickRate> {
        self.game.as_ref().map(Game::rate)
    }

    /// What the last frame showed of the others: what a shot fired now carries.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.game.as_ref().map(|game| game.view)
    }

    /// What the player sees and sends.
    #[must_use]
    pub fn netcode(&self) -> PlayerNetcode {
        self.netcode
    }

    /// What the room decides by, once known.
    #[must_use]
    pub fn rules(&self) -> Option<RoomNetcode> {
        self.game.as_ref().map(|game| game.rules.now)
    }

    /// Whether this player may change that, once known.
    #[must_use]
    pub fn access(&self) -> Option<Access> {
        self.game.as_ref().map(|game| game.access)
    }

    /// The newest report of an own shot, where one of each was asked for, and when it came.
    #[must_use]
    pub fn newest_report(&self) -> Option<(Micros, &ShotReport)> {
        let game = self.game.as_ref()?;
        let (at, shot) = game.newest_report?;
        Some((at, game.shots.report(shot)?))
    }

    /// The latest shots that concern the player, its own and those that hit it, oldest first.
    pub fn shots(&self) -> impl DoubleEndedIterator<Item = &ShotSummary> {
        self.game.iter().flat_map(|game| game.shots.told())
    }

    /// The report of a shot, if it was asked for and came; of the newest few.
    #[must_use]
    pub fn report(&self, shot: ShotId) -> Option<&ShotReport> {
        self.game.as_ref()?.shots.report(shot)
    }

    /// Why there is no report of a shot that was looked into, where the room said so.
    #[must_use]
    pub fn report_refused(&self, shot: ShotId) -> Option<ReportRefusal> {
        self.game.as_ref()?.shots.refused(shot)
    }

    /// What this client knows by itself of an own shot that was judged: its record, and where the
    /// shot left. To be shown until its report comes.
    #[must_use]
    pub fn own_account(&self, shot: ShotId) -> Option<ShotReport> {
        self.game.as_ref()?.own_account(shot)
    }

    /// What this screen showed while a shot flew: of the newest shots that concern the player, and
    /// of others as far as the tape reaches back.
    #[must_use]
    pub fn footage(&self, shot: ShotId) -> Option<Footage> {
        let game = self.game.as_ref()?;
        game.shots.footage(shot, &game.tape, game.rate())
    }

    /// A hash of what the newest frame drew and of how much came and went before it. Clients that
    /// differ draw another frame before long; and it is made of less than [`Client::state_hash`],
    /// so that a page which compares nothing itself need not hold the code that writes all states.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let drawn = self.game.as_ref().and_then(|game| game.tape.newest());
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
        if let Some(game) = &self.game {
            stats.own_tick = game.prediction.newest_key();
            stats.server_tick = game.inbox.newest().map_or(Tick::ZERO, |state| state.tick);
            stats.command_margin_ms = game.own_clock.newest_margin().as_ms() as i32;
            (stats.prediction_error_u, stats.mispredictions) = game.prediction.errors();
            stats.latency_ms = game.acks.latency().as_ms() as u32;
            stats.frozen = game.frozen;
            stats.shots_fired = game.shots_fired;
            stats.hits_told = game.hits_told;
            stats.late_commands = game.late_commands.total;
            stats.choked = game.choked.total;
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

    fn subscription(&self) -> Subscription {
        self.netcode.subscription(self.delivery)
    }

    fn tell_subscription(&mut self, before: Subscription) {
        let subscription = self.subscription();
        if subscription != before {
            self.send(ClientControl::Subscribe(subscription).encode().into());
        }
    }

    fn begin(&mut self, now: Micros, welcome: Welcome) -> Result<(), MessageError> {
        if self.game.is_some() {
            return Err(MessageError::OutOfPlace { what: "welcome" });
        }
        let mut game = Game::new(welcome, now - self.joined_at, &self.netcode, now);
        game.notice(Notice::Joined);
        self.game = Some(game);
        Ok(())
    }

    fn handle_control(&mut self, now: Micros, control: ServerControl) {
        match control {
            ServerControl::Pong { stamp } => {
                self.ping.handle_pong(now, stamp);
                if let (Some(game), Some(round_trip)) = (&mut self.game, self.ping.round_trip()) {
                    game.round_trip = round_trip;
                }
            }
            ServerControl::Probe { nonce } => {
                self.send(ClientControl::Echo { nonce }.encode().into());
            }
            ServerControl::Epoch(epoch) => {
                let Some(game) = &mut self.game else { return };
                let view_epoch = game.handle_epoch(now, &epoch, &self.netcode);
                let answer = ClientControl::Epoch { number: epoch.number, view_epoch };
                self.send(answer.encode().into());
            }
            control => {
                let Some(game) = &mut self.game else { return };
                match control {
                    ServerControl::Joined(entry) => {
                        game.notice(Notice::PlayerJoined { name: entry.name.clone() });
                        game.roster.join(entry);
                    }
                    ServerControl::Left(ship) => {
                        if let Some(entry) = game.roster.leave(ship) {
                            game.notice(Notice::PlayerLeft { name: entry.name });
                        }
                    }
                    ServerControl::Standings(standings) => game.roster.tell_standings(&standings),
                    ServerControl::Chart(chart) => game.roster.tell_chart(&chart),
                    ServerControl::Judged(record) => game.handle_record(now, &record),
                    ServerControl::Rules { netcode, from, by } => {
                        game.handle_rules(netcode, from, by);
                    }
                    ServerControl::Access(access) => game.access = access,
                    ServerControl::Refused(refusal) => game.handle_refusal(now, refusal),
                    ServerControl::Report(report) => game.handle_report(now, *report),
                    ServerControl::Welcome(_)
                    | ServerControl::Pong { .. }
                    | ServerControl::Probe { .. }
                    | ServerControl::Epoch(_) => {}
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

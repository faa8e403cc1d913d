//! The room: its state, its time and transport handlers, and its getters.

use alloc::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    vec::Vec,
};

use serde::Serialize;

use super::{
    config::{ConfigError, RoomConfig},
    departed::DepartedLog,
    explain::judged_shots::ReportStore,
    lockstep::LockstepWait,
    open_shot::OpenShot,
    output::{Output, SessionId},
    rounds::RoomRound,
    rules::RuleChanges,
    scratch::Scratch,
    seat::Seat,
    session::Session,
    sides::division,
    snapshot_flow::baseline_ticks,
    solo::Solo,
    stats::RoomStats,
    watching::WatchFeed,
};
use crate::{
    base::{
        limits::{
            CATCH_UP_TICKS_MAX, PRESSURE_NOTICE_MS, SEATS_MAX, WATCH_DELAY_MAX_MS, WHOLE_SEATS_MAX,
        },
        pressure::Pressure,
        state_hash::state_hash,
        tick_ring::TickRing,
        time::{Micros, Tick, TickClock},
    },
    history::{deaths::DeathLog, long_journal::LongJournal, store::History},
    sim::{
        command::UserCommand,
        event::Event,
        journal::Journal,
        ship::ShipId,
        state::WorldState,
        world::{World, WorldParams},
    },
    wire::{
        message::{RosterEntry, ServerControl},
        sides::SidesState,
    },
};

/// The authority over one match.
#[derive(Clone, Debug, Serialize)]
pub struct Room {
    pub(super) config: RoomConfig,
    pub(super) clock: TickClock,
    pub(super) world: World,
    pub(super) history: History,
    pub(super) journal: Journal,
    pub(super) baselines: TickRing<Arc<WorldState>>,
    /// By seat, as the ships, up to the highest seat ever taken.
    pub(super) seats: Vec<Seat>,
    pub(super) seat_of: BTreeMap<SessionId, u16>,
    /// In seat order.
    pub(super) roster: Vec<RosterEntry>,
    pub(super) shots: Vec<OpenShot>,
    /// The wait of the next tick, under lockstep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lockstep: Option<LockstepWait>,
    /// The server's load, as measured by its shell.
    #[serde(skip_serializing_if = "Pressure::is_calm")]
    pub(super) pressure: Pressure,
    /// The load last sent to players; does not affect the match.
    #[serde(skip)]
    pub(super) sent_pressure: Pressure,
    /// The last tick at which the load was not above that.
    #[serde(skip)]
    pressed_since: Tick,
    /// Shots ever opened.
    pub(super) n_shots: u32,
    /// The deaths by shots judged in recent ticks.
    pub(super) deaths: DeathLog,
    /// Players who left while their shots were open.
    pub(super) departed: DepartedLog,
    /// What reports are made from; not part of the match's state.
    #[serde(skip)]
    pub(super) kept: ReportStore,
    pub(super) rules: RuleChanges,
    /// The fight of a single player against bots that adapt to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solo: Option<Solo>,
    /// The current round, unless the match is endless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) round: Option<RoomRound>,
    /// What is sent to watchers, while there are any; not part of the match's state.
    #[serde(skip)]
    pub(super) watch_feed: Option<WatchFeed>,
    /// The two sides, if its players fight on sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sides: Option<SidesState>,
    pub(super) n_sessions: u32,
    pub(super) n_bots_made: u32,
    pub(super) stats: RoomStats,
    #[serde(skip)]
    pub(super) scratch: Scratch,
    #[serde(skip)]
    pub(super) outputs: VecDeque<Output>,
    /// Buffers of sent messages, for reuse; limited to one for each seat and body.
    #[serde(skip)]
    pub(super) spare: Vec<Vec<u8>>,
    /// The state of an expired baseline, for reuse.
    #[serde(skip)]
    pub(super) spare_state: Option<Arc<WorldState>>,
}

impl Room {
    /// A room whose first tick is due one tick after `now`.
    ///
    /// # Errors
    /// When a setting is out of its range, or only for the laboratory.
    pub fn new(config: RoomConfig, now: Micros) -> Result<Self, ConfigError> {
        if config.seats == 0 || config.seats > SEATS_MAX {
            return Err(ConfigError::Seats { given: config.seats });
        }
        if let Some(limits) = config.rounds.filter(|limits| !limits.are_valid()) {
            return Err(ConfigError::Rounds(limits));
        }
        if config.watch_delay_ms > WATCH_DELAY_MAX_MS {
            return Err(ConfigError::WatchDelay { given_ms: config.watch_delay_ms });
        }
        config.check_sides()?;
        config.check_rules(&config.netcode)?;
        let params = WorldParams {
            division: division(config.sides),
            ..WorldParams::new(config.rate, config.arena.clone())
        };
        let mut room = Self {
            clock: TickClock::new(config.rate, now),
            world: World::new(params, config.seats, config.seed),
            history: History::with_seats(config.rate, config.seats),
            journal: Journal::new(baseline_ticks(config.rate)),
            baselines: TickRing::new(baseline_ticks(config.rate)),
            seats: Vec::new(),
            seat_of: BTreeMap::new(),
            roster: Vec::new(),
            shots: Vec::new(),
            lockstep: config.netcode.lockstep().map(|_| LockstepWait::default()),
            pressure: Pressure::Calm,
            sent_pressure: Pressure::Calm,
            pressed_since: Tick::ZERO,
            n_shots: 0,
            deaths: DeathLog::default(),
            departed: DepartedLog::default(),
            kept: ReportStore::default(),
            rules: RuleChanges::new(config.netcode),
            solo: None,
            round: config.rounds.map(|limits| RoomRound::new(limits, config.series)),
            watch_feed: None,
            sides: config.sides.map(SidesState::new),
            n_sessions: 0,
            n_bots_made: 0,
            stats: RoomStats::default(),
            scratch: Scratch::default(),
            outputs: VecDeque::new(),
            spare: Vec::new(),
            spare_state: None,
            config,
        };
        room.fill_with_bots();
        Ok(room)
    }

    /// Call when a snapshot was handed to the transport; until then no other is made for its
    /// session. Over a stream it will arrive, so it becomes the next baseline.
    pub fn handle_written(&mut self, session: SessionId, tick: Tick) {
        if let Some(session) = self.session_mut(session) {
            session.flow.record_written(tick);
        }
    }

    /// Sets the load that the shell measures once a second; `outbound` sends less under it, by the
    /// limits in `shedding`. Players are notified of a lasting change: of a higher load after a
    /// while, of a lower one at once.
    pub fn handle_pressure(&mut self, pressure: Pressure) {
        self.pressure = pressure;
        let tick = self.world.tick;
        if pressure <= self.sent_pressure {
            self.pressed_since = tick;
        }
        let lasts = i64::from(self.clock.rate().ticks_in_ms(PRESSURE_NOTICE_MS));
        let is_news = pressure < self.sent_pressure || tick.since(self.pressed_since) >= lasts;
        if pressure != self.sent_pressure && is_news {
            self.sent_pressure = pressure;
            self.pressed_since = tick;
            self.broadcast(&ServerControl::Pressure(pressure));
        }
    }

    /// Runs the ticks that are due. After a stall of the process too long to catch up, the clock
    /// opens a new epoch, in which the next tick is due now.
    pub fn handle_time(&mut self, now: Micros) {
        if let Some(lockstep) = self.lockstep.clone() {
            return self.run_lockstep(now, lockstep);
        }
        if self.clock.at(self.world.tick.plus(CATCH_UP_TICKS_MAX + 1)) <= now {
            self.open_epoch(now);
        }
        for _ in 0..CATCH_UP_TICKS_MAX {
            if self.poll_time() > now {
                return;
            }
            self.simulate();
            self.transmit(now);
        }
    }

    /// Frees spare capacity before a copy of the room is stored.
    pub fn shrink_to_fit(&mut self) {
        self.journal.shrink_to_fit();
    }

    /// The states that serve as baselines, by tick.
    #[must_use]
    pub fn baselines(&self) -> &TickRing<Arc<WorldState>> {
        &self.baselines
    }

    /// When the next tick is due.
    #[must_use]
    pub fn poll_time(&self) -> Micros {
        match &self.lockstep {
            Some(lockstep) => self.lockstep_poll_time(lockstep),
            None => self.clock.at(self.world.tick.next()),
        }
    }

    /// The next action for the shell.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Takes back the buffer of a snapshot message that was sent.
    pub fn recycle_message(&mut self, message: Vec<u8>) {
        if self.spare.len() < 2 * usize::from(self.config.seats) {
            self.spare.push(message);
        }
    }

    /// The last tick that was simulated.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.world.tick
    }

    /// Ships and bolts.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Ships and bolts, to arrange a scenario.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The poses of recent ticks.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The events of the last tick, in order.
    pub fn events_now(&self) -> impl Iterator<Item = &Event> {
        self.journal.events_of(self.world.tick)
    }

    /// The commands executed in the last tick, in seat order, stand-ins included.
    #[must_use]
    pub fn commands_now(&self) -> &[(ShipId, UserCommand)] {
        &self.scratch.tick.commands
    }

    /// The events after a tick, in order, as far as they are kept: about two seconds.
    pub fn events_after(&self, tick: Tick) -> impl DoubleEndedIterator<Item = &Event> {
        self.journal.events_after(tick)
    }

    /// The records of the last seconds, tick by tick.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The last minute, from which rows of the history are rebuilt.
    #[must_use]
    pub fn long_journal(&self) -> &LongJournal {
        &self.kept.long_journal
    }

    /// Players and bots, in seat order.
    #[must_use]
    pub fn roster(&self) -> &[RosterEntry] {
        &self.roster
    }

    /// The number of players with a seat, connected or held.
    #[must_use]
    pub fn n_players(&self) -> usize {
        self.seat_of.len()
    }

    /// The ships of connected players, in seat order.
    pub fn connected(&self) -> impl Iterator<Item = ShipId> {
        self.sessions().map(|session| session.ship)
    }

    /// Ships in the world, bots' included.
    #[must_use]
    pub fn n_ships(&self) -> usize {
        self.roster.len()
    }

    /// The configuration, with the rules in force now.
    #[must_use]
    pub fn config(&self) -> &RoomConfig {
        &self.config
    }

    /// Whether it is so large that each viewer is sent only the ships relevant to it.
    #[must_use]
    pub fn filters_by_interest(&self) -> bool {
        self.config.seats > WHOLE_SEATS_MAX
    }

    #[must_use]
    pub fn stats(&self) -> RoomStats {
        self.stats
    }

    /// A hash of the whole state, without the queued output.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    pub(super) fn send_control(&mut self, session: SessionId, message: &ServerControl) {
        self.outputs.push_back(Output::Reliable { session, message: message.encode() });
    }

    /// Sends a message to all players, and to the watchers if it is for them.
    pub(super) fn broadcast(&mut self, message: &ServerControl) {
        self.send_control_to(self.session_ids(), message);
    }

    /// Broadcasts to all but one session.
    pub(super) fn broadcast_except(&mut self, about: SessionId, message: &ServerControl) {
        let mut others = self.session_ids();
        others.retain(|id| *id != about);
        self.send_control_to(others, message);
    }

    /// Sends news of the room to those players who do not have them, and to the watchers.
    pub(super) fn send_control_to(&mut self, sessions: Vec<SessionId>, message: &ServerControl) {
        self.tell_watchers(message);
        let message = message.encode();
        for session in sessions {
            self.outputs.push_back(Output::Reliable { session, message: message.clone() });
        }
    }

    pub(super) fn session_ids(&self) -> Vec<SessionId> {
        self.sessions().map(|session| session.id).collect()
    }

    /// The connected sessions, in seat order.
    pub(super) fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.all_sessions().filter(|session| !session.is_lost())
    }

    /// All sessions, including those of held seats.
    pub(super) fn all_sessions(&self) -> impl Iterator<Item = &Session> {
        self.seats.iter().filter_map(|seat| match seat {
            Seat::Player(session) => Some(session),
            _ => None,
        })
    }

    pub(super) fn session(&self, id: SessionId) -> Option<&Session> {
        match &self.seats[usize::from(*self.seat_of.get(&id)?)] {
            Seat::Player(session) => Some(session),
            _ => None,
        }
    }

    pub(super) fn session_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        match &mut self.seats[usize::from(*self.seat_of.get(&id)?)] {
            Seat::Player(session) => Some(session),
            _ => None,
        }
    }

    /// The session that flies a ship.
    pub(super) fn session_of(&self, ship: ShipId) -> Option<&Session> {
        match self.seats.get(usize::from(ship.idx))? {
            Seat::Player(session) => Some(session).filter(|session| session.ship == ship),
            _ => None,
        }
    }
}

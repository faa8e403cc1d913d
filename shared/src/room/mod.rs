//! The authority over one match, sans-IO.
//!
//! [`Room`] has four kinds of method: *getters*; `handle_*` (something happened); commands; and
//! `poll_*` (something to do). Time comes in as a parameter, in microseconds on any clock that does
//! not run backwards; randomness as a seed. A room is plain data: a clone run on with the same
//! calls comes to the same state.

mod bots;
mod epoch;
mod inbound;
mod interest;
mod opinions;
mod outbound;
mod policy;
pub mod rules;
mod session;
mod simulate;
mod solids;
mod stories;
mod trials;

use alloc::{
    collections::{BTreeMap, VecDeque},
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};

use serde::Serialize;

use crate::{
    base::{
        limits::{CATCH_UP_TICKS_MAX, SEATS_MAX, WHOLE_SEATS_MAX},
        rng::mix_all,
        state_hash::state_hash,
        tick_ring::TickRing,
        time::{Micros, Tick, TickClock, TickRate},
    },
    history::store::History,
    netcode::{setting::NetcodeError, values::RoomNetcode},
    pilot::Pilot,
    sim::{
        arena::Arena,
        event::Event,
        journal::Journal,
        ship::ShipId,
        state::WorldState,
        world::{Ground, World},
    },
    wire::{
        codec::CodecId,
        message::{Access, CloseReason, Hello, MessageError, RosterEntry, ServerControl, Welcome},
        name::clean_name,
    },
};
use outbound::{Bodies, Parts};
use rules::RoomKind;
use session::{Session, baseline_ticks};
use simulate::AtHand;
use trials::{Bench, OpenShot};

/// A player's connection to a room; never reused within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SessionId(pub u32);

/// What a room is made with.
#[derive(Clone, Debug, Serialize)]
pub struct RoomConfig {
    /// Its name, shown to everyone.
    pub name: String,
    /// Seats, 1 to 1024.
    pub seats: u16,
    /// Bots fill the room up to this many ships; they make way for players.
    pub bots: u16,
    /// Ticks a second.
    pub rate: TickRate,
    /// Walls and asteroids.
    pub arena: Arena,
    /// What it decides by.
    pub netcode: RoomNetcode,
    /// Who may change that.
    pub kind: RoomKind,
    /// The seed of everything random in it.
    pub seed: u64,
}

/// Why a room cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Too few or too many seats.
    #[error("a room has 1 to {max} seats, not {given}", max = SEATS_MAX)]
    Seats {
        /// What was asked for.
        given: u16,
    },
    /// A setting of the netcode is out of range.
    #[error(transparent)]
    Netcode(#[from] NetcodeError),
}

/// Why a hello was not answered with a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Every seat is taken.
    #[error("all {seats} seats are taken")]
    Full {
        /// Seats of the room.
        seats: u16,
    },
    /// The client and the server have no snapshot codec in common.
    #[error("no common snapshot codec")]
    NoCodec,
}

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send this in order and without loss.
    Reliable {
        /// To whom.
        session: SessionId,
        /// The message.
        message: Vec<u8>,
    },
    /// Send this, unless a newer one for the same session takes its place first.
    Snapshot {
        /// To whom.
        session: SessionId,
        /// The tick it shows: [`Room::handle_written`] wants to hear of it once it is on its way.
        tick: Tick,
        /// The message.
        message: Vec<u8>,
    },
    /// Close this connection; the session is already gone from the room.
    Close {
        /// Whose.
        session: SessionId,
        /// Why.
        reason: CloseReason,
        /// The error in its own words, where a message was at fault.
        detail: Option<MessageError>,
    },
}

/// Counters of a room, from its making.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoomStats {
    /// Times the process stalled for so long that ticks were put off instead of caught up.
    pub stalls: u64,
    /// Commands that came too late and were dropped.
    pub late_commands: u64,
    /// Commands keyed so far ahead that they were dropped.
    pub early_commands: u64,
    /// Ticks at which something stood in for a player's missing command.
    pub stand_ins: u64,
    /// Snapshots made, keyframes among them.
    pub snapshots: u64,
    /// Keyframes among them.
    pub keyframes: u64,
    /// Bytes of snapshots made, before any was replaced.
    pub snapshot_bytes: u64,
    /// Bounces off walls and asteroids.
    pub bounces: u64,
    /// Contacts between ships.
    pub contacts: u64,
    /// Snapshots left out for a viewer's byte rate.
    pub choked: u64,
    /// Stories of shots whose moments were looked up before anybody asked.
    pub stories: u64,
}

/// Who sits on a seat.
#[allow(clippy::large_enum_variant, reason = "the seats of a full room are players'")]
#[derive(Clone, Debug, Serialize)]
enum Seat {
    Empty,
    Player(Session),
    Bot(Bot),
}

#[derive(Clone, Debug, Serialize)]
struct Bot {
    ship: ShipId,
    pilot: Pilot,
}

/// The authority over one match.
#[derive(Clone, Debug, Serialize)]
pub struct Room {
    config: RoomConfig,
    clock: TickClock,
    world: World,
    history: History,
    journal: Journal,
    baselines: TickRing<Arc<WorldState>>,
    /// By seat, as the ships.
    seats: Vec<Seat>,
    seat_of: BTreeMap<SessionId, u16>,
    /// In the order of the seats.
    roster: Vec<RosterEntry>,
    shots: Vec<OpenShot>,
    /// The newest rules that were asked for, and by whose player.
    asked: Option<(RoomNetcode, ShipId)>,
    /// The first tick under the rules as they are.
    rules_since: Tick,
    n_sessions: u32,
    n_bots_made: u32,
    stats: RoomStats,
    #[serde(skip)]
    at_hand: AtHand,
    #[serde(skip)]
    bench: Bench,
    #[serde(skip)]
    outputs: VecDeque<Output>,
    #[serde(skip)]
    parts: Parts,
    #[serde(skip)]
    bodies: Bodies,
    /// Messages that were sent, to be written over; at most one for each seat and body.
    #[serde(skip)]
    spare: Vec<Vec<u8>>,
    /// A baseline that nobody can ask for any more, to be written over.
    #[serde(skip)]
    spare_state: Option<Arc<WorldState>>,
}

impl Room {
    /// A room whose first tick is due one tick after `now`.
    ///
    /// # Errors
    /// When a setting is out of its range.
    pub fn new(config: RoomConfig, now: Micros) -> Result<Self, ConfigError> {
        if config.seats == 0 || config.seats > SEATS_MAX {
            return Err(ConfigError::Seats { given: config.seats });
        }
        config.netcode.check()?;
        let ground = Ground::new(config.rate, config.arena.clone());
        let mut room = Self {
            clock: TickClock::new(config.rate, now),
            world: World::new(ground, config.seats, config.seed),
            history: History::with_seats(config.rate, config.seats),
            journal: Journal::new(baseline_ticks(config.rate)),
            baselines: TickRing::new(baseline_ticks(config.rate)),
            seats: alloc::vec![Seat::Empty; config.seats.into()],
            seat_of: BTreeMap::new(),
            roster: Vec::new(),
            shots: Vec::new(),
            asked: None,
            rules_since: Tick::ZERO,
            n_sessions: 0,
            n_bots_made: 0,
            stats: RoomStats::default(),
            at_hand: AtHand::default(),
            bench: Bench::default(),
            outputs: VecDeque::new(),
            parts: Parts::default(),
            bodies: Bodies::new(),
            spare: Vec::new(),
            spare_state: None,
            config,
        };
        room.fill_with_bots();
        Ok(room)
    }

    /// Somebody wants to play: takes a seat, a bot's if need be. The welcome is the first output.
    ///
    /// # Errors
    /// When every seat is taken by a player, or no codec is common.
    pub fn handle_join(&mut self, now: Micros, hello: &Hello) -> Result<SessionId, JoinError> {
        let full = JoinError::Full { seats: self.config.seats };
        if self.n_players() >= self.config.seats.into() {
            return Err(full);
        }
        let common = CodecId::ALL.into_iter().find(|codec| hello.codecs.contains(codec));
        let codec = common.ok_or(JoinError::NoCodec)?;
        if self.n_ships() >= self.n_ships_wanted(self.n_players() + 1) {
            self.remove_bot();
        }
        let ship = self.world.add_ship().ok_or(full)?;
        let id = SessionId(self.n_sessions);
        self.n_sessions += 1;
        let mut session = Session::new(id, ship, codec, &self.clock, self.world.tick, now);
        session.subscription = hello.subscription;
        self.seats[usize::from(ship.idx)] = Seat::Player(session);
        self.seat_of.insert(id, ship.idx);
        let entry = RosterEntry { ship, name: self.free_name(&hello.name), bot: false };
        self.enter_roster(entry);
        let access = self.access(id);
        if let Some(session) = self.session_mut(id) {
            session.access = access;
        }
        self.say(id, &ServerControl::Welcome(self.welcome(ship, codec, access)));
        self.tell_access();
        self.probe(now, id);
        Ok(id)
    }

    /// A connection is gone.
    pub fn handle_leave(&mut self, session: SessionId) {
        if let Some(seat) = self.seat_of.remove(&session) {
            self.vacate(seat);
            self.fill_with_bots();
            self.tell_access();
        }
    }

    /// A snapshot is on its way, and where it goes what was written arrives: the next one builds
    /// upon it.
    pub fn handle_written(&mut self, session: SessionId, tick: Tick) {
        if let Some(session) = self.session_mut(session) {
            session.note_written(tick);
        }
    }

    /// Time has passed: runs the ticks that are due. After a stall of the process, when these are
    /// too many to be caught up, the clock opens a new epoch instead, in which the next tick is due
    /// now.
    pub fn handle_time(&mut self, now: Micros) {
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

    /// When the next tick is due.
    #[must_use]
    pub fn poll_time(&self) -> Micros {
        self.clock.at(self.world.tick.next())
    }

    /// The next thing to do.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Takes back the message of a snapshot that was sent: its room is used again.
    pub fn give_back(&mut self, message: Vec<u8>) {
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

    /// Where everybody was.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What happened in the last tick, in order.
    pub fn events_now(&self) -> impl Iterator<Item = &Event> {
        self.journal.events_of(self.world.tick)
    }

    /// What happened after a tick, in order, as far as it is kept: about two seconds.
    pub fn events_after(&self, tick: Tick) -> impl DoubleEndedIterator<Item = &Event> {
        self.journal.events_after(tick)
    }

    /// What happened in the last seconds, tick by tick.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Players connected.
    #[must_use]
    pub fn n_players(&self) -> usize {
        self.seat_of.len()
    }

    /// Ships in the world, bots' included.
    #[must_use]
    pub fn n_ships(&self) -> usize {
        self.roster.len()
    }

    /// What the room was made with.
    #[must_use]
    pub fn config(&self) -> &RoomConfig {
        &self.config
    }

    /// Whether it is so large that everybody is told of a part of it.
    #[must_use]
    pub fn tells_part(&self) -> bool {
        self.config.seats > WHOLE_SEATS_MAX
    }

    /// Counters.
    #[must_use]
    pub fn stats(&self) -> RoomStats {
        self.stats
    }

    /// One number for the whole state; what is queued for sending is not part of it.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    fn n_ships_wanted(&self, n_players: usize) -> usize {
        n_players.max(self.config.bots.min(self.config.seats).into())
    }

    fn fill_with_bots(&mut self) {
        while self.n_ships() < self.n_ships_wanted(self.n_players()) {
            let Some(ship) = self.world.add_ship() else {
                return;
            };
            let n = self.n_bots_made;
            self.n_bots_made += 1;
            let pilot = Pilot::new(mix_all(&[self.config.seed, n.into()]));
            self.seats[usize::from(ship.idx)] = Seat::Bot(Bot { ship, pilot });
            self.enter_roster(RosterEntry { ship, name: self.free_name(bots::name(n)), bot: true });
        }
    }

    fn remove_bot(&mut self) {
        let last = self.seats.iter().rposition(|seat| matches!(seat, Seat::Bot(_)));
        if let Some(idx) = last {
            self.vacate(idx as u16);
        }
    }

    fn vacate(&mut self, seat: u16) {
        let ship = match &self.seats[usize::from(seat)] {
            Seat::Empty => return,
            Seat::Player(session) => session.ship,
            Seat::Bot(bot) => bot.ship,
        };
        self.seats[usize::from(seat)] = Seat::Empty;
        self.world.remove_ship(ship);
        self.roster.retain(|entry| entry.ship != ship);
        self.say_to_all(&ServerControl::Left(ship));
    }

    fn enter_roster(&mut self, entry: RosterEntry) {
        let at = self.roster.partition_point(|other| other.ship.idx < entry.ship.idx);
        self.roster.insert(at, entry.clone());
        let newcomer = entry.ship;
        let message = ServerControl::Joined(entry).encode();
        let others = self.sessions().filter(|session| session.ship != newcomer);
        let ids: Vec<SessionId> = others.map(|session| session.id).collect();
        for session in ids {
            self.outputs.push_back(Output::Reliable { session, message: message.clone() });
        }
    }

    /// A cleaned name that nobody else in the room has.
    fn free_name(&self, wanted: &str) -> String {
        let cleaned = clean_name(wanted);
        let base = if cleaned.is_empty() { "Pilot".to_string() } else { cleaned };
        let taken = |name: &str| self.roster.iter().any(|entry| entry.name == name);
        let numbered = (2..).map(|n| {
            let short: String = base.chars().take(12).collect();
            format!("{} {n}", short.trim_end())
        });
        let mut names = core::iter::once(base.clone()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or(base)
    }

    fn welcome(&self, ship: ShipId, codec: CodecId, access: Access) -> Welcome {
        Welcome {
            ship,
            room: self.config.name.clone(),
            tick: self.world.tick,
            rate: self.clock.rate(),
            seats: self.config.seats,
            arena: self.config.arena.clone(),
            netcode: self.config.netcode,
            access,
            codec,
            roster: self.roster.clone(),
        }
    }

    fn close(&mut self, session: SessionId, reason: CloseReason, detail: Option<MessageError>) {
        if self.seat_of.contains_key(&session) {
            self.handle_leave(session);
            self.outputs.push_back(Output::Close { session, reason, detail });
        }
    }

    fn say(&mut self, session: SessionId, message: &ServerControl) {
        self.outputs.push_back(Output::Reliable { session, message: message.encode() });
    }

    fn say_to_all(&mut self, message: &ServerControl) {
        let message = message.encode();
        for session in self.session_ids() {
            self.outputs.push_back(Output::Reliable { session, message: message.clone() });
        }
    }

    fn session_ids(&self) -> Vec<SessionId> {
        self.sessions().map(|session| session.id).collect()
    }

    fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.seats.iter().filter_map(|seat| match seat {
            Seat::Player(session) => Some(session),
            _ => None,
        })
    }

    fn session(&self, id: SessionId) -> Option<&Session> {
        match &self.seats[usize::from(*self.seat_of.get(&id)?)] {
            Seat::Player(session) => Some(session),
            _ => None,
        }
    }

    fn session_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        match &mut self.seats[usize::from(*self.seat_of.get(&id)?)] {
            Seat::Player(session) => Some(session),
            _ => None,
        }
    }
}

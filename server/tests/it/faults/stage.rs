//! State shared by all tasks of a run: the server's network, the current phase, and the violations
//! found.

use std::env;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::{
    base::time::Micros,
    sim::{
        ship::ShipId,
        side::{Division, Side},
    },
    wire::{round::Round, sides::Sides},
};
use tokio::time::{Duration, Instant};

use super::checker::{Checker, ConnectionId};
use super::summary::FaultSummary;
use super::violation::Violation;
use crate::support::pipes::Net;

/// Violations reported for a run.
const FAILURES_MAX: usize = 5;
/// One seed in this many is played in rooms of two sides.
const SIDES_EVERY: u64 = 3;
/// The round trips of the sides.
const SIDES: Sides = Sides { round_trip_ms: [20, 150] };

/// The phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Faults are drawn.
    Faulty,
    /// No more faults, and clean lines; pages return.
    Healing,
    /// Every player is back and flies without firing.
    Still,
    /// Pages leave.
    Over,
}

/// What was suspended when time jumped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StallScope {
    /// The server and the players.
    All,
    /// The server only: the players played on, and their messages have piled up.
    Server,
}

/// What a page shows when every player is back.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) connection: ConnectionId,
    pub(super) ship: ShipId,
    pub(super) mispredictions: u32,
    /// The players with their sides, kills and deaths.
    pub(super) scores: String,
    pub(super) round: Option<Round>,
    /// `None` without sides.
    pub(super) sides: Option<SeenSides>,
}

/// The sides that a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeenSides {
    /// The player's.
    pub(super) own: Side,
    pub(super) kills: [u16; 2],
}

/// State shared by all tasks of a run.
pub(super) struct Stage {
    pub(super) seed: u64,
    /// The sides of the players' rooms; `None` where each fights all others.
    pub(super) sides: Option<Sides>,
    start: Instant,
    is_logged: bool,
    state: Mutex<State>,
    checker: Mutex<Checker>,
}

struct State {
    net: Option<Arc<Net>>,
    phase: Phase,
    stall: StallScope,
    failures: Vec<String>,
    done: FaultSummary,
    /// By player: its current connection, if it carries data, and what its page shows.
    on: Vec<Option<ConnectionId>>,
    seen: Vec<Option<Seen>>,
    /// What the watcher shows while it is back.
    watched: Option<Watched>,
}

/// The scores and the round on a watcher's screen.
pub(super) type Watched = (String, Option<Round>);

impl Stage {
    pub(super) fn new(seed: u64, n_players: usize) -> Arc<Self> {
        let sides = seed.is_multiple_of(SIDES_EVERY).then_some(SIDES);
        let division = if sides.is_some() { Division::TwoSides } else { Division::None };
        Arc::new(Self {
            seed,
            sides,
            start: Instant::now(),
            is_logged: env::var_os("FAULTS_LOG").is_some(),
            state: Mutex::new(State {
                net: None,
                phase: Phase::Faulty,
                stall: StallScope::All,
                failures: Vec::new(),
                done: FaultSummary::default(),
                on: vec![None; n_players],
                seen: vec![None; n_players],
                watched: None,
            }),
            checker: Mutex::new(Checker::new(division)),
        })
    }

    /// A time on the clock of every page.
    pub(super) fn micros(&self, at: Instant) -> Micros {
        Micros((at - self.start).as_micros() as i64)
    }

    /// The current time of the run.
    pub(super) fn now(&self) -> Micros {
        self.micros(Instant::now())
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(super) fn checker(&self) -> MutexGuard<'_, Checker> {
        self.checker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a violation, with its place and time.
    pub(super) fn record(&self, whose: &str, checked: Result<(), Violation>) {
        let Err(violation) = checked else { return };
        let mut state = self.state();
        if state.failures.len() < FAILURES_MAX {
            let at = self.elapsed().as_secs_f64();
            let seed = self.seed;
            state.failures.push(format!("seed {seed}, at {at:.3} s, {whose}: {violation}"));
        }
    }

    pub(super) fn failures(&self) -> Vec<String> {
        self.state().failures.clone()
    }

    pub(super) fn has_failed(&self) -> bool {
        !self.state().failures.is_empty()
    }

    pub(super) fn net(&self) -> Option<Arc<Net>> {
        self.state().net.clone()
    }

    pub(super) fn set_net(&self, net: Option<Arc<Net>>) {
        self.state().net = net;
    }

    pub(super) fn phase(&self) -> Phase {
        self.state().phase
    }

    pub(super) fn enter(&self, phase: Phase) {
        self.state().phase = phase;
    }

    pub(super) fn stall(&self) -> StallScope {
        self.state().stall
    }

    pub(super) fn set_stall(&self, stall: StallScope) {
        self.state().stall = stall;
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut FaultSummary)) {
        count(&mut self.state().done);
    }

    pub(super) fn done(&self) -> FaultSummary {
        self.state().done
    }

    /// Rooms and servers that ended, with an error or by a shutdown.
    pub(super) fn n_ends(&self) -> u64 {
        let done = self.done();
        done.panics + done.drains
    }

    /// Logs progress if FAULTS_LOG=1 is set.
    pub(super) fn log(&self, what: fmt::Arguments) {
        if self.is_logged {
            println!("{:9.3} s: {what}", self.elapsed().as_secs_f64());
        }
    }

    pub(super) fn set_connection(&self, player: usize, connection: Option<ConnectionId>) {
        self.state().on[player] = connection;
    }

    /// The players who are not back, that is connected and with their own commands executed.
    pub(super) fn missing(&self) -> Vec<usize> {
        let on = self.state().on.clone();
        let checker = self.checker();
        let is_back = |connection: Option<ConnectionId>| {
            connection.is_some_and(|connection| checker.is_in_control(connection))
        };
        (0..on.len()).filter(|n| !is_back(on[*n])).collect()
    }

    pub(super) fn show(&self, player: usize, seen: Option<Seen>) {
        self.state().seen[player] = seen;
    }

    pub(super) fn show_watcher(&self, watched: Option<Watched>) {
        self.state().watched = watched;
    }

    pub(super) fn watched(&self) -> Option<Watched> {
        self.state().watched.clone()
    }

    pub(super) fn seen(&self) -> Vec<Option<Seen>> {
        self.state().seen.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

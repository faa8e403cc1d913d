//! What everybody in a run shares: where the server is, what is to be done now, what went wrong.

use std::env;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::{base::time::Micros, sim::ship::ShipId};
use tokio::time::{Duration, Instant};

use super::checker::{Checker, ConnectionId};
use super::summary::FaultSummary;
use super::violation::Violation;
use crate::support::pipes::Net;

/// Violations of a run that are told.
const FAILURES_MAX: usize = 5;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Faults are drawn.
    Faulty,
    /// No more, and lines are as they should be; pages come back.
    Healing,
    /// Everybody is back, and flies without fire.
    Still,
    /// Pages leave.
    Over,
}

/// Who stood still when time has jumped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stood {
    /// Everybody.
    All,
    /// The server; players went on, and what they sent has piled up.
    Server,
}

/// What a page shows when everybody is back.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) connection: ConnectionId,
    pub(super) ship: ShipId,
    pub(super) mispredictions: u32,
    /// Who plays, with kills and deaths.
    pub(super) scores: String,
}

/// What everybody in a run shares.
pub(super) struct Stage {
    pub(super) seed: u64,
    start: Instant,
    is_told: bool,
    state: Mutex<State>,
    checker: Mutex<Checker>,
}

struct State {
    net: Option<Arc<Net>>,
    phase: Phase,
    stood: Stood,
    failures: Vec<String>,
    done: FaultSummary,
    /// By player: the connection over which it plays, if that carries, and what it shows.
    on: Vec<Option<ConnectionId>>,
    seen: Vec<Option<Seen>>,
}

impl Stage {
    pub(super) fn new(seed: u64, n_players: usize) -> Arc<Self> {
        Arc::new(Self {
            seed,
            start: Instant::now(),
            is_told: env::var_os("FAULTS_LOG").is_some(),
            state: Mutex::new(State {
                net: None,
                phase: Phase::Faulty,
                stood: Stood::All,
                failures: Vec::new(),
                done: FaultSummary::default(),
                on: vec![None; n_players],
                seen: vec![None; n_players],
            }),
            checker: Mutex::default(),
        })
    }

    /// A moment on the clock of every page.
    pub(super) fn micros(&self, at: Instant) -> Micros {
        Micros((at - self.start).as_micros() as i64)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(super) fn checker(&self) -> MutexGuard<'_, Checker> {
        self.checker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what is wrong, if anything is, with where and when.
    pub(super) fn hold(&self, whose: &str, checked: Result<(), Violation>) {
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

    pub(super) fn stood(&self) -> Stood {
        self.state().stood
    }

    pub(super) fn let_stand(&self, stood: Stood) {
        self.state().stood = stood;
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut FaultSummary)) {
        count(&mut self.state().done);
    }

    pub(super) fn done(&self) -> FaultSummary {
        self.state().done
    }

    /// Rooms and servers that ended, by an error or in order.
    pub(super) fn n_ends(&self) -> u64 {
        let done = self.done();
        done.panics + done.drains
    }

    /// Says what goes on, where whoever runs the test asked for it by FAULTS_LOG=1.
    pub(super) fn tell(&self, what: fmt::Arguments) {
        if self.is_told {
            println!("{:9.3} s: {what}", self.elapsed().as_secs_f64());
        }
    }

    pub(super) fn set_on(&self, player: usize, connection: Option<ConnectionId>) {
        self.state().on[player] = connection;
    }

    /// The players who are not back: connected, and with their own commands executed.
    pub(super) fn missing(&self) -> Vec<usize> {
        let on = self.state().on.clone();
        let checker = self.checker();
        let is_back = |connection: Option<ConnectionId>| {
            connection.is_some_and(|connection| checker.has_hands(connection))
        };
        (0..on.len()).filter(|n| !is_back(on[*n])).collect()
    }

    pub(super) fn show(&self, player: usize, seen: Option<Seen>) {
        self.state().seen[player] = seen;
    }

    pub(super) fn seen(&self) -> Vec<Option<Seen>> {
        self.state().seen.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

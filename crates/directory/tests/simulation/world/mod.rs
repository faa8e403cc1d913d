//! A cluster in virtual time: nodes, NATS, pages and faults, all drawn from one seed.
//!
//! The nodes run the real `Directory`; around it are a shell ([`node`]), a NATS server ([`nats`]),
//! pages as players have them ([`page`]) and what goes wrong ([`fault`]). One queue of events
//! drives all of it. After each fault comes a quiet moment, at which [`check`] looks.

mod check;
mod fault;
mod kept_scores;
mod nats;
mod node;
mod page;
mod random;
mod rooms;
mod stats;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use directory::{Counts, OpId, RequestId, RoomKey};

pub(crate) use self::fault::Fault;
use self::fault::Step;
use self::nats::{Nats, ToNats};
use self::node::{Input, Node};
use self::page::{Page, PageEvent};
use self::random::Draws;
pub(crate) use self::stats::Stats;
#[allow(unused_imports, reason = "the test measures nothing")]
pub(crate) use self::stats::quantile_ms;

/// Virtual time, in microseconds since the beginning of the world.
pub(crate) type Micros = u64;

pub(crate) const MS: Micros = 1_000;
pub(crate) const S: Micros = 1_000_000;

/// Before the first fault.
const WARM_UP: Micros = 8 * S;
/// After a fault is over, until the invariant must hold: see `settles_within`.
const CHECKED_FOR: Micros = 2 * S;
const CHECKED_EVERY: Micros = 250 * MS;

/// Events at one time; with more, something wakes itself up for ever.
const AT_ONCE_MAX: u32 = 100_000;

/// Pages that ask for a new room in each phase.
const N_WANDERERS: usize = 3;

const NAMES: [&str; 4] = ["duel", "lab of friends", "ß-test", "night"];

/// What a run draws besides its seed.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Each phase has these faults at once, and is checked after.
    pub(crate) phases: Vec<Vec<Fault>>,
}

pub(crate) struct World {
    pub(crate) now: Micros,
    seed: u64,
    draws: Draws,
    queue: BTreeMap<(Micros, u64), Event>,
    n_queued: u64,
    /// Events at the present time.
    n_at: u32,
    pub(crate) nats: Nats,
    /// All processes that ever ran, by number.
    pub(crate) nodes: Vec<Node>,
    /// The present process of each name, and the protocol it is started with.
    slots: Vec<Slot>,
    pub(crate) pages: Vec<Page>,
    /// Pages come and go, players press F5.
    is_busy: bool,
    /// Connections are made again at once.
    quick_until: Micros,
    /// One is under way; of messages too?
    upgrade: Option<bool>,
    faults: Vec<Fault>,
    /// When the last step of the present faults is done.
    faults_end_at: Micros,
    n_rooms: u64,
    pub(crate) stats: Stats,
    trace: Option<String>,
    /// Rooms that are open at two connected nodes.
    doubled_since: BTreeMap<RoomKey, Micros>,
    /// Rooms were opened, or nodes came back, since no room was open twice.
    may_be_doubled: bool,
    failure: Option<String>,
}

struct Slot {
    name: String,
    protocol: u32,
    /// Of messages between nodes.
    version: u8,
    node: Option<usize>,
}

pub(crate) enum Event {
    /// Arrives at a process, on its own or by the network.
    Node(usize, Input),
    /// Arrives at NATS over this connection.
    Nats(usize, u64, ToNats),
    /// The shell's time-outs.
    KvTimeOut(usize, OpId),
    RequestTimeOut(usize, RequestId),
    ScoreTimeOut(usize, RoomKey, u64),
    Wake(usize),
    Tick(usize),
    Reconnect(usize),
    RoomOpened(usize, RoomKey),
    Page(usize, u64, PageEvent),
    Churn,
    Step(Step),
}

impl World {
    pub(crate) fn new(seed: u64, trace: bool) -> Self {
        let mut world = Self {
            now: 0,
            seed,
            draws: Draws::new(seed),
            queue: BTreeMap::new(),
            n_queued: 0,
            n_at: 0,
            nats: Nats::default(),
            nodes: Vec::new(),
            slots: Vec::new(),
            pages: Vec::new(),
            is_busy: true,
            quick_until: 0,
            upgrade: None,
            faults: Vec::new(),
            faults_end_at: 0,
            n_rooms: 0,
            stats: Stats::default(),
            trace: trace.then(String::new),
            doubled_since: BTreeMap::new(),
            may_be_doubled: false,
            failure: None,
        };
        let n_nodes = world.draws.between(3, 4);
        for n in 0..n_nodes {
            world.slots.push(Slot { name: format!("n{n}"), protocol: 1, version: 0, node: None });
            world.start(n as usize);
        }
        let n_names = world.draws.between(2, NAMES.len() as u64);
        // Some come one by one, some all at once.
        let rush = world.draws.chance(500).then_some(2 * S);
        for n in 0..world.draws.between(6, 12) {
            let room = (n % 5 != 4).then(|| RoomKey::of(NAMES[(n % n_names) as usize]));
            let delay = rush.unwrap_or_else(|| world.draws.between(0, 4000) * MS);
            world.add_page(room, delay);
        }
        world.after(500 * MS, Event::Churn);
        world
    }

    /// Runs the plan; an error says what was wrong at which quiet moment.
    ///
    /// # Errors
    /// When the invariant does not hold.
    pub(crate) fn run(&mut self, plan: &Plan) -> Result<(), String> {
        self.run_until(WARM_UP)?;
        for phase in &plan.phases {
            self.phase(phase)?;
        }
        Ok(())
    }

    pub(crate) fn trace(&self) -> &str {
        self.trace.as_deref().unwrap_or_default()
    }

    fn phase(&mut self, faults: &[Fault]) -> Result<(), String> {
        self.faults = faults.to_vec();
        self.is_busy = true;
        self.stats.begin_phase(faults);
        self.note_lost_scores();
        let n_taken = self.counts().taken;
        self.faults_end_at = self.now;
        let wander = self.draws.between(100, 4000) * MS;
        self.after(wander, Event::Step(Step::Wander { again: true }));
        for fault in faults {
            self.begin_fault(*fault);
        }
        // A step may put the end off.
        loop {
            self.run_until(self.faults_end_at)?;
            if self.faults_end_at <= self.now {
                break;
            }
        }
        self.is_busy = false;
        let quiet_at = self.now + fault::settles_within(faults);
        self.run_until(quiet_at)?;
        let n_taken = self.counts().taken - n_taken;
        if n_taken > 0 && matches!(faults, [fault] if fault::takes_nothing(*fault)) {
            return Err(self.describe(&format!("{n_taken} claims were taken")));
        }
        let end = self.now + CHECKED_FOR;
        while self.now < end {
            self.check(faults).map_err(|wrong| self.describe(&wrong))?;
            self.run_until(self.now + CHECKED_EVERY)?;
        }
        self.stats.end_phase();
        Ok(())
    }

    /// What all nodes that ever ran have counted.
    pub(crate) fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        for counts in self.nodes.iter().map(|node| node.directory.counts()) {
            sum.another_version += counts.another_version;
            sum.created += counts.created;
            sum.taken += counts.taken;
            sum.adopted += counts.adopted;
            sum.handed_over += counts.handed_over;
            sum.recreated += counts.recreated;
            sum.lost += counts.lost;
            sum.moved += counts.moved;
            sum.waited += counts.waited;
        }
        sum
    }

    fn run_until(&mut self, end: Micros) -> Result<(), String> {
        while let Some(entry) = self.queue.first_entry() {
            let (at, _) = *entry.key();
            if at > end {
                break;
            }
            let event = entry.remove();
            self.n_at = if at == self.now { self.n_at + 1 } else { 0 };
            if self.n_at > AT_ONCE_MAX {
                return Err(self.describe("time stands still"));
            }
            self.now = at;
            self.handle(event);
            if let Some(failure) = self.failure.take() {
                return Err(self.describe(&failure));
            }
        }
        self.now = end;
        Ok(())
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Node(node, input) => self.arrive(node, input),
            Event::Nats(node, connection, message) => self.at_nats(node, connection, message),
            Event::KvTimeOut(node, op) => self.arrive(node, Input::KvTimeOut(op)),
            Event::RequestTimeOut(node, id) => self.arrive(node, Input::RequestTimeOut(id)),
            Event::ScoreTimeOut(node, key, n) => self.arrive(node, Input::ScoreTimeOut(key, n)),
            Event::Wake(node) => self.arrive(node, Input::Wake),
            Event::Tick(node) => self.tick(node),
            Event::Reconnect(node) => self.reconnect(node),
            Event::RoomOpened(node, key) => self.arrive(node, Input::RoomOpened(key)),
            Event::Page(page, epoch, event) => self.page_event(page, epoch, event),
            Event::Churn => self.churn(),
            Event::Step(step) => self.step(step),
        }
        self.measure_doubled();
    }

    fn after(&mut self, delay: Micros, event: Event) {
        self.at(self.now + delay, event);
    }

    fn at(&mut self, at: Micros, event: Event) {
        self.n_queued += 1;
        self.queue.insert((at.max(self.now), self.n_queued), event);
    }

    fn fail(&mut self, what: String) {
        self.failure.get_or_insert(what);
    }

    fn note(&mut self, text: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            let _ = writeln!(trace, "{:10.3} {}", self.now as f64 / S as f64, text());
        }
    }

    fn describe(&self, wrong: &str) -> String {
        let at = self.now as f64 / S as f64;
        format!("seed {}, at {at:.3} s, after {:?}: {wrong}", self.seed, self.faults)
    }
}

pub(crate) const fn duration(micros: Micros) -> Duration {
    Duration::from_micros(micros)
}

pub(crate) fn micros(duration: Duration) -> Micros {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

//! What goes wrong: each fault is a few steps at drawn times, and has a time after which all must
//! be well again.

use super::node::Input;
use super::{Event, MS, Micros, S, World};

/// One kind of trouble.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Fault {
    /// Nothing but players who come, go and press F5.
    Nothing,
    /// kill −9, and a new process of the same name a moment later.
    Kill,
    /// kill −9, and a new process of the same name at once.
    StartUnderDeadName,
    /// SIGSTOP for 6 s: nothing moves.
    Stop6,
    /// SIGSTOP for 15 s: pages ask elsewhere.
    Stop15,
    /// One node loses NATS; its connection may survive.
    Partition,
    NatsDown,
    /// Connections to NATS break, and are made again before anybody may take them for dead.
    Blips,
    /// NATS comes back without its bucket.
    NatsEmptied,
    /// The bucket is deleted while everybody is connected; revisions begin anew.
    BucketLost,
    /// Nothing is read or written for 5 s; core messages go on.
    LeaderLoss,
    /// Writes are done, but their answers are lost.
    AnswersLost,
    /// Writes that were acknowledged are undone.
    WritesUndone,
    /// SIGTERM under load, and a new process of the same name.
    Drain,
    /// A second process of a name that lives.
    SecondOfAName,
    /// Every node is drained and started with the next version of the game's protocol, one after
    /// another.
    Upgrade,
    /// The same, and nodes of the two versions do not understand each other either.
    UpgradeOfMessages,
    /// Everything takes up to a quarter of a second, the watch up to two.
    Slow,
}

impl Fault {
    pub(crate) const ALL: [Self; 18] = [
        Self::Nothing,
        Self::Kill,
        Self::StartUnderDeadName,
        Self::Stop6,
        Self::Stop15,
        Self::Partition,
        Self::NatsDown,
        Self::Blips,
        Self::NatsEmptied,
        Self::BucketLost,
        Self::LeaderLoss,
        Self::AnswersLost,
        Self::WritesUndone,
        Self::Drain,
        Self::SecondOfAName,
        Self::Upgrade,
        Self::UpgradeOfMessages,
        Self::Slow,
    ];
}

/// After the last step until the invariant must hold.
///
/// A page that was told to wait asks again within 3 s. What it then needs is, at worst: a node that
/// connects again (4 s) and whose connection must stand (5 s) before the owner, which died
/// meanwhile, may be taken for dead; so 12 s, and one for the messages. An owner that died over a
/// cut wire gives time-outs instead of "no responders": 10 s after the wire is healed. So does a
/// claim of another version whose owner died, once the last node of that version is gone.
pub(crate) fn settles_within(faults: &[Fault]) -> Micros {
    let one = |fault: &Fault| match fault {
        Fault::Nothing | Fault::Stop6 | Fault::SecondOfAName => 6 * S,
        _ => 13 * S,
    };
    let longest = faults.iter().map(one).max().unwrap_or(6 * S);
    if faults.len() > 1 { longest + 3 * S } else { longest }
}

/// Whether all owners live on, and are heard before they count as dead: nothing may be taken.
pub(crate) fn takes_nothing(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::AnswersLost
            | Fault::Blips
            | Fault::BucketLost
            | Fault::LeaderLoss
            | Fault::NatsDown
            | Fault::NatsEmptied
            | Fault::Nothing
            | Fault::SecondOfAName
            | Fault::Slow
            | Fault::Stop6
    )
}

/// For how long a room may be open at two nodes that run.
///
/// Nodes without a connection do not count. At a hand-over the old one waits for its scores to be
/// written, for 1 s at most. A node that was stopped or cut off finds out at once when it is not
/// any more. Of a lost claim its owner hears within 5 s.
pub(crate) fn doubled_at_most(fault: Option<Fault>) -> Micros {
    match fault {
        Some(Fault::NatsEmptied | Fault::BucketLost | Fault::WritesUndone) => 7 * S,
        Some(Fault::Drain | Fault::Upgrade | Fault::UpgradeOfMessages) => 2 * S,
        Some(Fault::Stop15 | Fault::Partition) => 2 * S,
        _ => 0,
    }
}

/// A moment of a fault.
pub(crate) enum Step {
    /// The slot's process is killed.
    Kill(usize),
    Start(usize),
    StartSecond(usize),
    Stop(usize),
    Continue(usize),
    Cut(usize),
    /// Both ends find out that a cut connection is dead.
    GiveUp(usize),
    Heal {
        node: usize,
        survives: bool,
    },
    NatsDown,
    BucketLost,
    /// Somebody asks just then.
    F5,
    Wander {
        again: bool,
    },
    /// A node makes its watch anew.
    Watch(usize),
    Blip(usize),
    NatsUp {
        is_emptied: bool,
    },
    Undo(usize),
    Drain(usize),
    Upgrade {
        slot: usize,
        of_messages: bool,
    },
}

impl World {
    pub(crate) fn begin_fault(&mut self, fault: Fault) {
        let slot = self.draws.between(0, self.slots.len() as u64 - 1) as usize;
        let start = self.draws.between(0, 2000) * MS;
        let node = self.slots[slot].node.unwrap_or(0);
        match fault {
            Fault::Nothing => {
                let lasts = self.draws_s(2, 6);
                self.fault_lasts(lasts);
            }
            Fault::Kill => {
                let back = start + self.draws.between(300, 8000) * MS;
                self.plan(start, Step::Kill(slot));
                self.plan(back, Step::Start(slot));
            }
            Fault::StartUnderDeadName => {
                self.plan(start, Step::Kill(slot));
                let back = start + self.draws.between(5, 100) * MS;
                self.plan(back, Step::Start(slot));
            }
            Fault::Stop6 => self.plan_stop(node, start, 6 * S),
            Fault::Stop15 => self.plan_stop(node, start, 15 * S),
            Fault::Partition => self.plan_partition(node, start),
            Fault::NatsDown | Fault::NatsEmptied => {
                self.plan(start, Step::NatsDown);
                let up = start + self.draws.between(300, 9000) * MS;
                self.plan(up, Step::NatsUp { is_emptied: fault == Fault::NatsEmptied });
            }
            Fault::Blips => {
                self.quick_until = self.now + 9 * S;
                for n in 0..16 {
                    let slot = self.draws.between(0, self.slots.len() as u64 - 1) as usize;
                    self.plan(500 * n * MS + start / 4, Step::Blip(slot));
                }
                self.fault_lasts(9 * S);
            }
            Fault::BucketLost => self.plan(start, Step::BucketLost),
            Fault::LeaderLoss => {
                self.nats.leaderless_until = self.now + 5 * S;
                self.fault_lasts(5 * S);
            }
            Fault::AnswersLost => {
                self.nats.deaf_until = self.now + 6 * S;
                self.fault_lasts(6 * S);
            }
            Fault::WritesUndone => {
                let n = self.draws.between(1, 3) as usize;
                self.plan(start, Step::Undo(n));
            }
            Fault::Drain => self.plan(start, Step::Drain(slot)),
            Fault::SecondOfAName => {
                self.plan(start, Step::StartSecond(slot));
                self.fault_lasts(start + 4 * S);
            }
            Fault::Upgrade | Fault::UpgradeOfMessages => {
                let of_messages = fault == Fault::UpgradeOfMessages;
                self.plan(start, Step::Upgrade { slot: 0, of_messages });
            }
            Fault::Slow => {
                self.nats.slow_until = self.now + 8 * S;
                self.fault_lasts(8 * S);
            }
        }
    }

    fn draws_s(&mut self, low: u64, high: u64) -> Micros {
        self.draws.between(low * 1000, high * 1000) * MS
    }

    fn plan_stop(&mut self, node: usize, start: Micros, lasts: Micros) {
        self.plan(start, Step::Stop(node));
        self.plan(start + lasts, Step::Continue(node));
    }

    fn plan_partition(&mut self, node: usize, start: Micros) {
        let lasts = self.draws_s(1, 20);
        self.plan(start, Step::Cut(node));
        // A client that pings seldom does not notice.
        let notices = self.draws_s(2, 30);
        if notices < lasts {
            self.plan(start + notices, Step::GiveUp(node));
        }
        let mut asked = 10_500 * MS;
        while asked < lasts {
            self.plan(start + asked, Step::F5);
            asked += 400 * MS;
        }
        let survives = self.draws.chance(500);
        self.plan(start + lasts, Step::Heal { node, survives });
    }

    fn plan(&mut self, delay: Micros, step: Step) {
        self.fault_lasts(delay);
        self.after(delay, Event::Step(step));
    }

    fn fault_lasts(&mut self, delay: Micros) {
        self.faults_end_at = self.faults_end_at.max(self.now + delay);
    }

    pub(crate) fn step(&mut self, step: Step) {
        match step {
            Step::Kill(slot) => {
                let Some(node) = self.slots[slot].node else { return };
                self.note(|| format!("node {node} is killed"));
                self.end_process(node);
            }
            Step::Start(slot) => {
                let runs = self.slots[slot].node.is_some_and(|node| self.nodes[node].is_alive);
                if !runs {
                    self.start(slot);
                }
            }
            Step::StartSecond(slot) => {
                self.start_second(slot);
            }
            Step::Stop(node) => {
                self.note(|| format!("node {node} is stopped"));
                self.nodes[node].is_stopped = true;
                self.nodes[node].stopped_at = self.now;
                self.pages_hear_nothing(node);
            }
            Step::Continue(node) => {
                self.note(|| format!("node {node} continues"));
                if self.nodes[node].is_alive && self.nodes[node].is_stopped {
                    self.wake_up(node);
                }
            }
            Step::Cut(node) => {
                self.note(|| format!("node {node} is cut off"));
                self.cut(node);
            }
            Step::GiveUp(node) => self.give_up_wire(node),
            Step::Heal { node, survives } => {
                self.note(|| format!("node {node} is healed, {survives}"));
                self.heal(node, survives);
            }
            Step::NatsDown => {
                self.note(|| "nats is down".to_string());
                self.nats_goes_down();
            }
            Step::F5 => self.press_f5(),
            Step::Wander { again } => {
                self.wander();
                // They change their minds, maybe before the first room is open.
                if again {
                    let delay = self.draws.between(50, 3000) * MS;
                    self.after(delay, Event::Step(Step::Wander { again: false }));
                }
            }
            Step::BucketLost => self.lose_bucket(),
            Step::Watch(node) => self.watch_anew(node),
            Step::Blip(slot) => self.blip(slot),
            Step::NatsUp { is_emptied } => {
                self.note(|| format!("nats is up, emptied {is_emptied}"));
                self.nats_comes_up(is_emptied);
                // While not everybody is back.
                for n in 1..16 {
                    self.plan(300 * n * MS, Step::F5);
                }
            }
            Step::Undo(n) => {
                self.note(|| format!("{n} writes are undone"));
                self.undo_writes(n);
            }
            Step::Drain(slot) => self.drain(slot, None),
            Step::Upgrade { slot, of_messages } => self.drain(slot, Some(of_messages)),
        }
    }

    fn lose_bucket(&mut self) {
        self.note(|| "the bucket is deleted".to_string());
        self.empty_buckets();
        for node in 0..self.nodes.len() {
            let delay = self.draws.between(10, 2000) * MS;
            self.plan(delay, Step::Watch(node));
        }
        self.press_f5();
    }

    fn blip(&mut self, slot: usize) {
        if let Some(node) = self.slots[slot].node.filter(|node| self.nodes[*node].is_alive) {
            self.break_connection(node);
        }
        self.press_f5();
        self.press_f5();
    }

    /// Drains the process; for an upgrade, which may be one of messages too.
    fn drain(&mut self, slot: usize, upgrade: Option<bool>) {
        if let Some(of_messages) = upgrade {
            self.slots[slot].protocol += 1;
            self.slots[slot].version += u8::from(of_messages);
            self.upgrade = upgrade;
        }
        self.fault_lasts(20 * S);
        let node = self.slots[slot].node.filter(|node| self.nodes[*node].is_alive);
        match node {
            Some(node) => self.arrive(node, Input::Terminate),
            // Killed by another fault: the new version starts.
            None => {
                if let Some(of_messages) = upgrade {
                    self.upgraded(slot, of_messages);
                }
            }
        }
    }

    /// A process has ended by itself: whoever runs it starts the next one.
    pub(crate) fn exited(&mut self, node: usize) {
        let slot = self.nodes[node].slot;
        if self.slots[slot].node != Some(node) {
            return;
        }
        if let Some(namesake) = self.namesake(node) {
            self.slots[slot].node = Some(namesake);
        } else if let Some(of_messages) = self.upgrade {
            self.upgraded(slot, of_messages);
        } else {
            let delay = self.draws.between(200, 2000) * MS;
            // The drain is over once the new process is there.
            self.faults_end_at = self.now;
            self.plan(delay, Step::Start(slot));
        }
    }

    fn upgraded(&mut self, slot: usize, of_messages: bool) {
        let delay = self.draws.between(200, 2000) * MS;
        self.plan(delay, Step::Start(slot));
        let next = slot + 1;
        if next < self.slots.len() {
            // Not before the new one is ready.
            self.plan(delay + 3 * S, Step::Upgrade { slot: next, of_messages });
        } else {
            self.upgrade = None;
            self.faults_end_at = self.now + delay;
        }
    }

    /// The client's pings go unanswered, and at some time the server's too.
    fn give_up_wire(&mut self, node: usize) {
        let it = &self.nodes[node];
        if !it.wire.is_cut {
            return;
        }
        if let Some(believed) = it.wire.believed {
            self.arrive(node, Input::ConnectionLost(believed));
        }
        if self.draws.chance(500) {
            self.nodes[node].wire.connection = None;
        }
    }
}

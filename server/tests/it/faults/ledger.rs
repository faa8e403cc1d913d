//! The commands of one connection: what its client sent, what was executed and what the client was
//! told go in; whether anything is lost comes out.
//!
//! A connection is a stream, so a command has come when a later one was executed. One that has come
//! and was not executed must be in the count of late commands that snapshots tell, from the first
//! snapshot on that shows the later one executed. What had not come when the clock of the room
//! began a new epoch, or when the connection ended, is given up, and its client is told of either.

use std::collections::BTreeMap;

use shared::{
    base::{
        limits::COMMAND_LEAD_MAX_MS,
        time::{Tick, TickRate},
    },
    sim::command::UserCommand,
    wire::snapshot::ViewerHead,
};

use super::violation::Violation;

/// The snapshots' count of late commands is told modulo this.
const TOLD_ROUND: u64 = 1 << u8::BITS;

/// From this margin on a command may be too early, in 1/16 tick at the default rate: the longest
/// lead that a room takes, less the 3 ticks of a packet.
const EARLY: i16 = 16 * (TickRate::DEFAULT.ticks_in_ms(COMMAND_LEAD_MAX_MS) as i16 - 3);
/// Keys that a violation names.
const KEYS_NAMED: usize = 8;

/// What became of a command so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing is known of it.
    Open,
    Executed,
    /// It was, or what stood in for it, which looked the same; or nobody saw the tick.
    Unsure,
}

/// The commands of one connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    /// By key: what was sent in the present epoch of the room's clock and is not settled.
    open: BTreeMap<Tick, (UserCommand, Fate)>,
    /// The newest key of the epoch.
    newest: Option<Tick>,
    /// The count of late commands as it came last.
    late: u8,
    /// The keys that came and were not executed since this count rose last, the first few.
    missing: Vec<Tick>,
    /// Commands that may have come late since the last snapshot that was heard: sent since then, or
    /// open at the time.
    unheard: u64,
    pub(super) counts: Counts,
}

/// What became of the commands of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) sent: u64,
    pub(crate) executed: u64,
    /// Executed, or stood in for by the same.
    pub(crate) unsure: u64,
    /// They came and were not executed.
    pub(crate) missing: u64,
    /// Late ones that the client was told of; how often it was, and how often with a key.
    pub(crate) told: u64,
    pub(crate) rises: u64,
    pub(crate) keys_told: u64,
    /// Under way when a new epoch began, and when the connection ended.
    pub(crate) given_up: u64,
    pub(crate) under_way: u64,
    /// How often the count that is told went round by more than it can say.
    pub(crate) rounds: u64,
}

impl Ledger {
    /// The client sends a command.
    pub(super) fn send(&mut self, command: &UserCommand) -> Result<(), Violation> {
        let key = command.tick;
        if self.newest.is_some_and(|newest| key <= newest) {
            return Err(Violation::SentTwice { key });
        }
        self.newest = Some(key);
        self.counts.sent += 1;
        self.unheard += 1;
        self.open.insert(key, (*command, Fate::Open));
        Ok(())
    }

    /// The client says that it begins anew, in a new epoch of the room's clock.
    pub(super) fn begin_epoch(&mut self) {
        let came = self.newest_executed(Tick(u32::MAX));
        self.settle(came);
        self.counts.given_up += self.take_open();
        self.newest = None;
        self.missing.clear();
    }

    /// Whether this is the command that was sent for a tick.
    pub(super) fn has_sent(&self, command: &UserCommand) -> bool {
        self.open.get(&command.tick).is_some_and(|(sent, _)| sent == command)
    }

    /// A command that was sent is executed.
    pub(super) fn execute(&mut self, key: Tick) -> Result<(), Violation> {
        match self.open.get_mut(&key) {
            Some((_, fate @ (Fate::Open | Fate::Unsure))) => {
                *fate = Fate::Executed;
                Ok(())
            }
            Some((_, Fate::Executed)) => Err(Violation::ExecutedTwice { key }),
            None => Err(Violation::NotSent { key }),
        }
    }

    /// A command that was sent may be executed, as far as can be seen.
    pub(super) fn may_execute(&mut self, key: Tick) {
        if let Some((_, fate @ Fate::Open)) = self.open.get_mut(&key) {
            *fate = Fate::Unsure;
        }
    }

    /// A snapshot of a tick came with a word on the commands.
    pub(super) fn hear(&mut self, tick: Tick, viewer: &ViewerHead) -> Result<(), Violation> {
        let came = self.newest_executed(tick);
        self.settle(came);
        let rise = viewer.late.wrapping_sub(self.late);
        self.late = viewer.late;
        self.counts.told += u64::from(rise);
        // All that has come, and is counted late; what may be besides it.
        let least = self.counts.missing;
        let open = self.open.values().filter(|(_, fate)| *fate != Fate::Executed).count() as u64;
        let most = least + self.counts.unsure + self.counts.given_up + open;
        let mut rest = self.unheard.saturating_sub(rise.into());
        while self.counts.told < least && rest >= TOLD_ROUND {
            self.counts.told += TOLD_ROUND;
            self.counts.rounds += 1;
            rest -= TOLD_ROUND;
        }
        self.unheard = self.open.len() as u64;
        let told = self.counts.told;
        if told < least {
            let keys = self.missing.clone();
            return Err(Violation::Untold { keys, missing: least, told });
        }
        if told > most {
            return Err(Violation::ToldTooMuch { told, most });
        }
        if rise > 0 {
            let key = viewer.margin.filter(|report| !(1..EARLY).contains(&report.sixteenths));
            self.counts.rises += 1;
            self.counts.keys_told += u64::from(key.is_some());
            self.missing.clear();
        }
        Ok(())
    }

    /// The connection has ended.
    pub(super) fn end(&mut self) {
        let came = self.newest_executed(Tick(u32::MAX));
        let open_before = self.counts.missing;
        self.settle(came);
        // What had come was late, and the word of it was on its way.
        let untold = self.counts.missing - open_before;
        self.counts.missing = open_before;
        self.counts.under_way += untold + self.take_open();
    }

    /// The newest key up to a tick of which the command was executed.
    fn newest_executed(&self, tick: Tick) -> Option<Tick> {
        let mut up_to = self.open.range(..=tick).rev();
        up_to.find(|(_, (_, fate))| *fate == Fate::Executed).map(|(key, _)| *key)
    }

    /// What was sent before an executed command has come.
    fn settle(&mut self, executed: Option<Tick>) {
        let Some(executed) = executed else { return };
        let later = self.open.split_off(&executed.next());
        for (key, (_, fate)) in std::mem::replace(&mut self.open, later) {
            match fate {
                Fate::Executed => self.counts.executed += 1,
                Fate::Unsure => self.counts.unsure += 1,
                Fate::Open => {
                    self.counts.missing += 1;
                    if self.missing.len() < KEYS_NAMED {
                        self.missing.push(key);
                    }
                }
            }
        }
    }

    /// Nothing of the epoch is open any more; gives how many commands were.
    fn take_open(&mut self) -> u64 {
        let mut n_open = 0;
        for (_, (_, fate)) in std::mem::take(&mut self.open) {
            match fate {
                Fate::Executed => self.counts.executed += 1,
                Fate::Unsure => self.counts.unsure += 1,
                Fate::Open => n_open += 1,
            }
        }
        n_open
    }
}

impl Counts {
    /// Takes those of another connection in.
    pub(crate) fn add(&mut self, other: &Self) {
        self.sent += other.sent;
        self.executed += other.executed;
        self.unsure += other.unsure;
        self.missing += other.missing;
        self.told += other.told;
        self.rises += other.rises;
        self.keys_told += other.keys_told;
        self.given_up += other.given_up;
        self.under_way += other.under_way;
        self.rounds += other.rounds;
    }

    /// Commands of which it is known what became of them.
    pub(crate) fn settled(&self) -> u64 {
        self.executed + self.unsure + self.missing + self.given_up + self.under_way
    }
}

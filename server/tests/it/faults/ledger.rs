//! Tracks the commands of one connection, from what its client sent, what the room executed and
//! what the server reported, and detects losses.
//!
//! A connection is a stream, so a command has arrived if a later one was executed. A command that
//! arrived but was not executed must be in the snapshots' count of late commands, from the first
//! snapshot that shows the later one executed. Commands that had not arrived when the room's clock
//! started a new epoch, or when the connection ended, are given up; the client is informed of both.

use std::collections::BTreeMap;

use shared::{
    base::{
        limits::COMMAND_LEAD_MAX_MS,
        time::{Tick, TickRate},
    },
    sim::command::{Trigger, UserCommand},
    wire::snapshot::ViewerHead,
};

use super::violation::Violation;

/// The snapshots' count of late commands is modulo this.
const LATE_MODULUS: u64 = 1 << u8::BITS;

/// From this margin on a command may be too early, in 1/16 tick at the default rate: the longest
/// lead that a room accepts, less the 3 ticks of a packet.
const EARLY: i16 = 16 * (TickRate::DEFAULT.ticks_in_ms(COMMAND_LEAD_MAX_MS) as i16 - 3);
/// Maximum number of keys in a violation.
const KEYS_NAMED: usize = 8;

/// Whether a room executes triggers in a tick: between two rounds nobody fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fire {
    Free,
    Held,
}

/// The state of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing is known yet.
    Open,
    Executed,
    /// Executed, or replaced by an equal stand-in, or its tick was not seen.
    Unsure,
}

/// The commands of one connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    /// By key: commands sent in this epoch of the room's clock that are not settled.
    open: BTreeMap<Tick, (UserCommand, Fate)>,
    /// The newest key of the epoch.
    newest: Option<Tick>,
    /// The last count of late commands received.
    mistimed: u8,
    /// The first few keys that arrived without being executed since that count last rose.
    missing: Vec<Tick>,
    /// Commands that may have arrived late since the last snapshot: sent since then, or open at
    /// that time.
    may_be_late: u64,
    pub(super) counts: Counts,
}

/// What became of the commands of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) sent: u64,
    pub(crate) executed: u64,
    /// Executed, or replaced by an equal stand-in.
    pub(crate) unsure: u64,
    /// Arrived but not executed.
    pub(crate) missing: u64,
    /// Late commands that the server reported; how many reports, and how many of those with a key.
    pub(crate) reported: u64,
    pub(crate) rises: u64,
    pub(crate) keys_reported: u64,
    /// In flight when a new epoch began, and when the connection ended.
    pub(crate) given_up: u64,
    pub(crate) in_flight_at_end: u64,
    /// How often the reported count wrapped unnoticed.
    pub(crate) wraps: u64,
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
        self.may_be_late += 1;
        self.open.insert(key, (*command, Fate::Open));
        Ok(())
    }

    /// The client starts over in a new epoch of the room's clock.
    pub(super) fn begin_epoch(&mut self) {
        let came = self.newest_executed(Tick(u32::MAX));
        self.settle(came);
        self.counts.given_up += self.take_open();
        self.newest = None;
        self.missing.clear();
    }

    /// Whether this command was sent for its tick, apart from a trigger that the room held.
    pub(super) fn has_sent(&self, command: &UserCommand, fire: Fire) -> bool {
        let executed = |sent: &UserCommand| match fire {
            Fire::Free => *sent,
            Fire::Held => UserCommand { trigger: Trigger::None, ..*sent },
        };
        self.open.get(&command.tick).is_some_and(|(sent, _)| executed(sent) == *command)
    }

    /// The room executes a command.
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

    /// The room may have executed a command, as far as can be seen.
    pub(super) fn may_execute(&mut self, key: Tick) {
        if let Some((_, fate @ Fate::Open)) = self.open.get_mut(&key) {
            *fate = Fate::Unsure;
        }
    }

    /// The client receives a snapshot with a report on its commands.
    pub(super) fn handle_snapshot(
        &mut self,
        tick: Tick,
        viewer: &ViewerHead,
    ) -> Result<(), Violation> {
        let came = self.newest_executed(tick);
        self.settle(came);
        let rise = viewer.mistimed.wrapping_sub(self.mistimed);
        self.mistimed = viewer.mistimed;
        self.counts.reported += u64::from(rise);
        // `least`: commands that arrived and must be counted as late. `most` adds those that may
        // be.
        let least = self.counts.missing;
        let open = self.open.values().filter(|(_, fate)| *fate != Fate::Executed).count() as u64;
        let most = least + self.counts.unsure + self.counts.given_up + open;
        let mut rest = self.may_be_late.saturating_sub(rise.into());
        while self.counts.reported < least && rest >= LATE_MODULUS {
            self.counts.reported += LATE_MODULUS;
            self.counts.wraps += 1;
            rest -= LATE_MODULUS;
        }
        self.may_be_late = self.open.len() as u64;
        let reported = self.counts.reported;
        if reported < least {
            let keys = self.missing.clone();
            return Err(Violation::Unreported { keys, missing: least, reported });
        }
        if reported > most {
            return Err(Violation::OverReported { reported, most });
        }
        if rise > 0 {
            let key = viewer.margin.filter(|report| !(1..EARLY).contains(&report.sixteenths));
            self.counts.rises += 1;
            self.counts.keys_reported += u64::from(key.is_some());
            self.missing.clear();
        }
        Ok(())
    }

    /// The connection has ended.
    pub(super) fn end(&mut self) {
        let came = self.newest_executed(Tick(u32::MAX));
        let open_before = self.counts.missing;
        self.settle(came);
        // These arrived late, and the report was still in flight.
        let unreported = self.counts.missing - open_before;
        self.counts.missing = open_before;
        self.counts.in_flight_at_end += unreported + self.take_open();
    }

    /// The newest executed key up to a tick.
    fn newest_executed(&self, tick: Tick) -> Option<Tick> {
        let mut up_to = self.open.range(..=tick).rev();
        up_to.find(|(_, (_, fate))| *fate == Fate::Executed).map(|(key, _)| *key)
    }

    /// Settles all commands up to an executed one, since all of them have arrived.
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

    /// Settles all open commands of the epoch; returns how many are in an unknown state.
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
    /// Adds the numbers of another connection.
    pub(crate) fn add(&mut self, other: &Self) {
        self.sent += other.sent;
        self.executed += other.executed;
        self.unsure += other.unsure;
        self.missing += other.missing;
        self.reported += other.reported;
        self.rises += other.rises;
        self.keys_reported += other.keys_reported;
        self.given_up += other.given_up;
        self.in_flight_at_end += other.in_flight_at_end;
        self.wraps += other.wraps;
    }

    /// Compares the commands whose outcome is known with those sent, once all are settled.
    pub(super) fn check_settled(&self) -> Result<(), Violation> {
        let (sent, known) = (self.sent, self.executed + self.unsure + self.missing);
        let settled = known + self.given_up + self.in_flight_at_end;
        if sent == settled { Ok(()) } else { Err(Violation::Unsettled { sent, settled }) }
    }
}

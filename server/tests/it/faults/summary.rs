//! Statistics of a run, counted by its pages and its director, and added up over seeds.

use std::fmt;
use std::time::Duration;

use super::checker::Checked;
use super::ledger::Counts;

/// The totals of one or more seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) seeds: u64,
    pub(super) played: Duration,
    pub(super) done: FaultSummary,
    pub(super) checked: Checked,
    pub(super) counts: Counts,
}

/// Faults, and how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FaultSummary {
    /// Attempts to connect, those that got a seat, and those that resumed one.
    pub(super) attempts: u64,
    pub(super) seated: u64,
    pub(super) resumed: u64,
    /// Seats that were no longer held.
    pub(super) seat_expired: u64,
    /// Of those, the ones whose token had been presented before without an answer.
    pub(super) token_unanswered: u64,
    pub(super) holds: u64,
    pub(super) cuts: u64,
    pub(super) half_open: u64,
    pub(super) duplicates: u64,
    /// First connections that were closed as replaced.
    pub(super) replaced: u64,
    pub(super) leaves: u64,
    pub(super) stalls: u64,
    pub(super) panics: u64,
    pub(super) drains: u64,
    /// Connections that the server closed because nothing got through, and those that clients gave
    /// up because nothing arrived.
    pub(super) slow: u64,
    pub(super) silent: u64,
    /// The longest time from the last fault until every player was back.
    pub(super) longest_healing: Duration,
}

impl Summary {
    pub(super) fn add(&mut self, other: &Self) {
        let (done, more) = (&mut self.done, &other.done);
        for (sum, n) in [
            (&mut self.seeds, other.seeds),
            (&mut done.attempts, more.attempts),
            (&mut done.seated, more.seated),
            (&mut done.resumed, more.resumed),
            (&mut done.seat_expired, more.seat_expired),
            (&mut done.token_unanswered, more.token_unanswered),
            (&mut done.holds, more.holds),
            (&mut done.cuts, more.cuts),
            (&mut done.half_open, more.half_open),
            (&mut done.duplicates, more.duplicates),
            (&mut done.replaced, more.replaced),
            (&mut done.leaves, more.leaves),
            (&mut done.stalls, more.stalls),
            (&mut done.panics, more.panics),
            (&mut done.drains, more.drains),
            (&mut done.slow, more.slow),
            (&mut done.silent, more.silent),
        ] {
            *sum += n;
        }
        done.longest_healing = done.longest_healing.max(more.longest_healing);
        self.played += other.played;
        self.checked.add(&other.checked);
        self.counts.add(&other.counts);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seeds, played, done, checked, counts } = self;
        let hours = played.as_secs_f64() / 3600.0;
        writeln!(f, "{seeds} seeds, {hours:.2} h of virtual time, {} ticks", checked.ticks)?;
        writeln!(
            f,
            "connections: {} attempts, {} seats, {} of them resumed, {} given instead \
             ({} after an attempt without an answer)",
            done.attempts, done.seated, done.resumed, done.seat_expired, done.token_unanswered
        )?;
        writeln!(
            f,
            "lines: {} held, {} cut, {} half-open; pages: {} opened twice, {} replaced, {} left",
            done.holds, done.cuts, done.half_open, done.duplicates, done.replaced, done.leaves
        )?;
        writeln!(
            f,
            "server: stalled {} times, {} rooms failed, drained {} times; closed {} as slow, \
             {} gave it up",
            done.stalls, done.panics, done.drains, done.slow, done.silent
        )?;
        writeln!(
            f,
            "commands: {} sent, {} executed, {} as their stand-ins would have been or unseen, \
             {} reported late ({} times, with a key {} times, gone round {} times), \
             {} given up with an epoch, {} with their connection",
            counts.sent,
            counts.executed,
            counts.unsure,
            counts.missing,
            counts.rises,
            counts.keys_reported,
            counts.wraps,
            counts.given_up,
            counts.in_flight_at_end
        )?;
        writeln!(
            f,
            "events: {} kills, {} reported to the killer or the victim; {} rounds, {} followed at \
             once by the next; {} stand-ins",
            checked.kills,
            checked.facts_reported,
            checked.rounds,
            checked.rematches,
            checked.stand_ins
        )?;
        writeln!(
            f,
            "two sides: {} kills, {} rounds, {} newcomers",
            checked.side_kills, checked.side_rounds, checked.side_newcomers
        )?;
        writeln!(
            f,
            "snapshots: {} were the room's state, {} by their hash alone; {} ticks not seen",
            checked.snapshots, checked.unseen_snapshots, checked.unseen_ticks
        )?;
        write!(f, "all players resumed within {:.1} s", done.longest_healing.as_secs_f64())
    }
}

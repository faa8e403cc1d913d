//! When an owner counts as dead: the one rule by which a claim may be taken over, as a pure
//! function of what the asker itself has seen.
//!
//! Two things at once: the owner did not answer a question that was asked just now, and its beacons
//! are missing. How long they must be missing depends on the answer. *No responders* says that the
//! NATS server has no connection that subscribes to the owner's subject; a *time-out* says only
//! that nothing came, as from a process that is stopped.
//!
//! And the asker must be able to tell. After a restart of NATS the first one back misses everybody,
//! so its connection must have stood for a while. And its own beacons must come back: over a dead
//! connection, or after it was stopped itself, they do not, and what others sent before an own
//! beacon was heard before that comes back.

use core::time::Duration;

use crate::limits::{ECHO_MAX_AGE, SILENCE_AFTER_TIME_OUT, SILENCE_WITHOUT_RESPONDERS, STANDING};

/// How a question to the owner went unanswered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanswered {
    NoResponders,
    TimedOut,
}

/// What the asker has seen, on its own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    pub unanswered: Unanswered,
    /// Since the owner's last beacon, or since the asker could hear one.
    pub silent_for: Duration,
    /// Since the asker's own connection was made.
    pub stood_for: Duration,
    /// Since the asker's own last beacon came back to it.
    pub echo_age: Duration,
}

/// Whether the claim may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Dead,
    /// Not yet: at the earliest after this time, if the owner stays silent.
    NotBefore(Duration),
}

/// Judges an observation.
#[must_use]
pub fn judge(seen: Observation) -> Verdict {
    let silence = match seen.unanswered {
        Unanswered::NoResponders => SILENCE_WITHOUT_RESPONDERS,
        Unanswered::TimedOut => SILENCE_AFTER_TIME_OUT,
    };
    let missing = silence.saturating_sub(seen.silent_for);
    let missing = missing.max(STANDING.saturating_sub(seen.stood_for));
    let deaf = seen.echo_age > ECHO_MAX_AGE;
    if missing.is_zero() && !deaf { Verdict::Dead } else { Verdict::NotBefore(missing) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn it_takes_silence_an_unanswered_question_and_a_connection_that_stands() {
        use Unanswered::{NoResponders, TimedOut};
        let dead = Verdict::Dead;
        let not_before = |time| Verdict::NotBefore(ms(time));
        for (unanswered, silent, stood, echo, verdict) in [
            (NoResponders, 1_000, 5_000, 500, dead),
            (NoResponders, 999, 60_000, 500, not_before(1)),
            (NoResponders, 60_000, 4_000, 500, not_before(1_000)),
            (NoResponders, 60_000, 60_000, 1_501, not_before(0)),
            (TimedOut, 10_000, 10_000, 500, dead),
            (TimedOut, 6_000, 60_000, 500, not_before(4_000)),
            (TimedOut, 9_000, 0, 500, not_before(5_000)),
            (TimedOut, 60_000, 60_000, 60_000, not_before(0)),
        ] {
            let seen = Observation {
                unanswered,
                silent_for: ms(silent),
                stood_for: ms(stood),
                echo_age: ms(echo),
            };
            assert_eq!(judge(seen), verdict, "{seen:?}");
        }
    }
}

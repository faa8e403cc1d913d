//! Reconnect backoff: retries soon after a lost connection, then ever more rarely, with jitter so
//! that clients who lost the same server do not all return at once.

use crate::base::time::Micros;

const FIRST_MS: i64 = 250;
const LONGEST_MS: i64 = 8000;
/// How long a session must last for the next loss to start a new backoff.
const HEALTHY: Micros = Micros::from_ms(5000);

/// Counts the attempts since the last session that lasted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Backoff {
    attempts: u32,
    /// When the current session began.
    joined_at: Option<Micros>,
}

impl Backoff {
    /// The client joined.
    pub(super) fn note_joined(&mut self, now: Micros) {
        self.joined_at = Some(now);
    }

    /// The session ended or an attempt failed. Returns how long to wait before the next attempt:
    /// uniform from 0 to a bound (full jitter), chosen by the random number `drawn`. The bound is
    /// 0.25 s at first and doubles each time, up to 8 s.
    pub(super) fn next_wait(&mut self, now: Micros, drawn: u32) -> Micros {
        if self.joined_at.take().is_some_and(|joined_at| now - joined_at >= HEALTHY) {
            self.attempts = 0;
        }
        let bound_ms = (FIRST_MS << self.attempts.min(8)).min(LONGEST_MS);
        self.attempts = self.attempts.saturating_add(1);
        Micros(((bound_ms * 1000) * i64::from(drawn)) >> 32)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    const AT: Micros = Micros(1_000_000);

    #[test]
    fn bounds_double_up_to_the_longest() {
        let mut backoff = Backoff::default();
        let waits: Vec<i64> = (0..8).map(|_| backoff.next_wait(AT, u32::MAX).as_ms() + 1).collect();
        assert_eq!(waits, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
        assert_eq!(backoff.next_wait(AT, 0), Micros::ZERO);
        assert_eq!(backoff.next_wait(AT, 1 << 31).as_ms(), 4000, "half of it");
    }

    #[test]
    fn only_a_long_session_resets_the_backoff() {
        for (lasted_ms, wait_ms) in [(4999, 500), (5000, 250)] {
            let mut backoff = Backoff::default();
            backoff.next_wait(AT, 0);
            backoff.note_joined(AT);
            let lost = AT + Micros::from_ms(lasted_ms);
            assert_eq!(backoff.next_wait(lost, u32::MAX).as_ms() + 1, wait_ms, "{lasted_ms} ms");
            let longer = backoff.next_wait(lost + HEALTHY, u32::MAX).as_ms() + 1;
            assert_eq!(longer, 2 * wait_ms, "offline since");
        }
    }
}

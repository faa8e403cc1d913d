//! When to try again after a lost connection: soon at first, then ever less often.

use shared::base::time::Micros;

const FIRST_MS: i64 = 500;
const LONGEST_MS: i64 = 8000;

/// Counts the attempts since the game was last on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backoff {
    attempts: u32,
}

impl Backoff {
    /// How long to wait before the next attempt: 0.5 s, then twice as long each time, up to 8 s.
    pub fn next_wait(&mut self) -> Micros {
        let wait_ms = (FIRST_MS << self.attempts.min(8)).min(LONGEST_MS);
        self.attempts = self.attempts.saturating_add(1);
        Micros::from_ms(wait_ms)
    }

    /// The game is on again.
    pub fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_bound_and_begin_anew() {
        let mut backoff = Backoff::default();
        let waits: Vec<i64> = (0..7).map(|_| backoff.next_wait().as_ms()).collect();
        assert_eq!(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
        backoff.reset();
        assert_eq!(backoff.next_wait().as_ms(), 500);
    }
}

//! A set of the newest ticks, one bit each: a [`TickRing`](super::tick_ring::TickRing) without
//! values, at a hundredth of its size.

use alloc::vec::Vec;

use serde::Serialize;

use super::time::Tick;

#[derive(Clone, Debug, Serialize)]
pub struct TickSet {
    /// A ring of words: tick `n` is bit `n % 64` of word `n / 64`, modulo the length.
    words: Vec<u64>,
    capacity: u32,
    newest: Option<Tick>,
}

impl TickSet {
    /// A set that reaches back over `capacity` consecutive ticks (at least one).
    #[must_use]
    pub fn new(capacity: u32) -> Self {
        let capacity = capacity.max(1);
        // One word more, since the oldest tick need not be at the start of a word.
        let n_words = capacity.div_ceil(u64::BITS) as usize + 1;
        Self { words: alloc::vec![0; n_words], capacity, newest: None }
    }

    /// Number of consecutive ticks within reach.
    #[must_use]
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Inserts a tick. One older than the set's reach is ignored.
    pub fn insert(&mut self, tick: Tick) {
        let newest = self.newest.unwrap_or(tick);
        if newest.since(tick) >= i64::from(self.capacity) {
            return;
        }
        for word in (newest.0 / u64::BITS + 1..=tick.0 / u64::BITS).rev().take(self.words.len()) {
            let place = self.place(word);
            self.words[place] = 0;
        }
        let place = self.place(tick.0 / u64::BITS);
        self.words[place] |= 1 << (tick.0 % u64::BITS);
        self.newest = Some(newest.max(tick));
    }

    /// Whether a tick was inserted and is still within reach.
    #[must_use]
    pub fn contains(&self, tick: Tick) -> bool {
        self.reach().is_some_and(|(oldest, newest)| oldest <= tick && tick <= newest)
            && self.words[self.place(tick.0 / u64::BITS)] >> (tick.0 % u64::BITS) & 1 == 1
    }

    #[must_use]
    pub fn newest(&self) -> Option<Tick> {
        self.newest
    }

    /// The newest tick at or before the given one.
    #[must_use]
    pub fn at_or_before(&self, tick: Tick) -> Option<Tick> {
        let (oldest, newest) = self.reach()?;
        (oldest.0..=newest.min(tick).0).rev().map(Tick).find(|tick| self.contains(*tick))
    }

    /// The oldest tick at or after the given one.
    #[must_use]
    pub fn at_or_after(&self, tick: Tick) -> Option<Tick> {
        let (oldest, newest) = self.reach()?;
        (oldest.max(tick).0..=newest.0).map(Tick).find(|tick| self.contains(*tick))
    }

    /// The oldest tick within reach, and the newest one stored.
    fn reach(&self) -> Option<(Tick, Tick)> {
        self.newest.map(|newest| (newest.minus(self.capacity - 1), newest))
    }

    fn place(&self, word: u32) -> usize {
        word as usize % self.words.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{rng::Rng, tick_ring::TickRing};

    #[test]
    fn it_holds_the_ticks_of_a_ring() {
        let mut rng = Rng::new(7, 0);
        for capacity in [1, 2, 63, 64, 65, 276, 3720] {
            let mut set = TickSet::new(capacity);
            let mut ring = TickRing::new(capacity as usize);
            let mut now = 5;
            for n in 0..2000 {
                // Mostly forwards, now and then a long jump, and some ticks repeated or late.
                now += match rng.below(50) {
                    0 => rng.below(3 * capacity),
                    n => n % 4,
                };
                let tick = Tick(now - rng.below(now.min(capacity + 2)));
                set.insert(tick);
                ring.insert(tick, ());
                assert_eq!(set.newest(), ring.newest().map(|(tick, ())| tick));
                let asked = Tick((now + 3).saturating_sub(rng.below(2 * capacity + 6)));
                let at = |found: Option<(Tick, &())>| found.map(|(tick, ())| tick);
                assert_eq!(set.contains(asked), ring.get(asked).is_some(), "{capacity}: {n}");
                assert_eq!(set.at_or_before(asked), at(ring.at_or_before(asked)), "{capacity}");
                assert_eq!(set.at_or_after(asked), at(ring.at_or_after(asked)), "{capacity}");
            }
        }
    }
}

//! The newest ticks of something, a bit each: a [`TickRing`](super::tick_ring::TickRing) of nothing
//! but its ticks, at a hundredth of its size.

use alloc::vec::Vec;

use serde::Serialize;

use super::time::Tick;

/// Some of the newest ticks.
#[derive(Clone, Debug, Serialize)]
pub struct TickSet {
    /// A ring of words: the tick `n` is bit `n % 64` of word `n / 64`, counted round.
    words: Vec<u64>,
    capacity: u32,
    newest: Option<Tick>,
}

impl TickSet {
    /// A set that reaches over `capacity` consecutive ticks (at least one).
    #[must_use]
    pub fn new(capacity: u32) -> Self {
        let capacity = capacity.max(1);
        // The oldest word shares its place with none: ticks need not begin with a word.
        let n_words = capacity.div_ceil(u64::BITS) as usize + 1;
        Self { words: alloc::vec![0; n_words], capacity, newest: None }
    }

    /// How many consecutive ticks it reaches over.
    #[must_use]
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Puts a tick in. One that is older than the set reaches is not put in.
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

    /// Whether a tick was put in, and the set still reaches back to it.
    #[must_use]
    pub fn contains(&self, tick: Tick) -> bool {
        self.reach().is_some_and(|(oldest, newest)| oldest <= tick && tick <= newest)
            && self.words[self.place(tick.0 / u64::BITS)] >> (tick.0 % u64::BITS) & 1 == 1
    }

    /// The newest one.
    #[must_use]
    pub fn newest(&self) -> Option<Tick> {
        self.newest
    }

    /// The newest one at or before a tick.
    #[must_use]
    pub fn at_or_before(&self, tick: Tick) -> Option<Tick> {
        let (oldest, newest) = self.reach()?;
        (oldest.0..=newest.min(tick).0).rev().map(Tick).find(|tick| self.contains(*tick))
    }

    /// The oldest one at or after a tick.
    #[must_use]
    pub fn at_or_after(&self, tick: Tick) -> Option<Tick> {
        let (oldest, newest) = self.reach()?;
        (oldest.max(tick).0..=newest.0).map(Tick).find(|tick| self.contains(*tick))
    }

    /// The oldest tick that there can be, and the newest that there is.
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
                // Mostly onwards, now and then far, and some ticks again or late.
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

//! A bounded history indexed by tick, used for prediction, baselines, interpolation and rewind.
//!
//! Each slot is tagged with its tick, so a stale slot cannot be mistaken for a fresh one. Inserting
//! overwrites the slot's old entry: the ring holds the newest ticks within its capacity.

use alloc::vec::Vec;

use serde::Serialize;

use super::time::Tick;

/// A ring buffer of values indexed by tick.
#[derive(Clone, Debug, Serialize)]
pub struct TickRing<T> {
    slots: Vec<Option<(Tick, T)>>,
    newest: Option<Tick>,
}

impl<T> TickRing<T> {
    /// A ring that keeps `capacity` consecutive ticks (at least one).
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let mut slots = Vec::new();
        slots.resize_with(capacity.max(1), || None);
        Self { slots, newest: None }
    }

    /// Number of consecutive ticks that fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Stores a value under its tick. A tick older than the ring's reach is ignored.
    pub fn insert(&mut self, tick: Tick, value: T) {
        if self.newest.is_some_and(|newest| newest.since(tick) >= self.slots.len() as i64) {
            return;
        }
        let idx = self.idx(tick);
        self.slots[idx] = Some((tick, value));
        self.newest = self.newest.max(Some(tick));
    }

    /// Takes the value that inserting a new tick would overwrite, so that its allocation can be
    /// reused.
    pub fn take_place(&mut self, tick: Tick) -> Option<T> {
        let idx = self.idx(tick);
        self.slots[idx].take().map(|(_, value)| value)
    }

    /// The value stored under exactly this tick, if it is still within reach.
    #[must_use]
    pub fn get(&self, tick: Tick) -> Option<&T> {
        self.slot(tick).map(|(_, value)| value)
    }

    /// Like [`get`](Self::get), mutably.
    pub fn get_mut(&mut self, tick: Tick) -> Option<&mut T> {
        let idx = self.idx(tick);
        let in_reach = self.in_reach(tick);
        self.slots[idx].as_mut().filter(|(tag, _)| *tag == tick && in_reach).map(|(_, v)| v)
    }

    /// All stored values in no particular order, including those out of reach.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().flatten().map(|(_, value)| value)
    }

    #[must_use]
    pub fn newest(&self) -> Option<(Tick, &T)> {
        let tick = self.newest?;
        self.slot(tick).map(|(tag, value)| (*tag, value))
    }

    /// The newest entry at or before a tick.
    #[must_use]
    pub fn at_or_before(&self, tick: Tick) -> Option<(Tick, &T)> {
        let start = self.newest?.min(tick);
        self.walk_back(start).next()
    }

    /// The oldest entry at or after a tick.
    #[must_use]
    pub fn at_or_after(&self, tick: Tick) -> Option<(Tick, &T)> {
        let newest = self.newest?;
        (tick.0.max(self.reach(newest).0)..=newest.0).find_map(|n| {
            let (tag, value) = self.slot(Tick(n))?;
            Some((*tag, value))
        })
    }

    /// Entries from the newest at or before `start` back to the oldest.
    pub fn walk_back(&self, start: Tick) -> impl Iterator<Item = (Tick, &T)> {
        let newest = self.newest.unwrap_or_default();
        let first = self.reach(newest);
        (first.0..=start.0.min(newest.0))
            .rev()
            .filter_map(|n| self.slot(Tick(n)).map(|(tag, value)| (*tag, value)))
    }

    /// Removes everything after a tick, as if it had never been stored.
    pub fn forget_after(&mut self, tick: Tick) {
        if self.newest.is_none_or(|newest| newest <= tick) {
            return;
        }
        let mut kept = None;
        for slot in &mut self.slots {
            match slot {
                Some((tag, _)) if *tag > tick => *slot = None,
                Some((tag, _)) => kept = kept.max(Some(*tag)),
                None => {}
            }
        }
        self.newest = kept;
    }

    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = None);
        self.newest = None;
    }

    fn idx(&self, tick: Tick) -> usize {
        tick.0 as usize % self.slots.len()
    }

    fn reach(&self, newest: Tick) -> Tick {
        newest.minus(self.slots.len() as u32 - 1)
    }

    fn in_reach(&self, tick: Tick) -> bool {
        self.newest.is_some_and(|newest| tick >= self.reach(newest) && tick <= newest)
    }

    fn slot(&self, tick: Tick) -> Option<&(Tick, T)> {
        self.slots[self.idx(tick)].as_ref().filter(|(tag, _)| *tag == tick && self.in_reach(tick))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_answers_for_its_own_tick_only() {
        let mut ring = TickRing::new(4);
        for n in [10, 11, 13] {
            ring.insert(Tick(n), n);
        }
        assert_eq!(ring.get(Tick(10)), Some(&10));
        assert_eq!(ring.get(Tick(12)), None, "never stored");
        assert_eq!(ring.get(Tick(14)), None, "the slot of 10");
        ring.insert(Tick(14), 14);
        assert_eq!(ring.get(Tick(10)), None, "overwritten");
        ring.insert(Tick(20), 20);
        assert_eq!(ring.get(Tick(14)), None, "out of reach though its slot is untouched");
        ring.insert(Tick(14), 99);
        assert_eq!(ring.get(Tick(14)), None, "too old to store");
        assert_eq!(ring.take_place(Tick(22)), Some(14), "whichever slots it overwrites");
        assert_eq!(ring.take_place(Tick(22)), None, "no slot remains");
    }

    #[test]
    fn later_ticks_can_be_removed() {
        let mut ring = TickRing::new(8);
        for n in [2, 4, 7, 9] {
            ring.insert(Tick(n), n);
        }
        ring.forget_after(Tick(6));
        assert_eq!(ring.newest(), Some((Tick(4), &4)));
        assert_eq!((ring.get(Tick(7)), ring.get(Tick(9))), (None, None));
        ring.insert(Tick(7), 70);
        assert_eq!(ring.get(Tick(7)), Some(&70), "the tick comes again");
        ring.forget_after(Tick(7));
        assert_eq!(ring.newest(), Some((Tick(7), &70)));
        ring.forget_after(Tick(0));
        assert_eq!(ring.newest(), None);
    }

    #[test]
    fn neighbours_are_found_across_gaps() {
        let mut ring = TickRing::new(8);
        for n in [2, 4, 7] {
            ring.insert(Tick(n), n);
        }
        assert_eq!(ring.at_or_before(Tick(6)), Some((Tick(4), &4)));
        assert_eq!(ring.at_or_before(Tick(99)), Some((Tick(7), &7)));
        assert_eq!(ring.at_or_before(Tick(1)), None);
        assert_eq!(ring.at_or_after(Tick(5)), Some((Tick(7), &7)));
        assert_eq!(ring.at_or_after(Tick(8)), None);
        let back: Vec<u32> = ring.walk_back(Tick(6)).map(|(_, v)| *v).collect();
        assert_eq!(back, [4, 2]);
        ring.clear();
        assert_eq!(ring.newest(), None);
        assert_eq!(ring.walk_back(Tick(6)).count(), 0);
    }
}

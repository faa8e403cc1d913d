//! A set of seats as bits: what a look over a row of the history gives, in the order of the seats.

use crate::base::limits::SEATS_MAX;

/// Words of 64 seats.
const WORDS: usize = SEATS_MAX as usize / 64;

const _: () = assert!(SEATS_MAX.is_multiple_of(64));

/// Some of the seats of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet {
    words: [u64; WORDS],
}

impl SeatSet {
    /// Nobody.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// Adds a seat; one beyond the largest room is not kept.
    pub fn insert(&mut self, seat: u16) {
        if let Some(word) = self.words.get_mut(usize::from(seat / 64)) {
            *word |= 1 << (seat % 64);
        }
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: u16) {
        if let Some(word) = self.words.get_mut(usize::from(seat / 64)) {
            *word &= !(1 << (seat % 64));
        }
    }

    /// Whether a seat is in it.
    #[must_use]
    pub fn contains(&self, seat: u16) -> bool {
        self.words.get(usize::from(seat / 64)).is_some_and(|word| word >> (seat % 64) & 1 == 1)
    }

    /// Keeps those that are in another set of the first `width` seats too; drops all beyond.
    pub(super) fn keep(&mut self, others: &[u64]) {
        for (n, word) in self.words.iter_mut().enumerate() {
            *word &= others.get(n).copied().unwrap_or(0);
        }
    }

    /// Adds those of another set.
    pub fn unite(&mut self, others: &Self) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word |= other;
        }
    }

    /// Those that are in both sets.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        self.keep(&others.words);
        self
    }

    /// Those that are not in another set.
    #[must_use]
    pub fn without(mut self, others: &Self) -> Self {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= !other;
        }
        self
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it holds nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The words, 64 seats each.
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// The words, to be written.
    pub(super) const fn words_mut(&mut self) -> &mut [u64; WORDS] {
        &mut self.words
    }

    /// Whether there are more than so many.
    #[must_use]
    pub fn is_more_than(&self, n: usize) -> bool {
        let mut left = n;
        for mut word in self.words {
            while word != 0 {
                if left == 0 {
                    return true;
                }
                left -= 1;
                word &= word - 1;
            }
        }
        false
    }

    /// The seats, in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let mut words = self.words;
        let mut n = 0;
        core::iter::from_fn(move || {
            while words.get(n).is_some_and(|word| *word == 0) {
                n += 1;
            }
            let word = words.get_mut(n)?;
            let bit = word.trailing_zeros();
            *word &= *word - 1;
            Some(n as u16 * 64 + bit as u16)
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn seats_come_in_order_and_sets_combine() {
        let mut set = SeatSet::EMPTY;
        for seat in [1023, 3, 64, 63, 3, 5000] {
            set.insert(seat);
        }
        assert_eq!(set.iter().collect::<Vec<u16>>(), [3, 63, 64, 1023]);
        assert_eq!((set.len(), set.contains(64), set.contains(5)), (4, true, false));
        set.remove(64);
        let mut other = SeatSet::EMPTY;
        other.words_mut()[0] = 0b1001 << 60;
        assert_eq!(other.iter().collect::<Vec<u16>>(), [60, 63]);
        assert_eq!(set.and(&other).iter().collect::<Vec<u16>>(), [63]);
        assert_eq!(set.without(&other).iter().collect::<Vec<u16>>(), [3, 1023]);
        set.unite(&other);
        assert_eq!(set.len(), 4);
        assert!(set.is_more_than(3) && !set.is_more_than(4));
        set.keep(&[u64::MAX]);
        assert_eq!(set.iter().collect::<Vec<u16>>(), [3, 60, 63]);
        assert!(SeatSet::EMPTY.is_empty() && !set.is_empty());
    }
}

//! A bit set of a room's seats, iterated in seat order.

use serde::{Serialize, Serializer};

use super::limits::SEATS_MAX;

/// Words of 64 seats.
const WORDS: usize = SEATS_MAX as usize / 64;

const _: () = assert!(SEATS_MAX.is_multiple_of(64));

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet {
    /// Seat `n` is bit `n % 64` of word `n / 64`.
    words: [u64; WORDS],
}

impl SeatSet {
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// Adds a seat; one beyond [`SEATS_MAX`] is ignored.
    pub fn insert(&mut self, seat: u16) {
        if let Some(word) = self.words.get_mut(usize::from(seat / 64)) {
            *word |= 1 << (seat % 64);
        }
    }

    /// Adds the seats whose bits are set, as bits of word `n`; any beyond [`SEATS_MAX`] are
    /// ignored.
    pub(crate) fn insert_word(&mut self, n: usize, seats: u64) {
        if let Some(word) = self.words.get_mut(n) {
            *word |= seats;
        }
    }

    #[must_use]
    pub fn contains(&self, seat: u16) -> bool {
        self.words.get(usize::from(seat / 64)).is_some_and(|word| word >> (seat % 64) & 1 == 1)
    }

    /// Union with another set, in place.
    pub fn unite(&mut self, others: &Self) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word |= other;
        }
    }

    /// The difference: the seats that are not in another set.
    #[must_use]
    pub fn without(mut self, others: &Self) -> Self {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= !other;
        }
        self
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The seats in ascending order.
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

impl FromIterator<u16> for SeatSet {
    fn from_iter<T: IntoIterator<Item = u16>>(seats: T) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// Trailing empty words are left out.
impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n = WORDS - self.words.iter().rev().take_while(|word| **word == 0).count();
        serializer.collect_seq(&self.words[..n])
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn seats_come_in_order_and_sets_combine() {
        let mut set: SeatSet = [1023, 3, 64, 63, 3, 5000].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<u16>>(), [3, 63, 64, 1023]);
        assert_eq!((set.len(), set.contains(64), set.contains(5)), (4, true, false));
        let mut other = SeatSet::EMPTY;
        other.insert_word(0, 0b1001 << 60);
        other.insert_word(WORDS, 1);
        assert_eq!(other.iter().collect::<Vec<u16>>(), [60, 63]);
        assert_eq!(set.without(&other).iter().collect::<Vec<u16>>(), [3, 64, 1023]);
        set.unite(&other);
        assert_eq!(set.len(), 5);
        assert!(SeatSet::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn words_above_the_highest_seat_are_not_written() {
        let written = |seats: &[u16]| {
            postcard::to_allocvec(&seats.iter().copied().collect::<SeatSet>()).unwrap()
        };
        for (seats, words) in [(&[][..], 0), (&[0][..], 1), (&[63, 70][..], 2)] {
            assert_eq!(written(seats)[0], words);
        }
    }
}

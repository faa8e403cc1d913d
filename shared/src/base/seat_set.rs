//! A set of seats, as bits.

use alloc::vec::Vec;

use serde::Serialize;

/// A set of seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatSet {
    /// The seat `n` is bit `n % 64` of word `n / 64`; no word behind the highest seat.
    words: Vec<u64>,
}

impl SeatSet {
    /// Adds a seat.
    pub fn insert(&mut self, seat: u16) {
        let word = usize::from(seat / 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (seat % 64);
    }

    /// Whether a seat is in it.
    #[must_use]
    pub fn contains(&self, seat: u16) -> bool {
        let word = self.words.get(usize::from(seat / 64)).copied().unwrap_or(0);
        word >> (seat % 64) & 1 == 1
    }

    /// Takes every seat out; the room for them stays.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// How many are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether nobody is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl FromIterator<u16> for SeatSet {
    fn from_iter<T: IntoIterator<Item = u16>>(seats: T) -> Self {
        let mut set = Self::default();
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_in_it_that_were_put_in() {
        let mut set: SeatSet = [0, 63, 64, 1023].into_iter().collect();
        for (seat, is_in) in [(0, true), (1, false), (63, true), (64, true), (1023, true)] {
            assert_eq!(set.contains(seat), is_in, "{seat}");
        }
        assert!(!set.contains(5000) && set.len() == 4);
        set.clear();
        assert!(set.is_empty() && !set.contains(0));
    }
}

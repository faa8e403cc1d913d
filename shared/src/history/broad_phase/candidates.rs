//! A short, ordered list of seats: the ships that a bolt may meet in the next stretches of its
//! flight, and in which part of them.

/// Capacity of a list, in seats.
const SEATS_MAX: usize = 8;

/// A short, ordered list of seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidates {
    seats: [u16; SEATS_MAX],
    n: u8,
    part: (f32, f32),
}

impl Candidates {
    /// No seats, and an empty part.
    pub const EMPTY: Self = Self { seats: [0; SEATS_MAX], n: 0, part: (1.0, 0.0) };

    /// Appends a seat that may be met in a part of the time, as fractions; `None` if the list is
    /// full.
    #[must_use]
    pub fn with(mut self, seat: u16, (from, to): (f32, f32)) -> Option<Self> {
        *self.seats.get_mut(usize::from(self.n))? = seat;
        self.n += 1;
        self.part = (self.part.0.min(from), self.part.1.max(to));
        Some(self)
    }

    /// The part of the time in which any of them may be met, as fractions.
    #[must_use]
    pub const fn part(&self) -> (f32, f32) {
        self.part
    }

    #[must_use]
    pub fn seats(&self) -> &[u16] {
        self.seats.get(..usize::from(self.n)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more_seats() {
        let mut list = Candidates::EMPTY;
        assert!(list.seats().is_empty());
        for n in 0..SEATS_MAX as u16 {
            list = list.with(3 * n, (0.5 - f32::from(n) / 16.0, 0.5)).unwrap();
        }
        assert_eq!(list.seats(), [0, 3, 6, 9, 12, 15, 18, 21]);
        assert_eq!(list.part(), (0.0625, 0.5));
        assert_eq!(list.with(99, (0.0, 1.0)), None);
    }
}

//! A few seats in their order: whom a bolt may meet in the next stretches of its flight.

/// Seats that a list has room for.
const SEATS_MAX: usize = 8;

/// A few seats, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortlist {
    seats: [u16; SEATS_MAX],
    n: u8,
}

impl Shortlist {
    /// Adds a seat behind the others; `None` where there is no room for it.
    #[must_use]
    pub fn with(mut self, seat: u16) -> Option<Self> {
        *self.seats.get_mut(usize::from(self.n))? = seat;
        self.n += 1;
        Some(self)
    }

    /// Its seats, in their order.
    #[must_use]
    pub fn seats(&self) -> &[u16] {
        self.seats.get(..usize::from(self.n)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_as_long_as_it_has_room() {
        let mut list = Shortlist::default();
        assert!(list.seats().is_empty());
        for n in 0..SEATS_MAX as u16 {
            list = list.with(3 * n).unwrap();
        }
        assert_eq!(list.seats(), [0, 3, 6, 9, 12, 15, 18, 21]);
        assert_eq!(list.with(99), None);
    }
}

//! Discontinuities: the ships that a tick put somewhere else, by a teleport or a new life. A few
//! seats and places for each row of the history, written with the row, and searched by whoever
//! follows trajectories from an older row on.

use alloc::vec::Vec;

use super::grid::{Capsule, LANES};
use crate::base::{geometry::Vec2, seat_set::SeatSet};

/// Of so many seats, one may jump in a tick.
const SEATS_A_JUMP: usize = 16;
/// For so many there is room even where few sit.
const ROOM_MIN: usize = 8;

/// The discontinuities of some ticks, a slot each.
#[derive(Clone, Debug, Default)]
pub(in crate::history) struct Discontinuities {
    /// How many a slot has room for: a multiple of four.
    stride: usize,
    /// How many there are in each slot; more than there is room for where some are not kept.
    counts: Vec<usize>,
    seats: Vec<u16>,
    /// Their places, in u; not a number behind the last one.
    xs: Vec<f32>,
    ys: Vec<f32>,
}

impl Discontinuities {
    /// Makes room for so many slots of so many seats, and forgets who was there.
    pub(in crate::history) fn make_room(&mut self, slots: usize, width: usize) {
        self.stride = (width / SEATS_A_JUMP).next_multiple_of(LANES).max(ROOM_MIN);
        // Where nothing was ever written, it is not known who came.
        self.counts = alloc::vec![usize::MAX; slots];
        self.seats = alloc::vec![0; slots * self.stride];
        self.xs = alloc::vec![f32::NAN; slots * self.stride];
        self.ys = alloc::vec![f32::NAN; slots * self.stride];
    }

    /// Nobody came in a slot.
    pub(in crate::history) fn clear(&mut self, slot: usize) {
        let Some(count) = self.counts.get_mut(slot) else { return };
        let used = (*count).min(self.stride);
        self.xs[slot * self.stride..][..used].fill(f32::NAN);
        *count = 0;
    }

    /// Somebody came.
    pub(in crate::history) fn push(&mut self, slot: usize, seat: u16, at: Vec2) {
        let Some(count) = self.counts.get_mut(slot) else { return };
        if *count < self.stride {
            let place = slot * self.stride + *count;
            (self.seats[place], self.xs[place], self.ys[place]) = (seat, at.x, at.y);
        }
        *count = count.saturating_add(1);
    }

    /// Adds those of a slot who lie in a zone; `None` where not all of them are known.
    pub(in crate::history) fn query(
        &self,
        slot: usize,
        zone: &Capsule,
        found: &mut SeatSet,
    ) -> Option<()> {
        let count = self.counts.get(slot).copied().filter(|count| *count <= self.stride)?;
        let of = slot * self.stride..(slot + 1) * self.stride;
        let (seats, xs, ys) = (&self.seats[of.clone()], &self.xs[of.clone()], &self.ys[of]);
        for at in (0..count).step_by(LANES) {
            let mut lanes = zone.lanes(&xs[at..at + LANES], &ys[at..at + LANES]);
            while lanes != 0 {
                found.insert(seats[at + lanes.trailing_zeros() as usize]);
                lanes &= lanes - 1;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::geometry::Segment;

    #[test]
    fn discontinuities_are_found_where_they_came_as_long_as_all_are_known() {
        let mut discontinuities = Discontinuities::default();
        discontinuities.make_room(2, 100);
        let zone = Capsule::new(Segment::new(Vec2::ZERO, Vec2::new(100.0, 0.0)), 10.0);
        let look = |discontinuities: &Discontinuities, slot| {
            let mut found = SeatSet::EMPTY;
            discontinuities
                .query(slot, &zone, &mut found)
                .map(|()| found.iter().collect::<Vec<u16>>())
        };
        assert_eq!(look(&discontinuities, 1), None, "never written");
        discontinuities.clear(1);
        assert_eq!(look(&discontinuities, 1), Some(alloc::vec![]));
        for seat in 0..8 {
            discontinuities.push(1, seat * 10, Vec2::new(0.0, f32::from(seat) * 4.0));
        }
        assert_eq!(look(&discontinuities, 1), Some(alloc::vec![0, 10, 20]));
        discontinuities.push(1, 90, Vec2::ZERO);
        assert_eq!(look(&discontinuities, 1), None, "one too many");
        discontinuities.clear(1);
        discontinuities.push(1, 7, Vec2::ZERO);
        assert_eq!(look(&discontinuities, 1), Some(alloc::vec![7]));
        assert_eq!(look(&discontinuities, 2), None, "no such slot");
    }
}

//! Discontinuities: the ships that a tick moved by a teleport or a respawn. A few seats and
//! positions per row of the history, written with the row and searched when trajectories are
//! followed from an older row.

use alloc::vec::Vec;

use super::grid::{Capsule, LANES};
use crate::base::{geometry::Vec2, seat_set::SeatSet};

/// Expected share of jumps: one seat in this many per tick.
const SEATS_A_JUMP: usize = 16;
/// Minimum capacity of a slot, however few seats there are.
const ROOM_MIN: usize = 8;

/// The discontinuities of several ticks, one slot per tick.
#[derive(Clone, Debug, Default)]
pub(in crate::history) struct Discontinuities {
    /// Capacity of a slot: a multiple of four.
    stride: usize,
    /// Entries per slot; above the capacity where some were not kept.
    counts: Vec<usize>,
    seats: Vec<u16>,
    /// Positions, in u; NaN past the last entry.
    xs: Vec<f32>,
    ys: Vec<f32>,
}

impl Discontinuities {
    /// Allocates slots for rows of `width` seats and discards all entries.
    pub(in crate::history) fn make_room(&mut self, slots: usize, width: usize) {
        self.stride = (width / SEATS_A_JUMP).next_multiple_of(LANES).max(ROOM_MIN);
        // The entries of a slot that was never written are unknown.
        self.counts = alloc::vec![usize::MAX; slots];
        self.seats = alloc::vec![0; slots * self.stride];
        self.xs = alloc::vec![f32::NAN; slots * self.stride];
        self.ys = alloc::vec![f32::NAN; slots * self.stride];
    }

    /// Empties a slot.
    pub(in crate::history) fn clear(&mut self, slot: usize) {
        let Some(count) = self.counts.get_mut(slot) else { return };
        let used = (*count).min(self.stride);
        self.xs[slot * self.stride..][..used].fill(f32::NAN);
        *count = 0;
    }

    /// Adds a ship that jumped.
    pub(in crate::history) fn push(&mut self, slot: usize, seat: u16, at: Vec2) {
        let Some(count) = self.counts.get_mut(slot) else { return };
        if *count < self.stride {
            let place = slot * self.stride + *count;
            (self.seats[place], self.xs[place], self.ys[place]) = (seat, at.x, at.y);
        }
        *count = count.saturating_add(1);
    }

    /// Adds the entries of a slot that lie in a zone; `None` if the slot's list is incomplete.
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
    fn discontinuities_are_found_unless_some_were_dropped() {
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

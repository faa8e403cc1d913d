//! Follows ships from one row of a history to a later one, to find once for many ticks which of
//! them came near a path, and when.

use super::grid::Capsule;
use crate::{
    base::{
        geometry::{Segment, Vec2},
        seat_set::SeatSet,
        time::Tick,
    },
    history::store::{History, RowPose},
};

/// Maximum rows followed.
const ROWS_MAX: usize = 24;
/// Time error of a look-up, in ticks: moments are rounded.
const ROUNDED: f32 = 1.0 / 64.0;
/// How far a time range is widened so that rounding excludes nothing.
const SLACK: f32 = 1.0 / 32.0;

/// The rows from one tick to another.
pub(crate) struct Trajectories<'a> {
    history: &'a History,
    slots: [usize; ROWS_MAX],
    n: usize,
}

/// A range of time, in fractions from 0 to 1 or in ticks.
pub(crate) type TimeRange = (f32, f32);

/// A flight along a path during a range of ticks, counted from the first row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptPath {
    pub(crate) path: Segment,
    pub(crate) ticks: TimeRange,
    /// Ships that stay farther away than this cannot be hit, in u.
    pub(crate) within_u: f32,
}

impl<'a> Trajectories<'a> {
    /// The rows from one tick to another; `None` if they are too many or not all known.
    pub(crate) fn new(history: &'a History, first: Tick, last: Tick) -> Option<Self> {
        let mut rows = Self { history, slots: [0; ROWS_MAX], n: 0 };
        for tick in first.0..=last.0 {
            *rows.slots.get_mut(rows.n)? = history.slot(Tick(tick))?;
            rows.n += 1;
        }
        Some(rows)
    }

    /// The ships that may come within a distance of a path, and possibly others; `None` where
    /// nothing bounds their movement.
    pub(crate) fn near(&self, path: Segment, within_u: f32) -> Option<SeatSet> {
        let (first, others) = self.slots.get(..self.n)?.split_first()?;
        let displacement_u: f32 = others.iter().map(|slot| self.history.farthest_in_u(*slot)).sum();
        if !displacement_u.is_finite() {
            return None;
        }
        let zone = Capsule::new(path, within_u + displacement_u);
        let mut found = self.history.near(*first, &zone);
        // A ship that jumped may not have been near before.
        for slot in others {
            self.history.discontinuities(*slot, &zone, &mut found)?;
        }
        Some(found)
    }

    /// The part of the flight in which it may be near a ship, as fractions; `None`: it never is.
    pub(crate) fn meets(&self, seat: u16, flight: &SweptPath) -> Option<TimeRange> {
        const ALWAYS: Option<TimeRange> = Some((0.0, 1.0));
        let (first_slot, others) = self.slots.get(..self.n)?.split_first()?;
        let Some(last_slot) = others.last() else { return ALWAYS };
        let first = self.history.row_pose(*first_slot, seat)?;
        let last = self.history.row_pose(*last_slot, seat)?;
        let is_same = |row_pose: &RowPose| {
            (row_pose.there, row_pose.generation, row_pose.life)
                == (true, first.generation, first.life)
        };
        if !is_same(first) || !is_same(last) {
            return ALWAYS;
        }
        // A dead ship stays dead for the rest of that life.
        if !first.alive {
            return None;
        }
        let a_tick = (last.pos - first.pos) / others.len() as f32;
        let (mut off2, mut steady) = (0.0_f32, first.pos);
        for slot in others {
            let row_pose = self.history.row_pose(*slot, seat)?;
            if !is_same(row_pose) {
                return ALWAYS;
            }
            steady += a_tick;
            off2 = off2.max((row_pose.pos - steady).length_squared());
        }
        let off_u = libm::sqrtf(off2);
        let rounded_u = (a_tick.length() + 2.0 * off_u) * ROUNDED;
        let (from, to) = flight.ticks;
        let ship = Segment::new(first.pos + a_tick * from, first.pos + a_tick * to);
        time_range_within(flight.path, ship, flight.within_u + off_u + rounded_u)
    }
}

/// The part of the time in which two points moving along their segments are within a distance of
/// each other, slightly widened; `None`: they never are.
fn time_range_within(a: Segment, b: Segment, within_u: f32) -> Option<TimeRange> {
    let start: Vec2 = a.from - b.from;
    let delta = (a.to - b.to) - start;
    let (qa, qb) = (delta.length_squared(), start.dot(delta));
    // Fraction of the closest approach.
    let nearest = if qa > 0.0 { (-qb / qa).clamp(0.0, 1.0) } else { 0.0 };
    let least2 = (start + delta * nearest).length_squared();
    let spare2 = within_u * within_u - least2;
    if spare2 < 0.0 {
        return None;
    }
    // Away from the closest approach, the distance grows as |delta|² t², which must stay ≤ spare2.
    let off = if qa > 0.0 { libm::sqrtf(spare2 / qa) } else { 1.0 };
    let off = off + SLACK;
    Some(((nearest - off).max(0.0), (nearest + off).min(1.0)))
}

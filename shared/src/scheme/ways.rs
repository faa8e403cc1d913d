//! How ships went from one row of a history to a later one, row by row: for whoever wants to know
//! once for many ticks who came near a path.

use super::history::{History, Stay};
use crate::base::{
    geometry::{Segment, nearest_approach},
    time::Tick,
};

/// Rows that are followed at most.
const ROWS_MAX: usize = 24;
/// How far off its moment, in parts of a tick, somebody may be looked at: moments are rounded.
const ROUNDED: f32 = 1.0 / 64.0;

/// The rows from one tick to another.
pub(super) struct Ways<'a> {
    rows: [&'a [Stay]; ROWS_MAX],
    n: usize,
}

/// A part of the time between the first row and the last: from so many ticks after the first until
/// so many.
pub(super) type Part = (f32, f32);

impl<'a> Ways<'a> {
    /// The rows from one tick to another; `None` where they are too many, or not all known.
    pub(super) fn new(history: &'a History, first: Tick, last: Tick) -> Option<Self> {
        let mut ways = Self { rows: [&[]; ROWS_MAX], n: 0 };
        for tick in first.0..=last.0 {
            *ways.rows.get_mut(ways.n)? = history.stays_in(history.slot(Tick(tick))?);
            ways.n += 1;
        }
        Some(ways)
    }

    /// Whether a ship may come within a distance of what flies along a path in a part of the time.
    /// Nobody says no who does.
    pub(super) fn may_meet(&self, seat: u16, path: Segment, (from, to): Part, within: f32) -> bool {
        let rows = self.rows.get(..self.n).unwrap_or_default();
        let stays = || rows.iter().filter_map(|row| row.get(usize::from(seat)));
        let (Some(first), Some(last)) = (stays().next(), stays().next_back()) else { return false };
        let is_same = |stay: &Stay| {
            (stay.there, stay.generation, stay.life) == (true, first.generation, first.life)
        };
        if self.n < 2 || stays().any(|stay| !is_same(stay)) {
            return true;
        }
        // Nobody rises in the life in which it died.
        if !first.alive {
            return false;
        }
        let a_tick = (last.pos - first.pos) / (self.n - 1) as f32;
        let mut off2 = 0.0_f32;
        for (n, stay) in stays().enumerate() {
            off2 = off2.max((stay.pos - (first.pos + a_tick * n as f32)).length_squared());
        }
        let off_u = libm::sqrtf(off2);
        let rounded_u = (a_tick.length() + 2.0 * off_u) * ROUNDED;
        let ship = Segment::new(first.pos + a_tick * from, first.pos + a_tick * to);
        nearest_approach(path, ship).distance <= within + off_u + rounded_u
    }
}

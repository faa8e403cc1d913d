//! Who is near a place: the points of one tick, looked over four at a time or, where they are many,
//! by a uniform grid that is built once a tick. Exact for discs; for paths a few more may be given.
#![allow(
    clippy::disallowed_types,
    reason = "of Vec4 only + − × and comparisons lane by lane, which agree to the bit everywhere"
)]

use alloc::vec::Vec;
use core::ops::Range;

use glam::Vec4;

use super::seats::SeatSet;
use crate::base::geometry::{Segment, Vec2};

/// Points that are compared at once.
const LANES: usize = 4;
/// Seats of a word of a set.
const SEATS_A_WORD: usize = 64;
/// With fewer seats than this all are looked over: that is faster than to look where to look.
pub(super) const GRID_FROM: usize = 192;
/// Cells along the longer side of what the points take up, at most.
const SIDE_CELLS_MAX: f32 = 31.0;
/// Cells of a tick at most.
const CELLS_MAX: usize = 1024;
/// The smallest side of a cell, in u.
const CELL_MIN_U: f32 = 64.0;
/// By how much a path is widened, so that rounding leaves nobody out, in u.
const SLACK_U: f32 = 0.5;

/// A question about points.
pub(super) trait Zone {
    /// Which of four points lie in it.
    fn four(&self, xs: Vec4, ys: Vec4) -> u32;
    /// From where to where it reaches along y.
    fn height(&self) -> (f32, f32);
    /// From where to where it reaches along x between two values of y.
    fn width(&self, low: f32, high: f32) -> (f32, f32);
}

/// All points at most a distance from a centre: exactly those whose squared distance in `f32` is
/// not above the squared radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    centre: Vec2,
    radius: f32,
    radius2: f32,
}

/// All points at most a distance from a segment, and maybe some a bit further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capsule {
    from: Vec2,
    way: Vec2,
    /// What a dot product with the way is multiplied by to be a fraction of it.
    share: Vec2,
    radius: f32,
    radius2: f32,
}

impl Disc {
    pub(super) fn new(centre: Vec2, radius: f32) -> Self {
        Self { centre, radius, radius2: radius * radius }
    }

    pub(super) fn holds(&self, point: Vec2) -> bool {
        (point - self.centre).length_squared() <= self.radius2
    }
}

impl Capsule {
    pub(super) fn new(path: Segment, radius: f32) -> Self {
        let way = path.to - path.from;
        let len2 = way.length_squared();
        let share = if len2 > 0.0 { way / len2 } else { Vec2::ZERO };
        let radius = radius + SLACK_U;
        Self { from: path.from, way, share, radius, radius2: radius * radius }
    }

    /// The squared distance of a point from the segment.
    pub(super) fn distance2(&self, point: Vec2) -> f32 {
        let off = point - self.from;
        let off = off - self.way * off.dot(self.share).clamp(0.0, 1.0);
        off.length_squared()
    }
}

impl Zone for Disc {
    fn four(&self, xs: Vec4, ys: Vec4) -> u32 {
        let (dx, dy) = (xs - Vec4::splat(self.centre.x), ys - Vec4::splat(self.centre.y));
        (dx * dx + dy * dy).cmple(Vec4::splat(self.radius2)).bitmask()
    }

    fn height(&self) -> (f32, f32) {
        let reach = self.radius + SLACK_U;
        (self.centre.y - reach, self.centre.y + reach)
    }

    fn width(&self, low: f32, high: f32) -> (f32, f32) {
        let off = (low - self.centre.y).max(self.centre.y - high).max(0.0);
        let half = libm::sqrtf((self.radius2 - off * off).max(0.0)) + SLACK_U;
        (self.centre.x - half, self.centre.x + half)
    }
}

impl Zone for Capsule {
    fn four(&self, xs: Vec4, ys: Vec4) -> u32 {
        let (dx, dy) = (xs - Vec4::splat(self.from.x), ys - Vec4::splat(self.from.y));
        let along = dx * Vec4::splat(self.share.x) + dy * Vec4::splat(self.share.y);
        let along = along.max(Vec4::ZERO).min(Vec4::ONE);
        let dx = dx - along * Vec4::splat(self.way.x);
        let dy = dy - along * Vec4::splat(self.way.y);
        (dx * dx + dy * dy).cmple(Vec4::splat(self.radius2)).bitmask()
    }

    fn height(&self) -> (f32, f32) {
        let end = self.from.y + self.way.y;
        (self.from.y.min(end) - self.radius, self.from.y.max(end) + self.radius)
    }

    fn width(&self, low: f32, high: f32) -> (f32, f32) {
        let (low, high) = (low - self.radius - self.from.y, high + self.radius - self.from.y);
        let (mut first, mut last) = (0.0, 1.0);
        if self.way.y.abs() > 1.0 {
            let (a, b) = (low / self.way.y, high / self.way.y);
            (first, last) = (a.min(b).clamp(0.0, 1.0), a.max(b).clamp(0.0, 1.0));
        }
        let (a, b) = (self.from.x + self.way.x * first, self.from.x + self.way.x * last);
        (a.min(b) - self.radius, a.max(b) + self.radius)
    }
}

/// Who of a row of points, by seat, lies in a zone: an empty seat is not a number. The row is as
/// long as a multiple of four.
pub(super) fn look_over(xs: &[f32], ys: &[f32], zone: &impl Zone) -> SeatSet {
    let mut found = SeatSet::EMPTY;
    let columns = xs.chunks(SEATS_A_WORD).zip(ys.chunks(SEATS_A_WORD));
    for (word, (xs, ys)) in found.words_mut().iter_mut().zip(columns) {
        let fours = xs.chunks_exact(LANES).zip(ys.chunks_exact(LANES));
        for (n, (xs, ys)) in fours.enumerate() {
            let lanes = zone.four(Vec4::from_slice(xs), Vec4::from_slice(ys));
            *word |= u64::from(lanes) << (n * LANES);
        }
    }
    found
}

/// The grids of some ticks, a slot each: the points of a slot sorted by their cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Grids {
    /// Points that a slot has room for, and four.
    stride: usize,
    shapes: Vec<Shape>,
    /// Where the points of each cell begin, by slot; one more than there are cells.
    starts: Vec<u16>,
    seats: Vec<u16>,
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// The cell of each point, while a grid is built.
    cells: Vec<u16>,
}

/// Where the cells of a slot lie.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    corner: Vec2,
    /// Cells in a u.
    per_u: f32,
    columns: usize,
    /// 0: there is no grid.
    rows: usize,
}

impl Shape {
    fn around(low: Vec2, high: Vec2) -> Self {
        let extent = high - low;
        let side = (extent.max_element() / SIDE_CELLS_MAX).max(CELL_MIN_U);
        let per_u = 1.0 / side;
        let cells = |extent: f32| (extent * per_u) as usize + 1;
        Self { corner: low, per_u, columns: cells(extent.x), rows: cells(extent.y) }
    }

    fn column(&self, x: f32) -> usize {
        (((x - self.corner.x) * self.per_u).max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f32) -> usize {
        (((y - self.corner.y) * self.per_u).max(0.0) as usize).min(self.rows - 1)
    }
}

impl Grids {
    /// Makes room for so many slots of so many seats, and forgets what was there.
    pub(super) fn make_room(&mut self, slots: usize, width: usize) {
        self.stride = width + LANES;
        self.shapes = alloc::vec![Shape::default(); slots];
        self.starts = alloc::vec![0; slots * (CELLS_MAX + 1)];
        self.seats = alloc::vec![0; slots * self.stride];
        self.xs = alloc::vec![f32::NAN; slots * self.stride];
        self.ys = alloc::vec![f32::NAN; slots * self.stride];
        self.cells = alloc::vec![0; width];
    }

    /// Builds the grid of a slot from a row of points, by seat; nothing but the slot is written.
    pub(super) fn build(&mut self, slot: usize, xs: &[f32], ys: &[f32]) {
        let Some(kept) = self.shapes.get_mut(slot) else { return };
        let points = || xs.iter().zip(ys).map(|(x, y)| Vec2::new(*x, *y));
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for point in points().filter(|point| !point.x.is_nan()) {
            (low, high) = (low.min(point), high.max(point));
        }
        if low.cmpgt(high).any() || !(high - low).is_finite() {
            *kept = Shape::default();
            return;
        }
        let shape = Shape::around(low, high);
        *kept = shape;
        let starts = &mut self.starts[slot * (CELLS_MAX + 1)..][..=CELLS_MAX];
        let n_cells = shape.columns * shape.rows;
        starts[..=n_cells].fill(0);
        for (point, cell) in points().zip(&mut self.cells) {
            if !point.x.is_nan() {
                *cell = (shape.row(point.y) * shape.columns + shape.column(point.x)) as u16;
                starts[usize::from(*cell) + 1] += 1;
            }
        }
        for n in 0..n_cells {
            starts[n + 1] += starts[n];
        }
        let of = slot * self.stride..(slot + 1) * self.stride;
        let seats = &mut self.seats[of.clone()];
        let (to_xs, to_ys) = (&mut self.xs[of.clone()], &mut self.ys[of]);
        for (seat, (point, cell)) in points().zip(&self.cells).enumerate() {
            if !point.x.is_nan() {
                let place = &mut starts[usize::from(*cell)];
                let at = usize::from(*place);
                *place += 1;
                (seats[at], to_xs[at], to_ys[at]) = (seat as u16, point.x, point.y);
            }
        }
        // Each start has become the start of the next cell.
        let n = usize::from(starts[n_cells]);
        starts.copy_within(..n_cells, 1);
        starts[0] = 0;
        to_xs[n..n + LANES].fill(f32::NAN);
    }

    /// Who of a slot lies in a zone; `None` where there is no grid.
    pub(super) fn look(&self, slot: usize, zone: &impl Zone) -> Option<SeatSet> {
        let shape = self.shapes.get(slot).filter(|shape| shape.rows > 0)?;
        let starts = &self.starts[slot * (CELLS_MAX + 1)..][..=CELLS_MAX];
        let mut found = SeatSet::EMPTY;
        let (low, high) = zone.height();
        let side = 1.0 / shape.per_u;
        for row in shape.row(low)..=shape.row(high) {
            let y = shape.corner.y + row as f32 * side;
            // The points of the outermost rows may lie a rounding error outside.
            let (from, to) = zone.width(y - SLACK_U, y + side + SLACK_U);
            let cells = row * shape.columns;
            let first = starts[cells + shape.column(from)];
            let end = starts[cells + shape.column(to) + 1];
            self.look_over(slot, usize::from(first)..usize::from(end), zone, &mut found);
        }
        Some(found)
    }

    /// Whether a disc is so large that a grid saves nothing.
    pub(super) fn is_much_of(&self, slot: usize, disc: &Disc) -> bool {
        let Some(shape) = self.shapes.get(slot) else { return true };
        let cells_across = 2.0 * disc.radius * shape.per_u;
        cells_across * cells_across * 8.0 > (shape.rows * shape.columns) as f32
    }

    /// Looks over some of the points of a slot, and maybe up to three after them.
    fn look_over(&self, slot: usize, of: Range<usize>, zone: &impl Zone, found: &mut SeatSet) {
        let base = slot * self.stride;
        let end = base + of.end;
        let mut at = base + of.start;
        while at < end {
            let xs = Vec4::from_slice(&self.xs[at..at + LANES]);
            let ys = Vec4::from_slice(&self.ys[at..at + LANES]);
            let mut lanes = zone.four(xs, ys);
            while lanes != 0 {
                found.insert(self.seats[at + lanes.trailing_zeros() as usize]);
                lanes &= lanes - 1;
            }
            at += LANES;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// Two rows by seat, an eighth of the seats empty.
    fn rows(n: usize, extent: Vec2, rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
        let point = |rng: &mut Rng| match rng.below(8) {
            0 => (f32::NAN, f32::NAN),
            _ => (rng.range(0.0, extent.x), rng.range(0.0, extent.y)),
        };
        (0..n).map(|_| point(rng)).unzip()
    }

    /// Who is within a distance of a segment, by the plain formula.
    fn plain(xs: &[f32], ys: &[f32], path: Segment, radius: f32) -> SeatSet {
        let mut found = SeatSet::EMPTY;
        for (seat, (x, y)) in xs.iter().zip(ys).enumerate() {
            let (at, way) = (Vec2::new(*x, *y), path.to - path.from);
            let len2 = way.length_squared();
            let along = if len2 > 0.0 { (at - path.from).dot(way) / len2 } else { 0.0 };
            if (at - path.at(along.clamp(0.0, 1.0))).length_squared() <= radius * radius {
                found.insert(seat as u16);
            }
        }
        found
    }

    #[test]
    fn grid_and_row_find_who_is_near() {
        let mut rng = Rng::new(3, 0);
        let mut grids = Grids::default();
        grids.make_room(2, 1024);
        for round in 0..300 {
            let extent = Vec2::new(rng.range(1.0, 16_000.0), rng.range(1.0, 4000.0));
            let (xs, ys) = rows(1024, extent, &mut rng);
            let slot = round % 2;
            grids.build(slot, &xs, &ys);
            for _ in 0..20 {
                let mut point =
                    || Vec2::new(rng.range(-90.0, extent.x), rng.range(-90.0, extent.y * 1.1));
                let (from, to) = (point(), point());
                let from = if round % 5 == 0 { Vec2::new(to.x, from.y) } else { from };
                let path = if round % 7 == 0 { Segment::still(to) } else { Segment::new(from, to) };
                let radius = rng.range(0.0, 300.0);
                let disc = Disc::new(path.from, radius);
                let want = plain(&xs, &ys, Segment::still(path.from), radius);
                assert_eq!(look_over(&xs, &ys, &disc), want, "round {round}");
                assert_eq!(grids.look(slot, &disc), Some(want), "round {round}");
                let capsule = Capsule::new(path, radius);
                let (least, most) = (radius, radius + 2.0 * SLACK_U);
                let (least, most) = (plain(&xs, &ys, path, least), plain(&xs, &ys, path, most));
                let (row, grid) = (look_over(&xs, &ys, &capsule), grids.look(slot, &capsule));
                assert!(least.without(&row).is_empty() && row.without(&most).is_empty());
                assert_eq!(grid, Some(row), "round {round}: {path:?}, {radius}");
            }
        }
    }

    #[test]
    fn a_grid_of_nobody_is_none() {
        let mut grids = Grids::default();
        grids.make_room(1, 64);
        let disc = Disc::new(Vec2::ZERO, 1e6);
        assert_eq!(grids.look(0, &disc), None);
        grids.build(0, &[f32::NAN; 64], &[f32::NAN; 64]);
        assert_eq!(grids.look(0, &disc), None);
        let mut xs = [f32::NAN; 64];
        xs[7] = 5.0;
        grids.build(0, &xs, &[3.0; 64]);
        assert_eq!(grids.look(0, &disc).map(|found| found.len()), Some(1));
    }
}

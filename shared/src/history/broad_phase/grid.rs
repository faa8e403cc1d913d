//! Finds the points of one tick near a path, by comparing four at a time or, for many points, by a
//! uniform grid that is built once a tick. Results may include a few points slightly too far away.
#![allow(
    clippy::disallowed_types,
    reason = "of Vec4 only + − × and comparisons lane by lane, which agree to the bit everywhere"
)]

use alloc::vec::Vec;
use core::ops::Range;

use glam::Vec4;

use crate::base::{
    geometry::{Segment, Vec2},
    seat_set::SeatSet,
};

/// Points compared at once.
pub(crate) const LANES: usize = 4;
/// Seats per word of a seat set.
const SEATS_A_WORD: usize = 64;
/// With fewer seats than this, a scan of all of them is faster than the grid.
pub(crate) const GRID_FROM: usize = 192;
/// Maximum cells along the longer side of the points' bounding box.
const SIDE_CELLS_MAX: f32 = 20.0;
/// Maximum cells of one tick.
const CELLS_MAX: usize = 1024;
/// The smallest side of a cell, in u.
const CELL_MIN_U: f32 = 64.0;
/// How far a path is widened so that rounding excludes no point, in u.
pub(crate) const SLACK_U: f32 = 0.5;

/// All points within a distance of a segment, and possibly some slightly further away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    from: Vec2,
    delta: Vec2,
    /// A dot product with this gives the fraction along `delta`.
    share: Vec2,
    /// The fraction of `delta` per u along y; `None` if it runs along x.
    per_y: Option<f32>,
    radius: f32,
    radius2: f32,
}

impl Capsule {
    pub(crate) fn new(path: Segment, radius: f32) -> Self {
        let delta = path.to - path.from;
        let len2 = delta.length_squared();
        let share = if len2 > 0.0 { delta / len2 } else { Vec2::ZERO };
        let per_y = (delta.y.abs() > 1.0).then(|| 1.0 / delta.y);
        let radius = radius + SLACK_U;
        Self { from: path.from, delta, share, per_y, radius, radius2: radius * radius }
    }

    /// This capsule in grid cells, widened by a slack in u.
    fn in_cells(&self, shape: &Shape, slack_u: f32) -> Self {
        let Self { from, delta, share, per_y, radius, .. } = *self;
        let radius = (radius + slack_u) * shape.per_u;
        Self {
            from: shape.cells(from),
            delta: delta * shape.per_u,
            share,
            per_y: per_y.map(|per_y| per_y / shape.per_u),
            radius,
            radius2: radius * radius,
        }
    }

    /// A mask of which of [`LANES`] points lie in it.
    pub(crate) fn lanes(&self, xs: &[f32], ys: &[f32]) -> u32 {
        self.four(Vec4::from_slice(xs), Vec4::from_slice(ys))
    }

    /// A mask of which of four points lie in it.
    fn four(&self, xs: Vec4, ys: Vec4) -> u32 {
        let (dx, dy) = (xs - Vec4::splat(self.from.x), ys - Vec4::splat(self.from.y));
        let along = dx * Vec4::splat(self.share.x) + dy * Vec4::splat(self.share.y);
        let along = along.max(Vec4::ZERO).min(Vec4::ONE);
        let dx = dx - along * Vec4::splat(self.delta.x);
        let dy = dy - along * Vec4::splat(self.delta.y);
        (dx * dx + dy * dy).cmple(Vec4::splat(self.radius2)).bitmask()
    }

    /// Its extent along y.
    fn height(&self) -> (f32, f32) {
        let end = self.from.y + self.delta.y;
        (self.from.y.min(end) - self.radius, self.from.y.max(end) + self.radius)
    }

    /// Its extent along x between two values of y; possibly slightly larger.
    fn width(&self, low: f32, high: f32) -> (f32, f32) {
        let (low, high) = (low - self.radius - self.from.y, high + self.radius - self.from.y);
        let (mut first, mut last) = (0.0, 1.0);
        if let Some(per_y) = self.per_y {
            let (a, b) = (low * per_y, high * per_y);
            (first, last) = (a.min(b).clamp(0.0, 1.0), a.max(b).clamp(0.0, 1.0));
        }
        let (a, b) = (self.from.x + self.delta.x * first, self.from.x + self.delta.x * last);
        (a.min(b) - self.radius, a.max(b) + self.radius)
    }
}

/// The seats of a row of points that lie in a zone. An empty seat is NaN. The row's length is a
/// multiple of four.
#[inline]
pub(crate) fn look_over(xs: &[f32], ys: &[f32], zone: &Capsule) -> SeatSet {
    let mut found = SeatSet::EMPTY;
    let columns = xs.chunks(SEATS_A_WORD).zip(ys.chunks(SEATS_A_WORD));
    for (n, (xs, ys)) in columns.enumerate() {
        let fours = xs.chunks_exact(LANES).zip(ys.chunks_exact(LANES));
        let lanes = fours.enumerate().map(|(n, (xs, ys))| {
            u64::from(zone.four(Vec4::from_slice(xs), Vec4::from_slice(ys))) << (n * LANES)
        });
        found.insert_word(n, lanes.fold(0, |word, lanes| word | lanes));
    }
    found
}

/// The grids of several ticks, one slot per tick: the points of a slot sorted by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grids {
    /// Points per slot, plus four of padding.
    stride: usize,
    shapes: Vec<Shape>,
    /// The index of each cell's first point, by slot; one entry more than there are cells.
    starts: Vec<u16>,
    seats: Vec<u16>,
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// The cell of each point; scratch space for building a grid.
    cells: Vec<u16>,
}

/// How the cells of a slot are laid out.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    corner: Vec2,
    /// Cells per u.
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

    /// A point's offset from the corner, in cells.
    fn cells(&self, point: Vec2) -> Vec2 {
        (point - self.corner) * self.per_u
    }

    fn column(&self, cells: f32) -> usize {
        (cells.max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, cells: f32) -> usize {
        (cells.max(0.0) as usize).min(self.rows - 1)
    }
}

impl Grids {
    /// Allocates slots for rows of `width` seats and discards all grids.
    pub(crate) fn make_room(&mut self, slots: usize, width: usize) {
        self.stride = width + LANES;
        self.shapes = alloc::vec![Shape::default(); slots];
        self.starts = alloc::vec![0; slots * (CELLS_MAX + 1)];
        self.seats = alloc::vec![0; slots * self.stride];
        self.xs = alloc::vec![f32::NAN; slots * self.stride];
        self.ys = alloc::vec![f32::NAN; slots * self.stride];
        self.cells = alloc::vec![0; width];
    }

    /// Builds the grid of a slot from a row of points, by seat. Writes only this slot.
    pub(crate) fn build(&mut self, slot: usize, xs: &[f32], ys: &[f32]) {
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
                let cells = shape.cells(point);
                *cell = (shape.row(cells.y) * shape.columns + shape.column(cells.x)) as u16;
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

    /// The seats of a slot that lie in a zone; `None` where there is no grid.
    #[inline]
    pub(crate) fn query(&self, slot: usize, zone: &Capsule) -> Option<SeatSet> {
        let shape = self.shapes.get(slot).filter(|shape| shape.rows > 0)?;
        let starts = &self.starts[slot * (CELLS_MAX + 1)..][..=CELLS_MAX];
        let mut found = SeatSet::EMPTY;
        // Points of the outermost cells may lie outside by a rounding error.
        let cells = zone.in_cells(shape, SLACK_U);
        let (low, high) = cells.height();
        for row in shape.row(low)..=shape.row(high) {
            let (from, to) = cells.width(row as f32, row as f32 + 1.0);
            let before = row * shape.columns;
            let first = starts[before + shape.column(from)];
            let end = starts[before + shape.column(to) + 1];
            self.look_over(slot, usize::from(first)..usize::from(end), zone, &mut found);
        }
        Some(found)
    }

    /// Tests a range of a slot's points, and possibly up to three after it.
    fn look_over(&self, slot: usize, of: Range<usize>, zone: &Capsule, found: &mut SeatSet) {
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

    /// Two rows by seat; one seat in eight is empty.
    fn rows(n: usize, extent: Vec2, rng: &mut Rng) -> (Vec<f32>, Vec<f32>) {
        let point = |rng: &mut Rng| match rng.below(8) {
            0 => (f32::NAN, f32::NAN),
            _ => (rng.range(0.0, extent.x), rng.range(0.0, extent.y)),
        };
        (0..n).map(|_| point(rng)).unzip()
    }

    /// The seats within a distance of a segment, by the plain formula.
    fn plain(xs: &[f32], ys: &[f32], path: Segment, radius: f32) -> SeatSet {
        let mut found = SeatSet::EMPTY;
        for (seat, (x, y)) in xs.iter().zip(ys).enumerate() {
            let (at, delta) = (Vec2::new(*x, *y), path.to - path.from);
            let len2 = delta.length_squared();
            let along = if len2 > 0.0 { (at - path.from).dot(delta) / len2 } else { 0.0 };
            if (at - path.at(along.clamp(0.0, 1.0))).length_squared() <= radius * radius {
                found.insert(seat as u16);
            }
        }
        found
    }

    #[test]
    fn grid_and_row_find_the_same_ships() {
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
                let capsule = Capsule::new(path, radius);
                let (inner, outer) = (radius, radius + 2.0 * SLACK_U);
                let (inner, outer) = (plain(&xs, &ys, path, inner), plain(&xs, &ys, path, outer));
                let (row, grid) = (look_over(&xs, &ys, &capsule), grids.query(slot, &capsule));
                assert!(inner.without(&row).is_empty() && row.without(&outer).is_empty());
                assert_eq!(grid, Some(row), "round {round}: {path:?}, {radius}");
            }
        }
    }

    #[test]
    fn an_empty_row_has_no_grid() {
        let mut grids = Grids::default();
        grids.make_room(1, 64);
        let all = Capsule::new(Segment::still(Vec2::ZERO), 1e6);
        assert_eq!(grids.query(0, &all), None);
        grids.build(0, &[f32::NAN; 64], &[f32::NAN; 64]);
        assert_eq!(grids.query(0, &all), None);
        let mut xs = [f32::NAN; 64];
        xs[7] = 5.0;
        grids.build(0, &xs, &[3.0; 64]);
        assert_eq!(grids.query(0, &all).map(|found| found.len()), Some(1));
    }
}

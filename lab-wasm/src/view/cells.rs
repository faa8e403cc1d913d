//! Lays out the panes of a figure on its canvas, in CSS pixels. If there is not enough room for
//! all, ships are drawn smaller; then one column is shown at a time, and then fewer panes, so that
//! whatever is shown is large enough.

use shared::base::geometry::Vec2;
use web_ui::{canvas::rect::Rect, shell::canvas::Size};

use shared::sim::rules::SHIP_RADIUS_U;

use super::arrange::{Flow, PANES, TITLE_PX};

/// Width of a ship that a figure aims for, in CSS pixels.
const SHIP_PX: f32 = 32.0;
/// The resulting scale, in CSS pixels per u.
pub const PX_PER_U: f32 = SHIP_PX / (2.0 * SHIP_RADIUS_U);

/// Scales of the ships relative to their proper size: panes that the text mentions are shown, if
/// need be with smaller ships.
const SHARES: [f32; 6] = [1.0, 0.85, 0.7, 0.6, 0.5, 0.44];

/// Minimum size of a pane, if there is more than one, in CSS pixels.
const LEAST_PX: Vec2 = Vec2::new(100.0, 110.0);
/// Gap between two panes, with and without room for the threads' figures.
const GAP_WIDE_PX: f32 = 72.0;
const GAP_PX: f32 = 8.0;
/// Minimum width of panes side by side with figures between them.
const WIDE_PX: f32 = 240.0;

/// The layout of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// The panes of each column; hidden ones are empty.
    pub rows: Vec<[Rect; PANES]>,
    /// Direction in which the panes of a column follow each other.
    pub flow: Flow,
    /// CSS pixels per u at which the panes hold what they should.
    pub px_per_u: f32,
}

impl Default for Cells {
    fn default() -> Self {
        Self { rows: Vec::new(), flow: Flow::default(), px_per_u: PX_PER_U }
    }
}

/// What a figure should show.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDemand {
    /// Number of columns.
    pub columns: usize,
    /// The one shown where there is no room for all.
    pub column: usize,
    /// The panes, least important last.
    pub panes: Vec<usize>,
    /// Extents that a pane should hold with ships of sufficient size, in u: the first one that some
    /// layout can hold is used.
    pub holds: Vec<Vec2>,
}

impl Cells {
    /// Lays it out on a canvas.
    #[must_use]
    pub fn of(size: Size, wanted: &FigureDemand) -> Self {
        let room = Vec2::new(size.width_px, size.height_px);
        let all: Vec<usize> = (0..wanted.columns).collect();
        let one = vec![wanted.column.min(wanted.columns.saturating_sub(1))];
        let fewer = (1..=wanted.panes.len()).rev().map(|n| (one.clone(), &wanted.panes[..n]));
        let choices = [(all, &wanted.panes[..])].into_iter().chain(fewer);
        let laid_out = |(columns, panes): (Vec<usize>, &[usize])| {
            let of = |flow| Self::laid_out(room, wanted.columns, (&columns, panes), flow);
            [Flow::Across, Flow::Down].map(of)
        };
        let layouts: Vec<[Self; 2]> = choices.map(laid_out).collect();
        let found = wanted.holds.iter().copied().chain([Vec2::ZERO]).find_map(|held| {
            layouts.iter().find_map(|flows| {
                SHARES.into_iter().find_map(|share| {
                    let px_per_u = share * PX_PER_U;
                    let least = (held * px_per_u).max(LEAST_PX);
                    let fits =
                        |layout: &&Self| layout.seen().all(|rect| rect.size.cmpge(least).all());
                    flows.iter().find(fits).map(|layout| Self { px_per_u, ..layout.clone() })
                })
            })
        });
        found.or_else(|| layouts.last().map(|flows| flows[1].clone())).unwrap_or_default()
    }

    #[must_use]
    pub fn shows(&self, column: usize) -> bool {
        self.rows.get(column).is_some_and(|row| row.iter().any(|rect| rect.size.x >= 1.0))
    }

    /// Size of the visible panes, which is the same for all.
    #[must_use]
    pub fn pane(&self) -> Vec2 {
        self.seen().next().map_or(Vec2::ONE, |rect| rect.size)
    }

    fn seen(&self) -> impl Iterator<Item = &Rect> {
        self.rows.iter().flatten().filter(|rect| rect.size.x >= 1.0)
    }

    /// A column of one pane is a cell beside the other column's; one of several panes has its own
    /// row.
    fn laid_out(
        room: Vec2,
        n_columns: usize,
        (columns, panes): (&[usize], &[usize]),
        flow: Flow,
    ) -> Self {
        let single = panes.len() == 1;
        let along = if single { columns.len() } else { panes.len() };
        let across = if single { 1 } else { columns.len() };
        let grid = match flow {
            Flow::Across => (along, across),
            Flow::Down => (across, along),
        };
        let gap = match flow {
            Flow::Across if !single && wide_enough(room.x, along) => GAP_WIDE_PX,
            _ => GAP_PX,
        };
        let n = Vec2::new(grid.0 as f32, grid.1 as f32);
        let gaps = Vec2::new(gap, TITLE_PX);
        // Every pane has its title above it, and all but the first a gap before it.
        let between = Vec2::new(gap * (n.x - 1.0), TITLE_PX * n.y);
        let size = ((room - between) / n).floor().max(Vec2::ONE);
        let mut order = panes.to_vec();
        order.sort_unstable();
        let mut rows = vec![[Rect::default(); PANES]; n_columns];
        for (row, column) in columns.iter().enumerate() {
            for (place, pane) in order.iter().enumerate() {
                let (a, b) = if single { (row, 0) } else { (place, row) };
                let (x, y) = if flow == Flow::Across { (a, b) } else { (b, a) };
                let cell = Vec2::new(x as f32, y as f32);
                let at = cell * (size + gaps) + Vec2::new(0.0, TITLE_PX);
                if let Some(rect) = rows.get_mut(*column).map(|row| &mut row[*pane]) {
                    *rect = Rect { at: at.floor(), size };
                }
            }
        }
        Self { rows, flow, px_per_u: PX_PER_U }
    }
}

/// Whether `n` panes side by side leave room for figures between them.
fn wide_enough(width: f32, n: usize) -> bool {
    let n = n as f32;
    width - GAP_WIDE_PX * (n - 1.0) >= WIDE_PX * n
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Canvases of figures: in an article on a desktop and on a phone, in frames of other pages.
    const SIZES: [(f32, f32); 5] =
        [(1000.0, 400.0), (358.0, 330.0), (684.0, 310.0), (344.0, 300.0), (300.0, 150.0)];

    #[test]
    fn panes_lie_on_the_canvas_beside_each_other_and_are_large_enough() {
        for (width_px, height_px) in SIZES {
            for columns in [1, 2] {
                for panes in [vec![1], vec![1, 0], vec![1, 0, 2]] {
                    let wanted =
                        FigureDemand { columns, column: columns - 1, panes, holds: vec![] };
                    check(Size { width_px, height_px, ratio: 1.0 }, &wanted);
                }
            }
        }
    }

    fn check(size: Size, wanted: &FigureDemand) {
        let cells = Cells::of(size, wanted);
        let seen: Vec<Rect> = cells.seen().copied().collect();
        assert!(!seen.is_empty() && cells.shows(wanted.column), "{size:?}, {wanted:?}");
        assert!(cells.rows.iter().any(|row| row[wanted.panes[0]].size.x > 1.0));
        for (n, a) in seen.iter().enumerate() {
            let end = a.at + a.size;
            assert!(a.at.y >= TITLE_PX && a.at.x >= 0.0, "{size:?}, {wanted:?}: {a:?}");
            assert!(end.x <= size.width_px && end.y <= size.height_px, "{wanted:?}: {a:?}");
            assert!(seen.len() == 1 || a.size.cmpge(LEAST_PX).all(), "{wanted:?}: {a:?}");
            for b in &seen[n + 1..] {
                let apart = end.x <= b.at.x
                    || b.at.x + b.size.x <= a.at.x
                    || end.y <= b.at.y - TITLE_PX
                    || b.at.y + b.size.y <= a.at.y - TITLE_PX;
                assert!(apart, "{size:?}, {wanted:?}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn on_a_narrow_canvas_one_column_is_shown_and_on_a_wide_one_both() {
        let wanted = FigureDemand { columns: 2, column: 0, panes: vec![1, 0], holds: vec![] };
        let size = |width_px, height_px| Size { width_px, height_px, ratio: 1.0 };
        let wide = Cells::of(size(1000.0, 400.0), &wanted);
        assert!(wide.shows(0) && wide.shows(1));
        let narrow = Cells::of(size(344.0, 200.0), &wanted);
        assert!(narrow.shows(0) && !narrow.shows(1));
        let three = FigureDemand { columns: 1, column: 0, panes: vec![1, 0, 2], holds: vec![] };
        let phone = Cells::of(size(344.0, 300.0), &three);
        assert_eq!(phone.seen().count(), 3, "{phone:?}");
        // Two ships far apart get a single pane, or stacked panes; if no pane holds them, all panes
        // hold the one that the scenario is about.
        let near = Vec2::new(60.0, 40.0);
        let apart =
            |width| FigureDemand { holds: vec![Vec2::new(width, 200.0), near], ..three.clone() };
        let one = Cells::of(size(344.0, 300.0), &apart(400.0));
        assert_eq!((one.seen().count(), one.flow), (2, Flow::Down), "{one:?}");
        let too_far = Cells::of(size(344.0, 300.0), &apart(900.0));
        assert_eq!(too_far.seen().count(), 3, "{too_far:?}");
        let above = FigureDemand { panes: vec![2, 0], ..apart(700.0) };
        assert_eq!(Cells::of(size(640.0, 400.0), &above).flow, Flow::Down);
    }
}

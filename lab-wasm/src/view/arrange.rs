//! Where the panes, the threads' gutters and the packet strip are: the size of the page goes in,
//! rectangles in CSS pixels come out. `lab.css` knows the same bars.

use shared::base::geometry::Vec2;
use web_ui::{canvas::rect::Rect, shell::canvas::Size};

/// Height of the bar above the panes.
const TOP_PX: f32 = 48.0;
/// Height of the bar of time below the strip.
const BOTTOM_PX: f32 = 64.0;
/// Height of the bar of time below the strip, on a narrow page.
const BOTTOM_NARROW_PX: f32 = 104.0;
/// Height of the words between panes and strip.
const CAPTION_PX: f32 = 60.0;
/// Height of the words between panes and strip, on a narrow page.
const CAPTION_NARROW_PX: f32 = 108.0;
/// Height of the words above each row of panes.
pub const TITLE_PX: f32 = 24.0;
/// Width of the room for the threads' figures between two panes.
const GUTTER_PX: f32 = 72.0;
/// The gap between panes that stand above each other, and the words above the lower one.
const GUTTER_HIGH_PX: f32 = 32.0 + TITLE_PX;
/// Distance from the rim of the page.
const RIM_PX: f32 = 8.0;
/// Height of the packet strip.
const STRIP_PX: f32 = 96.0;
/// Height of the packet strip, on a narrow page.
const STRIP_NARROW_PX: f32 = 60.0;
/// Height of a lane of time, and of the words above and below the lanes.
const LANE_PX: f32 = 50.0;
const LANES_HEAD_PX: f32 = 28.0;
const LANES_WORDS_PX: f32 = 40.0;
/// The same on a narrow page, which has the legend in a row of its own.
const LANE_NARROW_PX: f32 = 46.0;
const LANES_HEAD_NARROW_PX: f32 = 44.0;
const LANES_WORDS_NARROW_PX: f32 = 66.0;
/// Pages that are lower than this have lanes of time in the place of the packet strip.
const LOW_PX: f32 = 600.0;
/// Width of an open drawer on a wide page.
const DRAWER_PX: f32 = 360.0;
/// Narrower pages have their panes above each other.
const NARROW_PX: f32 = 720.0;

/// Panes of a column.
pub const PANES: usize = 3;

/// What takes room besides the panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Columns side by side, one or two: rows of panes.
    pub columns: usize,
    /// A pane that has the room of all.
    pub maximised: Option<usize>,
    /// Whether a drawer is open.
    pub drawer: bool,
    /// Lanes of a picture of time; 0: none is shown.
    pub lanes: usize,
}

/// Which way the panes of a column follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// Side by side.
    #[default]
    Across,
    /// One above the other.
    Down,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// The panes of each column; those that are not to be seen have no size.
    pub rows: Vec<[Rect; PANES]>,
    /// Which way they follow each other.
    pub flow: Flow,
    /// The packet strip; without a size where lanes of time take its place.
    pub strip: Rect,
    /// The lanes of a picture of time, one above the other.
    pub lanes: Vec<Rect>,
    /// Where the words below the panes end: at the packet strip, or at the words above the lanes.
    pub words_end_px: f32,
}

impl Arrangement {
    /// The arrangement of a page.
    #[must_use]
    pub fn of(size: Size, taken: Taken) -> Self {
        let narrow = size.width_px < NARROW_PX;
        let drawer = if taken.drawer && !narrow { DRAWER_PX } else { 0.0 };
        let width = (size.width_px - drawer).max(1.0);
        let [strip_px, bottom_px, caption_px] = if narrow {
            [STRIP_NARROW_PX, BOTTOM_NARROW_PX, CAPTION_NARROW_PX]
        } else {
            [STRIP_PX, BOTTOM_PX, CAPTION_PX]
        };
        let bottom = (size.height_px - bottom_px).max(TOP_PX + strip_px);
        let crowded = narrow || size.height_px < LOW_PX || taken.columns > 1;
        let strip = if crowded && taken.lanes > 0 {
            Rect { at: Vec2::new(RIM_PX, bottom), size: Vec2::ZERO }
        } else {
            rect(RIM_PX, bottom - strip_px, width - 2.0 * RIM_PX, strip_px)
        };
        let (lanes, above) = lanes_of(taken.lanes, strip.at.y, width - 2.0 * RIM_PX, narrow);
        let end = above - caption_px;
        let room = rect(RIM_PX, TOP_PX, width - 2.0 * RIM_PX, end - TOP_PX);
        let rows = taken.columns.max(1);
        let flow = if narrow && rows == 1 { Flow::Down } else { Flow::Across };
        let height = room.size.y / rows as f32;
        let row = |n: usize| {
            let y = room.at.y + height * n as f32 + TITLE_PX;
            let row = rect(room.at.x, y, room.size.x, (height - TITLE_PX).max(1.0));
            panes_of(row, flow, taken.maximised, narrow)
        };
        Self { rows: (0..rows).map(row).collect(), flow, strip, lanes, words_end_px: above }
    }

    /// The pane at a place of the page: its row and its number.
    #[must_use]
    pub fn pane_at(&self, at: Vec2) -> Option<(usize, usize)> {
        let inside = |rect: &Rect| at.cmpge(rect.at).all() && at.cmplt(rect.at + rect.size).all();
        let found = |(row, panes): (usize, &[Rect; PANES])| {
            panes.iter().position(inside).map(|pane| (row, pane))
        };
        self.rows.iter().enumerate().find_map(found)
    }
}

/// The lanes of time that end, with their words, at a height; and where their section begins.
fn lanes_of(n: usize, end: f32, width: f32, narrow: bool) -> (Vec<Rect>, f32) {
    if n == 0 {
        return (Vec::new(), end);
    }
    let [lane_px, head_px, words_px] = if narrow {
        [LANE_NARROW_PX, LANES_HEAD_NARROW_PX, LANES_WORDS_NARROW_PX]
    } else {
        [LANE_PX, LANES_HEAD_PX, LANES_WORDS_PX]
    };
    let top = end - words_px - lane_px * n as f32;
    let lane = |k: usize| rect(RIM_PX, top + lane_px * k as f32, width, lane_px);
    ((0..n).map(lane).collect(), top - head_px)
}

fn panes_of(row: Rect, flow: Flow, maximised: Option<usize>, narrow: bool) -> [Rect; PANES] {
    let mut panes = [Rect::default(); PANES];
    if let Some(pane) = maximised.and_then(|pane| panes.get_mut(pane)) {
        *pane = row;
        return panes;
    }
    let n = PANES as f32;
    let gutter = match (flow, narrow) {
        (Flow::Across, false) => GUTTER_PX,
        (Flow::Across, true) => RIM_PX,
        (Flow::Down, _) => GUTTER_HIGH_PX,
    };
    for (idx, pane) in panes.iter_mut().enumerate() {
        let at = idx as f32;
        *pane = match flow {
            Flow::Across => {
                let width = (row.size.x - gutter * (n - 1.0)) / n;
                rect(row.at.x + at * (width + gutter), row.at.y, width, row.size.y)
            }
            Flow::Down => {
                let height = (row.size.y - gutter * (n - 1.0)) / n;
                rect(row.at.x, row.at.y + at * (height + gutter), row.size.x, height)
            }
        };
    }
    panes
}

/// A rectangle of whole pixels: what is drawn inside needs no soft rim, which takes longer.
fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    let size = Vec2::new(width, height).floor().max(Vec2::ONE);
    Rect { at: Vec2::new(x, y).floor(), size }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(width_px: f32, height_px: f32) -> Size {
        Size { width_px, height_px, ratio: 1.0 }
    }

    #[test]
    fn nothing_overlaps_and_everything_is_on_the_page() {
        let pages = [(1280.0, 720.0), (1920.0, 1080.0), (390.0, 844.0), (844.0, 480.0)];
        for (width, height) in pages {
            for (columns, lanes) in [(1, 0), (2, 0), (1, 2), (2, 2), (1, 1)] {
                let taken = Taken { columns, lanes, ..Taken::default() };
                let arranged = Arrangement::of(page(width, height), taken);
                assert_eq!(arranged.lanes.len(), lanes);
                let panes = arranged.rows.iter().flatten().copied();
                let below = arranged.lanes.iter().copied().chain([arranged.strip]);
                let all: Vec<Rect> = panes.chain(below).collect();
                for (n, a) in all.iter().enumerate() {
                    let end = a.at + a.size;
                    assert!(a.at.x >= 0.0 && end.x <= width + 0.01, "{width}: {a:?}");
                    let bottom = height - BOTTOM_PX;
                    assert!(a.at.y >= TOP_PX && end.y <= bottom + 0.01, "{height}: {a:?}");
                    for b in &all[n + 1..] {
                        let apart = end.x <= b.at.x
                            || end.y <= b.at.y
                            || b.at.x + b.size.x <= a.at.x
                            || b.at.y + b.size.y <= a.at.y;
                        assert!(apart, "{width} × {height}, {columns}, {lanes}: {a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn panes_stand_above_each_other_on_a_phone_and_one_may_have_it_all() {
        let phone = Arrangement::of(page(390.0, 844.0), Taken::default());
        assert_eq!(phone.flow, Flow::Down);
        let [you, server, other] = phone.rows[0];
        assert!(you.at.y < server.at.y && server.at.y < other.at.y);
        let taken = Taken { maximised: Some(1), ..Taken::default() };
        let wide = Arrangement::of(page(1280.0, 720.0), taken);
        assert_eq!(wide.rows[0][0], Rect::default());
        assert!(wide.rows[0][1].size.x > 1200.0);
        assert_eq!(wide.pane_at(Vec2::new(600.0, 300.0)), Some((0, 1)));
        let drawer = Taken { drawer: true, ..Taken::default() };
        let room = Arrangement::of(page(1280.0, 720.0), drawer);
        let end = room.rows[0][2].at + room.rows[0][2].size;
        assert!(end.x <= 1280.0 - DRAWER_PX);
    }
}

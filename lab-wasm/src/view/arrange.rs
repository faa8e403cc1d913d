//! Lays out the panes, the gutters of the threads and the packet strip in CSS pixels. `lab.css`
//! uses the same bar sizes.

use lab::pane::Pane;
use shared::base::geometry::Vec2;
use web_ui::{canvas::rect::Rect, shell::canvas::Size};

/// Height of the titles above each row of panes.
pub const TITLE_PX: f32 = 24.0;
/// Width of the gutter between two panes, for the threads' figures.
const GUTTER_PX: f32 = 72.0;
/// Gap between stacked panes, including the title of the lower one.
const GUTTER_HIGH_PX: f32 = 32.0 + TITLE_PX;
/// Minimum height of stacked panes.
const HIGH_ENOUGH_PX: f32 = 64.0;
/// Margin at the edge of the page.
const RIM_PX: f32 = 8.0;
/// Height of a time lane, and of the text above and below the lanes.
const LANE_PX: f32 = 50.0;
const LANES_HEAD_PX: f32 = 28.0;
const LANES_WORDS_PX: f32 = 40.0;
/// Heights of a time lane and of the text below the lanes on a narrow page.
const LANE_NARROW_PX: f32 = 46.0;
const LANES_WORDS_NARROW_PX: f32 = 66.0;
/// Lanes shorter than this have their legend in a row of its own.
const STACKED_BELOW_PX: f32 = 1000.0;
const LANES_HEAD_STACKED_PX: f32 = 44.0;
/// The words height on a shallow page, where the text can be scrolled.
const LANES_WORDS_SHALLOW_PX: f32 = 32.0;
/// On pages lower than this, time lanes replace the packet strip.
const LOW_PX: f32 = 600.0;
/// Pages lower than this have low bars and a single lane.
const SHALLOW_PX: f32 = 480.0;
/// Width of an open drawer beside the panes, and its maximum as a fraction of the page's width.
const DRAWER_PX: f32 = 360.0;
const DRAWER_SHARE: f32 = 0.45;
/// Height of an open drawer on a portrait page, at the bottom, as a fraction of the page's height.
const SHEET_SHARE: f32 = 0.36;
/// Narrower pages have small bars.
const NARROW_PX: f32 = 720.0;
/// Up to this width the tools are below the scenario, if the page is high enough.
const TOOLS_BELOW_PX: f32 = 960.0;

/// Panes per column.
pub const PANES: usize = Pane::ALL.len();

/// What takes room besides the panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OccupiedSpace {
    /// Number of columns, one or two; each is a row of panes.
    pub columns: usize,
    /// The maximised pane.
    pub maximised: Option<usize>,
    pub drawer: bool,
    /// Number of time lanes; 0 if no time picture is shown.
    pub lanes: usize,
}

/// Direction in which the panes of a column follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// Side by side.
    #[default]
    Across,
    /// One above the other.
    Down,
}

/// The layout of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// The panes of each column; hidden ones are empty.
    pub rows: Vec<[Rect; PANES]>,
    /// Direction in which they follow each other.
    pub flow: Flow,
    /// The packet strip; empty where time lanes replace it.
    pub strip: Rect,
    /// The time lanes, one above the other.
    pub lanes: Vec<Rect>,
    /// Whether the legend of the lanes has a row of its own.
    pub lanes_stacked: bool,
    /// Where the caption below the panes ends: at the packet strip, or at the text above the lanes.
    pub words_end_px: f32,
}

/// Margins around the panes, in CSS pixels.
#[derive(Clone, Copy, Debug)]
struct Margins {
    /// Heights of the bar above the panes, and of the caption, packet strip and time bar below
    /// them.
    top: f32,
    caption: f32,
    strip: f32,
    time: f32,
    /// Width of a drawer on the right, and height of one at the bottom.
    drawer: f32,
    sheet: f32,
}

impl Margins {
    fn of(size: Size, drawer: bool) -> Self {
        let Size { width_px, height_px, .. } = size;
        let narrow = width_px < NARROW_PX;
        let tall = is_tall(size);
        let small = !tall && (narrow || height_px < SHALLOW_PX);
        let top = if small {
            40.0
        } else if !narrow && width_px < TOOLS_BELOW_PX {
            88.0
        } else {
            48.0
        };
        let [caption, strip, time] = match (tall, narrow, drawer) {
            _ if small => [56.0, 60.0, 48.0],
            (true, true, false) => [108.0, 60.0, 104.0],
            // The picture keeps its size; everything optional gives way to the text.
            (true, true, true) => [56.0, 0.0, 48.0],
            _ => [68.0, 96.0, 64.0],
        };
        let strip = if drawer && (tall || small) { 0.0 } else { strip };
        let beside = (width_px * DRAWER_SHARE).min(DRAWER_PX).floor();
        let (drawer, sheet) = match (drawer, tall) {
            (false, _) => (0.0, 0.0),
            (true, false) => (beside, 0.0),
            (true, true) => (0.0, (height_px * SHEET_SHARE).floor()),
        };
        Self { top, caption, strip, time, drawer, sheet }
    }
}

/// Whether a page is at least as high as wide.
fn is_tall(size: Size) -> bool {
    size.height_px >= size.width_px
}

impl Arrangement {
    /// The layout of a page.
    #[must_use]
    pub fn of(size: Size, taken: OccupiedSpace) -> Self {
        let narrow = size.width_px < NARROW_PX;
        let around = Margins::of(size, taken.drawer);
        let width = (size.width_px - around.drawer).max(1.0);
        let bottom = size.height_px - around.sheet - around.time;
        let bottom = bottom.max(around.top + around.strip);
        let crowded = narrow || size.height_px < LOW_PX || taken.columns > 1;
        let strip = if (crowded && taken.lanes > 0) || around.strip == 0.0 {
            Rect { at: Vec2::new(RIM_PX, bottom), size: Vec2::ZERO }
        } else {
            rect(RIM_PX, bottom - around.strip, width - 2.0 * RIM_PX, around.strip)
        };
        let lanes = taken.lanes.min(lanes_max(size));
        let (lanes, above) = lanes_of(lanes, strip.at.y, width - 2.0 * RIM_PX, size);
        let end = above - around.caption;
        let room = rect(RIM_PX, around.top, width - 2.0 * RIM_PX, end - around.top);
        let rows = taken.columns.max(1);
        let height = room.size.y / rows as f32;
        let flow = if rows == 1 && is_tall(size) && stand(height - TITLE_PX) {
            Flow::Down
        } else {
            Flow::Across
        };
        let row = |n: usize| {
            let y = room.at.y + height * n as f32 + TITLE_PX;
            let row = rect(room.at.x, y, room.size.x, (height - TITLE_PX).max(1.0));
            panes_of(row, flow, taken.maximised, width < NARROW_PX)
        };
        Self {
            rows: (0..rows).map(row).collect(),
            flow,
            strip,
            lanes,
            lanes_stacked: stacks_head(width - 2.0 * RIM_PX),
            words_end_px: above,
        }
    }

    /// The pane at a point of the page: its row and its index.
    #[must_use]
    pub fn pane_at(&self, at: Vec2) -> Option<(usize, usize)> {
        let inside = |rect: &Rect| at.cmpge(rect.at).all() && at.cmplt(rect.at + rect.size).all();
        let found = |(row, panes): (usize, &[Rect; PANES])| {
            panes.iter().position(inside).map(|pane| (row, pane))
        };
        self.rows.iter().enumerate().find_map(found)
    }
}

/// Whether stacked panes in this height are high enough.
fn stand(height: f32) -> bool {
    (height - 2.0 * GUTTER_HIGH_PX) / PANES as f32 >= HIGH_ENOUGH_PX
}

/// Whether lanes of this width have their legend in a row of its own.
fn stacks_head(width: f32) -> bool {
    width < STACKED_BELOW_PX
}

/// Maximum number of time lanes.
fn lanes_max(size: Size) -> usize {
    if size.height_px < SHALLOW_PX { 1 } else { usize::MAX }
}

/// The time lanes above a given lower end that includes their text, and the top of their section.
fn lanes_of(n: usize, end: f32, width: f32, page: Size) -> (Vec<Rect>, f32) {
    if n == 0 {
        return (Vec::new(), end);
    }
    let [lane_px, words_px] = if page.width_px < NARROW_PX {
        [LANE_NARROW_PX, LANES_WORDS_NARROW_PX]
    } else {
        [LANE_PX, LANES_WORDS_PX]
    };
    let words_px = if page.height_px < SHALLOW_PX { LANES_WORDS_SHALLOW_PX } else { words_px };
    let head_px = if stacks_head(width) { LANES_HEAD_STACKED_PX } else { LANES_HEAD_PX };
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

/// A rectangle of whole pixels: its edges need no antialiasing, which is slower.
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

    /// Widths and heights: desktops, a phone in both orientations, a tablet, and a desktop page at
    /// 200 %.
    const PAGES: [(f32, f32); 8] = [
        (1280.0, 720.0),
        (1920.0, 1080.0),
        (390.0, 844.0),
        (844.0, 390.0),
        (844.0, 480.0),
        (768.0, 1024.0),
        (1024.0, 768.0),
        (640.0, 360.0),
    ];

    #[test]
    fn nothing_overlaps_and_everything_is_on_the_page() {
        for (width, height) in PAGES {
            for (columns, lanes) in [(1, 0), (2, 0), (1, 2), (2, 2), (1, 1)] {
                for drawer in [false, true] {
                    let taken =
                        OccupiedSpace { columns, lanes, drawer, ..OccupiedSpace::default() };
                    check_page((width, height), taken);
                }
            }
        }
    }

    fn check_page((width, height): (f32, f32), taken: OccupiedSpace) {
        let size = page(width, height);
        let arranged = Arrangement::of(size, taken);
        let around = Margins::of(size, taken.drawer);
        assert_eq!(arranged.lanes.len(), taken.lanes.min(lanes_max(size)));
        let panes = arranged.rows.iter().flatten().copied();
        let below = arranged.lanes.iter().copied().chain([arranged.strip]);
        let all: Vec<Rect> = panes.chain(below).collect();
        let (right, bottom) = (width - around.drawer, height - around.sheet - around.time);
        for (n, a) in all.iter().enumerate() {
            let end = a.at + a.size;
            assert!(a.at.x >= 0.0 && end.x <= right + 0.01, "{width}: {a:?}");
            assert!(a.at.y >= around.top && end.y <= bottom + 0.01, "{height}: {a:?}");
            for b in &all[n + 1..] {
                let apart = end.x <= b.at.x
                    || end.y <= b.at.y
                    || b.at.x + b.size.x <= a.at.x
                    || b.at.y + b.size.y <= a.at.y;
                assert!(apart, "{width} × {height}, {taken:?}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn every_pane_is_seen_on_every_page_whatever_is_open() {
        for (width, height) in PAGES {
            for drawer in [false, true] {
                let taken = OccupiedSpace { columns: 1, drawer, ..OccupiedSpace::default() };
                for pane in Arrangement::of(page(width, height), taken).rows[0] {
                    let least = pane.size.x.min(pane.size.y);
                    assert!(least >= 64.0, "{width} × {height}, {drawer}: {pane:?}");
                }
            }
        }
    }

    #[test]
    fn on_a_phone_an_open_drawer_is_a_strip_below_the_picture() {
        let taken = OccupiedSpace { columns: 1, drawer: true, ..OccupiedSpace::default() };
        let phone = Arrangement::of(page(390.0, 844.0), taken);
        assert_eq!((phone.flow, phone.strip.size), (Flow::Down, Vec2::ZERO));
        assert!(phone.words_end_px > 0.5 * 844.0, "{phone:?}");
    }

    #[test]
    fn panes_stand_above_each_other_on_a_phone_and_one_may_have_it_all() {
        let phone = Arrangement::of(page(390.0, 844.0), OccupiedSpace::default());
        assert_eq!(phone.flow, Flow::Down);
        let [you, server, other] = phone.rows[0];
        assert!(you.at.y < server.at.y && server.at.y < other.at.y);
        let taken = OccupiedSpace { maximised: Some(1), ..OccupiedSpace::default() };
        let wide = Arrangement::of(page(1280.0, 720.0), taken);
        assert_eq!(wide.rows[0][0], Rect::default());
        assert!(wide.rows[0][1].size.x > 1200.0);
        assert_eq!(wide.pane_at(Vec2::new(600.0, 300.0)), Some((0, 1)));
        let drawer = OccupiedSpace { drawer: true, ..OccupiedSpace::default() };
        let room = Arrangement::of(page(1280.0, 720.0), drawer);
        let end = room.rows[0][2].at + room.rows[0][2].size;
        assert!(end.x <= 1280.0 - DRAWER_PX);
    }
}

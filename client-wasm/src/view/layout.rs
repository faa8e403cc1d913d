//! Where everything is on the screen: the size of the page goes in, rectangles come out.
//!
//! Everybody sees the same stretch of the world, whatever their screen: the picture of it is
//! letterboxed. Where the page is higher than wide, it stands at the top, and the space below is
//! for the map, the panels and the sticks. `style.css` knows the same numbers.

use shared::{
    base::geometry::Vec2,
    sim::rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U, VIEW_HEIGHT_U, VIEW_WIDTH_U},
};
use web_ui::{
    canvas::rect::Rect,
    input::sticks::STICK_REACH_PX,
    shell::{canvas::Size, dom::Shown},
};

/// Height of the row of buttons above the picture on a page that is higher than wide.
const TOOLBAR_PX: f32 = 48.0;
/// Distance between things.
const GAP_PX: f32 = 16.0;
/// Width of the map on a wide page.
const MAP_WIDTH_PX: f32 = 176.0;
/// Height of the lines between the picture and the map on a page that is higher than wide.
const LINES_PX: f32 = 104.0;

/// A wide page of less height is a phone's.
const SHORT_PX: f32 = 480.0;
/// Height of the corner of figures.
const FIGURES_PX: f32 = 112.0;
/// Width of an open drawer on a wide page.
const DRAWER_PX: f32 = 360.0;

/// Where everything is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    /// The picture of the world.
    pub world: Rect,
    /// The map of the arena.
    pub minimap: Rect,
    /// Where the left stick rests; its middle.
    pub left_stick: Vec2,
    /// Where the right stick rests; its middle.
    pub right_stick: Vec2,
}

impl Layout {
    /// The layout of a page.
    #[must_use]
    pub fn of(size: Size, drawer: Shown) -> Self {
        let mut page = Vec2::new(size.width_px.max(1.0), size.height_px.max(1.0));
        // On a narrow page too little would be left of the picture; there the drawer covers it.
        if drawer == Shown::Yes && page.x > page.y && page.x > DRAWER_PX * 2.0 {
            page.x -= DRAWER_PX;
        }
        let scale = (page.x / VIEW_WIDTH_U).min(page.y / VIEW_HEIGHT_U);
        let picture = Vec2::new(VIEW_WIDTH_U, VIEW_HEIGHT_U) * scale;
        let map = |width: f32| Vec2::new(width, width * (ARENA_HEIGHT_U / ARENA_WIDTH_U));
        let stick = STICK_REACH_PX + GAP_PX * 2.0;
        if size.height_px >= size.width_px {
            let world = Rect { at: Vec2::new(0.0, TOOLBAR_PX), size: picture };
            let map = map(page.x - 2.0 * GAP_PX).min(map(320.0));
            let below = TOOLBAR_PX + picture.y + LINES_PX;
            let sticks_y = page.y - stick - GAP_PX * 2.0;
            return Self {
                world,
                minimap: Rect { at: Vec2::new((page.x - map.x) / 2.0, below), size: map },
                left_stick: Vec2::new(stick, sticks_y),
                right_stick: Vec2::new(page.x - stick, sticks_y),
            };
        }
        let map = map(MAP_WIDTH_PX.min(page.x / 5.0));
        // On a phone held level the lower corners belong to the thumbs.
        let map_y = if page.y < SHORT_PX { FIGURES_PX } else { page.y - map.y - GAP_PX };
        Self {
            world: Rect { at: (page - picture) / 2.0, size: picture },
            minimap: Rect { at: Vec2::new(GAP_PX, map_y), size: map },
            left_stick: Vec2::new(stick, page.y - stick),
            right_stick: Vec2::new(page.x - stick, page.y - stick),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width_px: f32, height_px: f32) -> Layout {
        Layout::of(Size { width_px, height_px, ratio: 2.0 }, Shown::No)
    }

    #[test]
    fn everybody_sees_the_same_stretch_of_the_world() {
        let pages = [
            (1280.0, 720.0),
            (1920.0, 1200.0),
            (390.0, 844.0),
            (844.0, 390.0),
            (3440.0, 1440.0),
            (600.0, 600.0),
        ];
        for (width, height) in pages {
            let world = layout(width, height).world;
            let ratio = world.size.x / world.size.y;
            assert!((ratio - 16.0 / 9.0).abs() < 1e-4, "{width} × {height}");
            let end = world.at + world.size;
            assert!(world.at.x >= -0.01 && end.x <= width + 0.01, "{world:?}");
            assert!(world.at.y >= -0.01 && end.y <= height + 0.01, "{world:?}");
        }
        let rect = layout(1280.0, 720.0).world;
        assert_eq!((rect.at, rect.size), (Vec2::ZERO, Vec2::new(1280.0, 720.0)));
    }

    #[test]
    fn on_a_phone_nothing_covers_the_picture() {
        let phone = layout(390.0, 844.0);
        let below = phone.world.at.y + phone.world.size.y;
        assert!(phone.minimap.at.y > below);
        assert!(phone.minimap.at.y + phone.minimap.size.y < 844.0);
        assert!(phone.left_stick.y - STICK_REACH_PX > below);
        assert!(phone.right_stick.x + STICK_REACH_PX < 390.0);
    }

    #[test]
    fn a_drawer_covers_nothing_of_a_wide_page() {
        let size = Size { width_px: 1280.0, height_px: 720.0, ratio: 1.0 };
        let world = Layout::of(size, Shown::Yes).world;
        assert!(world.at.x + world.size.x <= 1280.0 - DRAWER_PX);
        let phone = Size { width_px: 390.0, height_px: 844.0, ratio: 1.0 };
        assert_eq!(Layout::of(phone, Shown::Yes), Layout::of(phone, Shown::No));
    }
}

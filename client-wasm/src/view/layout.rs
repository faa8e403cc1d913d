//! Lays out the canvas in the areas that the page reserves for picture and map.
//!
//! The picture fills its area. All wide pages show the same area of the world, whatever their
//! shape; only one that is wider than any screen of today is letterboxed. A portrait page shows
//! somewhat less, so that ships are seen, and the sticks lie over its lower part. The areas are
//! reserved only in `web/hud.css` and `web/hud-upright.css`.

use shared::{
    base::geometry::Vec2,
    sim::rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U, SHIP_RADIUS_U},
};
use web_ui::{
    canvas::{free_rect::free_rect, rect::Rect},
    input::{sticks::STICK_REACH_PX, touch::StickAtRest},
    shell::canvas::Size,
};

/// Gap between a resting stick's rim and the page's edge.
const STICK_GAP_PX: f32 = 32.0;
/// The same over the picture of a portrait page, to its side and, for the caption, to its lower
/// edge.
const STICK_GAP_UPRIGHT_PX: Vec2 = Vec2::new(12.0, 30.0);
/// Height of the caption below a stick.
const STICK_HINT_PX: f32 = 28.0;
/// A resting stick smaller than this would not be recognised, and is not drawn.
const STICK_RADIUS_MIN_PX: f32 = 28.0;
/// Steps in which a large stick gives way to panels.
const STICK_STEPS: u8 = 8;
/// Clearance around a resting stick.
const STICK_CLEAR_PX: f32 = 4.0;
/// A map lower than this shows nothing.
const MAP_HEIGHT_MIN_PX: f32 = 32.0;

/// Area of the world in the picture of a wide page, in u²: 1200 by 675 u at 16:9. That is less than
/// a pilot perceives and the server sends, so that ships are bodies, and the camera can look ahead.
const WIDE_AREA_U2: f32 = 810.0e3;
/// The widest picture, and the widest page that it fills: its width by its height.
const WIDEST: Vec2 = Vec2::new(2.4, 1.0);
/// Area of the world in a picture that fills its page, in u².
const FILLED_AREA_U2: f32 = 1.0e6;
/// Area of the world in the picture of a portrait page, in u²: some 570 by 1160 u on a phone.
const UPRIGHT_AREA_U2: f32 = 660.0e3;
/// Minimum diameter of a ship there, in CSS pixels. Smaller phones see a smaller part of the world.
const UPRIGHT_SHIP_PX: f32 = 18.0;

/// Areas reserved by the page, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// For the picture of the world.
    pub picture: Rect,
    /// For the map of the arena; empty if it is not shown.
    pub map: Rect,
}

/// The layout of a canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layout {
    pub world: Rect,
    /// Width of the world that it shows, in u.
    pub width_u: f32,
    /// The map of the arena, if there is room for it.
    pub minimap: Option<Rect>,
    /// Whether the page is in portrait, with the sticks over the picture.
    pub is_upright: bool,
    /// Lower end of where sticks rest, and their gaps to it and to the sides of the page.
    sticks_end_px: f32,
    sticks_gap: Vec2,
}

impl Layout {
    /// The layout of a page.
    #[must_use]
    pub fn of(size: Size, places: &Places) -> Self {
        let page = Vec2::new(size.width_px.max(1.0), size.height_px.max(1.0));
        // A page without style sheets reserves nothing.
        let is_kept = places.picture.size.cmpgt(Vec2::ZERO).all();
        let picture = if is_kept { places.picture } else { Rect { at: Vec2::ZERO, size: page } };
        let map = largest_within(places.map, Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U));
        let minimap = (map.size.y >= MAP_HEIGHT_MIN_PX).then_some(map);
        let is_upright = is_upright(page);
        let (world, width_u, sticks_end, gap) = if is_upright {
            let width_u = width_of_area(picture.size, UPRIGHT_AREA_U2)
                .min(picture.size.x * 2.0 * SHIP_RADIUS_U / UPRIGHT_SHIP_PX);
            (picture, width_u, picture.end(), STICK_GAP_UPRIGHT_PX)
        } else {
            let world = at_most_widest(picture);
            let width_u = width_of_area(world.size, WIDE_AREA_U2);
            (world, width_u, page, Vec2::splat(STICK_GAP_PX))
        };
        let (sticks_end_px, sticks_gap) = (sticks_end.y, gap);
        Self { world, width_u, minimap, is_upright, sticks_end_px, sticks_gap }
    }
}

impl Layout {
    /// The layout of a page that the picture fills, behind a screen: there is nothing to steer.
    #[must_use]
    pub fn filled(size: Size) -> Self {
        let page = Vec2::new(size.width_px.max(1.0), size.height_px.max(1.0));
        let width_u = width_of_area(page, FILLED_AREA_U2);
        Self { world: Rect { at: Vec2::ZERO, size: page }, width_u, ..Self::default() }
    }

    /// The sticks at rest, `[left, right]`, clear of panels: in their preferred place, else smaller
    /// where their side has the most room, or not at all. `reach_px` is their wanted radius, of
    /// which at most as much is drawn as fits on its side. A finger can hold a stick anywhere
    /// regardless.
    #[must_use]
    pub fn sticks_at_rest(
        &self,
        size: Size,
        panels: &[Rect],
        reach_px: f32,
    ) -> [Option<StickAtRest>; 2] {
        let page = Vec2::new(size.width_px, size.height_px);
        let (top, end) = if self.is_upright {
            (self.world.middle().y, self.world.end().y)
        } else {
            (page.y / 2.0, page.y)
        };
        let half = Vec2::new(page.x / 2.0, end - top);
        let side = |x| Rect { at: Vec2::new(x, top), size: half };
        let room = (half - self.sticks_gap).min_element() / 2.0;
        // The farther from the middle of the page, the fewer panels.
        let at = |is_left: bool, radius_px: f32| {
            let inward = self.sticks_gap + radius_px;
            let x = if is_left { inward.x } else { page.x - inward.x };
            StickAtRest { middle: Vec2::new(x, self.sticks_end_px - inward.y), radius_px }
        };
        [true, false].map(|is_left| {
            let side = side(if is_left { 0.0 } else { half.x });
            stick_at_rest(side, |radius_px| at(is_left, radius_px), reach_px.min(room), panels)
        })
    }
}

/// Where a stick rests on its side of the page. `at` is its preferred place with a radius. One that
/// is set to be large gives way to panels down to the usual size there, before it leaves the place.
fn stick_at_rest(
    side: Rect,
    at: impl Fn(f32) -> StickAtRest,
    wanted_px: f32,
    panels: &[Rect],
) -> Option<StickAtRest> {
    let is_clear = |stick: &StickAtRest| !panels.iter().any(|panel| panel.meets(&footprint(stick)));
    let least_px = wanted_px.min(STICK_REACH_PX);
    let radii = (0..=STICK_STEPS)
        .map(|n| wanted_px + (least_px - wanted_px) * f32::from(n) / f32::from(STICK_STEPS));
    if let Some(stick) = radii.map(&at).find(is_clear) {
        return Some(stick);
    }
    let free = free_rect(side, panels).inset(STICK_CLEAR_PX);
    // Smaller than wanted, so that it has no caption.
    let radius_px = (free.size.min_element() / 2.0).min(least_px - 1.0);
    let middle = at(least_px)
        .middle
        .clamp(free.at + radius_px, (free.end() - radius_px).max(free.at + radius_px));
    (radius_px >= STICK_RADIUS_MIN_PX).then_some(StickAtRest { middle, radius_px })
}

/// The area of a stick in its wanted place, including its caption.
fn footprint(stick: &StickAtRest) -> Rect {
    let reach = Vec2::splat(stick.radius_px);
    Rect { at: stick.middle - reach, size: reach * 2.0 + Vec2::new(0.0, STICK_HINT_PX) }
}

/// Whether a page is in portrait, as the style sheets have it.
fn is_upright(page: Vec2) -> bool {
    page.y >= page.x
}

/// The width of the world, in u, in a picture that shows this much of it, in u².
fn width_of_area(picture_px: Vec2, area_u2: f32) -> f32 {
    (area_u2 * picture_px.x / picture_px.y).sqrt()
}

/// A picture in an area: all of it, unless it is too wide.
fn at_most_widest(place: Rect) -> Rect {
    let is_wider = place.size.x * WIDEST.y > place.size.y * WIDEST.x;
    if is_wider { largest_within(place, WIDEST) } else { place }
}

/// The largest rectangle of an aspect ratio, centred in an area.
fn largest_within(place: Rect, shape: Vec2) -> Rect {
    let size = shape * (place.size / shape).min_element();
    Rect { at: place.middle() - size / 2.0, size }
}

#[cfg(test)]
mod tests {
    use shared::sim::rules::{VIEW_HEIGHT_U, VIEW_WIDTH_U};

    use super::*;

    fn layout(width_px: f32, height_px: f32, picture: Rect, map: Rect) -> Layout {
        Layout::of(Size { width_px, height_px, ratio: 2.0 }, &Places { picture, map })
    }

    #[test]
    fn every_wide_screen_shows_the_same_area() {
        let pages =
            [(1280.0, 720.0), (1920.0, 1200.0), (844.0, 390.0), (3440.0, 1440.0), (640.0, 600.0)];
        for (width, height) in pages {
            let place = Rect { at: Vec2::ZERO, size: Vec2::new(width, height) };
            let Layout { world, width_u, .. } = layout(width, height, place, Rect::default());
            assert_eq!(world, place, "{width} × {height} is filled");
            let shown = Vec2::new(width_u, width_u * world.size.y / world.size.x);
            assert!((shown.element_product() - WIDE_AREA_U2).abs() < 1.0, "{shown}");
            let sent = Vec2::new(VIEW_WIDTH_U, VIEW_HEIGHT_U);
            assert!(shown.cmple(sent).all(), "{width} × {height}: {shown} of {sent}");
        }
        let unstyled = layout(1280.0, 720.0, Rect::default(), Rect::default());
        assert_eq!(
            (unstyled.world.at, unstyled.world.size),
            (Vec2::ZERO, Vec2::new(1280.0, 720.0))
        );
        assert!((unstyled.width_u - 1200.0).abs() < 0.01, "{}", unstyled.width_u);
    }

    #[test]
    fn a_page_wider_than_any_screen_is_letterboxed() {
        let place = Rect { at: Vec2::new(0.0, 20.0), size: Vec2::new(3000.0, 1000.0) };
        let Layout { world, width_u, .. } = layout(3000.0, 1040.0, place, Rect::default());
        assert_eq!((world.at, world.size), (Vec2::new(300.0, 20.0), Vec2::new(2400.0, 1000.0)));
        assert!(width_u <= VIEW_WIDTH_U, "{width_u}");
    }

    #[test]
    fn a_portrait_screen_is_filled_with_ships_that_are_seen() {
        for (width, height) in [(390.0, 844.0), (360.0, 740.0), (320.0, 640.0), (430.0, 932.0)] {
            let size = Vec2::new(width, height - 48.0);
            let place = Rect { at: Vec2::new(0.0, 48.0), size };
            let layout = layout(width, height, place, Rect::default());
            assert_eq!(layout.world, place, "{width} × {height}: all of it");
            let ship_px = 2.0 * SHIP_RADIUS_U * width / layout.width_u;
            assert!((18.0..26.0).contains(&ship_px), "{width} × {height}: {ship_px} px");
            assert!((550.0..=600.0).contains(&layout.width_u), "{} u wide", layout.width_u);
            let page = Size { width_px: width, height_px: height, ratio: 2.0 };
            for reach_px in [0.7, 1.0, 1.5].map(|size| size * STICK_REACH_PX) {
                let sticks = layout.sticks_at_rest(page, &[], reach_px).map(Option::unwrap);
                for stick in &sticks {
                    let taken = footprint(stick);
                    assert!(place.contains(&taken), "{stick:?}");
                    assert!(taken.at.y > place.middle().y, "{stick:?} is over the lower half");
                }
                let [left, right] = sticks.map(|stick| stick.rect());
                assert!(!left.meets(&right), "{left:?} and {right:?}");
            }
        }
    }

    #[test]
    fn a_stick_rests_clear_of_panels_and_within_the_page() {
        let size = Size { width_px: 640.0, height_px: 360.0, ratio: 2.0 };
        let picture = Rect { at: Vec2::ZERO, size: Vec2::new(640.0, 360.0) };
        let layout = Layout::of(size, &Places { picture, map: Rect::default() });
        let page = Rect { at: Vec2::ZERO, size: Vec2::new(640.0, 360.0) };
        // Lower edge of the panels on the right, and the radius of the stick below them.
        let rows = [
            (210.0, Some(STICK_REACH_PX)),
            (240.0, Some(STICK_REACH_PX - 1.0)),
            (260.0, Some(46.0)),
            (300.0, None),
        ];
        for (bottom, radius_px) in rows {
            let panel = Rect { at: Vec2::new(330.0, 0.0), size: Vec2::new(300.0, bottom) };
            let [left, right] = layout.sticks_at_rest(size, &[panel], STICK_REACH_PX);
            assert_eq!(left.map(|stick| stick.radius_px), Some(STICK_REACH_PX), "{bottom}");
            assert_eq!(right.map(|stick| stick.radius_px), radius_px, "{bottom}");
            if let Some(right) = right {
                assert!(!right.rect().meets(&panel), "{right:?} on {panel:?}");
                assert!(page.contains(&right.rect()), "{right:?}");
            }
        }
    }

    #[test]
    fn a_large_stick_gives_way_to_panels_down_to_the_usual_size() {
        let size = Size { width_px: 844.0, height_px: 390.0, ratio: 2.0 };
        let picture = Rect { at: Vec2::ZERO, size: Vec2::new(844.0, 390.0) };
        let layout = Layout::of(size, &Places { picture, map: Rect::default() });
        let messages = Rect { at: Vec2::new(176.0, 290.0), size: Vec2::new(492.0, 48.0) };
        for (reach_px, least_px) in [(84.0, 66.0), (56.0, 56.0), (40.0, 40.0)] {
            for stick in layout.sticks_at_rest(size, &[messages], reach_px) {
                let stick = stick.unwrap();
                assert!((least_px..=reach_px).contains(&stick.radius_px), "{stick:?}");
                assert!(!footprint(&stick).meets(&messages), "{stick:?}");
            }
        }
    }

    #[test]
    fn a_map_without_room_is_not_drawn() {
        let page = Rect { at: Vec2::ZERO, size: Vec2::new(320.0, 640.0) };
        let map = |height: f32| Rect { at: page.at, size: Vec2::new(160.0, height) };
        let drawn = |height: f32| layout(320.0, 640.0, page, map(height)).minimap;
        assert_eq!([drawn(0.0), drawn(20.0)], [None, None]);
        assert!(drawn(90.0).is_some_and(|map| map.size == Vec2::new(160.0, 90.0)));
    }
}

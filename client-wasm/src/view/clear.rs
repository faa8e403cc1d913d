//! Tests that the own ship stays clear of every panel, wherever it is and wherever it aims.
//! `panels.txt` records where Chromium puts the panels on pages of seven sizes, with ghosts or the
//! net graph shown and with long names and messages. `PANELS_UPDATE=1 cargo xtask test browser`
//! writes it anew: `e2e/tests/pages/game_sizes.rs`, which also checks in a browser that nothing
//! covers the own ship.

use shared::{
    base::geometry::Vec2,
    sim::{
        arena::Arena,
        rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U, SHIP_RADIUS_U},
    },
};
use web_ui::{
    canvas::{
        camera::{BEYOND_WALLS_U, Lead},
        rect::Rect,
        room::EASE_PX,
    },
    shell::{canvas::Size, pointer::Device},
};

use words::Language;

use super::{CLEAR_PX, View, layout::Places};

const PANELS: &str = include_str!("panels.txt");

/// The layout of a page of one size.
struct Page {
    name: String,
    size: Vec2,
    picture: Rect,
    map: Rect,
    panels: Vec<Rect>,
}

fn pages() -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for line in PANELS.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let at = |n: usize| words[n].parse::<f32>().unwrap();
        if words[0] == "page" {
            let (name, size) = (line.to_string(), Vec2::new(at(1), at(2)));
            let (picture, map) = (Rect::default(), Rect::default());
            pages.push(Page { name, size, picture, map, panels: Vec::new() });
            continue;
        }
        let rect = Rect { at: Vec2::new(at(1), at(2)), size: Vec2::new(at(3), at(4)) };
        let page = pages.last_mut().unwrap();
        match words[0] {
            "picture" => page.picture = rect,
            "map" => page.map = rect,
            _ => page.panels.push(rect),
        }
    }
    pages
}

fn view_of(page: &Page) -> View {
    let size = Size { width_px: page.size.x, height_px: page.size.y, ratio: 1.0 };
    let mut view = View::new(size, Language::default());
    view.arrange(size, &Places { picture: page.picture, map: page.map });
    view.keep_clear_of(&page.panels, Rect::default(), Device::Touch);
    view
}

/// Positions tested, as fractions of the arena: a ship that touches walls and corners, and the
/// middle.
const SHARES: [f32; 3] = [0.0, 0.5, 1.0];

#[test]
fn the_own_ship_is_clear_of_every_panel_at_every_wall() {
    let arena = Arena::empty();
    let aims = [Vec2::ZERO, Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0)];
    let pages = pages();
    assert_eq!(pages.len(), 14, "seven sizes, twice");
    for page in &pages {
        for (x, y) in SHARES.iter().flat_map(|x| SHARES.map(|y| (*x, y))) {
            let (low, high) =
                (Vec2::splat(SHIP_RADIUS_U), Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U));
            let focus = low + (high - low * 2.0) * Vec2::new(x, y);
            for aim in aims {
                let mut view = view_of(page);
                for _ in 0..120 {
                    view.follow(focus, Lead { aimed: aim, vel: aim * 420.0 }, Some(&arena), 0.016);
                }
                let (at, reach) = (view.camera().to_page(focus), view.own_reach_px());
                let what = format!("{}: {focus} aimed {aim} is drawn at {at}", page.name);
                assert!(view.layout().world.holds(at), "{what}, off the picture");
                let map = view.layout().minimap;
                let over = page.panels.iter().chain(&map).find(|rect| rect.meets_circle(at, reach));
                assert_eq!(over, None, "{what}");
                let mut sticks = view.sticks_at_rest().into_iter().flatten();
                let over = sticks.find(|stick| stick.rect().meets_circle(at, reach));
                assert!(over.is_none() || !view.layout().is_upright, "{what}, under {over:?}");
            }
        }
    }
}

#[test]
fn beyond_a_wall_the_picture_shows_little_unless_a_panel_is_in_the_way() {
    let (arena, size) = (Arena::empty(), Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U));
    let mut n_free = 0;
    for page in &pages() {
        for (x, y) in (0..=20).flat_map(|n| [(n, 0), (n, 20), (0, n), (20, n)]) {
            let focus = (size * Vec2::new(x as f32, y as f32) / 20.0)
                .clamp(Vec2::splat(SHIP_RADIUS_U), size - SHIP_RADIUS_U);
            let mut view = view_of(page);
            let mut alone = View::new(view.size, Language::default());
            alone.arrange(view.size, &Places { picture: page.picture, map: Rect::default() });
            for view in [&mut view, &mut alone] {
                view.follow(focus, Lead::default(), Some(&arena), 0.016);
            }
            let (low, high) = view.camera().seen();
            let beyond = (-low).max(high - size).max_element();
            // Where the ship would be, were there no panels, and the way from there to where none
            // is near.
            let (at, reach) = (alone.camera().to_page(focus), view.own_reach_px() + CLEAR_PX);
            let safe = view.free.inset(reach);
            let way = at.distance(at.clamp(safe.at, safe.end()));
            let is_near = |panel: &Rect| panel.meets_circle(at, way + reach + EASE_PX);
            if !view.panels().iter().any(is_near) {
                n_free += 1;
                assert!(beyond <= BEYOND_WALLS_U + 0.1, "{}: {focus}: {beyond} u", page.name);
            }
        }
    }
    assert!(n_free > 60, "{n_free} places along the walls are free of panels");
}

#[test]
fn a_stick_at_rest_lies_on_no_panel_of_any_page() {
    for page in &pages() {
        let view = view_of(page);
        let map = view.layout().minimap;
        for stick in view.sticks_at_rest().into_iter().flatten() {
            let (at, radius) = (stick.middle, stick.radius_px);
            let under = page.panels.iter().chain(&map).find(|rect| rect.meets_circle(at, radius));
            assert_eq!(under, None, "{}: {stick:?}", page.name);
        }
    }
}

#[test]
fn away_from_walls_the_ship_stays_near_the_centre() {
    let arena = Arena::empty();
    let middle = Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U) / 2.0;
    for page in pages().iter().filter(|page| page.size.x >= 1280.0) {
        let mut view = view_of(page);
        view.follow(middle, Lead::default(), Some(&arena), 0.016);
        assert_eq!(view.camera().to_page(middle), view.layout().world.middle(), "{}", page.name);
    }
}

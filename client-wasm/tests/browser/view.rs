//! Tests of the picture: a scene draws pixels of the right colours at the right positions.

use crate::fixture::document;
use client_wasm::view::{View, layout::Places};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    client::scene::{
        EffectCause, EffectKind, GhostKind, PlayerKind, Scene, SceneBeam, SceneBolt, SceneEffect,
        SceneGhost, SceneShip,
    },
    sim::{
        arena::Arena,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
};
use testkit::scene::ship;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use web_ui::{
    canvas::{
        camera::Lead,
        palette::{self, Colour, Theme},
        quality::Quality,
        rect::Rect,
    },
    shell::canvas::Size,
    world::{Cooldowns, Motion, Picture, Place},
};
use words::Language;

const SIZE: Size = Size { width_px: 800.0, height_px: 450.0, ratio: 2.0 };
const OWN: Vec2 = Vec2::new(1600.0, 900.0);

fn id(idx: u16) -> ShipId {
    ShipId { idx, generation: 0 }
}

struct Drawn {
    view: View,
    context: CanvasRenderingContext2d,
}

impl Drawn {
    fn of(scene: &Scene, arena: &Arena) -> Self {
        Self::moving(scene, arena, Motion::Reduced)
    }

    fn moving(scene: &Scene, arena: &Arena, motion: Motion) -> Self {
        let canvas: HtmlCanvasElement =
            document().create_element("canvas").unwrap().unchecked_into();
        canvas.set_width(1600);
        canvas.set_height(900);
        let context = canvas.get_context("2d").unwrap().unwrap();
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let mut view = View::new(SIZE, Language::default());
        view.follow(scene.focus, Lead::default(), Some(arena), 0.016);
        // Long enough for a figure.
        for n in 0..40 {
            view.measure_lag(Micros::from_ms(n * 16), Some(scene));
        }
        let picture = Picture {
            now: Micros::ZERO,
            scene,
            arena: Some(arena),
            roster: &[],
            trails: &[],
            glows: None,
            cooldowns: Cooldowns::default(),
            sticks: None,
            quality: Quality::Full,
            motion,
            place: Place::default(),
        };
        view.draw(&context, &picture);
        Self { view, context }
    }

    /// The pixels up to `reach` away from a world position.
    fn pixels(&self, place: Vec2, reach: f64) -> Vec<[u8; 3]> {
        let at = self.view.camera().to_page(place) * SIZE.ratio;
        let (x, y) = (f64::from(at.x) - reach, f64::from(at.y) - reach);
        let side = reach * 2.0 + 1.0;
        let data = self.context.get_image_data(x, y, side, side).unwrap().data().0;
        data.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
    }

    /// Whether a colour is near a world position: within 2 pixels, to a tenth per channel.
    fn shows(&self, place: Vec2, colour: Colour) -> bool {
        let at = self.view.camera().to_page(place) * SIZE.ratio;
        let (x, y) = (f64::from(at.x) - 2.0, f64::from(at.y) - 2.0);
        let pixels = self.context.get_image_data(x, y, 5.0, 5.0).unwrap().data().0;
        let want = rgb(colour);
        pixels
            .chunks(4)
            .any(|pixel| pixel.iter().zip(&want).all(|(got, want)| got.abs_diff(*want) < 26))
    }
}

fn check(drawn: &Drawn, offset: (f32, f32), colour: Colour, shown: bool) {
    let place = OWN + Vec2::from(offset);
    assert_eq!(drawn.shows(place, colour), shown, "{colour:?} at {offset:?}");
}

#[wasm_bindgen_test]
fn ships_differ_in_colour_and_shape() {
    let ships = vec![
        ship(0, PlayerKind::You, OWN),
        ship(1, PlayerKind::Player, OWN + Vec2::new(200.0, 0.0)),
        ship(2, PlayerKind::Bot, OWN + Vec2::new(0.0, 200.0)),
    ];
    let scene = Scene { focus: OWN, ships, ..Scene::default() };
    let drawn = Drawn::of(&scene, &Arena::empty());
    // The light comes from the upper left: the left half of a ship that flies right is lit.
    for (x, lit, dark) in
        [(-2.0, palette::YOU, palette::YOU_DARK), (192.0, palette::PLAYER, palette::PLAYER_DARK)]
    {
        check(&drawn, (x, -6.0), lit, true);
        check(&drawn, (x, 6.0), dark, true);
    }
    check(&drawn, (-9.0, 194.0), palette::BOT, true);
    check(&drawn, (-9.0, 206.0), palette::BOT_DARK, true);
    // Each kind has a cut of its own: only an own ship is open behind its middle, and only a bot's
    // nose is a spike.
    check(&drawn, (-12.0, 0.0), palette::SPACE, true);
    check(&drawn, (11.0, 206.0), palette::SPACE, true);
    check(&drawn, (1.0, 5.0), palette::YOU_DARK, true);
    // A cockpit shows where the nose is.
    for at in [(4.8, 0.0), (205.4, 0.0), (5.4, 200.0)] {
        check(&drawn, at, palette::COCKPIT, true);
    }
}

#[wasm_bindgen_test]
fn a_pilot_is_known_by_the_mark_on_its_hull() {
    let at = |idx: u16| OWN + Vec2::new(100.0 * f32::from(idx), 0.0);
    let bots = [0, 1, 2].map(|idx| ship(idx, PlayerKind::Bot, at(idx))).to_vec();
    let scene = Scene { focus: OWN, ships: bots, ..Scene::default() };
    let drawn = Drawn::of(&scene, &Arena::empty());
    // None, a bar, two bars.
    let dark = [0, 1, 2].map(|idx| {
        let pixels = drawn.pixels(at(idx), 5.0);
        pixels.iter().filter(|[r, g, b]| r.max(g).max(b) < &60).count()
    });
    assert!(dark[1] > dark[0] + 20 && dark[2] > dark[1] + 8, "{dark:?}");
}

#[wasm_bindgen_test]
fn shots_have_the_colour_of_their_owner() {
    let shot = ShotId { tick: Default::default(), shooter: id(0), weapon: Weapon::Laser };
    let bolt = |owner, x| SceneBolt { shot, owner, pos: OWN + Vec2::new(x, 0.0), dir: Vec2::X };
    let beam = SceneBeam {
        shot,
        owner: PlayerKind::Player,
        from: OWN + Vec2::new(0.0, 100.0),
        to: OWN + Vec2::new(300.0, 100.0),
        glow: 1.0,
    };
    let scene = Scene {
        focus: OWN,
        bolts: vec![bolt(PlayerKind::You, 100.0), bolt(PlayerKind::Player, 200.0)],
        beams: vec![beam],
        ..Scene::default()
    };
    let drawn = Drawn::of(&scene, &Arena::empty());
    check(&drawn, (100.0, 0.0), palette::OWN_SHOT, true);
    check(&drawn, (200.0, 0.0), palette::SHOT, true);
    check(&drawn, (200.0, 0.0), palette::OWN_SHOT, false);
    for head in [palette::OWN_SHOT, palette::SHOT] {
        assert!(contrast(rgb(head), rgb(palette::SPACE)) >= 7.0, "{head:?}");
    }
    // The core of a beam is white, its sheath has its owner's colour.
    check(&drawn, (150.0, 100.0), palette::SERVER, true);
    let sheath = drawn.pixels(OWN + Vec2::new(150.0, 106.0), 1.0);
    assert!(sheath.iter().any(|[r, g, b]| r > g && g > b && *r > 120), "{sheath:?}");
    check(&drawn, (150.0, 130.0), palette::SPACE, true);
}

#[wasm_bindgen_test]
fn the_three_truths_are_drawn_at_a_ships_true_size() {
    let ghost = |kind, x| {
        let pos = OWN + Vec2::new(x, 0.0);
        SceneGhost { kind, ship: id(1), shot: None, pos, fade: 1.0 }
    };
    let ghosts = vec![
        ghost(GhostKind::Server, 100.0),
        ghost(GhostKind::Saw, 200.0),
        ghost(GhostKind::Judged, 300.0),
    ];
    let scene = Scene { focus: OWN, ghosts, ..Scene::default() };
    let drawn = Drawn::of(&scene, &Arena::empty());
    check(&drawn, (100.0, 16.0), palette::SERVER, true);
    check(&drawn, (100.0, 0.0), palette::SERVER, false);
    check(&drawn, (218.0, 0.5), palette::SAW, true);
    check(&drawn, (300.0, 16.0), palette::JUDGED, true);
    check(&drawn, (300.0, 0.0), palette::JUDGED, true);
}

#[wasm_bindgen_test]
fn the_lag_thread_of_the_ship_aimed_at_has_its_time_above_it() {
    let other = OWN + Vec2::new(200.0, 0.0);
    let fast = SceneShip { vel: Vec2::X * 400.0, ..ship(1, PlayerKind::Player, other) };
    let newest = other + Vec2::X * 40.0;
    let kind = GhostKind::Server;
    let scene = |newest_ahead| Scene {
        focus: OWN,
        ships: vec![ship(0, PlayerKind::You, OWN), fast],
        ghosts: vec![SceneGhost { kind, ship: id(1), shot: None, pos: newest, fade: 1.0 }],
        newest_ahead,
        ..Scene::default()
    };
    let n_white = |newest_ahead| {
        let drawn = Drawn::of(&scene(newest_ahead), &Arena::empty());
        let above = drawn.pixels(other + Vec2::new(20.0, -42.0), 24.0);
        above.iter().filter(|[r, g, b]| r.min(g).min(b) > &200).count()
    };
    assert_eq!(n_white(None), 0, "nothing without a time");
    let n_figure = n_white(Some(Micros::from_ms(100)));
    assert!(n_figure > 20, "{n_figure} white pixels");
}

#[wasm_bindgen_test]
fn the_servers_word_on_a_hit_has_a_colour_and_a_shape() {
    let effect =
        |kind, x| SceneEffect { kind, pos: OWN + Vec2::new(x, 0.0), ..effect_of(kind, 0.3) };
    let effects = vec![effect(EffectKind::Confirmed, 200.0), effect(EffectKind::Undone, 300.0)];
    // A tentative hit stays on the ship.
    let hit =
        SceneShip { tentative: 1, ..ship(1, PlayerKind::Player, OWN + Vec2::new(100.0, 0.0)) };
    let scene = Scene { focus: OWN, ships: vec![hit], effects, ..Scene::default() };
    let drawn = Drawn::of(&scene, &Arena::empty());
    let shades = [palette::TENTATIVE, palette::CONFIRMED, palette::UNDONE];
    for (n, colour) in shades.into_iter().enumerate() {
        let middle = OWN + Vec2::new(100.0 * (n as f32 + 1.0), 0.0);
        // A point somewhere on the ring has the colour.
        let around = (0..40).map(|n| {
            let at = Turn((n * 1638) as u16).unit();
            (0..6).any(|out| drawn.shows(middle + at * (24.0 + out as f32 * 2.0), colour))
        });
        let share = around.filter(|met| *met).count();
        assert!(share > 10, "{colour:?}: {share} of 40");
        // Only undone hits are struck through.
        assert_eq!(drawn.shows(middle, colour), colour == palette::UNDONE, "{colour:?}");
    }
}

/// A mark, and a point on its line.
type Mark = (&'static str, Scene, Vec2, Colour);

/// Every mark of the instrument, alone at the own place.
fn marks() -> Vec<Mark> {
    let empty = Scene { focus: OWN, ..Scene::default() };
    let ghost = |kind| Scene {
        ghosts: vec![SceneGhost { kind, ship: id(1), shot: None, pos: OWN, fade: 1.0 }],
        ..empty.clone()
    };
    let effect = |kind| Scene { effects: vec![effect_of(kind, 0.3)], ..empty.clone() };
    let tentative = SceneShip { tentative: 1, ..ship(1, PlayerKind::Player, OWN) };
    let right = |radii: f32| OWN + Vec2::new(16.0 * radii, 0.0);
    vec![
        ("server", ghost(GhostKind::Server), right(1.0), palette::SERVER),
        ("saw", ghost(GhostKind::Saw), right(1.25), palette::SAW),
        ("judged", ghost(GhostKind::Judged), right(1.0), palette::JUDGED),
        ("confirmed", effect(EffectKind::Confirmed), right(1.95), palette::CONFIRMED),
        ("undone", effect(EffectKind::Undone), right(1.75), palette::UNDONE),
        (
            "tentative",
            Scene { ships: vec![tentative], ..empty.clone() },
            right(1.8),
            palette::TENTATIVE,
        ),
    ]
}

#[wasm_bindgen_test]
fn marks_are_read_over_a_flash_and_over_space() {
    for (name, scene, at, colour) in marks() {
        let mut flash = scene.clone();
        // White all around the point: another ship explodes there.
        flash.effects.push(SceneEffect { pos: at, ..effect_of(EffectKind::Explosion, 0.0) });
        for (behind, scene) in [("space", &scene), ("a flash", &flash)] {
            let drawn = Drawn::moving(scene, &Arena::empty(), Motion::Full);
            let pixels = drawn.pixels(at, 8.0);
            let nearest = |want: [u8; 3]| {
                let off = |[r, g, b]: &[u8; 3]| {
                    let [x, y, z] = want;
                    r.abs_diff(x).max(g.abs_diff(y)).max(b.abs_diff(z))
                };
                let found = pixels.iter().min_by_key(|pixel| off(pixel)).copied().unwrap();
                assert!(off(&found) < 40, "{name} over {behind} lacks {want:?}: {found:?}");
                found
            };
            let (line, casing) = (nearest(rgb(colour)), nearest(rgb(palette::CASING)));
            let got = contrast(line, casing);
            assert!(got >= 4.5, "{name} over {behind}: {got:.1} to 1");
        }
    }
}

fn effect_of(kind: EffectKind, progress: f32) -> SceneEffect {
    SceneEffect { kind, pos: OWN, progress, seed: 1, cause: EffectCause::default() }
}

fn rgb(colour: Colour) -> [u8; 3] {
    let css = colour.css(Theme::Dark);
    [1, 3, 5].map(|n| u8::from_str_radix(&css[n..n + 2], 16).unwrap())
}

/// The contrast of two colours, by WCAG 2.2.
fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[wasm_bindgen_test]
fn nothing_of_the_world_is_drawn_beyond_its_picture() {
    let size = Size { width_px: 390.0, height_px: 844.0, ratio: 1.0 };
    let canvas: HtmlCanvasElement = document().create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(390);
    canvas.set_height(844);
    let context = canvas.get_context("2d").unwrap().unwrap();
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let mut view = View::new(size, Language::default());
    let picture = Rect { at: Vec2::new(0.0, 48.0), size: Vec2::new(390.0, 506.0) };
    view.arrange(size, &Places { picture, map: Rect::default() });
    let arena = Arena::empty();
    view.follow(OWN, Lead::default(), Some(&arena), 0.016);
    let shot = ShotId { tick: Default::default(), shooter: id(0), weapon: Weapon::Beam };
    let to = OWN + Vec2::new(0.0, 900.0);
    let beam = SceneBeam { shot, owner: PlayerKind::You, from: OWN, to, glow: 1.0 };
    let scene = Scene { focus: OWN, beams: vec![beam], ..Scene::default() };
    let picture = Picture {
        now: Micros::ZERO,
        scene: &scene,
        arena: Some(&arena),
        roster: &[],
        trails: &[],
        glows: None,
        cooldowns: Cooldowns::default(),
        sticks: None,
        quality: Quality::Full,
        motion: Motion::Full,
        place: Place::default(),
    };
    view.draw(&context, &picture);
    let world = view.layout().world;
    let below = f64::from(world.at.y + world.size.y) + 4.0;
    let row = context.get_image_data(0.0, below, 390.0, 1.0).unwrap().data().0;
    assert!(row.chunks(4).all(|pixel| pixel == [7, 10, 21, 255]), "the colour beyond");
}

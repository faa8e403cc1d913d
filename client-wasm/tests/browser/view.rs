//! Tests of the picture: a scene draws pixels of the right colours at the right positions.

use crate::fixture::document;
use client_wasm::view::View;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    client::scene::{
        EffectKind, GhostKind, PlayerKind, PoseSource, Scene, SceneBeam, SceneBolt, SceneEffect,
        SceneGhost, SceneShip,
    },
    sim::{
        arena::Arena,
        command::Thrust,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use web_ui::{
    canvas::palette,
    shell::canvas::Size,
    world::{Cooldowns, Motion, Picture},
};

const SIZE: Size = Size { width_px: 800.0, height_px: 450.0, ratio: 2.0 };
const OWN: Vec2 = Vec2::new(1600.0, 900.0);

fn id(idx: u16) -> ShipId {
    ShipId { idx, generation: 0 }
}

fn ship(idx: u16, owner: PlayerKind, pos: Vec2) -> SceneShip {
    SceneShip {
        id: id(idx),
        owner,
        pos,
        vel: Vec2::ZERO,
        aim: Turn(0),
        thrust: Thrust::None,
        health: 100,
        shielded: false,
        tentative: 0,
        flash: 0.0,
        source: PoseSource::Interpolated,
    }
}

struct Drawn {
    view: View,
    context: CanvasRenderingContext2d,
}

impl Drawn {
    fn of(scene: &Scene, arena: &Arena) -> Self {
        let canvas: HtmlCanvasElement =
            document().create_element("canvas").unwrap().unchecked_into();
        canvas.set_width(1600);
        canvas.set_height(900);
        let context = canvas.get_context("2d").unwrap().unwrap();
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let mut view = View::new(SIZE);
        view.follow(scene.focus, Vec2::ZERO, Some(arena), 0.016);
        let picture = Picture {
            now: Micros::ZERO,
            scene,
            arena: Some(arena),
            roster: &[],
            cooldowns: Cooldowns::default(),
            sticks: None,
            motion: Motion::Reduced,
        };
        view.draw(&context, &picture);
        Self { view, context }
    }

    /// Whether a colour is near a world position: within 2 pixels, to a tenth per channel.
    fn shows(&self, place: Vec2, colour: &str) -> bool {
        let at = self.view.camera().to_page(place) * SIZE.ratio;
        let (x, y) = (f64::from(at.x) - 2.0, f64::from(at.y) - 2.0);
        let pixels = self.context.get_image_data(x, y, 5.0, 5.0).unwrap().data().0;
        let want: Vec<u8> =
            (1..7).step_by(2).map(|n| u8::from_str_radix(&colour[n..n + 2], 16).unwrap()).collect();
        pixels
            .chunks(4)
            .any(|pixel| pixel.iter().zip(&want).all(|(got, want)| got.abs_diff(*want) < 26))
    }
}

fn check(drawn: &Drawn, offset: (f32, f32), colour: &str, shown: bool) {
    let place = OWN + Vec2::from(offset);
    assert_eq!(drawn.shows(place, colour), shown, "{colour} at {offset:?}");
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
    check(&drawn, (4.0, 0.0), palette::YOU, true);
    check(&drawn, (218.0, 0.0), palette::PLAYER, true);
    check(&drawn, (204.0, 0.0), palette::PLAYER, false);
    check(&drawn, (204.0, 0.0), palette::SPACE, true);
    check(&drawn, (18.0, 200.0), palette::BOT, true);
    check(&drawn, (0.0, 211.0), palette::BOT, true);
    check(&drawn, (0.0, 200.0), palette::BOT, false);
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
    check(&drawn, (92.0, 0.0), palette::YOU, true);
    check(&drawn, (192.0, 0.0), palette::PLAYER, true);
    check(&drawn, (150.0, 100.0), palette::PLAYER, true);
    check(&drawn, (150.0, 130.0), palette::PLAYER, false);
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
    check(&drawn, (216.0, 0.5), palette::SAW, true);
    check(&drawn, (300.0, 16.0), palette::JUDGED, true);
    check(&drawn, (300.0, 0.0), palette::JUDGED, true);
}

#[wasm_bindgen_test]
fn the_servers_word_on_a_hit_has_a_colour_and_a_shape() {
    let effect =
        |kind, x| SceneEffect { kind, pos: OWN + Vec2::new(x, 0.0), progress: 0.3, seed: 1 };
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
        assert!(share > 10, "{colour}: {share} of 40");
        // Only undone hits are struck through.
        assert_eq!(drawn.shows(middle, colour), colour == palette::UNDONE, "{colour}");
    }
}

#[wasm_bindgen_test]
fn nothing_of_the_world_is_drawn_beyond_its_picture() {
    let size = Size { width_px: 390.0, height_px: 844.0, ratio: 1.0 };
    let canvas: HtmlCanvasElement = document().create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(390);
    canvas.set_height(844);
    let context = canvas.get_context("2d").unwrap().unwrap();
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let mut view = View::new(size);
    let arena = Arena::empty();
    view.follow(OWN, Vec2::ZERO, Some(&arena), 0.016);
    let shot = ShotId { tick: Default::default(), shooter: id(0), weapon: Weapon::Beam };
    let to = OWN + Vec2::new(0.0, 900.0);
    let beam = SceneBeam { shot, owner: PlayerKind::You, from: OWN, to, glow: 1.0 };
    let scene = Scene { focus: OWN, beams: vec![beam], ..Scene::default() };
    let picture = Picture {
        now: Micros::ZERO,
        scene: &scene,
        arena: Some(&arena),
        roster: &[],
        cooldowns: Cooldowns::default(),
        sticks: None,
        motion: Motion::Full,
    };
    view.draw(&context, &picture);
    let world = view.layout().world;
    let below = f64::from(world.at.y + world.size.y) + 4.0;
    let row = context.get_image_data(0.0, below, 390.0, 1.0).unwrap().data().0;
    assert!(row.chunks(4).all(|pixel| pixel == [7, 10, 21, 255]), "the colour beyond");
}

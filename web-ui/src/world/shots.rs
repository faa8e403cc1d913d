//! Draws bolts and beams: what a player must see first.

use shared::{
    base::geometry::Vec2,
    client::scene::{PlayerKind, Scene, SceneBeam, SceneBolt},
    sim::rules::SHIP_RADIUS_U,
};

use super::Picture;
use crate::canvas::{
    glow::Hue,
    palette::{self, Theme},
    pen::{CROWD, Pen},
};

/// Length of a bolt's tail, in u.
const TAIL_U: f32 = 38.0;
/// That of a bolt in a crowd.
const CROWD_TAIL_U: f32 = 22.0;
/// Beyond this many bolts each is one stroke.
const SHAPED_MAX: usize = 64;
/// Half the size of a bolt's head, in CSS pixels: an own one is a disc, a hostile one a diamond.
const OWN_HEAD_PX: f32 = 2.1;
const HOSTILE_HEAD_PX: (f32, f32) = (4.6, 2.5);
/// Radius of its glow, in CSS pixels, and the glow's opacity.
const GLOW_PX: f32 = 16.0;
const GLOW_OPACITY: f32 = 0.5;
/// Widths of a beam's sheath and core, in CSS pixels.
const SHEATH_PX: f32 = 9.0;
const CORE_PX: f32 = 3.0;
/// Widths of the faint strokes around a sheath, in its own.
const GLARE: [f32; 4] = [3.0, 2.4, 1.9, 1.4];
/// Share of a beam's time for which it stays whole.
const WHOLE: f32 = 0.27;
/// Radius of the light at its ends, in u.
const MUZZLE_U: f32 = 16.0;
/// A muzzle is lit until its bolt is this far from the ship, in u.
const FLASH_U: f32 = 70.0;
const IMPACT_U: f32 = 30.0;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let scene = picture.scene;
    let seen = |bolt: &&SceneBolt| pen.sees(bolt.pos, TAIL_U);
    let n = scene.bolts.iter().filter(seen).count();
    // The viewer's last.
    for owner in PlayerKind::BACK_TO_FRONT {
        let bolts = || scene.bolts.iter().filter(seen).filter(|bolt| bolt.owner == owner);
        if bolts().next().is_none() {
            continue;
        }
        if n > SHAPED_MAX {
            draw_strokes(pen, bolts(), owner, n);
        } else {
            draw_tails(pen, bolts, owner);
            draw_glows(pen, picture, bolts(), owner);
            draw_heads(pen, bolts(), owner);
        }
    }
    draw_beams(pen, picture, scene);
}

/// Draws the bolts of a crowd as plain strokes.
fn draw_strokes<'a>(
    pen: &Pen,
    bolts: impl Iterator<Item = &'a SceneBolt>,
    owner: PlayerKind,
    n: usize,
) {
    pen.context.begin_path();
    bolts.for_each(|bolt| pen.line(bolt.pos - bolt.dir * (CROWD_TAIL_U), bolt.pos));
    // Round caps on thin lines cost time and are invisible.
    pen.context.set_line_cap(if n > CROWD { "butt" } else { "round" });
    let colour = if owner.is_hostile() { palette::SHOT } else { palette::of(owner) };
    pen.stroke(colour, pen.width(2.5, n));
    pen.context.set_line_cap("butt");
}

/// Draws tapering tails: a long faint one, and a short bright one within.
fn draw_tails<'a, I: Iterator<Item = &'a SceneBolt>>(
    pen: &Pen,
    bolts: impl Fn() -> I,
    owner: PlayerKind,
) {
    let (colour, width_px) = if owner.is_hostile() {
        (palette::SHOT_TAIL, HOSTILE_HEAD_PX.1)
    } else {
        (palette::of(owner), OWN_HEAD_PX)
    };
    let half = pen.px(width_px) * 0.9;
    pen.colour(colour);
    for (share, opacity) in [(1.0, 0.4), (0.55, 0.75)] {
        pen.context.begin_path();
        for bolt in bolts() {
            let aside = bolt.dir.perp() * half;
            pen.polygon(&[
                bolt.pos + aside,
                bolt.pos - bolt.dir * (TAIL_U * share),
                bolt.pos - aside,
            ]);
        }
        pen.opacity(opacity);
        pen.context.fill();
    }
    pen.opacity(1.0);
}

fn draw_glows<'a>(
    pen: &Pen,
    picture: &Picture,
    bolts: impl Iterator<Item = &'a SceneBolt>,
    owner: PlayerKind,
) {
    let Some(glows) = picture.lights() else { return };
    let hue = if owner.is_hostile() { Hue::Shot } else { Hue::You };
    pen.begin_light();
    for bolt in bolts {
        pen.opacity(GLOW_OPACITY);
        pen.glow(glows, hue, bolt.pos, pen.px(GLOW_PX));
        // The light at the muzzle that it just left.
        let ship = picture.scene.ship(bolt.shot.shooter);
        let flown = ship.map_or(FLASH_U, |ship| ship.pos.distance(bolt.pos));
        if let Some(ship) = ship.filter(|_| flown < FLASH_U) {
            pen.opacity(1.0 - flown / FLASH_U);
            pen.glow(glows, hue, ship.pos + bolt.dir * SHIP_RADIUS_U, MUZZLE_U);
        }
    }
    pen.end_light();
}

fn draw_heads<'a>(pen: &Pen, bolts: impl Iterator<Item = &'a SceneBolt>, owner: PlayerKind) {
    pen.context.begin_path();
    for bolt in bolts {
        if !owner.is_hostile() {
            pen.circle(bolt.pos, pen.px(OWN_HEAD_PX));
        } else {
            let along = bolt.dir * pen.px(HOSTILE_HEAD_PX.0);
            let aside = bolt.dir.perp() * pen.px(HOSTILE_HEAD_PX.1);
            pen.polygon(&[bolt.pos + along, bolt.pos + aside, bolt.pos - along, bolt.pos - aside]);
        }
    }
    pen.colour(match owner {
        PlayerKind::You => palette::OWN_SHOT,
        PlayerKind::Ally | PlayerKind::AllyBot => palette::ALLY_EDGE,
        PlayerKind::Player | PlayerKind::Bot => palette::SHOT,
    });
    pen.context.fill();
}

fn draw_beams(pen: &Pen, picture: &Picture, scene: &Scene) {
    if scene.beams.is_empty() {
        return;
    }
    pen.context.set_line_cap("round");
    pen.begin_light();
    for beam in &scene.beams {
        draw_beam(pen, picture, beam);
    }
    pen.end_light();
    pen.context.set_line_cap("butt");
}

/// Draws a white core in a sheath of the owner's colour, with light where it begins and ends.
fn draw_beam(pen: &Pen, picture: &Picture, beam: &SceneBeam) {
    // Whole at first, then gone evenly.
    let left = (beam.glow / (1.0 - WHOLE)).min(1.0);
    let colour = palette::of(beam.owner);
    let line = |opacity: f32, colour: palette::Colour, width_px: f32| {
        pen.opacity(opacity);
        pen.context.begin_path();
        pen.line(beam.from, beam.to);
        pen.stroke(colour, pen.px(width_px));
    };
    // Ink has no glare.
    if pen.theme() == Theme::Light {
        line(left, colour, CORE_PX * (1.0 + 0.5 * left));
        return;
    }
    for width in GLARE {
        line(left * 0.09, colour, SHEATH_PX * width);
    }
    line(left * 0.7, colour, SHEATH_PX * (0.4 + 0.6 * left));
    line(left, palette::SERVER, CORE_PX * (0.3 + 0.7 * left));
    let Some(glows) = picture.lights() else { return };
    let hue = Hue::of(beam.owner);
    let light = |at: Vec2, radius: f32| {
        pen.opacity(left);
        pen.glow(glows, hue, at, radius * 1.6);
        pen.glow(glows, Hue::White, at, radius * (0.4 + 0.6 * left));
    };
    light(beam.from, MUZZLE_U);
    light(beam.to, IMPACT_U);
}

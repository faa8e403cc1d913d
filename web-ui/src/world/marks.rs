//! Draws the marks of the instrument on ships: rings for the server's verdicts, hatching for what
//! it may still undo. They lie in a dark casing, above all light of the world.

use shared::{
    base::geometry::Vec2,
    client::scene::{EffectKind, SceneEffect},
    sim::rules::SHIP_RADIUS_U,
};

use super::{Motion, Picture, ships::drawn_radius};
use crate::canvas::{
    palette,
    pen::{Pen, unit_at},
};

/// Progress at which a ring is drawn when motion is reduced.
const STILL: f32 = 0.35;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let radius = drawn_radius(pen);
    for ship in &picture.scene.ships {
        if ship.tentative > 0 && pen.sees(ship.pos, radius * 2.0) {
            draw_tentative(pen, ship.pos, radius);
        }
    }
    for effect in &picture.scene.effects {
        if !pen.sees(effect.pos, SHIP_RADIUS_U * 3.0) {
            continue;
        }
        let along = match picture.motion {
            Motion::Full => effect.progress,
            Motion::Reduced => STILL,
        };
        pen.opacity((2.5 * (1.0 - effect.progress)).min(1.0));
        match effect.kind {
            EffectKind::Confirmed => draw_confirmed(pen, effect, along),
            EffectKind::Undone => draw_undone(pen, effect, along),
            _ => {}
        }
    }
    pen.opacity(1.0);
}

/// Draws a hatched ring while a hit on the ship is tentative: parallel strokes, as plans mark what
/// is not yet built.
fn draw_tentative(pen: &Pen, at: Vec2, radius: f32) {
    const STROKES: u32 = 22;
    let half = unit_at(-0.125) * (radius * 0.34);
    pen.context.begin_path();
    for n in 0..STROKES {
        let on_ring = at + unit_at(n as f32 / STROKES as f32) * (radius * 1.8);
        pen.line(on_ring - half, on_ring + half);
    }
    pen.stroke_cased(palette::TENTATIVE, 2.0);
}

/// A ring that is drawn round while it contracts.
fn draw_confirmed(pen: &Pen, effect: &SceneEffect, along: f32) {
    let radius = SHIP_RADIUS_U * (2.1 - 0.5 * along);
    pen.context.begin_path();
    pen.arc(effect.pos, radius, -0.25, (0.25 + along * 2.0).min(1.0));
    pen.stroke_cased(palette::CONFIRMED, 2.0);
}

/// A ring that expands, struck through.
fn draw_undone(pen: &Pen, effect: &SceneEffect, along: f32) {
    let radius = SHIP_RADIUS_U * (1.6 + 0.5 * along);
    pen.context.begin_path();
    pen.arc(effect.pos, radius, -0.25, (1.0 - along).max(0.3));
    pen.stroke_cased(palette::UNDONE, 2.0);
    let across = unit_at(0.125) * (radius * 1.3);
    pen.context.begin_path();
    pen.line(effect.pos - across, effect.pos + across);
    pen.stroke_cased(palette::UNDONE, 2.0);
}

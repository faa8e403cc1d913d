//! Draws transient effects: sparks, dust, explosions, spawns, and the rings of the server's
//! verdicts.

use shared::{
    base::rng::{mix_all, unit_from_bits},
    client::scene::{EffectKind, SceneEffect},
    sim::rules::SHIP_RADIUS_U,
};

use super::{Motion, Picture};
use crate::canvas::{
    palette,
    pen::{Pen, unit_at},
};

/// Progress at which an effect is drawn when motion is reduced.
const STILL: f32 = 0.35;

/// Opacity levels of rays: rays of one level share a path.
const STEPS: u32 = 8;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let effects = || {
        let seen = |effect: &&SceneEffect| pen.sees(effect.pos, SHIP_RADIUS_U * 6.0);
        picture.scene.effects.iter().filter(seen)
    };
    let n_rays = effects().filter_map(Rays::of).map(|rays| rays.count as usize).sum();
    for colour in [palette::QUIET, palette::SERVER] {
        for step in 0..STEPS {
            let alike = |effect: &&SceneEffect| {
                let rays = Rays::of(effect).filter(|rays| rays.colour == colour);
                rays.is_some() && (opacity(effect) * STEPS as f32) as u32 == step
            };
            if effects().any(|effect| alike(&effect)) {
                pen.context.begin_path();
                effects().filter(alike).for_each(|effect| add_rays(pen, picture, effect));
                pen.opacity((step as f32 + 0.5) / STEPS as f32);
                pen.stroke(colour, pen.width(1.5, n_rays));
            }
        }
    }
    for effect in effects() {
        let along = along(picture, effect);
        pen.opacity(opacity(effect));
        match effect.kind {
            EffectKind::Spark | EffectKind::Dust => {}
            EffectKind::Explosion => {
                ring(pen, effect, SHIP_RADIUS_U * (0.6 + 3.2 * along), 1.5);
            }
            EffectKind::Arrival => ring(pen, effect, SHIP_RADIUS_U * (3.0 - 1.8 * along), 1.5),
            EffectKind::Confirmed => confirmed(pen, effect, along),
            EffectKind::Undone => undone(pen, effect, along),
        }
    }
    pen.opacity(1.0);
}

fn opacity(effect: &SceneEffect) -> f32 {
    1.0 - effect.progress * effect.progress
}

/// Progress of an effect. With reduced motion it keeps its shape and only fades.
fn along(picture: &Picture, effect: &SceneEffect) -> f32 {
    match picture.motion {
        Motion::Full => effect.progress,
        Motion::Reduced => STILL,
    }
}

/// A burst of short lines.
struct Rays {
    count: u32,
    /// Distance that the lines fly, in u.
    reach_u: f32,
    length_u: f32,
    colour: &'static str,
}

const SPARK: Rays = Rays { count: 6, reach_u: 30.0, length_u: 9.0, colour: palette::SERVER };
const DUST: Rays = Rays { count: 4, reach_u: 18.0, length_u: 4.0, colour: palette::QUIET };
const EXPLOSION: Rays = Rays { count: 14, reach_u: 84.0, length_u: 16.0, colour: palette::SERVER };

impl Rays {
    /// The rays of an effect, if it has any.
    fn of(effect: &SceneEffect) -> Option<&'static Self> {
        match effect.kind {
            EffectKind::Spark => Some(&SPARK),
            EffectKind::Dust => Some(&DUST),
            EffectKind::Explosion => Some(&EXPLOSION),
            EffectKind::Arrival | EffectKind::Confirmed | EffectKind::Undone => None,
        }
    }
}

/// Adds the rays of an effect to the path.
fn add_rays(pen: &Pen, picture: &Picture, effect: &SceneEffect) {
    let Some(rays) = Rays::of(effect) else { return };
    let along = along(picture, effect);
    for n in 0..rays.count {
        let draw = mix_all(&[effect.seed.into(), n.into()]);
        let turn = (n as f32 + unit_from_bits(draw as u32)) / rays.count as f32;
        let speed = 0.45 + 0.55 * unit_from_bits((draw >> 32) as u32);
        let dir = unit_at(turn);
        // Ease-out: 1 − (1 − t)².
        let eased = along * (2.0 - along);
        let from = effect.pos + dir * (rays.reach_u * speed * eased);
        pen.line(from, from + dir * (rays.length_u * (1.0 - along * 0.7)));
    }
}

fn ring(pen: &Pen, effect: &SceneEffect, radius: f32, width_px: f32) {
    pen.context.begin_path();
    pen.circle(effect.pos, radius);
    pen.stroke(palette::SERVER, pen.px(width_px));
}

/// A ring that is drawn round while it contracts.
fn confirmed(pen: &Pen, effect: &SceneEffect, along: f32) {
    let radius = SHIP_RADIUS_U * (2.1 - 0.5 * along);
    pen.context.begin_path();
    pen.arc(effect.pos, radius, -0.25, (0.25 + along * 2.0).min(1.0));
    pen.stroke(palette::CONFIRMED, pen.px(2.5));
}

/// A ring that expands, struck through.
fn undone(pen: &Pen, effect: &SceneEffect, along: f32) {
    let radius = SHIP_RADIUS_U * (1.6 + 0.5 * along);
    pen.context.begin_path();
    pen.arc(effect.pos, radius, -0.25, (1.0 - along).max(0.3));
    pen.stroke(palette::UNDONE, pen.px(2.0));
    let across = unit_at(0.125) * (radius * 1.3);
    pen.context.begin_path();
    pen.line(effect.pos - across, effect.pos + across);
    pen.stroke(palette::UNDONE, pen.px(2.0));
}

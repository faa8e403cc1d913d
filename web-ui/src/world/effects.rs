//! Draws the light of transient effects: sparks, dust, explosions and arrivals. The server's
//! verdicts are marks of the instrument ([`super::marks`]).

use shared::{
    client::scene::{EffectKind, PlayerKind, SceneEffect},
    sim::rules::SHIP_RADIUS_U,
};

use super::{
    Motion, Picture,
    burst::{
        Blast, Flashes, Spark, age_s, arrivals, blast, embers, flashes, shards, shock_arcs, sparks,
        star,
    },
    rocks,
};
use crate::canvas::{
    glow::{Glows, Hue},
    palette,
    pen::{CROWD, Pen},
};

/// Age at which particles stand still when motion is reduced, in s.
const STILL_S: f32 = 0.12;
/// How far from its middle an effect draws, in u.
const REACH_U: f32 = SHIP_RADIUS_U * 14.0;
/// Radius of the light that an explosion throws on what is around it, in radii of a ship.
const FIRELIGHT: f32 = 13.0;
/// That of the glare around its white flash.
const GLARE: f32 = 5.0;
/// Streaks of one opacity share a path.
const STEPS: usize = 4;
/// In a dense picture, one streak of this many is drawn.
const DENSE_ONE_OF: usize = 3;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let seen = |effect: &&SceneEffect| pen.sees(effect.pos, REACH_U);
    let effects: Vec<&SceneEffect> = picture.scene.effects.iter().filter(seen).collect();
    if effects.is_empty() {
        return;
    }
    if picture.has_debris() {
        effects.iter().for_each(|effect| draw_shards(pen, picture, effect));
    }
    pen.begin_light();
    for (effect, flash) in flashes(effects.iter().copied()) {
        let flash = if picture.motion == Motion::Reduced { Flashes::Faded } else { flash };
        draw_blast(pen, picture, effect, &blast(age_s(effect), flash));
    }
    if !picture.is_dense(pen) {
        light_rocks(pen, picture, &effects);
        effects.iter().for_each(|effect| draw_glow(pen, picture, effect));
    }
    draw_streaks(pen, picture, &effects);
    pen.end_light();
}

/// The age of an effect's particles. With reduced motion they stand still and fade.
fn particle_age(picture: &Picture, effect: &SceneEffect) -> f32 {
    match picture.motion {
        Motion::Full => age_s(effect),
        Motion::Reduced => STILL_S,
    }
}

/// How much of an effect's particles is left when they stand still: then they fade.
fn faded(picture: &Picture, effect: &SceneEffect) -> f32 {
    match picture.motion {
        Motion::Full => 1.0,
        Motion::Reduced => 1.0 - effect.progress,
    }
}

/// Draws the pieces of a hull.
fn draw_shards(pen: &Pen, picture: &Picture, effect: &SceneEffect) {
    let hull = effect.cause.hull.filter(|_| effect.kind == EffectKind::Explosion);
    let Some(hull) = hull else { return };
    let [lit, dark, edge] = palette::hull(hull.owner);
    let age = particle_age(picture, effect);
    let opacity = shards(effect, &hull, age).next().map_or(0.0, |shard| shard.opacity);
    pen.opacity(opacity * faded(picture, effect));
    for (odd, colour) in [(0, lit), (1, dark)] {
        pen.context.begin_path();
        for shard in shards(effect, &hull, age).skip(odd).step_by(2) {
            pen.polygon(&shard.corners);
        }
        pen.colour(colour);
        pen.context.fill();
    }
    pen.stroke(edge, pen.px(1.0));
    pen.opacity(1.0);
}

fn draw_blast(pen: &Pen, picture: &Picture, effect: &SceneEffect, blast: &Blast) {
    if let Some((radius, opacity)) = blast.fire {
        pen.opacity(opacity);
        match picture.lights() {
            Some(glows) => pen.glow(glows, Hue::Fire, effect.pos, radius * 2.4),
            None => {
                pen.context.begin_path();
                pen.circle(effect.pos, radius * 0.8);
                pen.colour(palette::FIRE);
                pen.context.fill();
            }
        }
    }
    if let Some((radius, opacity)) = blast.white {
        pen.opacity(opacity);
        pen.context.begin_path();
        pen.polygon(&star(effect, radius));
        pen.colour(palette::SERVER);
        pen.context.fill();
        if let Some(glows) = picture.lights() {
            pen.glow(glows, Hue::White, effect.pos, SHIP_RADIUS_U * GLARE);
        }
    }
    if let Some((radius, opacity)) = blast.shock {
        pen.opacity(opacity);
        draw_shock(pen, effect, radius);
    }
}

/// Lights the rocks near explosions.
fn light_rocks(pen: &Pen, picture: &Picture, effects: &[&SceneEffect]) {
    let explosions = effects.iter().filter(|effect| effect.kind == EffectKind::Explosion);
    let fires = explosions.map(|effect| (effect.pos, (1.0 - 2.0 * effect.progress).max(0.0)));
    let fires: Vec<_> = fires.filter(|(_, brightness)| *brightness > 0.0).collect();
    if let Some(arena) = picture.arena {
        rocks::draw_firelight(pen, arena, &fires);
    }
}

/// Draws the pieces of a shock's ring, wide and faint, thin and bright.
fn draw_shock(pen: &Pen, effect: &SceneEffect, radius: f32) {
    for (from, share) in shock_arcs(effect) {
        pen.context.begin_path();
        pen.arc(effect.pos, radius, from, share);
        for (width, colour) in [(0.5, palette::EMBER), (0.12, palette::FLAME)] {
            pen.stroke(colour, SHIP_RADIUS_U * width);
        }
    }
}

/// Draws the soft light of a hit or an arrival, and what is left of an explosion's.
fn draw_glow(pen: &Pen, picture: &Picture, effect: &SceneEffect) {
    let Some(glows) = picture.lights() else { return };
    let left = 1.0 - effect.progress;
    let (hue, radius, opacity) = match effect.kind {
        EffectKind::Spark => (Hue::White, SHIP_RADIUS_U * 1.3, left * left * left),
        EffectKind::Dust => (Hue::Flame, SHIP_RADIUS_U * 0.7, left * left * 0.6),
        EffectKind::Explosion => {
            draw_fireball(pen, glows, effect);
            return;
        }
        EffectKind::Arrival => {
            let owner = effect.cause.hull.map(|hull| hull.owner);
            let hue = Hue::of(owner.unwrap_or(PlayerKind::Player));
            (hue, SHIP_RADIUS_U * (1.5 + 2.5 * left), 0.25 + 0.5 * left)
        }
        EffectKind::Confirmed | EffectKind::Undone => return,
    };
    pen.opacity(opacity);
    pen.glow(glows, hue, effect.pos, radius);
}

/// Draws the glow of an explosion: a hot core, the fire that cools around it, and the light that
/// both throw on what is near.
fn draw_fireball(pen: &Pen, glows: &Glows, effect: &SceneEffect) {
    let left = 1.0 - effect.progress;
    let hot = (1.0 - 2.2 * effect.progress).max(0.0);
    for (hue, radius, opacity) in [
        (Hue::Fire, FIRELIGHT, 0.45 * left * left * left),
        (Hue::Fire, 4.0 + 2.0 * effect.progress, left * left),
        (Hue::Flame, 2.5, hot),
    ] {
        if opacity > 0.0 {
            pen.opacity(opacity);
            pen.glow(glows, hue, effect.pos, SHIP_RADIUS_U * radius);
        }
    }
}

/// Draws all streaks; those of one kind and opacity share a path. What burns cools as it fades.
fn draw_streaks(pen: &Pen, picture: &Picture, effects: &[&SceneEffect]) {
    let one_of = if picture.is_dense(pen) { DENSE_ONE_OF } else { 1 };
    for (kind, hot, cold, width_px) in [
        (EffectKind::Dust, palette::SMOKE, palette::SMOKE, 1.25),
        (EffectKind::Explosion, palette::FLAME, palette::EMBER, 2.5),
        (EffectKind::Arrival, palette::YOU_EDGE, palette::YOU, 1.25),
        (EffectKind::Spark, palette::FLAME, palette::FIRE, 1.25),
    ] {
        let mut levels = [const { Vec::new() }; STEPS];
        for effect in effects.iter().filter(|effect| effect.kind == kind) {
            let faded = faded(picture, effect);
            each_streak(effect, particle_age(picture, effect), one_of, |spark| {
                let level = (spark.opacity * faded * STEPS as f32) as usize;
                if spark.opacity > 0.0 {
                    levels[level.min(STEPS - 1)].push((spark.from, spark.at));
                }
            });
        }
        for (level, streaks) in levels.iter().enumerate().filter(|(_, all)| !all.is_empty()) {
            pen.context.begin_path();
            streaks.iter().for_each(|(from, to)| pen.line(*from, *to));
            pen.opacity((level as f32 + 0.8) / STEPS as f32);
            let colour = if level * 2 >= STEPS { hot } else { cold };
            pen.context.set_line_cap(if streaks.len() > CROWD { "butt" } else { "round" });
            pen.stroke(colour, pen.width(width_px, streaks.len()));
        }
    }
    pen.context.set_line_cap("butt");
}

/// Calls `each` for one of `one_of` streaks of an effect.
fn each_streak(effect: &SceneEffect, age: f32, one_of: usize, each: impl FnMut(Spark)) {
    match effect.kind {
        EffectKind::Explosion => embers(effect, age).step_by(one_of).for_each(each),
        EffectKind::Spark | EffectKind::Dust => {
            sparks(effect, age).step_by(one_of).for_each(each);
        }
        EffectKind::Arrival => arrivals(effect, age).step_by(one_of).for_each(each),
        EffectKind::Confirmed | EffectKind::Undone => {}
    }
}

//! Draws the marks of the instrument on ships: rings for the server's verdicts, hatching for what
//! it may still undo. They lie in a dark casing, above all light of the world.

use shared::{
    base::geometry::Vec2,
    client::scene::{EffectKind, SceneEffect},
    sim::rules::SHIP_RADIUS_U,
};

use super::{Motion, Picture, burst::age_s, ships::drawn_radius};
use crate::canvas::{
    palette,
    pen::{Pen, unit_at},
};

/// Progress at which a ring is drawn when motion is reduced.
const STILL: f32 = 0.35;
/// An explosion this much older than a mark, in s, is that of the mark's hit.
const SAME_S: f32 = 0.05;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let radius = drawn_radius(pen);
    for ship in &picture.scene.ships {
        if ship.tentative > 0 && pen.sees(ship.pos, radius * 2.0) {
            draw_tentative(pen, ship.pos, radius);
        }
    }
    for effect in &picture.scene.effects {
        let is_seen = pen.sees(effect.pos, SHIP_RADIUS_U * 3.0);
        if !is_seen || is_outdone(&picture.scene.effects, effect) {
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

/// Whether a later mark on the same ship or its explosion says more: of a burst only the newest
/// ring is drawn, and none over what its hit destroyed.
fn is_outdone(effects: &[SceneEffect], effect: &SceneEffect) -> bool {
    let Some(hit) = effect.cause.hull.filter(|_| effect.kind == EffectKind::Confirmed) else {
        return false;
    };
    effects.iter().any(|other| {
        let outdoes = match other.kind {
            EffectKind::Confirmed => age_s(other) < age_s(effect),
            EffectKind::Explosion => age_s(other) <= age_s(effect) + SAME_S,
            _ => false,
        };
        outdoes && other.cause.hull.is_some_and(|hull| hull.ship == hit.ship)
    })
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

#[cfg(test)]
mod tests {
    use shared::{
        base::geometry::{Turn, Vec2},
        client::scene::{EffectCause, EffectHull, PlayerKind},
        sim::ship::ShipId,
    };

    use super::*;

    fn effect(kind: EffectKind, age_s: f32, idx: u16) -> SceneEffect {
        let ship = ShipId { idx, generation: 0 };
        let hull = Some(EffectHull { ship, owner: PlayerKind::Bot, aim: Turn(0) });
        let progress = age_s / kind.duration().as_s_f32();
        let cause = EffectCause { hull, ..EffectCause::default() };
        SceneEffect { kind, pos: Vec2::ZERO, progress, seed: 1, cause }
    }

    #[test]
    fn of_a_burst_the_newest_hit_is_marked_and_none_over_its_kill() {
        use EffectKind::{Confirmed, Explosion};
        let marked = |effects: &[SceneEffect]| -> Vec<usize> {
            let is_marked = |n: &usize| !is_outdone(effects, &effects[*n]);
            (0..effects.len()).filter(|n| effects[*n].kind == Confirmed).filter(is_marked).collect()
        };
        let hits =
            [effect(Confirmed, 0.3, 1), effect(Confirmed, 0.1, 1), effect(Confirmed, 0.2, 2)];
        assert_eq!(marked(&hits), [1, 2], "each ship has its own");
        let kill =
            [effect(Confirmed, 0.1, 1), effect(Explosion, 0.1, 1), effect(Confirmed, 0.1, 2)];
        assert_eq!(marked(&kill), [2]);
        let next_life = [effect(Explosion, 0.7, 1), effect(Confirmed, 0.1, 1)];
        assert_eq!(marked(&next_life), [1]);
    }
}

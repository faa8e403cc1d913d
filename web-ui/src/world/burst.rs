//! What an explosion, a hit or an arrival throws off: where each piece is at an age, from the
//! effect's seed alone. It only computes; [`super::effects`] draws.

use shared::{
    base::{
        geometry::Vec2,
        rng::{mix_all, unit_from_bits},
    },
    client::scene::{EffectHull, EffectKind, SceneEffect},
    sim::rules::SHIP_RADIUS_U,
};

use crate::canvas::{
    hull::{Hull, Point},
    pen::unit_at,
};

/// Pieces of a hull.
pub(super) const SHARDS: usize = 10;
/// Glowing particles of an explosion.
pub(super) const EMBERS: u32 = 34;
/// Speeds of pieces, in u/s, and how fast they lose them, in 1/s.
const SHARD_SPEEDS: (f32, f32) = (60.0, 190.0);
const EMBER_SPEEDS: (f32, f32) = (50.0, 460.0);
const SPARK_SPEEDS: (f32, f32) = (140.0, 420.0);
const DRAG_PER_S: f32 = 2.2;
/// Turns per second of a piece, at most.
const SPIN: f32 = 0.9;
/// How long a piece is whole before it fades, and how long it is seen, in s.
const SHARD_S: (f32, f32) = (0.38, 0.72);
/// How long the white flash and the fire after it last, in s.
const WHITE_S: f32 = 0.06;
const FIRE_S: f32 = 0.26;
/// The least time between two white flashes, in s.
const FLASH_GAP_S: f32 = 0.34;
/// How long the shock expands, in s, and its radii, in radii of a ship.
const SHOCK_S: f32 = 0.45;
const SHOCK: (f32, f32) = (1.0, 6.5);
/// Spikes of the first light, and pieces of the shock's ring.
const SPIKES: usize = 7;
const SHOCK_ARCS: usize = 4;
/// Half the angle of the cone into which sparks fly, in turns.
const CONE: f32 = 0.19;

/// A piece of a hull: a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shard {
    pub(super) corners: [Vec2; 3],
    /// 1 whole, 0 gone.
    pub(super) opacity: f32,
}

/// A small light that flies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spark {
    pub(super) at: Vec2,
    /// Where it was a moment ago: the other end of its streak.
    pub(super) from: Vec2,
    /// 1 bright, 0 gone.
    pub(super) opacity: f32,
}

/// The light of an explosion at an age.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Blast {
    /// Radius in u and opacity of the white star, while it lasts.
    pub(super) white: Option<(f32, f32)>,
    /// Those of the fire.
    pub(super) fire: Option<(f32, f32)>,
    /// Those of the shock's ring.
    pub(super) shock: Option<(f32, f32)>,
}

/// The spikes of an explosion's first light: an uneven star, unlike any ring of the instrument.
pub(super) fn star(effect: &SceneEffect, radius: f32) -> [Vec2; SPIKES * 2] {
    core::array::from_fn(|n| {
        let nth = n as u32;
        let turn = (n as f32 + 0.6 * draw(effect, nth, 10)) / (SPIKES * 2) as f32;
        let (out, more) = if n % 2 == 0 { (1.1, 1.3) } else { (0.55, 0.15) };
        effect.pos + unit_at(turn) * (radius * (out + more * draw(effect, nth, 11)))
    })
}

/// The arcs of an explosion's shock: where each begins and how long it is, in turns.
pub(super) fn shock_arcs(effect: &SceneEffect) -> [(f32, f32); SHOCK_ARCS] {
    core::array::from_fn(|n| {
        let from = (n as f32 + 0.5 * draw(effect, n as u32, 12)) / SHOCK_ARCS as f32;
        (from, (0.35 + 0.35 * draw(effect, n as u32, 13)) / SHOCK_ARCS as f32)
    })
}

/// Whether an explosion may flash white: more than three a second could harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flashes {
    White,
    /// It fades instead.
    Faded,
}

/// The age of an effect, in s.
pub(super) fn age_s(effect: &SceneEffect) -> f32 {
    effect.progress * effect.kind.duration().as_s_f32()
}

/// A number from 0 to 1 that belongs to a particle.
fn draw(effect: &SceneEffect, particle: u32, what: u32) -> f32 {
    unit_from_bits(mix_all(&[effect.seed.into(), particle.into(), what.into()]) as u32)
}

fn between((low, high): (f32, f32), share: f32) -> f32 {
    low + (high - low) * share
}

/// How far something flies in a time while drag slows it down, per u/s of its first speed: the
/// integral of 1/(1 + dt)².
fn flown(age_s: f32) -> f32 {
    age_s / (1.0 + DRAG_PER_S * age_s)
}

/// The pieces of a hull at an age.
pub(super) fn shards(
    effect: &SceneEffect,
    hull: &EffectHull,
    age_s: f32,
) -> impl Iterator<Item = Shard> {
    let (effect, nose) = (*effect, hull.aim.unit() * SHIP_RADIUS_U);
    let outline = Hull::of(hull.owner).outline;
    let place = move |(x, y): Point| nose * x + nose.perp() * y;
    let opacity = 1.0 - ((age_s - SHARD_S.0) / (SHARD_S.1 - SHARD_S.0)).clamp(0.0, 1.0);
    (0..SHARDS).map(move |n| {
        let edge = |n: usize| place(on_outline(outline, n as f32 / SHARDS as f32));
        let corners = [Vec2::ZERO, edge(n), edge(n + 1)];
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let nth = n as u32;
        let speed = between(SHARD_SPEEDS, draw(&effect, nth, 0));
        let aside = unit_at((draw(&effect, nth, 1) - 0.5) * 0.14);
        let way = aside.rotate(middle.normalize_or(nose.normalize_or(Vec2::X)));
        let at = effect.pos + effect.cause.vel * age_s + middle + way * (speed * flown(age_s));
        let turned = unit_at((draw(&effect, nth, 2) * 2.0 - 1.0) * SPIN * age_s);
        Shard { corners: corners.map(|corner| at + turned.rotate(corner - middle)), opacity }
    })
}

/// The point at a share of an outline's edges, which count alike.
fn on_outline(outline: &[Point], share: f32) -> Point {
    let along = share * outline.len() as f32;
    let nth = along as usize;
    let point = |n: usize| outline.get(n % outline.len()).copied().unwrap_or_default();
    let ((ax, ay), (bx, by)) = (point(nth), point(nth + 1));
    let part = along - nth as f32;
    (ax + (bx - ax) * part, ay + (by - ay) * part)
}

/// The embers of an explosion at an age.
pub(super) fn embers(effect: &SceneEffect, age_s: f32) -> impl Iterator<Item = Spark> {
    let effect = *effect;
    (0..EMBERS).map(move |n| {
        let way = unit_at(draw(&effect, n, 3));
        let speed = between(EMBER_SPEEDS, draw(&effect, n, 4));
        let lives_s = 0.35 + 0.45 * draw(&effect, n, 5);
        let at = |age_s: f32| {
            effect.pos + effect.cause.vel * (age_s * 0.6) + way * (speed * flown(age_s))
        };
        let opacity = (1.0 - age_s / lives_s).max(0.0);
        Spark { at: at(age_s), from: at((age_s - 0.04).max(0.0)), opacity }
    })
}

/// The sparks of a hit, or the dust that a bolt throws off a wall, at an age: away from the
/// surface that it met.
pub(super) fn sparks(effect: &SceneEffect, age_s: f32) -> impl Iterator<Item = Spark> {
    let effect = *effect;
    let (count, reach) = if effect.kind == EffectKind::Dust { (6, 0.5) } else { (11, 1.0) };
    let lives_s = effect.kind.duration().as_s_f32();
    (0..count).map(move |n| {
        let share = draw(&effect, n, 6) * 2.0 - 1.0;
        let way = match effect.cause.dir {
            Vec2::ZERO => unit_at(draw(&effect, n, 6)),
            dir => unit_at(share * CONE).rotate(-dir),
        };
        let speed = between(SPARK_SPEEDS, draw(&effect, n, 7)) * reach;
        let at = |age_s: f32| effect.pos + way * (speed * flown(age_s));
        let opacity = 1.0 - (age_s / lives_s).clamp(0.0, 1.0);
        Spark { at: at(age_s), from: at((age_s - 0.035).max(0.0)), opacity }
    })
}

/// The streaks of light that gather where a ship spawns.
pub(super) fn arrivals(effect: &SceneEffect, age_s: f32) -> impl Iterator<Item = Spark> {
    let effect = *effect;
    let lives_s = effect.kind.duration().as_s_f32();
    (0..12_u32).map(move |n| {
        let way = unit_at((n as f32 + draw(&effect, n, 8)) / 12.0);
        let far = SHIP_RADIUS_U * (2.4 + 1.8 * draw(&effect, n, 9));
        let at = |age_s: f32| {
            let left = 1.0 - (age_s / lives_s).clamp(0.0, 1.0);
            effect.pos + way * (far * left * left)
        };
        Spark { at: at(age_s), from: at(age_s - 0.05), opacity: 1.0 - age_s / lives_s }
    })
}

/// The light of an explosion at an age.
pub(super) fn blast(age_s: f32, flashes: Flashes) -> Blast {
    let radius = SHIP_RADIUS_U * 1.6;
    let white = match flashes {
        Flashes::White => (age_s < WHITE_S).then_some((radius, 1.0)),
        Flashes::Faded => (age_s < FIRE_S).then(|| (radius, 0.3 * (1.0 - age_s / FIRE_S))),
    };
    let burnt = (age_s / FIRE_S).clamp(0.0, 1.0);
    let fire = (age_s < FIRE_S).then_some((radius * (1.0 + 0.8 * burnt), 1.0 - burnt * burnt));
    let shock = (age_s < SHOCK_S).then(|| {
        let share = age_s / SHOCK_S;
        let eased = share * (2.0 - share);
        let radius = SHIP_RADIUS_U * between(SHOCK, eased);
        (radius, 1.0 - eased)
    });
    Blast { white, fire, shock }
}

/// Which explosions flash white; the effects come oldest first. One soon after another fades, so
/// that no second has more than three flashes.
pub(super) fn flashes<'a>(
    effects: impl Iterator<Item = &'a SceneEffect>,
) -> impl Iterator<Item = (&'a SceneEffect, Flashes)> {
    let mut last_age_s = f32::INFINITY;
    effects.filter(|effect| effect.kind == EffectKind::Explosion).map(move |effect| {
        let age_s = age_s(effect);
        if last_age_s - age_s < FLASH_GAP_S {
            return (effect, Flashes::Faded);
        }
        last_age_s = age_s;
        (effect, Flashes::White)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::geometry::Turn,
        client::scene::{EffectCause, PlayerKind},
        sim::ship::ShipId,
    };

    const VEL: Vec2 = Vec2::new(300.0, -120.0);

    fn hull() -> EffectHull {
        let ship = ShipId { idx: 1, generation: 0 };
        EffectHull { ship, owner: PlayerKind::Bot, aim: Turn(9_000) }
    }

    fn effect(kind: EffectKind, seed: u32) -> SceneEffect {
        let cause = EffectCause { vel: VEL, dir: Vec2::X, hull: Some(hull()), killer: None };
        SceneEffect { kind, pos: Vec2::new(400.0, 300.0), progress: 0.0, seed, cause }
    }

    #[test]
    fn the_pieces_begin_as_the_hull_and_fly_on_with_its_velocity() {
        for seed in 0..40 {
            let effect = effect(EffectKind::Explosion, seed);
            let area = |corners: &[Vec2; 3]| {
                (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]).abs() / 2.0
            };
            let at = |age| shards(&effect, &hull(), age).collect::<Vec<_>>();
            let (begun, later) = (at(0.0), at(0.3));
            assert_eq!(begun.len(), SHARDS);
            let outline = Hull::of(PlayerKind::Bot).outline;
            let whole: f32 = (0..outline.len())
                .map(|n| {
                    let ((ax, ay), (bx, by)) = (outline[n], outline[(n + 1) % outline.len()]);
                    (ax * by - ay * bx) / 2.0 * SHIP_RADIUS_U * SHIP_RADIUS_U
                })
                .sum();
            let pieces: f32 = begun.iter().map(|shard| area(&shard.corners)).sum();
            assert!(pieces > whole.abs() * 0.7 && pieces < whole.abs() * 1.1, "{pieces}, {whole}");
            let middle = |shards: &[Shard]| {
                let sum = shards.iter().flat_map(|shard| shard.corners).sum::<Vec2>();
                sum / (3 * SHARDS) as f32
            };
            let moved = (middle(&later) - middle(&begun)) / 0.3;
            assert!((moved - VEL).length() < 90.0, "{moved} for {VEL}, seed {seed}");
            for (from, to) in begun.iter().zip(&later) {
                assert!((area(&from.corners) - area(&to.corners)).abs() < 0.1, "pieces keep size");
            }
            assert!(begun[0].opacity == 1.0 && at(0.8).iter().all(|shard| shard.opacity == 0.0));
        }
    }

    #[test]
    fn equal_seeds_throw_alike_and_others_differ() {
        let all = |seed| {
            let effect = effect(EffectKind::Explosion, seed);
            embers(&effect, 0.2).map(|ember| ember.at).collect::<Vec<_>>()
        };
        assert_eq!(all(5), all(5));
        assert_ne!(all(5), all(6));
    }

    #[test]
    fn sparks_leave_the_surface_that_was_met() {
        for kind in [EffectKind::Spark, EffectKind::Dust] {
            for seed in 0..50 {
                let effect = effect(kind, seed);
                for spark in sparks(&effect, 0.1) {
                    assert!(spark.at.x < effect.pos.x, "back along the bolt: {spark:?}");
                    assert!((spark.at - effect.pos).length() < 60.0);
                }
            }
        }
        let mut all_round = effect(EffectKind::Spark, 3);
        all_round.cause.dir = Vec2::ZERO;
        assert!(sparks(&all_round, 0.1).any(|spark| spark.at.x > all_round.pos.x));
    }

    #[test]
    fn what_arrives_gathers_at_the_ship() {
        let effect = effect(EffectKind::Arrival, 4);
        let far = |age| arrivals(&effect, age).map(|s| s.at.distance(effect.pos)).sum::<f32>();
        assert!(far(0.0) > far(0.25) && far(0.25) > far(0.45) && far(0.5) < 0.1);
    }

    #[test]
    fn a_blast_is_white_then_fire_then_a_shock_that_ends() {
        let at = |age| blast(age, Flashes::White);
        assert_eq!(at(0.03).white.map(|white| white.1), Some(1.0));
        assert_eq!((at(0.08).white, at(0.08).fire.is_some()), (None, true));
        assert_eq!((at(0.3).fire, at(0.3).shock.is_some()), (None, true));
        assert_eq!(at(0.5), Blast { white: None, fire: None, shock: None });
        let radii = [0.0, 0.2, 0.4].map(|age| at(age).shock.unwrap().0);
        assert!(
            radii[0] == SHIP_RADIUS_U && radii.is_sorted() && radii[2] < SHIP_RADIUS_U * SHOCK.1
        );
        assert!(blast(0.0, Flashes::Faded).white.unwrap().1 < 0.5);
    }

    #[test]
    fn no_part_of_a_blast_is_a_whole_ring() {
        for seed in 0..200 {
            let effect = effect(EffectKind::Explosion, seed);
            let total: f32 = shock_arcs(&effect).iter().map(|(_, share)| share).sum();
            assert!((0.3..0.75).contains(&total), "seed {seed}: {total}");
            let arcs = shock_arcs(&effect);
            let apart = |n: usize| {
                let next = if n + 1 < SHOCK_ARCS { arcs[n + 1].0 } else { arcs[0].0 + 1.0 };
                next - (arcs[n].0 + arcs[n].1)
            };
            assert!((0..SHOCK_ARCS).filter(|n| apart(*n) > 0.02).count() > 1, "seed {seed}");
            let far = star(&effect, 10.0).map(|tip| tip.distance(effect.pos));
            let longest = far.iter().copied().fold(0.0, f32::max);
            assert!(far.iter().all(|far| *far >= 5.4 && *far <= 24.1), "seed {seed}: {far:?}");
            assert!(longest > far[1] * 1.5, "seed {seed}: a star, not a disc");
        }
    }

    #[test]
    fn at_most_three_explosions_a_second_flash_white() {
        let duration = EffectKind::Explosion.duration().as_s_f32();
        let begun_at =
            |age: f32| SceneEffect { progress: age / duration, ..effect(EffectKind::Explosion, 1) };
        let effects = [0.75, 0.7, 0.5, 0.4, 0.3, 0.05].map(begun_at);
        let white = flashes(effects.iter()).filter(|(_, flashes)| *flashes == Flashes::White);
        let ages: Vec<f32> = white.map(|(effect, _)| (age_s(effect) * 100.0).round()).collect();
        assert_eq!(ages, [75.0, 40.0, 5.0]);
    }
}

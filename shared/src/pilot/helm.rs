//! Which thrust keeps a pilot on course without hitting walls, asteroids, ships and bolts. Runs
//! last in every tick, but decides only a few times a second, as a human would.
//!
//! A decision extrapolates each of the nine thrusts with the closed form of the movement and takes
//! the one with the lowest cost.

use serde::Serialize;

use super::{
    conduct::Traits,
    perception::Glimpse,
    surroundings::Surroundings,
    temper::{
        ALARM, COST_CHANGE, COST_COASTING, COST_GROUND, COST_SHIPS, COST_STILL, FORESIGHT_S,
        GAP_BOLTS_U, GAP_GROUND_U, GAP_SHIPS_U, STILL_SHARE, THINK_LEAST_MS,
    },
};
use crate::{
    base::{
        geometry::{Segment, Vec2, nearest_approach},
        rng::Rng,
        time::Tick,
    },
    sim::{
        command::Thrust,
        rules::{SHIP_DRAG_PER_S, SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::Body,
    },
};

/// Steps of the look-ahead.
const STEPS: usize = FORESIGHT_S.len();

/// The hand on the direction keys.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Helm {
    thrust: Thrust,
    /// When the thrust was last decided.
    thought_at: Tick,
    /// When to decide next.
    think_at: Tick,
}

/// The inputs of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct SteeringInputs<'a> {
    /// Own ship and params.
    pub(super) surroundings: &'a Surroundings<'a>,
    /// Ships and bolts, as perceived.
    pub(super) seen: &'a Glimpse,
    /// Where to fly: a unit vector.
    pub(super) course: Vec2,
}

impl Helm {
    pub(super) fn new() -> Self {
        Self { thrust: Thrust::None, thought_at: Tick::ZERO, think_at: Tick::ZERO }
    }

    /// Releases the keys, until the next life.
    pub(super) fn rest(&mut self) {
        *self = Self::new();
    }

    /// The thrust for this tick.
    pub(super) fn steer(
        &mut self,
        inputs: &SteeringInputs,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Thrust {
        let (now, rate) = (inputs.surroundings.tick, inputs.surroundings.params.rate);
        let awake = now
            >= self
                .thought_at
                .plus(rate.ticks_in_ms((THINK_LEAST_MS * traits.skill.think_share) as u32));
        let due = now >= self.think_at;
        if due || awake && inputs.danger(self.thrust, traits) > ALARM {
            self.thrust = inputs.best(self.thrust, traits);
            self.thought_at = now;
            let ms = traits.temper.think_ms * traits.skill.think_share * rng.range(0.7, 1.3);
            self.think_at = now.plus(rate.ticks_in_ms(ms as u32));
        }
        self.thrust
    }
}

impl SteeringInputs<'_> {
    fn best(&self, current: Thrust, traits: &Traits) -> Thrust {
        let mut best = (f32::INFINITY, current);
        for thrust in Thrust::ALL {
            let path = glide(self.surroundings.own.body, thrust);
            let displacement = path[1] - self.surroundings.own.body.pos;
            let farthest = SHIP_SPEED_MAX_U_PER_S * FORESIGHT_S[1];
            let progress = self.course.dot(displacement) / farthest;
            let still = 1.0 - displacement.length() / (STILL_SHARE * farthest);
            let mut cost = self.danger(thrust, traits) - progress;
            cost += COST_STILL * still.max(0.0);
            if thrust == Thrust::None {
                cost += COST_COASTING;
            }
            if thrust != current {
                cost += COST_CHANGE;
            }
            if cost < best.0 {
                best = (cost, thrust);
            }
        }
        best.1
    }

    /// Danger along a thrust's path; the sooner it comes, the more it weighs.
    fn danger(&self, thrust: Thrust, traits: &Traits) -> f32 {
        let mut from = (0.0, self.surroundings.own.body.pos);
        let mut danger = 0.0;
        for (step, to) in glide(self.surroundings.own.body, thrust).into_iter().enumerate() {
            let until = FORESIGHT_S[step];
            let leg = Segment::new(from.1, to);
            let ground = self.ground_danger(leg) * COST_GROUND;
            let moving = |pos: Vec2, vel: Vec2| {
                let other = Segment::new(pos + vel * from.0, pos + vel * until);
                nearest_approach(leg, other).distance
            };
            let ships = self.seen.ships().map(|ship| {
                nearness(moving(ship.pos, ship.vel) - 2.0 * SHIP_RADIUS_U, GAP_SHIPS_U)
            });
            let bolts = self
                .seen
                .threats()
                .map(|bolt| nearness(moving(bolt.pos, bolt.vel) - SHIP_RADIUS_U, GAP_BOLTS_U));
            let (ships, bolts) = (ships.sum::<f32>(), bolts.sum::<f32>());
            let weight = (STEPS - step) as f32 / STEPS as f32;
            danger += weight * (ground + COST_SHIPS * ships + traits.skill.caution * bolts);
            from = (until, to);
        }
        danger
    }

    fn ground_danger(&self, leg: Segment) -> f32 {
        let arena = &self.surroundings.params.arena;
        let to_wall = leg.to.min(arena.size() - leg.to).min_element() - SHIP_RADIUS_U;
        let rocks = arena.asteroids.iter().map(|rock| {
            let apart = nearest_approach(leg, Segment::still(rock.centre())).distance;
            nearness(apart - rock.radius() - SHIP_RADIUS_U, GAP_GROUND_U)
        });
        rocks.fold(nearness(to_wall, GAP_GROUND_U), f32::max)
    }
}

/// 0 at or beyond the gap, 1 at contact, up to 2 when overlapping.
fn nearness(apart: f32, gap: f32) -> f32 {
    let share = (1.0 - apart / gap).clamp(0.0, 2.0);
    share * share.min(1.0)
}

/// Positions under a thrust at the times of [`FORESIGHT_S`]: the velocity tends to `v∞` as
/// `exp(−c·t)`, with `v∞` the top speed in the direction of the thrust.
fn glide(body: Body, thrust: Thrust) -> [Vec2; STEPS] {
    let end = thrust.unit() * SHIP_SPEED_MAX_U_PER_S;
    FORESIGHT_S.map(|t| {
        let lost = 1.0 - libm::expf(-SHIP_DRAG_PER_S * t);
        body.pos + end * t + (body.vel - end) * (lost / SHIP_DRAG_PER_S)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pilot::{
            check::{Scene, sighting},
            conduct::Conduct,
            surroundings::Threat,
            temper::Temper,
        },
        sim::arena::Asteroid,
    };

    const MIDDLE: Vec2 = Vec2::new(1600.0, 900.0);

    #[test]
    fn predicted_paths_match_the_game() {
        let scene = Scene::new(128, MIDDLE);
        for thrust in Thrust::ALL {
            let start = Body { pos: MIDDLE, vel: Vec2::new(-200.0, 90.0) };
            let mut body = start;
            for _ in 0..128 * 8 / 10 {
                body = scene.params.motion.glide(body, thrust);
            }
            let off = body.pos.distance(glide(start, thrust)[2]);
            assert!(off < 2.0, "{thrust:?}: {off} u");
        }
    }

    fn check_best(scene: &Scene, course: Vec2) -> Thrust {
        let temper = Temper { caution: 0.6, ..Temper::new(&mut Rng::new(1, 1)) };
        let traits = Conduct::default().traits(temper);
        let surroundings = scene.surroundings(Tick(9));
        let inputs = SteeringInputs {
            surroundings: &surroundings,
            seen: &Glimpse::of(&surroundings, 1.0),
            course,
        };
        inputs.best(Thrust::None, &traits)
    }

    #[test]
    fn the_course_is_flown_unless_something_is_in_the_way() {
        let mut scene = Scene::new(60, MIDDLE);
        for thrust in &Thrust::ALL[1..] {
            assert_eq!(check_best(&scene, thrust.unit()), *thrust);
        }
        scene.own.body.vel = Vec2::new(300.0, 0.0);
        scene.others = alloc::vec![sighting(1, MIDDLE + Vec2::new(110.0, 10.0))];
        assert!(check_best(&scene, Vec2::X).unit().x < 0.5, "a ship ahead");
        scene.others.clear();
        let rock = Asteroid { x_u: 1780, y_u: 905, radius_u: 80 };
        scene.params.arena.asteroids = [rock].into();
        assert!(check_best(&scene, Vec2::X).unit().x < 0.5, "an asteroid ahead");
        scene.own.body.pos = Vec2::new(3150.0, 900.0);
        assert!(check_best(&scene, Vec2::X).unit().x < 0.0, "a wall ahead");
    }

    /// How far a ship gets in four seconds with asteroids ahead, in u.
    fn check_detour(ys_u: &[u16], seed: u64) -> f32 {
        let mut scene = Scene::new(60, MIDDLE);
        let rocks = ys_u.iter().map(|y_u| Asteroid { x_u: 1800, y_u: *y_u, radius_u: 110 });
        scene.params.arena.asteroids =
            rocks.collect::<alloc::vec::Vec<Asteroid>>().try_into().unwrap();
        let (mut rng, mut helm) = (Rng::new(seed, 1), Helm::new());
        let traits = Conduct::default().traits(Temper::new(&mut rng));
        for n in 1..=60 * 4 {
            let surroundings = scene.surroundings(Tick(n));
            let inputs = SteeringInputs {
                surroundings: &surroundings,
                seen: &Glimpse::default(),
                course: Vec2::X,
            };
            let thrust = helm.steer(&inputs, &traits, &mut rng);
            let Scene { own, params, .. } = &mut scene;
            params.motion.fly(&mut own.body, thrust, &params.arena);
        }
        scene.own.body.pos.x - MIDDLE.x
    }

    #[test]
    fn asteroids_right_ahead_are_passed() {
        let rows: [&[u16]; 7] =
            [&[860], &[890], &[900], &[950], &[742, 1058], &[700, 1016], &[900, 584]];
        for ys_u in rows {
            for seed in 0..5 {
                let flown_u = check_detour(ys_u, seed);
                assert!(flown_u > 500.0, "asteroids at {ys_u:?}, seed {seed}: {flown_u} u");
            }
        }
    }

    #[test]
    fn a_pilot_dodges_across_the_path_of_a_bolt() {
        let mut scene = Scene::new(60, MIDDLE);
        let bolt =
            |y: f32| Threat { pos: MIDDLE + Vec2::new(400.0, y), vel: Vec2::new(-900.0, 0.0) };
        for (y, away) in [(4.0, -1.0), (-4.0, 1.0)] {
            scene.threats = alloc::vec![bolt(y)];
            let dodge = check_best(&scene, Vec2::X).unit();
            assert!(dodge.y * away > 0.5, "a bolt at {y}: {dodge}");
        }
        scene.threats = alloc::vec![bolt(150.0)];
        assert_eq!(check_best(&scene, Vec2::X), Thrust::Right, "a bolt that misses");
    }
}

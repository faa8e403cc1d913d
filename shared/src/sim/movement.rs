//! Ship movement over one tick: exact integration of thrust and drag, then arena collisions, then
//! the grid.
//!
//! Under thrust `a` and drag `c`, `v' = a − c·v`; over a tick the velocity becomes `v·e + (a/c)·(1
//! − e)` with `e = exp(−c·dt)`, whatever the tick rate. The displacement is the mean of both
//! velocities times the tick length.

use serde::Serialize;

use super::{
    arena::{Arena, BounceCounts},
    command::Thrust,
    rules::{SHIP_DRAG_PER_S, SHIP_REST_U_PER_S, SHIP_SPEED_MAX_U_PER_S},
    ship::Body,
};
use crate::base::{geometry::Vec2, time::TickRate};

/// Movement constants at a tick rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Motion {
    /// Tick length, in s.
    dt_s: f32,
    /// Share of the speed left after a tick of drag.
    kept: f32,
    /// Speed gained from rest in a tick of thrust, in u/s.
    gain: f32,
}

impl Motion {
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        let dt_s = rate.dt_s();
        let kept = libm::expf(-SHIP_DRAG_PER_S * dt_s);
        Self { dt_s, kept, gain: SHIP_SPEED_MAX_U_PER_S * (1.0 - kept) }
    }

    /// One tick of flight without obstacles or rounding to the grid.
    #[must_use]
    pub fn glide(&self, body: Body, thrust: Thrust) -> Body {
        let mut vel = body.vel * self.kept + thrust.unit() * self.gain;
        if thrust == Thrust::None && vel.length_squared() < SHIP_REST_U_PER_S * SHIP_REST_U_PER_S {
            vel = Vec2::ZERO;
        }
        Body { pos: body.pos + (body.vel + vel) * (0.5 * self.dt_s), vel }
    }

    /// One tick of flight: glide, bounce, snap to the grid.
    pub fn fly(&self, body: &mut Body, thrust: Thrust, arena: &Arena) -> BounceCounts {
        let mut moved = self.glide(*body, thrust);
        let bounced = arena.bounce(&mut moved);
        *body = moved.quantised();
        bounced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    fn motion(hz: u16) -> Motion {
        Motion::new(TickRate::new(hz).unwrap())
    }

    #[test]
    fn thrust_reaches_the_top_speed_and_drag_brings_rest() {
        for hz in [20, 60, 128] {
            let arena = Arena { width_u: 60_000, ..Arena::empty() };
            let mut body = Body { pos: Vec2::new(500.0, 500.0), vel: Vec2::ZERO };
            let motion = motion(hz);
            let mut first = None;
            for _ in 0..hz * 5 {
                motion.fly(&mut body, Thrust::Right, &arena);
                first.get_or_insert(body.vel.x);
            }
            let acceleration = first.unwrap() * f32::from(hz);
            assert!((850.0..=900.0).contains(&acceleration), "{hz} Hz: {acceleration} u/s²");
            assert!((body.vel.x - 420.0).abs() < 0.5, "{hz} Hz: {body:?}");
            for _ in 0..hz * 5 {
                motion.fly(&mut body, Thrust::None, &arena);
            }
            assert_eq!(body.vel, Vec2::ZERO, "{hz} Hz: at rest");
        }
    }

    #[test]
    fn the_grid_costs_less_than_three_units_in_ten_seconds() {
        for hz in [20, 60, 128] {
            let motion = motion(hz);
            for seed in 0..20 {
                let mut rng = Rng::new(seed, 0);
                let mut on_grid = Body::default();
                let mut free = Body::default();
                let mut thrust = Thrust::None;
                for n in 0..hz * 10 {
                    if n % (hz / 4) == 0 {
                        thrust = Thrust::ALL[rng.below(9) as usize];
                    }
                    on_grid = motion.glide(on_grid, thrust).quantised();
                    free = motion.glide(free, thrust);
                }
                let error = (on_grid.pos - free.pos).length();
                assert!(error < 3.0, "{hz} Hz, seed {seed}: {error} u off");
            }
        }
    }

    #[test]
    fn every_tick_ends_on_the_grid() {
        let arena = Arena::strewn(5);
        let mut rng = Rng::new(9, 9);
        let mut body = Body { pos: Vec2::new(30.0, 30.0), vel: Vec2::ZERO };
        let mut bounces = 0;
        for n in 0..5000 {
            let thrust = Thrust::ALL[(rng.below(9) as usize * (n % 3)) % 9];
            let bounced = motion(60).fly(&mut body, thrust, &arena);
            bounces += bounced.walls + bounced.asteroids;
            assert_eq!(body.quantised(), body);
        }
        assert!(bounces > 10, "{bounces} bounces");
    }
}

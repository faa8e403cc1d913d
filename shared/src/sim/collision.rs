//! Ships bounce off each other.
//!
//! Both ends use the same [`contact`]: the server for every pair, the client for its own ship
//! against the others' newest poses, keeping only its own side of the result.

use alloc::vec::Vec;

use super::{
    rules::{BOUNCE_SHIPS, SHIP_RADIUS_U},
    ship::{Body, Ship},
};
use crate::base::geometry::Vec2;

const REACH_U: f32 = 2.0 * SHIP_RADIUS_U;

/// Parts two bodies of equal mass that overlap, and exchanges their closing speed. Tells whether
/// they touched.
pub fn contact(a: &mut Body, b: &mut Body) -> bool {
    let apart = b.pos - a.pos;
    let distance2 = apart.length_squared();
    if distance2 >= REACH_U * REACH_U {
        return false;
    }
    let normal = apart.try_normalize().unwrap_or(Vec2::X);
    let overlap = REACH_U - apart.length();
    a.pos -= normal * (overlap * 0.5);
    b.pos += normal * (overlap * 0.5);
    let closing = (a.vel - b.vel).dot(normal);
    if closing > 0.0 {
        let push = normal * (closing * 0.5 * (1.0 + BOUNCE_SHIPS));
        a.vel -= push;
        b.vel += push;
    }
    true
}

/// Another ship as something that does not move when it is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Its centre, in u.
    pub pos: Vec2,
}

/// Throws a body back from a solid that it moved into; one that stands, or leaves it, is not
/// moved. Tells whether it was.
pub fn ram(body: &mut Body, solid: Solid) -> bool {
    let apart = solid.pos - body.pos;
    let normal = apart.try_normalize().unwrap_or(Vec2::X);
    let closing = body.vel.dot(normal);
    if apart.length_squared() >= REACH_U * REACH_U || closing <= 0.0 {
        return false;
    }
    body.pos -= normal * (REACH_U - apart.length());
    body.vel -= normal * (closing * (1.0 + BOUNCE_SHIPS));
    true
}

/// Pairs of indices (lower first, in order) of living ships that overlap.
#[must_use]
pub fn overlapping_pairs(ships: &[Option<Ship>]) -> Vec<(usize, usize)> {
    let mut by_x: Vec<(f32, usize)> = ships
        .iter()
        .enumerate()
        .filter_map(|(idx, ship)| {
            let ship = ship.as_ref().filter(|ship| ship.alive())?;
            Some((ship.body.pos.x, idx))
        })
        .collect();
    by_x.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let pos = |idx: usize| ships[idx].as_ref().map_or(Vec2::ZERO, |ship| ship.body.pos);
    let mut pairs = Vec::new();
    for (n, (x, idx)) in by_x.iter().enumerate() {
        let near = by_x[n + 1..].iter().take_while(|(other_x, _)| other_x - x < REACH_U);
        for (_, other) in near {
            if (pos(*idx) - pos(*other)).length_squared() < REACH_U * REACH_U {
                pairs.push((*idx.min(other), *idx.max(other)));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{rng::Rng, time::Tick},
        sim::ship::ShipId,
    };

    fn body(x: f32, vel: f32) -> Body {
        Body { pos: Vec2::new(x, 0.0), vel: Vec2::new(vel, 0.0) }
    }

    #[test]
    fn two_that_meet_part_and_keep_their_momentum() {
        let (mut a, mut b) = (body(0.0, 100.0), body(30.0, -50.0));
        assert!(contact(&mut a, &mut b));
        assert_eq!((a.pos.x, b.pos.x), (-1.0, 31.0));
        assert!((a.vel.x + b.vel.x - 50.0).abs() < 1e-4, "momentum");
        assert!((b.vel.x - a.vel.x - 120.0).abs() < 1e-4, "0.8 of the closing speed");
        let (mut c, mut d) = (body(0.0, 0.0), body(32.0, -50.0));
        assert!(!contact(&mut c, &mut d), "touching is not overlapping");
        let (mut e, mut f) = (body(5.0, 0.0), body(5.0, 0.0));
        assert!(contact(&mut e, &mut f));
        assert_eq!(f.pos.x - e.pos.x, 32.0, "one inside the other parts along x");
    }

    #[test]
    fn only_who_moves_into_another_is_thrown_back() {
        let solid = Solid { pos: Vec2::new(30.0, 0.0) };
        let mut rammer = body(0.0, 100.0);
        assert!(ram(&mut rammer, solid));
        assert_eq!(rammer.pos.x, -2.0, "out of it at once");
        assert!((rammer.vel.x + 80.0).abs() < 1e-4, "0.8 of its speed, backwards");
        for (x, vel) in [(0.0, 0.0), (0.0, -50.0), (-2.0, 100.0)] {
            let mut untouched = body(x, vel);
            assert!(!ram(&mut untouched, solid));
            assert_eq!(untouched, body(x, vel));
        }
    }

    #[test]
    fn the_sweep_finds_what_comparing_all_pairs_finds() {
        let mut rng = Rng::new(4, 0);
        for round in 0..50 {
            let ships: Vec<Option<Ship>> = (0..60)
                .map(|idx| {
                    let mut ship = Ship::new(ShipId { idx, generation: 0 }, Tick::ZERO);
                    let at = Vec2::new(rng.range(0.0, 400.0), rng.range(0.0, 400.0));
                    if rng.below(5) > 0 {
                        ship.spawn(at, Tick::ZERO);
                    }
                    (rng.below(6) > 0).then_some(ship)
                })
                .collect();
            let mut all = Vec::new();
            for i in 0..ships.len() {
                for j in i + 1..ships.len() {
                    let (Some(a), Some(b)) = (&ships[i], &ships[j]) else {
                        continue;
                    };
                    let near = (a.body.pos - b.body.pos).length_squared() < REACH_U * REACH_U;
                    if a.alive() && b.alive() && near {
                        all.push((i, j));
                    }
                }
            }
            assert_eq!(overlapping_pairs(&ships), all, "round {round}");
        }
    }
}

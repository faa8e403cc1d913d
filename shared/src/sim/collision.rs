//! Ship-to-ship collisions.
//!
//! Server and client share [`contact`]: the server runs it for every pair, the client for its own
//! ship against the newest poses of the others, keeping only its own side of the result.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{
    rules::{BOUNCE_SHIPS, SHIP_RADIUS_U},
    ship::{Body, Ship, ShipId},
};
use crate::base::geometry::Vec2;

const REACH_U: f32 = 2.0 * SHIP_RADIUS_U;

/// Separates two overlapping bodies of equal mass and exchanges their closing speed. Returns
/// whether they touched.
pub fn contact(a: &mut Body, b: &mut Body) -> bool {
    let offset = b.pos - a.pos;
    let distance2 = offset.length_squared();
    if distance2 >= REACH_U * REACH_U {
        return false;
    }
    let normal = offset.try_normalize().unwrap_or(Vec2::X);
    let overlap = REACH_U - offset.length();
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

/// Another ship treated as immovable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Centre, in u.
    pub pos: Vec2,
}

/// The solids near each ship, in seat order; used where only the rammer bounces.
#[derive(Clone, Debug, Default)]
pub struct Solids {
    /// A ship and the end index of its solids, which start where those of the previous ship end.
    of: Vec<(ShipId, usize)>,
    solids: Vec<Solid>,
}

impl Solids {
    pub fn clear(&mut self) {
        self.of.clear();
        self.solids.clear();
    }

    /// Appends the solids near a ship.
    pub fn push(&mut self, ship: ShipId, near: impl Iterator<Item = Solid>) {
        self.solids.extend(near);
        self.of.push((ship, self.solids.len()));
    }

    pub fn iter(&self) -> impl Iterator<Item = (ShipId, &[Solid])> {
        let mut from = 0;
        self.of.iter().map(move |&(ship, end)| {
            let near = &self.solids[from..end];
            from = end;
            (ship, near)
        })
    }
}

/// Bounces a body off a solid that it moved into; one at rest, or moving away, is left alone.
/// Returns whether it bounced.
pub fn ram(body: &mut Body, solid: Solid) -> bool {
    let offset = solid.pos - body.pos;
    let normal = offset.try_normalize().unwrap_or(Vec2::X);
    let closing = body.vel.dot(normal);
    if offset.length_squared() >= REACH_U * REACH_U || closing <= 0.0 {
        return false;
    }
    body.pos -= normal * (REACH_U - offset.length());
    body.vel -= normal * (closing * (1.0 + BOUNCE_SHIPS));
    true
}

/// Finds overlapping ships, reusing its buffers from tick to tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlaps {
    /// Positions and indices of living ships, sorted by x. Kept between ticks, since few ships
    /// overtake others in one tick.
    by_x: Vec<(Vec2, usize)>,
    /// By index, whether a ship is in `by_x`.
    known: Vec<bool>,
    pairs: Vec<(usize, usize)>,
}

impl Overlaps {
    /// Index pairs of overlapping living ships, lower index first, in ascending order.
    pub(super) fn find(&mut self, ships: &[Option<Ship>]) -> &[(usize, usize)] {
        let Self { by_x, known, pairs } = self;
        let place = |idx: usize| {
            let ship = ships.get(idx)?.as_ref().filter(|ship| ship.alive())?;
            Some(ship.body.pos)
        };
        known.clear();
        known.resize(ships.len(), false);
        by_x.retain_mut(|(pos, idx)| match place(*idx) {
            Some(now) => {
                (*pos, known[*idx]) = (now, true);
                true
            }
            None => false,
        });
        let new = (0..ships.len()).filter(|idx| !known[*idx]);
        by_x.extend(new.filter_map(|idx| Some((place(idx)?, idx))));
        sort_again(by_x);
        pairs.clear();
        for (n, (pos, idx)) in by_x.iter().enumerate() {
            let near = by_x[n + 1..].iter().take_while(|(other, _)| other.x - pos.x < REACH_U);
            for (other_pos, other) in near {
                if (*pos - *other_pos).length_squared() < REACH_U * REACH_U {
                    pairs.push((*idx.min(other), *idx.max(other)));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

/// Insertion sort by x, then by index, for nearly sorted input. The first call may move many
/// entries far, but costs less than choosing spawn places for as many ships.
fn sort_again(by_x: &mut [(Vec2, usize)]) {
    let is_left = |a: &(Vec2, usize), b: &(Vec2, usize)| {
        a.0.x.total_cmp(&b.0.x).then(a.1.cmp(&b.1)) == Ordering::Less
    };
    for n in 1..by_x.len() {
        let mut at = n;
        while at > 0 && is_left(&by_x[at], &by_x[at - 1]) {
            by_x.swap(at, at - 1);
            at -= 1;
        }
    }
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
    fn colliding_ships_separate_and_keep_their_momentum() {
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
    fn only_the_ramming_ship_bounces() {
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
        let (mut rng, mut overlaps) = (Rng::new(4, 0), Overlaps::default());
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
            assert_eq!(overlaps.find(&ships), all, "round {round}");
        }
    }
}

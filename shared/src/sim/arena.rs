//! The arena: walls and asteroids, which ships bounce off and which stop shots. Fixed for the
//! lifetime of a room.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

pub use super::asteroids::{Asteroid, Asteroids};
use super::{
    rules::{
        ARENA_HEIGHT_U, ARENA_WIDTH_U, ASTEROID_RADIUS_MAX_U, ASTEROID_RADIUS_MIN_U, ASTEROIDS,
        BOUNCE_ARENA, SHIP_RADIUS_U,
    },
    ship::Body,
};
use crate::base::{
    geometry::{Area, Segment, Vec2, first_contact},
    limits::{ARENA_SIDE_MAX_U, ARENA_SIDE_MIN_U, ASTEROIDS_MAX, SEATS_MAX, WHOLE_SEATS_MAX},
    rng::Rng,
};

const _: () = {
    let (width, height) = (ARENA_WIDTH_U as u64, ARENA_HEIGHT_U as u64);
    let longest = if width > height { width } else { height };
    let side_max = ARENA_SIDE_MAX_U as u64;
    let (seats, usual) = (SEATS_MAX as u64, WHOLE_SEATS_MAX as u64);
    assert!(longest * longest * seats <= side_max * side_max * usual, "the largest room fits");
    assert!(ASTEROIDS as u64 * seats / usual <= ASTEROIDS_MAX as u64, "and its asteroids");
};

/// A rectangle with its origin at (0, 0), and the asteroids in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena {
    pub width_u: u16,
    pub height_u: u16,
    pub asteroids: Asteroids,
}

impl Arena {
    /// The arena of a room of up to [`WHOLE_SEATS_MAX`] seats, with asteroids placed from a seed.
    #[must_use]
    pub fn strewn(seed: u64) -> Self {
        Self::for_seats(WHOLE_SEATS_MAX, seed)
    }

    /// The arena for a number of seats, with asteroids placed from a seed, far enough from each
    /// other and the walls for a ship to pass between. Up to [`WHOLE_SEATS_MAX`] seats the size is
    /// constant. Beyond that, area and asteroids scale with the seats, so that the density of
    /// ships, and the share of them a player sees, stay the same.
    #[must_use]
    pub fn for_seats(seats: u16, seed: u64) -> Self {
        let mut rng = Rng::new(seed, 0xA57E);
        let seats = seats.clamp(WHOLE_SEATS_MAX, SEATS_MAX);
        let share = f32::from(seats) / f32::from(WHOLE_SEATS_MAX);
        let side = |usual_u: f32| usual_u * libm::sqrtf(share);
        let (width, height) = (side(ARENA_WIDTH_U), side(ARENA_HEIGHT_U));
        let n_rocks = ASTEROIDS * usize::from(seats) / usize::from(WHOLE_SEATS_MAX);
        let mut rocks: Vec<Asteroid> = Vec::with_capacity(n_rocks);
        // Rejection sampling with a bound: there is room for far more, and a rock without a place
        // is left out.
        for _ in 0..n_rocks * 50 {
            if rocks.len() == n_rocks {
                break;
            }
            let radius = rng.range(ASTEROID_RADIUS_MIN_U, ASTEROID_RADIUS_MAX_U);
            let away = radius + 5.0 * SHIP_RADIUS_U;
            let rock = Asteroid {
                x_u: rng.range(away, width - away) as u16,
                y_u: rng.range(away, height - away) as u16,
                radius_u: radius as u16,
            };
            let gap = |other: &Asteroid| {
                (other.centre() - rock.centre()).length() - other.radius() - rock.radius()
            };
            if rocks.iter().all(|other| gap(other) > 6.0 * SHIP_RADIUS_U) {
                rocks.push(rock);
            }
        }
        let asteroids = Asteroids::try_from(rocks).unwrap_or_default();
        Self { width_u: width as u16, height_u: height as u16, asteroids }
    }

    /// The default arena without asteroids.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            width_u: ARENA_WIDTH_U as u16,
            height_u: ARENA_HEIGHT_U as u16,
            asteroids: Asteroids::default(),
        }
    }

    /// Whether its sides are within the limits.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let sides = ARENA_SIDE_MIN_U..=ARENA_SIDE_MAX_U;
        sides.contains(&self.width_u) && sides.contains(&self.height_u)
    }

    /// The corner opposite the origin.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width_u.into(), self.height_u.into())
    }

    /// Whether a circle is clear of walls and asteroids.
    #[must_use]
    pub fn is_free(&self, centre: Vec2, radius: f32) -> bool {
        let margin = Vec2::splat(radius);
        let inside = centre.cmpge(margin).all() && centre.cmple(self.size() - margin).all();
        let area = Area { low: centre - margin, high: centre + margin };
        let far = |rock: &Asteroid| (centre - rock.centre()).length() >= radius + rock.radius();
        inside && self.asteroids.near(area).all(|(_, rock)| far(rock))
    }

    /// Bounces a ship-sized body off asteroids, then off walls, so a ship never ends a tick
    /// outside.
    pub fn bounce(&self, body: &mut Body) -> BounceCounts {
        let mut bounced = BounceCounts::default();
        let around = |pos: Vec2| {
            let margin = Vec2::splat(SHIP_RADIUS_U);
            Area { low: pos - margin, high: pos + margin }
        };
        let mut near = self.asteroids.near(around(body.pos));
        while let Some((place, rock)) = near.next() {
            let away = body.pos - rock.centre();
            let reach = rock.radius() + SHIP_RADIUS_U;
            let distance2 = away.length_squared();
            if distance2 >= reach * reach {
                continue;
            }
            let normal = away.try_normalize().unwrap_or(Vec2::X);
            body.pos = rock.centre() + normal * reach;
            let closing = body.vel.dot(normal);
            if closing < 0.0 {
                body.vel -= normal * (closing * (1.0 + BOUNCE_ARENA));
                bounced.asteroids += 1;
            }
            // The bounce may have pushed it into another one.
            near = self.asteroids.near(around(body.pos)).after(place);
        }
        let low = SHIP_RADIUS_U;
        let high = self.size() - Vec2::splat(SHIP_RADIUS_U);
        bounced.walls += bounce_axis(&mut body.pos.x, &mut body.vel.x, low, high.x);
        bounced.walls += bounce_axis(&mut body.pos.y, &mut body.vel.y, low, high.y);
        bounced
    }

    /// How far a shot flies from a point along a unit vector before it hits an asteroid or a wall,
    /// up to `reach` u. A shot that starts inside an asteroid ends there.
    #[must_use]
    pub fn free_path(&self, from: Vec2, dir: Vec2, reach: f32) -> f32 {
        let walls = wall_distance(from.x, dir.x, self.size().x).min(wall_distance(
            from.y,
            dir.y,
            self.size().y,
        ));
        let reach = reach.min(walls).max(0.0);
        let path = Segment::new(from, from + dir * reach);
        let area = Area { low: path.from.min(path.to), high: path.from.max(path.to) };
        self.asteroids
            .near(area)
            .filter_map(|(_, rock)| {
                first_contact(path, Segment::still(rock.centre()), rock.radius())
            })
            .fold(reach, |least, fraction| least.min(fraction * reach))
    }
}

/// How often a body bounced in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BounceCounts {
    pub walls: u32,
    pub asteroids: u32,
}

fn bounce_axis(pos: &mut f32, vel: &mut f32, low: f32, high: f32) -> u32 {
    let outward = if *pos < low {
        *pos = low;
        -1.0
    } else if *pos > high {
        *pos = high;
        1.0
    } else {
        return 0;
    };
    if *vel * outward > 0.0 {
        *vel *= -BOUNCE_ARENA;
        1
    } else {
        0
    }
}

fn wall_distance(from: f32, dir: f32, size: f32) -> f32 {
    if dir > 0.0 {
        (size - from) / dir
    } else if dir < 0.0 {
        -from / dir
    } else {
        f32::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_rock() -> Arena {
        let rock = Asteroid { x_u: 1000, y_u: 900, radius_u: 100 };
        Arena { asteroids: [rock].into(), ..Arena::empty() }
    }

    #[test]
    fn an_arena_grows_with_its_seats() {
        let rows = [
            (1, 3200, 1800, 12),
            (64, 3200, 1800, 12),
            (128, 4525, 2545, 24),
            (256, 6400, 3600, 48),
            (1024, 12_800, 7200, 192),
        ];
        for (seats, width_u, height_u, n_asteroids) in rows {
            for seed in 0..20 {
                let arena = Arena::for_seats(seats, seed);
                assert_eq!((arena.width_u, arena.height_u), (width_u, height_u), "{seats} seats");
                assert_eq!(arena.asteroids.len(), n_asteroids, "{seats} seats, seed {seed}");
                assert!(arena.is_valid());
            }
        }
    }

    #[test]
    fn nearby_asteroids_give_the_same_result_as_all_asteroids() {
        let mut rng = Rng::new(5, 0);
        let (mut n_bounced, mut n_short) = (0, 0);
        for round in 0..40 {
            let mut arena = Arena::for_seats(256, round);
            if round % 2 == 0 {
                // Overlapping rocks push a ship from one into the other.
                let rock = |_| Asteroid {
                    x_u: rng.below(900) as u16,
                    y_u: rng.below(900) as u16,
                    radius_u: 10 + rng.below(200) as u16,
                };
                let rocks: Vec<Asteroid> = (0..ASTEROIDS_MAX).map(rock).collect();
                arena = Arena { width_u: 900, height_u: 900, asteroids: rocks.try_into().unwrap() };
            }
            let all = Asteroids::in_one_cell(&arena.asteroids);
            let by_all = Arena { asteroids: all, ..arena.clone() };
            for _ in 0..400 {
                let size = arena.size();
                let pos = Vec2::new(rng.range(0.0, size.x), rng.range(0.0, size.y));
                let vel = Vec2::new(rng.range(-400.0, 400.0), rng.range(-400.0, 400.0));
                let (mut near, mut far) = (Body { pos, vel }, Body { pos, vel });
                let bounced = arena.bounce(&mut near);
                assert_eq!(bounced, by_all.bounce(&mut far), "round {round}, {pos:?}");
                assert_eq!(near, far, "round {round}, {pos:?}");
                n_bounced += bounced.asteroids;
                let path = |arena: &Arena| arena.free_path(pos, vel.normalize(), 1200.0);
                assert_eq!(path(&arena), path(&by_all), "round {round}, {pos:?}");
                n_short += u32::from(path(&arena) < 1200.0);
                let is_free = |arena: &Arena| arena.is_free(pos, 32.0);
                assert_eq!(is_free(&arena), is_free(&by_all), "round {round}, {pos:?}");
            }
        }
        assert!(n_bounced > 1000 && n_short > 1000, "{n_bounced} bounced, {n_short} end early");
    }

    #[test]
    fn strewn_arenas_have_their_asteroids_with_room_to_pass() {
        for seed in 0..200 {
            let arena = Arena::strewn(seed);
            assert_eq!(arena.asteroids.len(), ASTEROIDS, "seed {seed}");
            assert!(arena.is_valid());
            assert_eq!(arena, Arena::strewn(seed));
        }
        assert_ne!(Arena::strewn(1), Arena::strewn(2));
    }

    #[test]
    fn a_body_bounces_off_what_it_flies_into() {
        let arena = one_rock();
        let rows = [
            // (pos, vel, pos after, vel after)
            ((8.0, 500.0), (-100.0, 7.0), (16.0, 500.0), (60.0, 7.0)),
            ((500.0, 1799.0), (5.0, 100.0), (500.0, 1784.0), (5.0, -60.0)),
            ((890.0, 900.0), (100.0, 9.0), (884.0, 900.0), (-60.0, 9.0)),
            ((890.0, 900.0), (-100.0, 0.0), (884.0, 900.0), (-100.0, 0.0)),
            ((400.0, 400.0), (100.0, 0.0), (400.0, 400.0), (100.0, 0.0)),
        ];
        for (pos, vel, pos_after, vel_after) in rows {
            let mut body = Body { pos: Vec2::from(pos), vel: Vec2::from(vel) };
            arena.bounce(&mut body);
            let want = Body { pos: Vec2::from(pos_after), vel: Vec2::from(vel_after) };
            assert!((body.pos - want.pos).length() < 1e-3, "{body:?} for {want:?}");
            assert!((body.vel - want.vel).length() < 1e-3, "{body:?} for {want:?}");
        }
    }

    #[test]
    fn a_shot_ends_at_the_first_thing_in_its_way() {
        let arena = one_rock();
        let rows = [
            ((500.0, 900.0), (1.0, 0.0), 1200.0, 400.0),
            ((500.0, 900.0), (1.0, 0.0), 300.0, 300.0),
            ((500.0, 900.0), (-1.0, 0.0), 1200.0, 500.0),
            ((500.0, 700.0), (1.0, 0.0), 5000.0, 2700.0),
            ((1000.0, 900.0), (0.0, 1.0), 1200.0, 0.0),
        ];
        for (from, dir, reach, want) in rows {
            let got = arena.free_path(Vec2::from(from), Vec2::from(dir), reach);
            assert!((got - want).abs() < 1e-2, "from {from:?}: {got} for {want}");
        }
    }
}

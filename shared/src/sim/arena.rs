//! Walls and asteroids: where ships bounce and shots end. Fixed for the life of a room.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    rules::{
        ARENA_HEIGHT_U, ARENA_WIDTH_U, ASTEROID_RADIUS_MAX_U, ASTEROID_RADIUS_MIN_U, ASTEROIDS,
        BOUNCE_ARENA, SHIP_RADIUS_U,
    },
    ship::Body,
};
use crate::base::{
    geometry::{Segment, Vec2, first_contact},
    limits::{ARENA_SIDE_MAX_U, ARENA_SIDE_MIN_U, ASTEROIDS_MAX},
    rng::Rng,
};

/// A round rock. Whole units, so that it travels as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asteroid {
    /// Centre, in u from the left wall.
    pub x_u: u16,
    /// Centre, in u from the upper wall.
    pub y_u: u16,
    /// Radius, in u.
    pub radius_u: u16,
}

impl Asteroid {
    /// The centre.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        Vec2::new(self.x_u.into(), self.y_u.into())
    }

    /// The radius, in u.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius_u.into()
    }
}

/// The field of play: a rectangle from (0, 0) with asteroids in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena {
    /// Width, in u.
    pub width_u: u16,
    /// Height, in u.
    pub height_u: u16,
    /// The rocks, at most [`ASTEROIDS_MAX`].
    pub asteroids: Vec<Asteroid>,
}

impl Arena {
    /// The game's arena with asteroids strewn by a seed: apart from each other and from the walls,
    /// so that a ship passes everywhere.
    #[must_use]
    pub fn strewn(seed: u64) -> Self {
        let mut rng = Rng::new(seed, 0xA57E);
        let mut arena = Self::empty();
        // Rejection ends: there is room for far more, and a try that finds none is given up.
        for _ in 0..ASTEROIDS * 50 {
            if arena.asteroids.len() == ASTEROIDS {
                break;
            }
            let radius = rng.range(ASTEROID_RADIUS_MIN_U, ASTEROID_RADIUS_MAX_U);
            let away = radius + 5.0 * SHIP_RADIUS_U;
            let rock = Asteroid {
                x_u: rng.range(away, ARENA_WIDTH_U - away) as u16,
                y_u: rng.range(away, ARENA_HEIGHT_U - away) as u16,
                radius_u: radius as u16,
            };
            let gap = |other: &Asteroid| {
                (other.centre() - rock.centre()).length() - other.radius() - rock.radius()
            };
            if arena.asteroids.iter().all(|other| gap(other) > 6.0 * SHIP_RADIUS_U) {
                arena.asteroids.push(rock);
            }
        }
        arena
    }

    /// The game's arena without asteroids.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            width_u: ARENA_WIDTH_U as u16,
            height_u: ARENA_HEIGHT_U as u16,
            asteroids: Vec::new(),
        }
    }

    /// Whether it is within the limits: not degenerate, not too many asteroids.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let sides = ARENA_SIDE_MIN_U..=ARENA_SIDE_MAX_U;
        sides.contains(&self.width_u)
            && sides.contains(&self.height_u)
            && self.asteroids.len() <= ASTEROIDS_MAX
    }

    /// The corner opposite to the origin.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width_u.into(), self.height_u.into())
    }

    /// Whether a circle lies free of walls and asteroids.
    #[must_use]
    pub fn is_free(&self, centre: Vec2, radius: f32) -> bool {
        let margin = Vec2::splat(radius);
        let inside = centre.cmpge(margin).all() && centre.cmple(self.size() - margin).all();
        inside
            && self
                .asteroids
                .iter()
                .all(|rock| (centre - rock.centre()).length() >= radius + rock.radius())
    }

    /// Bounces a body of a ship's size off asteroids and walls; walls have the last word, so a
    /// ship never ends a tick outside.
    pub fn bounce(&self, body: &mut Body) -> Bounced {
        let mut bounced = Bounced::default();
        for rock in &self.asteroids {
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
        }
        let low = SHIP_RADIUS_U;
        let high = self.size() - Vec2::splat(SHIP_RADIUS_U);
        bounced.walls += bounce_axis(&mut body.pos.x, &mut body.vel.x, low, high.x);
        bounced.walls += bounce_axis(&mut body.pos.y, &mut body.vel.y, low, high.y);
        bounced
    }

    /// How far a shot flies from a point along a unit vector before it meets an asteroid or a
    /// wall, at most `reach` u. One that starts inside an asteroid ends there.
    #[must_use]
    pub fn free_path(&self, from: Vec2, dir: Vec2, reach: f32) -> f32 {
        let walls = wall_distance(from.x, dir.x, self.size().x).min(wall_distance(
            from.y,
            dir.y,
            self.size().y,
        ));
        let reach = reach.min(walls).max(0.0);
        let path = Segment::new(from, from + dir * reach);
        self.asteroids
            .iter()
            .filter_map(|rock| first_contact(path, Segment::still(rock.centre()), rock.radius()))
            .fold(reach, |least, fraction| least.min(fraction * reach))
    }
}

/// How often a body bounced in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounced {
    /// Bounces off walls.
    pub walls: u32,
    /// Bounces off asteroids.
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
        Arena { asteroids: alloc::vec![rock], ..Arena::empty() }
    }

    #[test]
    fn strewn_arenas_have_their_asteroids_with_room_to_pass() {
        for seed in 0..200 {
            let arena = Arena::strewn(seed);
            assert_eq!(arena.asteroids.len(), ASTEROIDS, "seed {seed}");
            assert!(arena.is_sound());
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

//! Measures collisions between ships, or with a rock, as rooms and screens show them. Observes a
//! column after every frame, and records how far a ship was pushed, how close two ships came on a
//! third player's screen, and how deep one was drawn inside a rock.

use serde::Serialize;
use shared::{
    base::geometry::Vec2,
    client::scene::Scene,
    sim::{rules::SHIP_RADIUS_U, ship::ShipId, world::World},
};

use crate::limits::LAB_PLAYERS;

/// A ship that flew at 30 u/s and now flies back as fast was thrown back: the product of the two
/// speeds, in u²/s². No thrust reverses a ship within a frame.
const REVERSAL_U2_PER_S2: f32 = 900.0;

/// The measurements so far. Players are numbered: first, second, third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Collisions {
    /// Initial position of the second player's ship.
    start_pos: Option<Vec2>,
    /// Velocity of the first player's ship in the previous frame, in u/s.
    last_velocity: Vec2,
    /// Whether the first player's ship was thrown back: its direction reversed between two frames.
    pub thrown_back: bool,
    /// Distance of the second player's ship from its initial position, in u.
    pub pushed_u: f32,
    /// Smallest distance of the first two ships' centres on the third player's screen, in u.
    pub nearest_u: Option<f32>,
    /// Largest depth at which the second player's ship was drawn inside a rock on the first
    /// player's screen, in u.
    pub sunk_u: f32,
}

impl Collisions {
    /// Observes the world and screens of a column after a frame.
    pub(super) fn observe(
        &mut self,
        world: &World,
        screens: &[Scene; LAB_PLAYERS],
        (first, second): (ShipId, ShipId),
    ) {
        if let Some(ship) = world.ship(second) {
            let start_pos = *self.start_pos.get_or_insert(ship.body.pos);
            self.pushed_u = (ship.body.pos - start_pos).length();
        }
        if let Some(ship) = world.ship(first) {
            self.thrown_back |= ship.body.vel.dot(self.last_velocity) < -REVERSAL_U2_PER_S2;
            self.last_velocity = ship.body.vel;
        }
        let [screen, _, third] = screens;
        if let Some((one, other)) = third.ship(first).zip(third.ship(second)) {
            let apart_u = (one.pos - other.pos).length();
            self.nearest_u = Some(self.nearest_u.map_or(apart_u, |known| known.min(apart_u)));
        }
        let Some(drawn) = screen.ship(second) else { return };
        for rock in world.params().arena.asteroids.iter() {
            let depth_u = rock.radius() + SHIP_RADIUS_U - (drawn.pos - rock.centre()).length();
            self.sunk_u = self.sunk_u.max(depth_u);
        }
    }
}

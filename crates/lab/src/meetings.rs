//! What came of ships that met each other or a rock, as rooms and screens had it so far: a column
//! goes in after every frame, and how far somebody was pushed, how near two ships came on a third
//! screen, and how deep one was drawn in a rock come out.

use serde::Serialize;
use shared::{
    base::{geometry::Vec2, limits::LAB_PLAYERS},
    client::scene::Scene,
    sim::{rules::SHIP_RADIUS_U, ship::ShipId, world::World},
};

/// Who flew at 30 u/s and now flies back as fast was thrown back: the product of the two, in
/// u²/s². No thrust turns a ship so in a frame.
const TURNED: f32 = 900.0;

/// What came of meetings so far. Players are told by their place: the first, the second, the third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Meetings {
    /// Where the second player's ship stood at first.
    began: Option<Vec2>,
    /// How fast the first player's ship flew in the frame before, in u/s.
    flew: Vec2,
    /// Whether it was thrown back: from one frame to the next it flew the other way.
    pub thrown_back: bool,
    /// How far the second player's ship is from where it first stood, in u.
    pub pushed_u: f32,
    /// How near the first two ships came to each other on the third player's screen, from centre to
    /// centre, in u.
    pub nearest_u: Option<f32>,
    /// How deep the second player's ship was drawn in a rock on the first player's screen, at most,
    /// in u.
    pub sunk_u: f32,
}

impl Meetings {
    /// Looks at the world and the screens of a column as they stand after a frame.
    pub(super) fn observe(
        &mut self,
        world: &World,
        screens: &[Scene; LAB_PLAYERS],
        (first, second): (ShipId, ShipId),
    ) {
        if let Some(ship) = world.ship(second) {
            let began = *self.began.get_or_insert(ship.body.pos);
            self.pushed_u = (ship.body.pos - began).length();
        }
        if let Some(ship) = world.ship(first) {
            self.thrown_back |= ship.body.vel.dot(self.flew) < -TURNED;
            self.flew = ship.body.vel;
        }
        let [screen, _, third] = screens;
        if let Some((one, other)) = third.ship(first).zip(third.ship(second)) {
            let apart_u = (one.pos - other.pos).length();
            self.nearest_u = Some(self.nearest_u.map_or(apart_u, |known| known.min(apart_u)));
        }
        let Some(drawn) = screen.ship(second) else { return };
        for rock in world.ground().arena.asteroids.iter() {
            let depth_u = rock.radius() + SHIP_RADIUS_U - (drawn.pos - rock.centre()).length();
            self.sunk_u = self.sunk_u.max(depth_u);
        }
    }
}

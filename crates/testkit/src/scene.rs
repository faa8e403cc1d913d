//! What tests of the presentation put in a scene.

use shared::{
    base::geometry::{Turn, Vec2},
    client::scene::{PlayerKind, PoseSource, SceneShip},
    sim::{command::Thrust, rules::SHIP_HEALTH, ship::ShipId},
};

/// A whole ship of the first generation that rests at a position and aims to the right.
#[must_use]
pub fn ship(idx: u16, owner: PlayerKind, pos: Vec2) -> SceneShip {
    SceneShip {
        id: ShipId { idx, generation: 0 },
        owner,
        pos,
        vel: Vec2::ZERO,
        aim: Turn(0),
        thrust: Thrust::None,
        health: SHIP_HEALTH,
        shielded: false,
        tentative: 0,
        flash: 0.0,
        source: PoseSource::Interpolated,
    }
}

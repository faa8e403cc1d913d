//! Measures the corrections of a predicted ship on its player's screen: how far the ship jumps from
//! one frame to the next, beyond its flight. Observes a column after every frame.

use serde::Serialize;
use shared::{
    base::geometry::Vec2,
    client::{Client, scene::Scene},
    sim::ship::ShipId,
};

use crate::setup::FRAMES;

/// The largest jump of the first player's ship so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Corrections {
    /// Where the ship was drawn in the previous frame, in u.
    drawn: Option<Vec2>,
    /// The jump, in u.
    pub jump_u: f32,
    /// The commands that were replayed then.
    pub n_replayed: u32,
}

impl Corrections {
    /// Observes the first player's screen after a frame.
    pub(super) fn observe(&mut self, client: &Client, screen: &Scene, own: ShipId) {
        let Some(ship) = screen.ship(own) else { return };
        let Some(before) = self.drawn.replace(ship.pos) else { return };
        let jump_u = (ship.pos - before - ship.vel * FRAMES.dt_s()).length();
        if jump_u > self.jump_u {
            self.jump_u = jump_u;
            // One command was made since the snapshot that corrected the prediction arrived.
            let unacknowledged = client.unacknowledged_commands().len();
            self.n_replayed = u32::try_from(unacknowledged).unwrap_or(u32::MAX).saturating_sub(1);
        }
    }
}

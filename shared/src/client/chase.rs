//! Remote ships as *Targeting* draws them: each frame, every ship chases the newest position,
//! velocity and acceleration from the server, extrapolated from when they arrived. Keeps no
//! history.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    remote_model::{Drawn, RemoteInputs},
    scene::PoseSource,
};
use crate::{
    base::{geometry::Segment, time::Micros},
    schemes::targeting::{Chase, Convergence, Target},
    sim::{
        rules::{SHIP_DRAG_PER_S, SHIP_SPEED_MAX_U_PER_S},
        ship::{Ship, ShipId},
        state::WorldState,
    },
};

/// After a longer frame the chases start over.
const FRAME_MAX: Micros = Micros::from_ms(250);

#[derive(Clone, Copy, Debug, Serialize)]
struct ChasedShip {
    ship: ShipId,
    life: u16,
    chase: Chase,
}

/// The drawn ships, in seat order.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Chases(Vec<ChasedShip>);

impl Chases {
    /// Advances every living ship of the newest snapshot to this frame.
    pub(super) fn drawn(&mut self, newest: &WorldState, inputs: &RemoteInputs) -> Vec<Drawn> {
        let convergence = match inputs.netcode.chase_k {
            0 => Convergence::Compensated,
            k => Convergence::AsPublished { k: k.into() },
        };
        let most = Micros::from_ms(inputs.netcode.extrapolation_ms.into());
        let frame = inputs.frame;
        let flying = newest.ships.iter().filter(|ship| ship.alive() && ship.id != inputs.own);
        let mut next = Vec::new();
        let mut all = Vec::new();
        for ship in flying {
            let target = target_of(ship);
            let after = |span: Micros| target.after(span.min(most));
            let path =
                Segment::new(after(frame.since_newest - frame.dt), after(frame.since_newest));
            let known = self.0.iter().find(|known| known.ship == ship.id);
            let known = known.filter(|known| known.life == ship.life && frame.dt <= FRAME_MAX);
            let mut chase = known.map_or_else(|| Chase::new(path.to), |known| known.chase);
            if known.is_some() {
                chase.step(convergence, path, frame.dt);
            }
            next.push(ChasedShip { ship: ship.id, life: ship.life, chase });
            all.push(Drawn::at(ship, newest, chase.pos(), PoseSource::Chasing));
        }
        self.0 = next;
        all
    }
}

/// The target for a ship, whose acceleration follows from its thrust and the drag.
fn target_of(ship: &Ship) -> Target {
    let gain = ship.thrust.unit() * SHIP_SPEED_MAX_U_PER_S - ship.body.vel;
    Target::per_second(ship.body.pos, ship.body.vel, gain * SHIP_DRAG_PER_S)
}

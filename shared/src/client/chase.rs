//! The other ships as *Targeting* draws them: once a frame, each chases the newest position,
//! velocity and acceleration that the server told, carried on since they came. No history.

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

/// A longer frame is an absence: everything is set anew.
const FRAME_MAX: Micros = Micros::from_ms(250);

#[derive(Clone, Copy, Debug, Serialize)]
struct ChasedShip {
    ship: ShipId,
    life: u16,
    chase: Chase,
}

/// The ships that are drawn, in the order of the seats.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Chases(Vec<ChasedShip>);

impl Chases {
    /// Moves every living ship of the newest snapshot to this frame.
    pub(super) fn drawn(&mut self, newest: &WorldState, outlook: &RemoteInputs) -> Vec<Drawn> {
        let convergence = match outlook.netcode.chase_k {
            0 => Convergence::Compensated,
            k => Convergence::Seed { k: k.into() },
        };
        let most = Micros::from_ms(outlook.netcode.extrapolation_ms.into());
        let frame = outlook.frame;
        let flying = newest.ships.iter().filter(|ship| ship.alive() && ship.id != outlook.own);
        let mut next = Vec::new();
        let mut all = Vec::new();
        for ship in flying {
            let target = target_of(ship);
            let after = |span: Micros| target.after(span.min(most));
            let way = Segment::new(after(frame.since_newest - frame.dt), after(frame.since_newest));
            let known = self.0.iter().find(|known| known.ship == ship.id);
            let known = known.filter(|known| known.life == ship.life && frame.dt <= FRAME_MAX);
            let mut chase = known.map_or_else(|| Chase::new(way.to), |known| known.chase);
            if known.is_some() {
                chase.step(convergence, way, frame.dt);
            }
            next.push(ChasedShip { ship: ship.id, life: ship.life, chase });
            all.push(Drawn::at(ship, newest, chase.laser(), PoseSource::Chasing));
        }
        self.0 = next;
        all
    }
}

/// What the server says of a ship: its thrust and the drag are its acceleration.
fn target_of(ship: &Ship) -> Target {
    let gain = ship.thrust.unit() * SHIP_SPEED_MAX_U_PER_S - ship.body.vel;
    Target::per_second(ship.body.pos, ship.body.vel, gain * SHIP_DRAG_PER_S)
}

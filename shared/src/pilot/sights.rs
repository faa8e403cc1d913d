//! What somebody sees who sees the present of a world: a bot of the room.

use alloc::vec::Vec;

use super::{Sighting, Surroundings, Threat};
use crate::sim::{
    command::View,
    ship::{Ship, ShipId},
    world::World,
};

/// The present of a world, as one ship sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sights {
    /// The other living ships, in the order of their seats.
    others: Vec<Sighting>,
    /// Bolts of others in flight.
    threats: Vec<Threat>,
}

impl Sights {
    /// Everything but a ship's own.
    #[must_use]
    pub fn of(world: &World, own: ShipId) -> Self {
        let now = world.tick;
        let others = world.ships().filter(|ship| ship.alive() && ship.id != own);
        let bolts = world.bolts().iter().filter(|bolt| bolt.shot.shooter != own);
        Self {
            others: others
                .map(|ship| Sighting {
                    ship: ship.id,
                    pos: ship.body.pos,
                    vel: ship.body.vel,
                    shielded: ship.shielded(now),
                })
                .collect(),
            threats: bolts.map(|bolt| Threat::of(bolt, now, world.ground())).collect(),
        }
    }

    /// What a pilot needs to know for the next tick.
    #[must_use]
    pub fn around<'a>(&'a self, own: &'a Ship, world: &'a World) -> Surroundings<'a> {
        Surroundings {
            own,
            others: &self.others,
            threats: &self.threats,
            ground: world.ground(),
            tick: world.tick.next(),
            view: View::present(world.tick),
        }
    }
}

//! A scene for testing the stages of a pilot. Tests only.

use alloc::vec::Vec;

use super::surroundings::{Sighting, Surroundings, Threat};
use crate::{
    base::{
        geometry::Vec2,
        time::{Tick, TickRate},
    },
    sim::{
        arena::Arena,
        command::View,
        ship::{Ship, ShipId},
        world::WorldParams,
    },
};

/// Owns what [`Surroundings`] borrows.
pub(super) struct Scene {
    pub(super) own: Ship,
    pub(super) others: Vec<Sighting>,
    pub(super) threats: Vec<Threat>,
    pub(super) params: WorldParams,
}

impl Scene {
    /// A ship at a position in an empty arena.
    pub(super) fn new(hz: u16, pos: Vec2) -> Self {
        let mut own = Ship::new(ShipId::default(), Tick::ZERO);
        own.spawn(pos, Tick::ZERO);
        Self {
            own,
            others: Vec::new(),
            threats: Vec::new(),
            params: WorldParams::new(TickRate::new(hz).unwrap(), Arena::empty()),
        }
    }

    pub(super) fn surroundings(&self, tick: Tick) -> Surroundings<'_> {
        Surroundings {
            own: &self.own,
            others: &self.others,
            threats: &self.threats,
            params: &self.params,
            tick,
            view: View::present(tick.minus(1)),
        }
    }
}

/// A ship at rest, without a shield.
pub(super) fn sighting(seat: u16, pos: Vec2) -> Sighting {
    let (ship, vel) = (ShipId { idx: seat, generation: 0 }, Vec2::ZERO);
    Sighting { ship, pos, vel, shielded: false, spared: false, look: None }
}

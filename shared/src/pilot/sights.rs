//! What somebody sees who has the whole world at hand: a bot of the room. The others may be shown
//! as of an earlier moment, as a player's screen would.

use alloc::vec::Vec;

use super::surroundings::{Sighting, Surroundings, Threat};
use crate::{
    base::geometry::Vec2,
    sim::{
        command::View,
        ship::{Ship, ShipId},
        world::World,
    },
};

/// How another ship is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenShip {
    /// Where, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
    /// Whether its shield holds.
    pub shielded: bool,
    /// Whether the pilots of its room spare it.
    pub spared: bool,
}

/// A world, as one ship sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sights {
    /// Every bolt in flight, and whose it is.
    bolts: Vec<(ShipId, Threat)>,
    /// The other living ships, in the order of their seats.
    others: Vec<Sighting>,
    /// Bolts of others in flight.
    threats: Vec<Threat>,
}

impl Sights {
    /// Everything but a ship's own; `seen` says how another ship is seen, if it is.
    #[must_use]
    pub fn of(world: &World, own: ShipId, seen: impl Fn(ShipId) -> Option<SeenShip>) -> Self {
        let mut sights = Self::default();
        sights.begin(world);
        sights.observe(world, own, seen);
        sights
    }

    /// A tick begins: takes in what all ships see alike.
    pub fn begin(&mut self, world: &World) {
        let (now, ground) = (world.tick, world.ground());
        let bolts = world.bolts();
        self.bolts.clear();
        self.bolts.extend(bolts.map(|bolt| (bolt.shot.shooter, Threat::of(bolt, now, ground))));
    }

    /// What one ship sees of the world with which the tick began, in place of what was seen before.
    pub fn observe(
        &mut self,
        world: &World,
        own: ShipId,
        seen: impl Fn(ShipId) -> Option<SeenShip>,
    ) {
        let others = world.ships().filter(|ship| ship.alive() && ship.id != own);
        self.others.clear();
        self.others.extend(others.filter_map(|ship| {
            let SeenShip { pos, vel, shielded, spared } = seen(ship.id)?;
            Some(Sighting { ship: ship.id, pos, vel, shielded, spared })
        }));
        self.threats.clear();
        let bolts = self.bolts.iter().filter(|(shooter, _)| *shooter != own);
        self.threats.extend(bolts.map(|(_, threat)| *threat));
    }

    /// How a ship is seen by somebody who sees the present.
    pub fn now(world: &World) -> impl Fn(ShipId) -> Option<SeenShip> {
        let now = world.tick;
        move |id| {
            let ship = world.ship(id)?;
            let (pos, vel) = (ship.body.pos, ship.body.vel);
            Some(SeenShip { pos, vel, shielded: ship.shielded(now), spared: false })
        }
    }

    /// What a pilot needs to know for the next tick.
    #[must_use]
    pub fn around<'a>(&'a self, own: &'a Ship, world: &'a World, view: View) -> Surroundings<'a> {
        Surroundings {
            own,
            others: &self.others,
            threats: &self.threats,
            ground: world.ground(),
            tick: world.tick.next(),
            view,
        }
    }
}

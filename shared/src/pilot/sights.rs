//! What a room bot sees, taken straight from the world. The other ships may be shown at an earlier
//! time, as on a player's screen.

use alloc::vec::Vec;

use super::surroundings::{Look, Sighting, Surroundings, Threat};
use crate::{
    base::geometry::Vec2,
    sim::{
        command::View,
        ship::{Ship, ShipId},
        world::World,
    },
};

/// How another ship appears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenShip {
    /// In u.
    pub pos: Vec2,
    /// In u/s.
    pub vel: Vec2,
    pub shielded: bool,
    /// Whether the room's pilots spare it.
    pub spared: bool,
    /// What a pilot with a level notices besides.
    pub look: Option<Look>,
}

/// The world as seen from one ship.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sights {
    /// Every bolt in flight with its shooter.
    bolts: Vec<(ShipId, Threat)>,
    /// The other living ships, in seat order.
    others: Vec<Sighting>,
    /// Bolts in flight that may hit it.
    threats: Vec<Threat>,
}

impl Sights {
    /// Everything but the ship's own; `seen` gives how another ship appears, or `None` if it does
    /// not.
    #[must_use]
    pub fn of(world: &World, own: ShipId, seen: impl Fn(ShipId) -> Option<SeenShip>) -> Self {
        let mut sights = Self::default();
        sights.begin(world);
        sights.observe(world, own, seen);
        sights
    }

    /// Starts a tick: collects what looks the same to every ship.
    pub fn begin(&mut self, world: &World) {
        let (now, params) = (world.tick, world.params());
        let bolts = world.bolts();
        self.bolts.clear();
        self.bolts.extend(bolts.map(|bolt| (bolt.shot.shooter, Threat::of(bolt, now, params))));
    }

    /// Fills in what one ship sees of the world passed to [`begin`](Self::begin), replacing the
    /// previous ship's sights.
    pub fn observe(
        &mut self,
        world: &World,
        own: ShipId,
        seen: impl Fn(ShipId) -> Option<SeenShip>,
    ) {
        let others = world.ships().filter(|ship| ship.alive() && ship.id != own);
        self.others.clear();
        self.others.extend(others.filter_map(|ship| {
            let SeenShip { pos, vel, shielded, spared, look } = seen(ship.id)?;
            Some(Sighting { ship: ship.id, pos, vel, shielded, spared, look })
        }));
        self.threats.clear();
        let division = world.params().division;
        let bolts = self.bolts.iter().filter(|(shooter, _)| division.may_hit(*shooter, own));
        self.threats.extend(bolts.map(|(_, threat)| *threat));
    }

    /// How ships appear to a viewer of the present.
    pub fn now(world: &World) -> impl Fn(ShipId) -> Option<SeenShip> {
        let now = world.tick;
        move |id| {
            let ship = world.ship(id)?;
            let (pos, vel) = (ship.body.pos, ship.body.vel);
            let shielded = ship.shielded(now);
            Some(SeenShip { pos, vel, shielded, spared: false, look: None })
        }
    }

    /// The inputs a pilot needs for the next tick.
    #[must_use]
    pub fn surroundings<'a>(
        &'a self,
        own: &'a Ship,
        world: &'a World,
        view: View,
    ) -> Surroundings<'a> {
        Surroundings {
            own,
            others: &self.others,
            threats: &self.threats,
            params: world.params(),
            tick: world.tick.next(),
            view,
        }
    }
}

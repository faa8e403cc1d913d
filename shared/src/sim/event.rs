//! What happened in the world, as it is told to everyone.

use serde::{Deserialize, Serialize};

use super::ship::ShipId;
use crate::base::{
    geometry::{Turn, Vec2},
    time::Tick,
};

/// The two weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// Fires bolts that fly.
    Laser,
    /// Hits at once along a line.
    Beam,
}

/// A shot, named by who fired which weapon with the command of which tick: both ends know the
/// name before they speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ShotId {
    /// The key tick of the command that fired it.
    pub tick: Tick,
    /// Who fired.
    pub shooter: ShipId,
    /// With what.
    pub weapon: Weapon,
}

/// Whether a verdict can still change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Finality {
    /// It stands.
    Final,
    /// It may be undone until a later tick.
    Tentative,
}

/// Something that happened at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Event {
    /// When.
    pub tick: Tick,
    /// What.
    pub kind: EventKind,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum EventKind {
    /// A ship began a life.
    Spawned {
        /// Which ship.
        ship: ShipId,
        /// Where, on the position grid.
        at: Vec2,
    },
    /// A shot left its muzzle at this tick.
    Fired {
        /// Which shot.
        shot: ShotId,
        /// The muzzle, on the position grid.
        origin: Vec2,
        /// Where it was aimed.
        aim: Turn,
    },
    /// A shot hurt a ship. A bolt ends with it, unless that is tentative.
    Hit {
        /// Which shot.
        shot: ShotId,
        /// Who was hit.
        victim: ShipId,
        /// Hit points lost.
        damage: u8,
        /// How far from its muzzle the shot had come, in u, on the position grid.
        distance_u: f32,
        /// Whether it can still be undone.
        finality: Finality,
    },
    /// A tentative hit stands. Its bolt ends with it.
    Settled {
        /// Which shot.
        shot: ShotId,
        /// Who was hit.
        victim: ShipId,
    },
    /// A tentative hit was undone: its damage is given back.
    Retracted {
        /// Which shot.
        shot: ShotId,
        /// Who gets the hit points back.
        victim: ShipId,
        /// Hit points given back.
        refund: u8,
    },
    /// A ship was shot down, finally.
    Died {
        /// Who died.
        victim: ShipId,
        /// The shot that did it.
        shot: ShotId,
    },
}

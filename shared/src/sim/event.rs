//! What happened in the world, as it is told to everyone.

use serde::{Deserialize, Serialize};

use super::ship::ShipId;
use crate::base::{
    geometry::{Turn, Vec2},
    time::{Micros, Tick},
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

/// What a judge decides of a shot. The last decision on a shot is its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// It is over and hit nobody.
    Missed,
    /// It hits a ship.
    Hit {
        victim: ShipId,
        /// Whether that can still be undone.
        finality: Finality,
    },
    /// It is over; the first ship that it met does not count, for the life that was seen is over,
    /// or a shield holds.
    Void {
        /// Which ship it met.
        victim: ShipId,
    },
    /// It hit what was seen, but cover was in the way in the present. Another hit may follow.
    Vetoed {
        /// Which ship it would have hit.
        victim: ShipId,
    },
    /// A tentative hit stands.
    Settled {
        /// Which ship was hit.
        victim: ShipId,
    },
    /// A tentative hit is undone, for the shot had met another ship before. A hit on that one
    /// follows.
    Retracted {
        /// Which ship was not hit.
        victim: ShipId,
        by: ShipId,
    },
}

impl Decision {
    /// As the last word on a shot: a tentative hit that stands is a final one.
    #[must_use]
    pub const fn as_verdict(self) -> Self {
        match self {
            Self::Settled { victim } => Self::Hit { victim, finality: Finality::Final },
            Self::Hit { .. }
            | Self::Retracted { .. }
            | Self::Vetoed { .. }
            | Self::Void { .. }
            | Self::Missed => self,
        }
    }

    /// The ship that it is about.
    #[must_use]
    pub const fn victim(&self) -> Option<ShipId> {
        match *self {
            Self::Missed => None,
            Self::Hit { victim, .. }
            | Self::Void { victim }
            | Self::Vetoed { victim }
            | Self::Settled { victim }
            | Self::Retracted { victim, .. } => Some(victim),
        }
    }

    /// The ship that it says is hit, tentatively or for good.
    #[must_use]
    pub const fn hits(&self) -> Option<ShipId> {
        match *self {
            Self::Hit { victim, .. } | Self::Settled { victim } => Some(victim),
            Self::Missed | Self::Void { .. } | Self::Vetoed { .. } | Self::Retracted { .. } => None,
        }
    }

    /// Whether a later decision on the same shot can change what it says.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Hit { finality: Finality::Tentative, .. } | Self::Retracted { .. })
    }
}

/// A decision, and where on its way the shot was when it met the ship; where it meets none, how far
/// it was judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// What is decided.
    pub decision: Decision,
    /// How far from its muzzle the shot was, in u.
    pub distance_u: f32,
    /// The shot's age.
    pub age: Micros,
}

/// Something that happened at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Event {
    pub tick: Tick,
    pub kind: EventKind,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum EventKind {
    /// A ship began a life.
    Spawned {
        ship: ShipId,
        /// Where, on the position grid.
        at: Vec2,
    },
    /// A shot left its muzzle at this tick.
    Fired {
        shot: ShotId,
        /// The muzzle, on the position grid.
        origin: Vec2,
        /// Where it was aimed.
        aim: Turn,
    },
    /// A shot hurt a ship. A bolt ends with it, unless that is tentative.
    Hit {
        shot: ShotId,
        victim: ShipId,
        /// Hit points lost.
        damage: u8,
        /// How far from its muzzle the shot had come, in u, on the position grid.
        distance_u: f32,
        /// Whether it can still be undone.
        finality: Finality,
    },
    /// A tentative hit stands. Its bolt ends with it.
    Settled { shot: ShotId, victim: ShipId },
    /// A tentative hit was undone: its damage is given back.
    Retracted {
        shot: ShotId,
        /// Who gets the hit points back.
        victim: ShipId,
        /// Hit points given back.
        refund: u8,
    },
    /// A ship was shot down, finally.
    Died {
        victim: ShipId,
        /// The shot that did it.
        shot: ShotId,
    },
}

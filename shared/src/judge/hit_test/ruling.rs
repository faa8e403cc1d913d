//! What a hit test decides, as it decides it.

use serde::Serialize;

use crate::{
    base::time::Micros,
    sim::{event::Finality, ship::ShipId},
};

/// Something that was decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Ruling {
    /// The shot hits a ship.
    Hit {
        /// Which.
        victim: ShipId,
        /// How far from its muzzle, in u.
        distance_u: f32,
        /// The shot's age.
        age: Micros,
        /// Whether that can still be undone.
        finality: Finality,
    },
    /// A tentative hit stands.
    Settled {
        /// Whose.
        victim: ShipId,
    },
    /// A tentative hit is undone.
    Retracted {
        /// Whose.
        victim: ShipId,
        /// Who was hit before.
        by: ShipId,
    },
    /// A rewound hit was vetoed by cover in the present.
    Vetoed {
        /// Who would have been hit.
        victim: ShipId,
    },
    /// The shot is over without a hit.
    Over,
}

impl Ruling {
    /// Whom it is about.
    #[must_use]
    pub const fn victim(&self) -> Option<ShipId> {
        match *self {
            Self::Hit { victim, .. }
            | Self::Settled { victim }
            | Self::Retracted { victim, .. }
            | Self::Vetoed { victim } => Some(victim),
            Self::Over => None,
        }
    }
}

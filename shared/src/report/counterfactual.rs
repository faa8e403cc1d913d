//! What every scheme would have said of a shot: the same command and the same view time, only the
//! rule changes. Told to shooters who ask for it.

use serde::{Deserialize, Serialize};

use crate::{
    netcode::preset::Preset,
    sim::{event::ShotId, ship::ShipId},
};

/// Whether a player wants to be told what the other schemes would have said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportsWanted {
    /// No.
    #[default]
    No,
    /// After every shot.
    Yes,
}

/// What a scheme would have decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// Nobody is hit.
    Miss,
    /// Somebody is hit.
    Hit {
        /// Who.
        victim: ShipId,
    },
    /// A hit of the past that the present vetoes.
    Veto {
        /// Who would have been hit.
        victim: ShipId,
    },
    /// A ship is met whose life is over or whose shield holds.
    Void {
        /// Which.
        victim: ShipId,
    },
    /// Not known yet.
    Pending,
}

/// What one scheme would have said of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterfactual {
    /// What it would have decided.
    pub finding: Finding,
    /// How far from where it was the nearest target would have been drawn under that scheme, in
    /// 1/256 u, at most 65,535 of them. Above 0 the player would have aimed elsewhere, and the
    /// finding says less.
    pub drawn_off: u16,
}

/// What every scheme would have said of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterfactuals {
    /// Which shot.
    pub shot: ShotId,
    /// In the order of [`Preset::ALL`].
    pub by_preset: [Counterfactual; Preset::ALL.len()],
}

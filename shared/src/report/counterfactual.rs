//! What every scheme would have said of a shot: the same command and the same view time, only the
//! rule changes.

use serde::{Deserialize, Serialize};

use crate::{
    netcode::preset::Preset,
    sim::{event::Decision, ship::ShipId},
};

/// What one scheme would have said of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterfactual {
    /// What it would have decided in the end; `None`: that is not known yet.
    pub decision: Option<Decision>,
    /// How far from where it was the nearest target would have been drawn under that scheme, in
    /// 1/256 u, at most 65,535 of them. Above 0 the player would have aimed elsewhere, and the
    /// decision says less.
    pub drawn_off: u16,
}

/// What is told of them to a player. A victim hears of others only that it would not have been hit
/// itself.
#[must_use]
pub fn as_sent_to(
    viewer: ShipId,
    shooter: ShipId,
    all: [Counterfactual; Preset::ALL.len()],
) -> [Counterfactual; Preset::ALL.len()] {
    if viewer == shooter {
        return all;
    }
    all.map(|counterfactual| {
        let told = counterfactual.decision.map(|decision| decision.as_sent_to(viewer));
        let of_others = |decision: &Decision| decision.victim().is_some_and(|of| of != viewer);
        let decision =
            if told.is_some_and(|told| of_others(&told)) { Some(Decision::Missed) } else { told };
        Counterfactual { decision, ..counterfactual }
    })
}

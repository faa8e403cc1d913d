//! The verdict of every scheme on a shot: the same command and view time under each hit rule.

use serde::{Deserialize, Serialize};

use crate::{
    netcode::preset::Preset,
    sim::{event::Decision, ship::ShipId},
};

/// One scheme's verdict on a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterfactual {
    /// Its final decision; `None`: not known yet.
    pub decision: Option<Decision>,
    /// How far from its drawn position the nearest target would have been drawn under that scheme,
    /// in 1/256 u, saturating at 65,535. Above 0 the player would have aimed elsewhere, so the
    /// decision is less meaningful.
    pub drawn_off: u16,
}

/// The verdicts as sent to a player. A victim sees hits on other ships as misses.
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
        let sent = counterfactual.decision.map(|decision| decision.as_sent_to(viewer));
        let of_others = |decision: &Decision| decision.victim().is_some_and(|of| of != viewer);
        let decision =
            if sent.is_some_and(|sent| of_others(&sent)) { Some(Decision::Missed) } else { sent };
        Counterfactual { decision, ..counterfactual }
    })
}

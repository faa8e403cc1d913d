//! A shot as stated in a scenario.

use shared::{base::time::Micros, judge::shot::Shot, sim::ship::ShipId};

use super::{aim::EarlyEnd, past::KnownPast, timeline::Timeline};

#[derive(Debug)]
pub(super) struct ScenarioShot {
    pub(super) name: String,
    pub(super) shooter: Option<String>,
    /// The shot under a default room's rules, which each rule of the scenario replaces.
    pub(super) shot: Shot,
    /// Times of the frames sent to its shooter.
    pub(super) sent: Vec<Micros>,
    /// Ships missing from the snapshot that the shooter last acknowledged.
    pub(super) unacked: Vec<ShipId>,
    pub(super) claim: Claim,
    /// What ends the shot before its full reach if it hits nothing.
    pub(super) ends_at: Option<EarlyEnd>,
}

impl ScenarioShot {
    /// When the shot is first judged.
    pub(super) fn first(&self) -> Micros {
        self.shot.fired + self.shot.transit
    }

    /// What the judge knows at a time.
    pub(super) fn known<'a>(&'a self, timeline: &'a Timeline, now: Micros) -> KnownPast<'a> {
        KnownPast { timeline, now, sent: &self.sent, unacked: &self.unacked }
    }
}

/// What the scenario says about a claim.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim {
    Unspecified,
    /// The shooter claims no hit.
    Nothing,
    Hit(Claimed),
}

impl Claim {
    /// The claim, if the shooter makes one.
    pub(super) fn claimed_hit(self) -> Option<Claimed> {
        match self {
            Self::Hit(claimed) => Some(claimed),
            Self::Unspecified | Self::Nothing => None,
        }
    }
}

/// A claimed hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimed {
    pub(super) victim: ShipId,
    pub(super) age: Micros,
    /// When the server receives it.
    pub(super) arrives: Micros,
}

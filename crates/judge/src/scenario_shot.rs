//! A shot of a scenario, as it is told.

use shared::{base::time::Micros, judge::shot::Shot, sim::ship::ShipId};

use super::{aim::EndsAt, past::KnownPast, timeline::Timeline};

/// A shot of a scenario.
#[derive(Debug)]
pub(super) struct ScenarioShot {
    pub(super) name: String,
    pub(super) shooter: Option<String>,
    /// Under the rule of a default room: each rule replaces it.
    pub(super) shot: Shot,
    /// The moments of the frames that its shooter was sent.
    pub(super) sent: Vec<Micros>,
    /// The ships that the snapshot which it acknowledged last did not tell of.
    pub(super) untold: Vec<ShipId>,
    pub(super) claim: Claim,
    /// What ends it before its reach, whomever it meets.
    pub(super) ends_at: Option<EndsAt>,
}

impl ScenarioShot {
    /// When it is judged first.
    pub(super) fn first(&self) -> Micros {
        self.shot.fired + self.shot.transit
    }

    /// What is known at a moment to whom judges it.
    pub(super) fn known<'a>(&'a self, timeline: &'a Timeline, now: Micros) -> KnownPast<'a> {
        KnownPast { timeline, now, sent: &self.sent, untold: &self.untold }
    }
}

/// What is said of a shot's claim.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim {
    /// Nothing is said of one.
    Unsaid,
    /// The shooter claims nothing.
    Nothing,
    Hit(Claimed),
}

impl Claim {
    /// The claim, if the shooter makes one.
    pub(super) fn made(self) -> Option<Claimed> {
        match self {
            Self::Hit(claimed) => Some(claimed),
            Self::Unsaid | Self::Nothing => None,
        }
    }
}

/// What a shooter says it hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimed {
    pub(super) victim: ShipId,
    pub(super) age: Micros,
    /// When the server hears it.
    pub(super) arrives: Micros,
}

//! How a shot was judged, as its shooter is told when it is over.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::Steps,
        limits::SHOT_RECORD_TARGETS_MAX,
        time::{Tick, ViewTime},
    },
    history::pose::Pair,
    netcode::choices::HitRule,
    schemes::clamp::Clamp,
    sim::{
        command::View,
        event::{Decision, ShotId},
        ship::ShipId,
    },
};

/// The moment a shot looks at, settled once when it is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedView {
    /// What the shooter said.
    pub claimed: View,
    /// What is used.
    pub used: ViewTime,
    /// The pair of snapshots the shooter drew, where the server knows it sent both.
    pub pair: Option<Pair>,
    /// Why `used` differs from `claimed`.
    pub clamp: Option<Clamp>,
}

/// A target of a shot, at the moment the shot was nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetRecord {
    pub ship: ShipId,
    /// Where it was judged, in 1/256 u.
    pub judged: Steps,
    /// Where the server had it when it judged, in 1/256 u.
    pub present: Steps,
    /// How near the shot came to the judged centre, in 1/256 u.
    pub distance: u32,
    /// The shot's age when it was nearest, in 1/256 tick; 0 for a beam.
    pub age: i64,
}

/// How a shot was judged: sent to its shooter when it is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotRecord {
    pub shot: ShotId,
    /// The moments claimed and used, and why they differ.
    pub view: ResolvedView,
    /// The rule.
    pub rule: HitRule,
    /// The tick at which the verdict fell.
    pub judged_at: Tick,
    /// The age at which it fell, in 1/256 tick.
    pub age: i64,
    /// How it ended: the last decision on it. A tentative hit that was settled is told as a final
    /// one.
    pub verdict: Decision,
    /// The targets it came nearest to, nearest first, at most
    /// [`SHOT_RECORD_TARGETS_MAX`].
    pub targets: Vec<TargetRecord>,
    /// How many were ever among them while the shot flew.
    pub n_targets: u16,
}

impl ShotRecord {
    /// Whether its numbers are ones that a room can come to.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let times = [self.view.claimed.time, self.view.used, ViewTime(self.age)];
        let ages = self.targets.iter().map(|target| ViewTime(target.age));
        self.verdict.is_verdict()
            && times.into_iter().chain(ages).all(ViewTime::is_valid)
            && self.targets.len() <= SHOT_RECORD_TARGETS_MAX
    }
}

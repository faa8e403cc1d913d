//! The record of how a shot was judged, sent to its shooter when it is over.

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

/// The view time of a shot, resolved once when it is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedView {
    /// The view that the shooter claimed.
    pub claimed: View,
    /// The view time used.
    pub used: ViewTime,
    /// The pair of snapshots the shooter drew, if the server knows it sent both.
    pub pair: Option<Pair>,
    /// Why `used` differs from `claimed`.
    pub clamp: Option<Clamp>,
}

/// A target of a shot, at the moment the shot was nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetRecord {
    pub ship: ShipId,
    /// Its judged position, in 1/256 u.
    pub judged: Steps,
    /// Where the server had it when it judged, in 1/256 u.
    pub present: Steps,
    /// The shot's distance from the judged centre, in 1/256 u.
    pub distance: u32,
    /// The shot's age when it was nearest, in 1/256 tick; 0 for a beam.
    pub age: i64,
}

/// How a shot was judged: sent to its shooter when it is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotRecord {
    pub shot: ShotId,
    /// The view times claimed and used, and why they differ.
    pub view: ResolvedView,
    pub rule: HitRule,
    /// The tick of the verdict.
    pub judged_at: Tick,
    /// The shot's age at that tick, in 1/256 tick.
    pub age: i64,
    /// The last decision on it. A tentative hit that was settled is reported as a final one.
    pub verdict: Decision,
    /// The targets it came nearest to, nearest first, up to [`SHOT_RECORD_TARGETS_MAX`].
    pub targets: Vec<TargetRecord>,
    /// How many ships were ever in that list while the shot flew.
    pub n_targets: u16,
}

impl ShotRecord {
    /// Whether its numbers are within the range that a room can produce.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let times = [self.view.claimed.time, self.view.used, ViewTime(self.age)];
        let ages = self.targets.iter().map(|target| ViewTime(target.age));
        self.verdict.is_verdict()
            && times.into_iter().chain(ages).all(ViewTime::is_valid)
            && self.targets.len() <= SHOT_RECORD_TARGETS_MAX
    }
}

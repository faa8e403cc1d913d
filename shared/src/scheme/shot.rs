//! A shot as it is judged, and the record of how it was.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::choices::HitRule;
use crate::{
    base::{
        geometry::Steps,
        limits::SHOT_RECORD_TARGETS_MAX,
        time::{Tick, ViewTime},
    },
    sim::{
        bolt::Bolt,
        command::View,
        event::{Finality, ShotId, Weapon},
        ship::ShipId,
    },
};

/// What is known of a shooter's connection when it fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkStats {
    /// Round trip, in ms, as measured by echo; 0 for a bot of the room.
    pub round_trip_ms: u16,
    /// From trigger to execution, in ms: half the round trip and the margin of the commands.
    pub lead_ms: u16,
}

/// Why the moment that was used is not the moment that was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Clamp {
    /// It lay further back than the bound.
    Bound,
    /// It lay in the future.
    Future,
    /// It lay before an earlier view of the same epoch.
    Backwards,
}

/// Between which poses a target stood at a moment: the two snapshots that the shooter drew it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The older snapshot.
    pub older: Tick,
    /// The newer one.
    pub newer: Tick,
}

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

/// A shot: everything about it that never changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shot {
    /// The shot as it left its muzzle.
    pub bolt: Bolt,
    /// The moment of the targets at age 0.
    pub view: ResolvedView,
    /// The rule it was fired under.
    pub rule: HitRule,
}

impl Shot {
    /// Its name.
    #[must_use]
    pub const fn id(&self) -> ShotId {
        self.bolt.shot
    }

    /// What fired it.
    #[must_use]
    pub const fn weapon(&self) -> Weapon {
        self.bolt.shot.weapon
    }
}

/// What became of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// It hit nobody.
    Miss,
    /// It hit.
    Hit {
        /// Whom.
        victim: ShipId,
        /// Whether that can still change.
        finality: Finality,
    },
    /// It met a ship that has since died or changed its life, or whose shield holds: it passes.
    Void {
        /// Whom it met.
        victim: ShipId,
    },
    /// It hit what was seen, but cover was in the way in the present.
    Veto {
        /// Whom it would have hit.
        victim: ShipId,
    },
}

/// What a shooter says it hit, under a rule by which the shooter says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitClaim {
    /// Which shot.
    pub shot: ShotId,
    /// Whom it met on the shooter's screen.
    pub victim: ShipId,
    /// At which age, in 1/256 tick; 0 for a beam.
    pub age: u32,
}

/// A target of a shot, at the moment the shot was nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetRecord {
    /// Which ship.
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
    /// Which shot.
    pub shot: ShotId,
    /// The moments claimed and used, and why they differ.
    pub view: ResolvedView,
    /// The rule.
    pub rule: HitRule,
    /// The tick at which the verdict fell.
    pub judged_at: Tick,
    /// The age at which it fell, in 1/256 tick.
    pub age: i64,
    /// The verdict.
    pub verdict: Verdict,
    /// The targets it came nearest to, nearest first, at most
    /// [`SHOT_RECORD_TARGETS_MAX`].
    pub targets: Vec<TargetRecord>,
}

impl ShotRecord {
    /// Whether its numbers are ones that a room can come to.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let times = [self.view.claimed.time, self.view.used, ViewTime(self.age)];
        let ages = self.targets.iter().map(|target| ViewTime(target.age));
        times.into_iter().chain(ages).all(ViewTime::is_sound)
            && self.targets.len() <= SHOT_RECORD_TARGETS_MAX
    }
}

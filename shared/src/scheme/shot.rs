//! A shot as it is judged, and the record of how it was.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::{Steps, Vec2},
        limits::SHOT_RECORD_TARGETS_MAX,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::pose::Pair,
    netcode::{choices::HitRule, values::RoomNetcode},
    schemes::clamp::Clamp,
    sim::{
        bolt::Bolt,
        command::View,
        event::{Finality, ShotId, Weapon},
        rules::BOLT_SPEED_U_PER_S,
        ship::ShipId,
    },
};

/// What is known of a shooter's connection when a shot is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LinkStats {
    /// Round trip, as measured by echo; 0 for a bot of the room.
    pub round_trip: Micros,
    /// From trigger to execution: half the round trip, and how long the command then waited.
    pub lead: Micros,
}

impl LinkStats {
    /// The round trip and what commands wait for: how old the newest news on the screen was when
    /// the shot was executed.
    #[must_use]
    pub const fn latency(self) -> Micros {
        Micros(self.lead.0 + self.round_trip.0 / 2)
    }
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

/// A shot: everything about it that never changes. Times are on the server's line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shot {
    /// Its name.
    pub id: ShotId,
    /// When it was fired: age 0.
    pub fired: Micros,
    /// Where it left its ship, in u.
    pub muzzle: Vec2,
    /// Where it flies; of length 1.
    pub dir: Vec2,
    /// How fast a bolt flies, in u/s.
    pub speed_u_per_s: f32,
    /// How far it comes before its range or the arena ends it, in u.
    pub reach_u: f32,
    /// The moment of the targets on its shooter's screen, as claimed.
    pub view: Micros,
    /// The pair of snapshots that the shooter blended for it, where both are known to be sent.
    pub pair: Option<Pair>,
    /// The latest moment its shooter looked at before, since what it sees is set up as it is.
    pub floor: Micros,
    /// The shooter's connection.
    pub link: LinkStats,
    /// The shooter's interpolation delay; 0 where nothing is interpolated.
    pub lerp: Micros,
    /// From being fired to being judged first: 0 in a room, where a shot is fired by executing it.
    pub transit: Micros,
    /// The rules it was fired under.
    pub rule: RoomNetcode,
}

impl Shot {
    /// A shot that a room executes.
    #[must_use]
    pub fn of_bolt(bolt: &Bolt, rate: TickRate, rule: RoomNetcode) -> Self {
        let fired = rate.micros_at(bolt.fired);
        Self {
            id: bolt.shot,
            fired,
            muzzle: bolt.origin,
            dir: bolt.aim.unit(),
            speed_u_per_s: BOLT_SPEED_U_PER_S,
            reach_u: bolt.reach_u,
            view: fired,
            pair: None,
            floor: Micros(i64::MIN),
            link: LinkStats::default(),
            lerp: Micros::ZERO,
            transit: Micros::ZERO,
            rule,
        }
    }

    /// What fired it.
    #[must_use]
    pub const fn weapon(&self) -> Weapon {
        self.id.weapon
    }

    /// The point at a distance from the muzzle.
    #[must_use]
    pub fn point_at(&self, distance_u: f32) -> Vec2 {
        self.muzzle + self.dir * distance_u
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
    /// How many were ever among them while the shot flew.
    pub n_targets: u16,
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

//! The queries that a judge may make of the past. This trait is the only link between the hit rules
//! and a history, which may be a live room's or a scripted scenario's.
//!
//! Times are server times. A source belongs to one shooter, because the snapshots sent to a player
//! decide what it drew, and to one moment of judging.

use crate::{
    base::{
        geometry::Segment,
        tick_length::TickLength,
        time::{Micros, Tick},
    },
    history::{
        broad_phase::search::BroadPhase,
        pose::{HitPose, Pair, Pose},
        record::{Record, RewoundPose},
        target_time::MarkerKind,
    },
    schemes::{et::Markers, source::lag_compensation::Unlag},
    sim::ship::ShipId,
};

/// The poses of all ships in the past, as the shots of one player see them.
pub trait RewindSource: BroadPhase {
    /// The moment of judging.
    fn now(&self) -> Micros;

    /// The longest time swept at once: the length of a tick.
    fn step(&self) -> Micros;

    /// The tick length that Source counts in.
    fn tick_length(&self) -> TickLength;

    /// A moment on the curve that the shooter drew, between the given pair of snapshots if the
    /// blended pair is known.
    fn drawn_at(&self, at: Micros, pair: Option<Pair>) -> Self::Moment;

    /// A moment on the authoritative curve.
    fn authoritative_at(&self, at: Micros) -> Self::Moment;

    /// A ship's pose at such a moment.
    fn pose_at(&self, ship: ShipId, moment: &Self::Moment) -> Option<RewoundPose>;

    /// A ship's markers as ET would have stored them by now.
    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers;

    /// A ship's latest records, newest first.
    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record>;

    /// Whether a snapshot sent to the shooter contained a ship.
    fn snapshot_included(&self, snapshot: Tick, ship: ShipId) -> bool;

    /// The fraction of a line, 0 to 1, that is clear of rocks and walls.
    fn unobstructed(&self, line: Segment) -> f32;

    /// A ship's hit pose at such a moment.
    fn hit_pose(&self, ship: ShipId, moment: &Self::Moment) -> Option<HitPose> {
        let found = self.pose_at(ship, moment)?;
        (found.pose.ship == ship).then_some(HitPose::from(&found.pose))
    }

    /// A ship's present pose.
    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        self.present().find(|pose| pose.ship == ship)
    }

    /// A ship's pose on the curve that the shooter drew.
    fn drawn(&self, ship: ShipId, at: Micros, pair: Option<Pair>) -> Option<RewoundPose> {
        self.pose_at(ship, &self.drawn_at(at, pair))
    }

    /// A ship's authoritative pose at a moment.
    fn authoritative(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        self.pose_at(ship, &self.authoritative_at(at))
    }

    /// The pose to which Source rewinds a ship, if it rewinds it.
    fn backtracked(&self, unlag: &Unlag, present: &Pose, at: Micros) -> Option<RewoundPose> {
        unlag.backtrack_at(present, self.records(present.ship), self.now(), at).ok()
    }
}

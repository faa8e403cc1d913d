//! What a judge may ask of the past: the one door between the rules and whatever keeps a history,
//! a live room or a scenario typed in.
//!
//! Times are on the server's line. A source belongs to one shooter (what that player was sent
//! decides what it drew) and to one moment of judging.

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

/// Where all ships were, as far as the shots of one player are concerned.
pub trait RewindSource: BroadPhase {
    /// The moment of judging.
    fn now(&self) -> Micros;

    /// The longest stretch of time that is swept at once: the length of a tick.
    fn step(&self) -> Micros;

    /// The length of the ticks in which Source counts.
    fn tick_length(&self) -> TickLength;

    /// A moment on the curve that the shooter drew; of a pair of snapshots, if it is known which
    /// were blended.
    fn drawn_at(&self, at: Micros, pair: Option<Pair>) -> Self::Moment;

    /// A moment as it truly was.
    fn authoritative_at(&self, at: Micros) -> Self::Moment;

    /// A ship at such a moment.
    fn pose_at(&self, ship: ShipId, moment: &Self::Moment) -> Option<RewoundPose>;

    /// A ship's markers as ET would have stored them by now.
    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers;

    /// A ship's records of the last moments, newest first.
    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record>;

    /// Whether a snapshot that the shooter was sent told of a ship.
    fn snapshot_included(&self, snapshot: Tick, ship: ShipId) -> bool;

    /// The share of a line, 0 to 1, that is free of rock and walls.
    fn unobstructed(&self, line: Segment) -> f32;

    /// What of a ship at such a moment is met.
    fn hit_pose(&self, ship: ShipId, moment: &Self::Moment) -> Option<HitPose> {
        let found = self.pose_at(ship, moment)?;
        (found.pose.ship == ship).then_some(HitPose::from(&found.pose))
    }

    /// A ship as it is now.
    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        self.present().find(|pose| pose.ship == ship)
    }

    /// A ship on the curve that the shooter drew.
    fn drawn(&self, ship: ShipId, at: Micros, pair: Option<Pair>) -> Option<RewoundPose> {
        self.pose_at(ship, &self.drawn_at(at, pair))
    }

    /// A ship where it truly was at a moment.
    fn authoritative(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        self.pose_at(ship, &self.authoritative_at(at))
    }

    /// Where Source finds a ship at a moment, if it moves it.
    fn backtracked(&self, unlag: &Unlag, present: &Pose, at: Micros) -> Option<RewoundPose> {
        unlag.backtrack_at(present, self.records(present.ship), self.now(), at).ok()
    }
}

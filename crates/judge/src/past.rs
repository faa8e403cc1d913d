//! A scenario's past: its timeline up to the time of judging, as one shooter received it.

use shared::{
    base::{
        geometry::{Segment, first_contact},
        tick_length::TickLength,
        time::{Micros, Tick},
    },
    history::{
        broad_phase::{search::BroadPhase, sweep::Sweep},
        pose::{Pair, Pose},
        record::{Record, RewoundPose},
        target_time::MarkerKind,
    },
    judge::rewind_source::RewindSource,
    schemes::et::{FRAME, Markers, ServerFrame},
    sim::ship::ShipId,
};

use super::timeline::{PoseOrigin, Timeline, TimelinePose};

/// A time, and which poses to interpolate between.
#[derive(Clone, Copy, Debug)]
pub(super) enum PoseQuery {
    /// Between the frames sent to the shooter, as its screen does.
    Interpolated(Micros),
    /// Between all poses of the timeline.
    Authoritative(Micros),
}

/// What is known at a given time.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownPast<'a> {
    pub(super) timeline: &'a Timeline,
    pub(super) now: Micros,
    /// Times of the frames sent to the shooter, in order.
    pub(super) sent: &'a [Micros],
    /// Ships missing from the snapshot that the shooter last acknowledged.
    pub(super) unacked: &'a [ShipId],
}

impl<'a> KnownPast<'a> {
    fn poses(&self, ship: ShipId) -> &'a [TimelinePose] {
        let poses = self.timeline.ships.get(usize::from(ship.idx)).map_or(&[][..], |s| &s.poses);
        &poses[..poses.partition_point(|entry| entry.record.at <= self.now)]
    }

    /// The last ET frame that ended strictly before a time, and its predecessor. Frames before the
    /// first one are assumed at the regular interval.
    fn et_frame(&self, before: Micros) -> ServerFrame {
        let frames = &self.timeline.et_frames;
        let n = frames.partition_point(|at| *at < before);
        let now = n.checked_sub(1).map_or(before - FRAME, |last| frames[last]);
        let previous = n.checked_sub(2).map_or(now - FRAME, |last| frames[last]);
        ServerFrame { previous, now }
    }

    /// The end of the server frame in which a timeline pose stores a marker, if it does.
    fn marker_frame(&self, ship: ShipId, entry: &TimelinePose, kind: MarkerKind) -> Option<Micros> {
        let Record { at, pose } = entry.record;
        let is_stored = match (kind, entry.origin) {
            (MarkerKind::PerFrame, PoseOrigin::Frame) => {
                self.timeline.et_frames.binary_search(&at).is_ok()
            }
            (MarkerKind::PerCommand, PoseOrigin::Frame | PoseOrigin::Command) => {
                let has_commands = self.timeline.ships[usize::from(ship.idx)].has_commands;
                (entry.origin == PoseOrigin::Command) == has_commands
            }
            _ => false,
        };
        (pose.alive && is_stored).then(|| match kind {
            MarkerKind::PerFrame => at,
            MarkerKind::PerCommand => self.et_frame(at).now,
        })
    }

    /// The markers stored for a ship's timeline poses.
    fn build_markers(&self, ship: ShipId, poses: &[TimelinePose], kind: MarkerKind) -> Markers {
        let mut markers = Markers::with_depth(self.timeline.et_markers);
        for entry in poses {
            let Record { at, pose } = entry.record;
            match (entry.origin, kind) {
                (PoseOrigin::Spawn, MarkerKind::PerFrame) => markers.reset(&pose, at, FRAME),
                (PoseOrigin::Spawn, MarkerKind::PerCommand) => {
                    markers.reset(&pose, self.et_frame(at).now, FRAME);
                }
                _ if self.marker_frame(ship, entry, kind).is_none() => {}
                (_, MarkerKind::PerFrame) => markers.store_frame(at, &pose),
                (_, MarkerKind::PerCommand) => {
                    let frame = self.et_frame(at);
                    markers.store_command(frame, at - frame.now, &pose);
                }
            }
        }
        markers
    }

    /// The poses that a ship's markers come from: those since its last spawn, limited to the ring's
    /// depth.
    pub(super) fn marker_poses(&self, ship: ShipId, kind: MarkerKind) -> &'a [TimelinePose] {
        let poses = self.poses(ship);
        let (mut n_frames, mut frame) = (0, None);
        for (n, entry) in poses.iter().enumerate().rev() {
            if entry.origin == PoseOrigin::Spawn {
                return &poses[n..];
            }
            let Some(marker_frame) = self.marker_frame(ship, entry, kind) else { continue };
            if frame.replace(marker_frame) != Some(marker_frame) {
                n_frames += 1;
            }
            // Every server frame starts a marker, except the first after a gap.
            if n_frames > self.timeline.et_markers + 1 {
                return &poses[n + 1..];
            }
        }
        poses
    }

    /// Interpolates between the frames sent to the shooter around a time. Without one on each side,
    /// falls back to [`interpolate_recorded`](Self::interpolate_recorded).
    fn interpolate_sent(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        let was_sent = |entry: &&TimelinePose| {
            entry.origin == PoseOrigin::Frame && self.sent.binary_search(&entry.record.at).is_ok()
        };
        let poses = self.poses(ship);
        let (before, after) = poses.split_at(poses.partition_point(|entry| entry.record.at <= at));
        let older = before.iter().rfind(was_sent).map(|entry| entry.record);
        let newer = after.iter().find(was_sent).map(|entry| entry.record);
        match (older, newer) {
            (Some(older), _) if older.at == at => Some(older.found()),
            (Some(older), Some(newer)) => Some(interpolate(&older, &newer, at)),
            _ => self.interpolate_recorded(ship, at),
        }
    }

    /// Interpolates between the timeline poses around a time.
    fn interpolate_recorded(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        let poses = self.poses(ship);
        let n = poses.partition_point(|entry| entry.record.at <= at);
        let older = &poses[n.checked_sub(1)?].record;
        match poses.get(n) {
            Some(newer) => Some(interpolate(older, &newer.record, at)),
            None => Some(older.found()),
        }
    }
}

impl BroadPhase for KnownPast<'_> {
    type Moment = PoseQuery;

    fn present(&self) -> impl Iterator<Item = Pose> {
        let ids = (0..self.timeline.ships.len()).map(|n| ShipId { idx: n as u16, generation: 0 });
        ids.filter_map(|ship| Some(self.poses(ship).last()?.record.pose))
    }

    /// Poses are interpolated between stated ones, so a ship never leaves their bounding box.
    fn near(&self, sweep: &Sweep<PoseQuery>) -> impl Iterator<Item = ShipId> {
        let (shooter, path, within_u) = (sweep.shooter, sweep.path, sweep.within_u);
        let ships = (0..).zip(&self.timeline.ships);
        let near = ships.filter(move |(_, ship)| ship.may_be_near(path, within_u));
        let ids = near.map(|(idx, _)| ShipId { idx, generation: 0 });
        ids.filter(move |ship| *ship != shooter && !self.poses(*ship).is_empty())
    }
}

impl RewindSource for KnownPast<'_> {
    fn now(&self) -> Micros {
        self.now
    }

    fn step(&self) -> Micros {
        self.timeline.tick
    }

    fn tick_length(&self) -> TickLength {
        TickLength::new(self.timeline.tick)
    }

    fn drawn_at(&self, at: Micros, _pair: Option<Pair>) -> PoseQuery {
        PoseQuery::Interpolated(at)
    }

    fn authoritative_at(&self, at: Micros) -> PoseQuery {
        PoseQuery::Authoritative(at)
    }

    fn pose_at(&self, ship: ShipId, query: &PoseQuery) -> Option<RewoundPose> {
        match *query {
            PoseQuery::Interpolated(at) => self.interpolate_sent(ship, at),
            PoseQuery::Authoritative(at) => self.interpolate_recorded(ship, at),
        }
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        self.build_markers(ship, self.marker_poses(ship, kind), kind)
    }

    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record> {
        let frames =
            self.poses(ship).iter().rev().filter(|entry| entry.origin == PoseOrigin::Frame);
        frames.map(|entry| entry.record)
    }

    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        Some(self.poses(ship).last()?.record.pose).filter(|pose| pose.ship == ship)
    }

    fn snapshot_included(&self, _snapshot: Tick, ship: ShipId) -> bool {
        !self.unacked.contains(&ship)
    }

    fn unobstructed(&self, line: Segment) -> f32 {
        let met = |rock: &super::timeline::Rock| {
            first_contact(line, Segment::still(rock.centre), rock.radius_u)
        };
        self.timeline.rocks.iter().filter_map(met).fold(1.0, f32::min)
    }
}

/// Interpolates between two records, but never from one life to the next.
fn interpolate(older: &Record, newer: &Record, at: Micros) -> RewoundPose {
    if older.pose.life == newer.pose.life { older.towards(newer, at) } else { older.found() }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::{
        fields::{Grid, Node},
        json::Json,
        lookup_budget::LookupBudget,
    };

    /// A flight of 2 s with commands at uneven intervals, a death and a spawn.
    fn timeline(commands_every_ms: usize, et_markers: usize) -> Timeline {
        let mut entries = String::new();
        for ms in (0..2000_usize).step_by(10) {
            let _ = write!(entries, r#"{{"at_ms":{ms},"frame":{{"bob":{ms}}}}},"#);
        }
        for ms in (3..2000_usize).step_by(commands_every_ms).filter(|ms| ms % 7 != 0) {
            let _ = write!(entries, r#"{{"at_ms":{ms},"command":{{"bob":{ms}}}}},"#);
        }
        let text = format!(
            r#"{{"tick_ms":10,"et_markers":{et_markers},"timeline":[{entries}
            {{"at_ms":601,"death":"bob"}},{{"at_ms":703,"spawn":{{"bob":0}}}}]}}"#
        );
        let (json, lookup_budget) = (Json::parse(&text).unwrap(), LookupBudget::for_file());
        let fields = Node::root(&json, &lookup_budget).as_object().unwrap();
        Timeline::read(&fields, Grid::Exact).unwrap()
    }

    #[test]
    fn ring_from_recent_poses_equals_ring_from_all_poses() {
        let ship = ShipId::default();
        let mut most = 0;
        for (every, depth) in [4, 9, 33, 120].into_iter().zip([1, 2, 10, 17]) {
            for depth in [depth, 10] {
                let timeline = timeline(every, depth);
                for now in timeline.moments.iter().copied().step_by(3) {
                    let known = KnownPast { timeline: &timeline, now, sent: &[], unacked: &[] };
                    for kind in [MarkerKind::PerFrame, MarkerKind::PerCommand] {
                        let marker_poses = known.marker_poses(ship, kind);
                        let whole = known.build_markers(ship, known.poses(ship), kind);
                        assert_eq!(known.markers(ship, kind), whole, "{kind:?} {depth} at {now:?}");
                        most = most.max(known.poses(ship).len() - marker_poses.len());
                    }
                }
            }
        }
        assert!(most > 300, "up to {most} of the samples were left out");
    }
}

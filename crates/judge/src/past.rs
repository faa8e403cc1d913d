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

use super::timeline::{From, Timeline, TimelinePose};

/// A time, and the curve to interpolate on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    Drawn(Micros),
    Truly(Micros),
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
    fn said(&self, ship: ShipId) -> &'a [TimelinePose] {
        let said = self.timeline.ships.get(usize::from(ship.idx)).map_or(&[][..], |s| &s.said);
        &said[..said.partition_point(|said| said.record.at <= self.now)]
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
    fn marked(&self, ship: ShipId, said: &TimelinePose, kind: MarkerKind) -> Option<Micros> {
        let Record { at, pose } = said.record;
        let is_stored = match (kind, said.from) {
            (MarkerKind::PerFrame, From::Frame) => {
                self.timeline.et_frames.binary_search(&at).is_ok()
            }
            (MarkerKind::PerCommand, From::Frame | From::Command) => {
                let has_commands = self.timeline.ships[usize::from(ship.idx)].has_commands;
                (said.from == From::Command) == has_commands
            }
            _ => false,
        };
        (pose.alive && is_stored).then(|| match kind {
            MarkerKind::PerFrame => at,
            MarkerKind::PerCommand => self.et_frame(at).now,
        })
    }

    /// The markers stored for a ship's timeline poses.
    fn stored(&self, ship: ShipId, said: &[TimelinePose], kind: MarkerKind) -> Markers {
        let mut markers = Markers::with_depth(self.timeline.et_markers);
        for said in said {
            let Record { at, pose } = said.record;
            match (said.from, kind) {
                (From::Spawn, MarkerKind::PerFrame) => markers.reset(&pose, at, FRAME),
                (From::Spawn, MarkerKind::PerCommand) => {
                    markers.reset(&pose, self.et_frame(at).now, FRAME);
                }
                _ if self.marked(ship, said, kind).is_none() => {}
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
    pub(super) fn marks(&self, ship: ShipId, kind: MarkerKind) -> &'a [TimelinePose] {
        let said = self.said(ship);
        let (mut n_frames, mut frame) = (0, None);
        for (n, of) in said.iter().enumerate().rev() {
            if of.from == From::Spawn {
                return &said[n..];
            }
            let Some(marked) = self.marked(ship, of, kind) else { continue };
            if frame.replace(marked) != Some(marked) {
                n_frames += 1;
            }
            // Every server frame starts a marker, except the first after a gap.
            if n_frames > self.timeline.et_markers + 1 {
                return &said[n + 1..];
            }
        }
        said
    }

    /// On the chord between the frames sent around a time; the true pose until there is one on both
    /// sides.
    fn on_the_chord(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        let was_sent = |said: &&TimelinePose| {
            said.from == From::Frame && self.sent.binary_search(&said.record.at).is_ok()
        };
        let said = self.said(ship);
        let (before, after) = said.split_at(said.partition_point(|said| said.record.at <= at));
        let older = before.iter().rfind(was_sent).map(|said| said.record);
        let newer = after.iter().find(was_sent).map(|said| said.record);
        match (older, newer) {
            (Some(older), _) if older.at == at => Some(older.found()),
            (Some(older), Some(newer)) => Some(on_the_way(&older, &newer, at)),
            _ => self.on_the_way(ship, at),
        }
    }

    fn on_the_way(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        let said = self.said(ship);
        let n = said.partition_point(|said| said.record.at <= at);
        let older = &said[n.checked_sub(1)?].record;
        match said.get(n) {
            Some(newer) => Some(on_the_way(older, &newer.record, at)),
            None => Some(older.found()),
        }
    }
}

impl BroadPhase for KnownPast<'_> {
    type Moment = Moment;

    fn present(&self) -> impl Iterator<Item = Pose> {
        let ids = (0..self.timeline.ships.len()).map(|n| ShipId { idx: n as u16, generation: 0 });
        ids.filter_map(|ship| Some(self.said(ship).last()?.record.pose))
    }

    /// Poses are interpolated between stated ones, so a ship never leaves their bounding box.
    fn near(&self, sweep: &Sweep<Moment>) -> impl Iterator<Item = ShipId> {
        let (shooter, path, within_u) = (sweep.shooter, sweep.path, sweep.within_u);
        let ships = (0..).zip(&self.timeline.ships);
        let near = ships.filter(move |(_, ship)| ship.may_be_near(path, within_u));
        let ids = near.map(|(idx, _)| ShipId { idx, generation: 0 });
        ids.filter(move |ship| *ship != shooter && !self.said(*ship).is_empty())
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

    fn drawn_at(&self, at: Micros, _pair: Option<Pair>) -> Moment {
        Moment::Drawn(at)
    }

    fn authoritative_at(&self, at: Micros) -> Moment {
        Moment::Truly(at)
    }

    fn pose_at(&self, ship: ShipId, moment: &Moment) -> Option<RewoundPose> {
        match *moment {
            Moment::Drawn(at) => self.on_the_chord(ship, at),
            Moment::Truly(at) => self.on_the_way(ship, at),
        }
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        self.stored(ship, self.marks(ship, kind), kind)
    }

    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record> {
        let frames = self.said(ship).iter().rev().filter(|said| said.from == From::Frame);
        frames.map(|said| said.record)
    }

    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        Some(self.said(ship).last()?.record.pose).filter(|pose| pose.ship == ship)
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
fn on_the_way(older: &Record, newer: &Record, at: Micros) -> RewoundPose {
    if older.pose.life == newer.pose.life { older.towards(newer, at) } else { older.found() }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::{
        effort::Effort,
        fields::{Grid, Node},
        json::Json,
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
        let (json, effort) = (Json::parse(&text).unwrap(), Effort::whole());
        let fields = Node::root(&json, &effort).as_object().unwrap();
        Timeline::read(&fields, Grid::Exact).unwrap()
    }

    /// The ring equals the one built from every pose ever stated.
    #[test]
    fn markers_need_no_more_of_the_past_than_fills_the_ring() {
        let ship = ShipId::default();
        let mut most = 0;
        for (every, depth) in [4, 9, 33, 120].into_iter().zip([1, 2, 10, 17]) {
            for depth in [depth, 10] {
                let timeline = timeline(every, depth);
                for now in timeline.moments.iter().copied().step_by(3) {
                    let known = KnownPast { timeline: &timeline, now, sent: &[], unacked: &[] };
                    for kind in [MarkerKind::PerFrame, MarkerKind::PerCommand] {
                        let marks = known.marks(ship, kind);
                        let whole = known.stored(ship, known.said(ship), kind);
                        assert_eq!(known.markers(ship, kind), whole, "{kind:?} {depth} at {now:?}");
                        most = most.max(known.said(ship).len() - marks.len());
                    }
                }
            }
        }
        assert!(most > 300, "up to {most} of the samples were left out");
    }
}

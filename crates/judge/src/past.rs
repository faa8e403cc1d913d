//! A scenario's past: its timeline up to a moment of judging, as one shooter saw it.

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

/// A moment, and on which curve.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    Drawn(Micros),
    Truly(Micros),
}

/// What is known at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownPast<'a> {
    pub(super) timeline: &'a Timeline,
    pub(super) now: Micros,
    /// The moments of the frames that the shooter was sent, in order.
    pub(super) sent: &'a [Micros],
    /// The ships that the snapshot which the shooter acknowledged last did not tell of.
    pub(super) untold: &'a [ShipId],
}

impl<'a> KnownPast<'a> {
    fn said(&self, ship: ShipId) -> &'a [TimelinePose] {
        let said = self.timeline.ships.get(usize::from(ship.idx)).map_or(&[][..], |s| &s.said);
        &said[..said.partition_point(|said| said.record.at <= self.now)]
    }

    /// The last frame of ET that ended strictly before a moment, and the one before that. Before
    /// the first one they are taken to have come as they always do.
    fn et_frame(&self, before: Micros) -> ServerFrame {
        let frames = &self.timeline.et_frames;
        let n = frames.partition_point(|at| *at < before);
        let now = n.checked_sub(1).map_or(before - FRAME, |last| frames[last]);
        let previous = n.checked_sub(2).map_or(now - FRAME, |last| frames[last]);
        ServerFrame { previous, now }
    }

    /// The end of the server frame for which a marker comes from what is said of a ship, if one
    /// does.
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

    /// The markers that come from what is said of a ship.
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

    /// What a ship's markers come from: all that is said of it since its last spawn, but of what is
    /// older than the ring is deep nothing.
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
            // Every server frame begins a marker, but not the first one after nothing.
            if n_frames > self.timeline.et_markers + 1 {
                return &said[n + 1..];
            }
        }
        said
    }

    /// The chord between the frames that were sent around the moment; the true pose where there
    /// are none on both sides yet.
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

    /// Poses lie between those that are said, so a ship is never outside of the box around them.
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
        !self.untold.contains(&ship)
    }

    fn unobstructed(&self, line: Segment) -> f32 {
        let met = |rock: &super::timeline::Rock| {
            first_contact(line, Segment::still(rock.centre), rock.radius_u)
        };
        self.timeline.rocks.iter().filter_map(met).fold(1.0, f32::min)
    }
}

/// A ship between two records; nothing leads from one life to the next.
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

    /// A flight of 2 s with commands at uneven times, a death and a spawn.
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

    /// The ring is the one that all that was ever said of a ship would leave.
    #[test]
    fn markers_need_no_more_of_the_past_than_fills_the_ring() {
        let ship = ShipId::default();
        let mut most = 0;
        for (every, depth) in [4, 9, 33, 120].into_iter().zip([1, 2, 10, 17]) {
            for depth in [depth, 10] {
                let timeline = timeline(every, depth);
                for now in timeline.moments.iter().copied().step_by(3) {
                    let known = KnownPast { timeline: &timeline, now, sent: &[], untold: &[] };
                    for kind in [MarkerKind::PerFrame, MarkerKind::PerCommand] {
                        let marks = known.marks(ship, kind);
                        let whole = known.stored(ship, known.said(ship), kind);
                        assert_eq!(known.markers(ship, kind), whole, "{kind:?} {depth} at {now:?}");
                        most = most.max(known.said(ship).len() - marks.len());
                    }
                }
            }
        }
        assert!(most > 300, "at most {most} of what was said was left out");
    }
}

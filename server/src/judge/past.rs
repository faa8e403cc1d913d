//! A scenario's past: its timeline up to a moment of judging, as one shooter saw it.

use shared::{
    base::{
        geometry::{Segment, first_contact},
        time::{Micros, Tick},
    },
    history::{
        broad_phase::{search::BroadPhase, sweep::Sweep},
        pose::{Pair, Pose},
        record::{Record, RewoundPose},
        target_time::MarkerKind,
    },
    judge::rewind_source::RewindSource,
    schemes::{
        et::{FRAME, Markers, ServerFrame},
        source::tick_length::TickLength,
    },
    sim::ship::ShipId,
};

use super::timeline::{From, Said, Ship, Stored, Timeline};

/// A moment, and on which curve.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    Drawn(Micros),
    Truly(Micros),
}

/// What is known at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) timeline: &'a Timeline,
    pub(super) now: Micros,
    /// The moments of the frames that the shooter was sent, in order.
    pub(super) sent: &'a [Micros],
    /// The ships that the snapshot which the shooter acknowledged last did not tell of.
    pub(super) untold: &'a [ShipId],
}

impl<'a> Known<'a> {
    fn said(&self, ship: ShipId) -> &'a [Said] {
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

    fn per_frame(&self, said: &Said, markers: &mut Markers) {
        let Record { at, pose } = said.record;
        match said.from {
            From::Spawn => markers.reset(&pose, at, FRAME),
            From::Frame if pose.alive && self.timeline.et_frames.binary_search(&at).is_ok() => {
                markers.store_frame(at, &pose);
            }
            _ => {}
        }
    }

    fn per_command(&self, ship: &Ship, said: &Said, markers: &mut Markers) {
        let Record { at, pose } = said.record;
        let frame = self.et_frame(at);
        match said.from {
            From::Spawn => markers.reset(&pose, frame.now, FRAME),
            From::Command | From::Frame
                if pose.alive && (said.from == From::Command) == ship.has_commands =>
            {
                markers.store_command(frame, at - frame.now, &pose);
            }
            _ => {}
        }
    }

    /// The chord between the frames that were sent around the moment; the true pose where there
    /// are none on both sides yet.
    fn on_the_chord(&self, ship: ShipId, at: Micros) -> Option<RewoundPose> {
        let was_sent = |said: &&Said| {
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

impl BroadPhase for Known<'_> {
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

impl RewindSource for Known<'_> {
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

    /// A shot is judged at one moment after the other, so those of the moment before are gone on
    /// with.
    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        let Some(of) = self.timeline.ships.get(usize::from(ship.idx)) else {
            return Markers::default();
        };
        let said = self.said(ship);
        let mut stored = of.markers.borrow_mut();
        if stored.kind != Some(kind) || stored.n_said > said.len() {
            *stored = Stored { kind: Some(kind), ..Stored::default() };
        }
        for said in &said[stored.n_said..] {
            match kind {
                MarkerKind::PerFrame => self.per_frame(said, &mut stored.markers),
                MarkerKind::PerCommand => self.per_command(of, said, &mut stored.markers),
            }
        }
        stored.n_said = said.len();
        stored.markers.clone()
    }

    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record> {
        let frames = self.said(ship).iter().rev().filter(|said| said.from == From::Frame);
        frames.map(|said| said.record)
    }

    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        Some(self.said(ship).last()?.record.pose).filter(|pose| pose.ship == ship)
    }

    fn was_told_of(&self, _snapshot: Tick, ship: ShipId) -> bool {
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

//! What a judge may ask of the past: the one door between the rules and whatever keeps a history,
//! a live room or a scenario typed in.
//!
//! Times are on the server's line. A past belongs to one shooter (what that player was sent decides
//! what it drew) and to one moment of judging.

use crate::{
    base::{geometry::Segment, time::Micros},
    history::{
        broad_phase::candidates::Candidates,
        pose::{Pair, Pose, Spot},
        record::{Found, Record},
    },
    schemes::{
        et::Markers,
        source::{lag_compensation::Unlag, tick_length::TickLength},
    },
    sim::ship::ShipId,
};

/// Where everybody was, as far as a shooter's shots are concerned.
pub trait RewindSource {
    /// A moment, worked out once for everybody who is looked at in it.
    type Moment: Copy;

    /// The moment of judging.
    fn now(&self) -> Micros;

    /// The longest stretch of time that is swept at once: the length of a tick.
    fn step(&self) -> Micros;

    /// The length of the ticks in which Source counts.
    fn tick_length(&self) -> TickLength;

    /// Everybody as they are now, in the order of their ids.
    fn present(&self) -> impl Iterator<Item = Pose>;

    /// A moment on the curve that the shooter drew; of a pair of snapshots, if it is known which
    /// were blended.
    fn drawn_at(&self, at: Micros, pair: Option<Pair>) -> Self::Moment;

    /// A moment as it truly was.
    fn truly_at(&self, at: Micros) -> Self::Moment;

    /// A ship at such a moment.
    fn stood(&self, ship: ShipId, moment: &Self::Moment) -> Option<Found>;

    /// A ship's markers as ET would have stored them by now.
    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers;

    /// A ship's records of the last moments, newest first.
    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record>;

    /// The share of a line, 0 to 1, that is free of rock and walls.
    fn free(&self, line: Segment) -> f32;

    /// Whether a ship can come within a distance of a path, in u, if it is looked at up to `back`
    /// before now: what cannot is not looked at.
    fn may_meet(&self, present: &Pose, path: Segment, back: Micros, within_u: f32) -> bool;

    /// What of a ship at such a moment is met.
    fn spot(&self, ship: ShipId, moment: &Self::Moment) -> Option<Spot> {
        let found = self.stood(ship, moment)?;
        (found.pose.ship == ship).then_some(Spot::from(&found.pose))
    }

    /// A ship as it is now.
    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        self.present().find(|pose| pose.ship == ship)
    }

    /// A ship on the curve that the shooter drew.
    fn drawn(&self, ship: ShipId, at: Micros, pair: Option<Pair>) -> Option<Found> {
        self.stood(ship, &self.drawn_at(at, pair))
    }

    /// A ship where it truly was at a moment.
    fn truly(&self, ship: ShipId, at: Micros) -> Option<Found> {
        self.stood(ship, &self.truly_at(at))
    }

    /// Where Source finds a ship at a moment, if it moves it.
    fn backtracked(&self, unlag: &Unlag, present: &Pose, at: Micros) -> Option<Found> {
        unlag.backtrack_at(present, self.records(present.ship), self.now(), at).ok()
    }

    /// Whoever has a seat.
    fn seated(&self, seat: u16) -> Option<ShipId> {
        self.present().map(|pose| pose.ship).find(|ship| ship.idx == seat)
    }

    /// Up to which moment the poses that the shooter drew are settled: they will be found between
    /// the same ticks, or nearer ones, whenever they are asked for. `None`: that is not known.
    fn settled(&self) -> Option<Micros> {
        None
    }

    /// Whom a bolt may meet that flies along a sweep, steadily, between two moments as the shooter
    /// drew them, both settled: at least everybody who comes within the distance of it. `None`
    /// where that are too many, or there is no bound on how far ships come.
    fn shortlist(&self, _sweep: &Sweep<Self::Moment>) -> Option<Candidates> {
        None
    }

    /// In the order of their ids, at least everybody but the shooter who comes within the distance
    /// of a sweep.
    fn near(&self, sweep: &Sweep<Self::Moment>) -> impl Iterator<Item = ShipId> {
        let shooter = sweep.shooter;
        self.present().map(|pose| pose.ship).filter(move |ship| *ship != shooter)
    }
}

/// Which of ET's two stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerKind {
    /// At the end of every server frame.
    PerFrame,
    /// In every executed command.
    PerCommand,
}

/// How it is found where everybody stands, for a shot that has flown for some time.
#[derive(Clone, Copy, Debug)]
pub enum Stand<M> {
    /// As they are now.
    Present,
    /// As they were at a moment.
    Moment(M),
    /// As Source rewinds them, each for itself, to a time.
    Rewound(Micros),
    /// As ET's markers say, of a time.
    Marked(MarkerKind, Micros),
}

/// A stretch of a shot's flight, for everybody who is held against it.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<M> {
    /// Who fired.
    pub shooter: ShipId,
    /// What it sweeps.
    pub path: Segment,
    /// How long ago the moment is that it looks at in the beginning.
    pub back: Micros,
    /// Who comes no nearer than this does not matter, in u.
    pub within_u: f32,
    /// How everybody stands at the beginning.
    pub begin: Stand<M>,
    /// And at the end; `None`: it takes no time.
    pub end: Option<Stand<M>>,
}

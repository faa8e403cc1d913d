//! What a judge may ask of the past: the one door between the rules and whatever keeps a history,
//! a live room or a scenario typed in.
//!
//! Times are on the server's line. A past belongs to one shooter (what that player was sent decides
//! what it drew) and to one moment of judging.

use super::{
    et::Markers,
    history::Pose,
    record::{Found, Record},
    shot::Pair,
    source::tick_length::TickLength,
};
use crate::{
    base::{geometry::Segment, time::Micros},
    sim::ship::ShipId,
};

/// Where everybody was, as far as a shooter's shots are concerned.
pub trait Past {
    /// The moment of judging.
    fn now(&self) -> Micros;

    /// The longest stretch of time that is swept at once: the length of a tick.
    fn step(&self) -> Micros;

    /// The length of the ticks in which Source counts.
    fn tick_length(&self) -> TickLength;

    /// Everybody as they are now, in the order of their ids.
    fn present(&self) -> impl Iterator<Item = Pose>;

    /// A ship at a moment on the curve that the shooter drew; of a pair of snapshots, if it is
    /// known which were blended.
    fn drawn(&self, ship: ShipId, at: Micros, pair: Option<Pair>) -> Option<Found>;

    /// A ship where it truly was at a moment.
    fn truly(&self, ship: ShipId, at: Micros) -> Option<Found>;

    /// A ship's markers as ET would have stored them by now.
    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers;

    /// A ship's records of the last moments, newest first.
    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record>;

    /// The share of a line, 0 to 1, that is free of rock and walls.
    fn free(&self, line: Segment) -> f32;

    /// Whether a ship can come within a distance of a path, in u, if it is looked at up to `back`
    /// before now: what cannot is not looked at.
    fn may_meet(&self, present: &Pose, path: Segment, back: Micros, within_u: f32) -> bool;
}

/// Which of ET's two stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerKind {
    /// At the end of every server frame.
    PerFrame,
    /// In every executed command.
    PerCommand,
}

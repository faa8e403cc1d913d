//! Caches the broad-phase candidates of a bolt for several stretches at once. A rewound bolt sweeps
//! poses that are already recorded, so one query stays valid while those poses are stable. Queried
//! before each stretch; searches only past the end of the cached list.

use super::{
    flight::Flight, rewind_source::RewindSource, rule::distance_at, rule_table::TargetPoses,
};
use crate::{
    base::{
        geometry::Segment,
        time::{MICROS_PER_S, Micros},
    },
    history::broad_phase::{candidates::Candidates, sweep::Sweep},
    netcode::choices::BoltPath,
};

/// Stretches that one list covers, besides the one that is due.
const STRETCHES_MAX: i64 = 8;
/// A list for fewer stretches costs more than it saves.
const STRETCHES_MIN: i64 = 2;
/// Stretches to wait before the next attempt when a list overflowed.
const CROWDED_STRETCHES: i64 = 4;

/// The ships that a bolt may meet in one part of its flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateCache {
    /// The part covered, in time of flight.
    from: Micros,
    until: Micros,
    /// The window within it in which any of them may be met.
    near: (Micros, Micros),
    /// `None`: query the broad phase in every stretch.
    list: Option<Candidates>,
}

impl CandidateCache {
    /// Covers nothing yet.
    pub const UNKNOWN: Self = Self::ask(Micros(0), Micros(-1));

    /// No list for this part of the flight.
    const fn ask(from: Micros, until: Micros) -> Self {
        Self { from, until, near: (from, until), list: None }
    }

    /// The ships that a bolt may come within `within_u` of in a stretch, if there is a list.
    /// `within_u` is the same in every call.
    pub fn candidates(
        &mut self,
        past: &impl RewindSource,
        flight: &Flight,
        (from, to): (Micros, Micros),
        within_u: f32,
    ) -> Option<Candidates> {
        if from < self.from || to > self.until {
            *self = Self::find(past, flight, (from, to), within_u);
        }
        let Self { near, list, .. } = *self;
        if to < near.0 || from > near.1 { list.map(|_| Candidates::EMPTY) } else { list }
    }

    fn find(
        past: &impl RewindSource,
        flight: &Flight,
        (from, to): (Micros, Micros),
        within_u: f32,
    ) -> Self {
        let ask = |until| Self::ask(from, until);
        if !looks_at_drawn(flight) || !is_steady(flight) {
            return ask(Micros(i64::MAX));
        }
        // At some rates a tick is a microsecond longer now and then.
        let step = past.step().0 + 1;
        let settled = past.stable_until();
        let known = settled.map_or(0, |settled| (settled - flight.rewind.at - to).0 / step);
        if known < STRETCHES_MIN || flight.rewind.at + from < Micros::ZERO {
            return ask(to);
        }
        let until = to + Micros(known.min(STRETCHES_MAX) * step);
        match past.candidates(&steady(past, flight, (from, until), within_u)) {
            Some(list) => {
                let length_us = (until - from).0 as f32;
                let at = |fraction: f32| from + Micros((fraction * length_us) as i64);
                let (first, last) = list.part();
                Self { from, until, near: (at(first), at(last)), list: Some(list) }
            }
            None => ask(to + Micros(CROWDED_STRETCHES * step)),
        }
    }
}

/// Whether a bolt is tested against the poses its shooter drew.
fn looks_at_drawn(flight: &Flight) -> bool {
    flight.shot.rule.hit_rule.row().bolts == TargetPoses::Drawn
}

/// Whether a bolt covers the same distance in every stretch.
fn is_steady(flight: &Flight) -> bool {
    let path = flight.shot.bolt_path();
    matches!(path, BoltPath::Muzzle | BoltPath::FastForward | BoltPath::Jump)
}

/// Several stretches as one, ignoring the end of the bolt's flight, which lies within a microsecond
/// of flight of this line.
fn steady<P: RewindSource>(
    past: &P,
    flight: &Flight,
    (from, until): (Micros, Micros),
    within_u: f32,
) -> Sweep<P::Moment> {
    let shot = &flight.shot;
    let displacement_u = |micros: i64| shot.speed_u_per_s * (micros as f32 / MICROS_PER_S as f32);
    let from_u = distance_at(shot, from);
    let until_u = from_u + displacement_u((until - from).0);
    let line = Segment::new(shot.point_at(from_u), shot.point_at(until_u));
    Sweep { path: line, ..flight.sweep(past, (from, until), within_u + displacement_u(1)) }
}

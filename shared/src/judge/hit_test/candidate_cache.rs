//! Whom a bolt may meet in its next stretches: a list that is found once for several of them.

use crate::{base::time::Micros, history::broad_phase::candidates::Candidates};

/// Whom a bolt may meet in a part of its flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CandidateCache {
    /// That part, in time of flight.
    pub(super) from: Micros,
    pub(super) until: Micros,
    /// From when until when any of them may be met.
    pub(super) near: (Micros, Micros),
    /// `None`: whom to look at is asked in every stretch.
    pub(super) list: Option<Candidates>,
}

impl CandidateCache {
    /// Nothing is known yet.
    pub(super) const UNKNOWN: Self = Self::ask(Micros(0), Micros(-1));

    /// There is no list for a part of the flight.
    pub(super) const fn ask(from: Micros, until: Micros) -> Self {
        Self { from, until, near: (from, until), list: None }
    }
}

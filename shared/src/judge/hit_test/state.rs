//! A shot under judgement: what is known of it, and what was found so far.

use alloc::{boxed::Box, vec::Vec};

use serde::Serialize;

use super::closest_approach::{ClosestApproach, NearestTargets};
use crate::{
    base::{limits::SHOT_RECORD_TARGETS_MAX, seat_set::SeatSet, time::Micros},
    judge::{
        candidate_cache::CandidateCache, flight::Flight, rewind_source::RewindSource, shot::Shot,
        view::Viewed,
    },
    schemes::deferred::{CONTACTS_AT_HAND, Ledger, LedgerStep},
    sim::ship::ShipId,
};

/// A contact that may become a hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct HitCandidate {
    pub(super) ship: ShipId,
    pub(super) life: u16,
    pub(super) distance_u: f32,
    pub(super) age: Micros,
}

/// Whether a hit test keeps looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looking {
    Keeps,
    Blind,
}

/// A shot under judgement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HitTest {
    pub(super) flight: Flight,
    /// How much of the flight is judged.
    pub(super) flown: Micros,
    /// Up to where far ships were looked at.
    pub(super) far: Micros,
    pub(super) over: bool,
    #[serde(skip)]
    looking: Looking,
    pub(super) void: Option<ShipId>,
    /// In a place of its own, as most ticks of most shots do not touch it.
    pub(super) notes: Box<Notes>,
    /// Whom it may meet next.
    #[serde(skip)]
    pub(super) candidate_cache: CandidateCache,
    /// It is over, and what its record tells is still to be looked at.
    #[serde(skip)]
    pub(super) unlooked: bool,
}

/// What a hit test has found so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Notes {
    pub(super) ledger: Option<Ledger>,
    pub(super) contacts: Vec<HitCandidate>,
    pub(super) looks: Vec<ClosestApproach>,
    /// Who was ever among them after a stretch.
    pub(super) seen: SeatSet,
    /// Somebody came among them in this stretch.
    #[serde(skip)]
    pub(super) unseen: bool,
    /// Whose looks those are, and how near.
    #[serde(skip)]
    pub(super) marks: NearestTargets,
    /// What the ledger says, and whose hits it held: filled anew in every advance.
    #[serde(skip)]
    pub(super) steps: Vec<LedgerStep>,
    #[serde(skip)]
    pub(super) held: Vec<ShipId>,
}

impl HitTest {
    /// A shot that is to be judged, by the rules it was fired under.
    #[must_use]
    pub fn new(shot: Shot, past: &impl RewindSource) -> Self {
        let flight = Flight::new(shot, past.tick_length());
        let tentative = shot.rule.hit_rule.is_tentative();
        let ledger = || Ledger::new(flight.forward.0, shot.transit.0);
        let looks = Vec::with_capacity(SHOT_RECORD_TARGETS_MAX);
        Self {
            flight,
            flown: Micros::ZERO,
            far: Micros::ZERO,
            over: false,
            looking: Looking::Keeps,
            void: None,
            notes: Box::new(Notes { ledger: tentative.then(ledger), looks, ..Notes::default() }),
            candidate_cache: CandidateCache::UNKNOWN,
            unlooked: false,
        }
    }

    /// The same where only the verdict counts: it keeps no looks.
    #[must_use]
    pub fn verdict_only(shot: Shot, past: &impl RewindSource) -> Self {
        Self { looking: Looking::Blind, ..Self::new(shot, past) }
    }

    /// The same in the place of a hit test that is done with, whose room in memory it takes over.
    pub fn renew(&mut self, shot: Shot, past: &impl RewindSource) {
        self.notes.contacts.clear();
        self.notes.steps.clear();
        self.notes.held.clear();
        let flight = Flight::new(shot, past.tick_length());
        if shot.rule.hit_rule.is_tentative() {
            let ledger = self.notes.ledger.get_or_insert_with(|| Ledger::new(0, 0));
            ledger.renew(flight.forward.0, shot.transit.0);
            self.notes.contacts.reserve(CONTACTS_AT_HAND);
            self.notes.steps.reserve(CONTACTS_AT_HAND);
            self.notes.held.reserve(CONTACTS_AT_HAND);
        } else {
            self.notes.ledger = None;
        }
        self.flight = flight;
        (self.flown, self.far) = (Micros::ZERO, Micros::ZERO);
        (self.over, self.void, self.looking) = (false, None, Looking::Keeps);
        (self.notes.unseen, self.unlooked) = (false, false);
        self.notes.looks.clear();
        self.notes.seen = SeatSet::EMPTY;
        self.notes.marks = NearestTargets::default();
        self.candidate_cache = CandidateCache::UNKNOWN;
    }

    /// The shot in flight.
    #[must_use]
    pub const fn flight(&self) -> &Flight {
        &self.flight
    }

    /// The shot.
    #[must_use]
    pub const fn shot(&self) -> &Shot {
        &self.flight.shot
    }

    /// The moment it looks at.
    #[must_use]
    pub const fn viewed(&self) -> Viewed {
        self.flight.viewed
    }

    /// How much of its flight is judged.
    #[must_use]
    pub const fn flown(&self) -> Micros {
        self.flown
    }

    /// Whether nothing more can be decided.
    #[must_use]
    pub const fn over(&self) -> bool {
        self.over
    }

    /// The first ship it met that does not count, before it hit any: its life is over, or its
    /// shield holds.
    #[must_use]
    pub const fn void(&self) -> Option<ShipId> {
        self.void
    }

    /// The targets it came nearest to so far, nearest first, at most
    /// [`SHOT_RECORD_TARGETS_MAX`].
    #[must_use]
    pub fn looks(&self) -> &[ClosestApproach] {
        &self.notes.looks
    }

    /// How many targets were ever among them, after some stretch of the flight.
    #[must_use]
    pub fn n_looks(&self) -> u16 {
        self.notes.seen.len() as u16
    }

    /// Whom a tentative hit holds now.
    pub fn held(&self) -> impl Iterator<Item = ShipId> {
        self.notes.ledger.iter().flat_map(Ledger::held)
    }

    /// Whether looks are kept for its record.
    pub(super) fn keeps_looks(&self) -> bool {
        self.looking == Looking::Keeps
    }
}

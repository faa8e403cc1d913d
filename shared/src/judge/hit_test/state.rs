//! A shot under judgement: what is known of it, and what was found so far.

use alloc::{boxed::Box, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::time::Micros,
    judge::{
        candidate_cache::CandidateCache, flight::Flight, rewind_source::RewindSource, shot::Shot,
        view::RewindTime,
    },
    schemes::deferred::{CONTACTS_AT_HAND, Ledger, LedgerStep},
    sim::ship::ShipId,
};

/// Why a ship that was met did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VoidCause {
    /// The life that was seen is over.
    LifeOver,
    /// The shield of its respawn held.
    Shield,
}

/// What is in the way of a hit that cover vetoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cover {
    /// A rock or a wall.
    Rock,
    /// Another ship.
    Ship,
}

/// A contact that may become a hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct HitCandidate {
    pub(super) ship: ShipId,
    pub(super) life: u16,
    pub(super) distance_u: f32,
    pub(super) age: Micros,
}

/// A shot under judgement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HitTest {
    pub(super) flight: Flight,
    /// How much of the flight is judged.
    pub(super) flown: Micros,
    pub(super) over: bool,
    /// The first contact that did not count, before any that did.
    pub(super) void: Option<(ShipId, VoidCause)>,
    /// What vetoed a hit.
    pub(super) cover: Option<Cover>,
    /// The claim that was accepted: whom the shot hit, and at which age.
    pub(super) accepted: Option<(ShipId, Micros)>,
    /// In a place of its own, as most ticks of most shots do not touch it.
    pub(super) notes: Box<Notes>,
    /// The ships that it may meet next.
    #[serde(skip)]
    pub(super) candidate_cache: CandidateCache,
}

/// What a hit test has found so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Notes {
    pub(super) ledger: Option<Ledger>,
    pub(super) contacts: Vec<HitCandidate>,
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
        Self {
            flight,
            flown: Micros::ZERO,
            over: false,
            void: None,
            cover: None,
            accepted: None,
            notes: Box::new(Notes { ledger: tentative.then(ledger), ..Notes::default() }),
            candidate_cache: CandidateCache::UNKNOWN,
        }
    }

    /// Begins the hit test of another shot, in the buffers of one that is over.
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
        (self.flown, self.over) = (Micros::ZERO, false);
        (self.void, self.cover, self.accepted) = (None, None, None);
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

    /// Its rewind time.
    #[must_use]
    pub const fn rewind(&self) -> RewindTime {
        self.flight.rewind
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

    /// Whether its shooter says what it hits.
    #[must_use]
    pub const fn by_claim(&self) -> bool {
        self.flight.shot.rule.hit_rule.by_claim()
    }

    /// The claim that was accepted: whom the shot hit, and at which age.
    #[must_use]
    pub const fn accepted(&self) -> Option<(ShipId, Micros)> {
        self.accepted
    }

    /// The first ship it met that does not count, before it hit any, and why.
    #[must_use]
    pub const fn void(&self) -> Option<(ShipId, VoidCause)> {
        self.void
    }

    /// What was in the way of a hit, where cover vetoed it.
    #[must_use]
    pub const fn cover(&self) -> Option<Cover> {
        self.cover
    }

    /// The ships that it has hit tentatively now.
    pub fn held(&self) -> impl Iterator<Item = ShipId> {
        self.notes.ledger.iter().flat_map(Ledger::held)
    }
}

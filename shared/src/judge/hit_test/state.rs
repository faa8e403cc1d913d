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
    /// Whom cover saved from a hit, and what it was, in the order in which that was decided.
    pub(super) vetoed: Vec<(ShipId, Cover)>,
    /// Whom it hit for good, and at which age, in the order in which that was decided.
    pub(super) hits: Vec<(ShipId, Micros)>,
    /// Who died by this very shot where it was judged for good: to this test they live.
    #[serde(skip)]
    pub(super) spared: Vec<ShipId>,
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
    /// Whom the stretch under judgement meets that counts, and at which fraction of it, in order;
    /// only the first where the shot ends there. Filled anew in every stretch.
    #[serde(skip)]
    pub(super) met: Vec<(f32, HitCandidate)>,
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
        let ledger = || Ledger::new(flight.forward.0, shot.transit.0);
        Self {
            flight,
            flown: Micros::ZERO,
            over: false,
            void: None,
            vetoed: Vec::new(),
            hits: Vec::new(),
            spared: Vec::new(),
            notes: Box::new(Notes { ledger: is_tentative(&shot).then(ledger), ..Notes::default() }),
            candidate_cache: CandidateCache::UNKNOWN,
        }
    }

    /// The same test of a shot that was judged before, by other rules: whom it shot down then still
    /// lives to it.
    #[must_use]
    pub fn sparing(self, ships: impl Iterator<Item = ShipId>) -> Self {
        Self { spared: ships.collect(), ..self }
    }

    /// Begins the hit test of another shot, in the buffers of one that is over.
    pub fn renew(&mut self, shot: Shot, past: &impl RewindSource) {
        self.notes.contacts.clear();
        self.notes.steps.clear();
        self.notes.held.clear();
        let flight = Flight::new(shot, past.tick_length());
        self.hits.clear();
        self.vetoed.clear();
        self.spared.clear();
        if is_tentative(&shot) {
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
        self.void = None;
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

    /// Whom it hit for good, and at which age, in the order in which that was decided.
    #[must_use]
    pub fn hits(&self) -> &[(ShipId, Micros)] {
        &self.hits
    }

    /// The first ship it met that does not count, before it hit any, and why.
    #[must_use]
    pub const fn void(&self) -> Option<(ShipId, VoidCause)> {
        self.void
    }

    /// What was in the way of a hit, where cover vetoed it; of the last one.
    #[must_use]
    pub fn cover(&self) -> Option<Cover> {
        self.vetoed.last().map(|(_, cover)| *cover)
    }

    /// The ships that it has hit tentatively now.
    pub fn held(&self) -> impl Iterator<Item = ShipId> {
        self.notes.ledger.iter().flat_map(Ledger::held)
    }
}

/// Whether hits of a shot can be undone: not those of a bolt that flies on whatever it meets.
fn is_tentative(shot: &Shot) -> bool {
    shot.rule.hit_rule.is_tentative() && !shot.pierces()
}

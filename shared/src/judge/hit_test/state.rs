//! The state of a hit test: the shot and the contacts found so far.

use alloc::{boxed::Box, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::time::Micros,
    judge::{
        candidate_cache::CandidateCache, flight::Flight, rewind_source::RewindSource, shot::Shot,
        view::RewindTime,
    },
    schemes::delayed_sync::{CONTACTS_AT_HAND, Ledger, LedgerStep},
    sim::ship::ShipId,
};

/// Why a contact did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VoidCause {
    /// The target's life that was seen has ended.
    LifeOver,
    /// The target's respawn shield was up.
    Shield,
}

/// What blocks a hit that cover vetoes.
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
    /// The ships that cover protected, with the cover, in order of decision.
    pub(super) vetoed: Vec<(ShipId, Cover)>,
    /// The ships it hit for good, with the age of each hit, in order of decision.
    pub(super) hits: Vec<(ShipId, Micros)>,
    /// Ships that this same shot killed in the original judgement; here they count as alive.
    #[serde(skip)]
    pub(super) counted_alive: Vec<ShipId>,
    /// Boxed, because most ticks of most shots do not touch it.
    pub(super) findings: Box<Findings>,
    /// The ships that it may meet next.
    #[serde(skip)]
    pub(super) candidate_cache: CandidateCache,
}

/// What a hit test has found so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Findings {
    pub(super) ledger: Option<Ledger>,
    pub(super) contacts: Vec<HitCandidate>,
    /// The contacts of the current stretch that count, each with its fraction of the stretch, in
    /// order; only the first where the shot ends there. Refilled for every stretch.
    #[serde(skip)]
    pub(super) met: Vec<(f32, HitCandidate)>,
    /// The ledger's steps, and below the ships whose hits it held. Refilled in every advance.
    #[serde(skip)]
    pub(super) steps: Vec<LedgerStep>,
    #[serde(skip)]
    pub(super) tentative: Vec<ShipId>,
}

impl HitTest {
    /// Opens the hit test of a shot, by the rules it was fired under.
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
            counted_alive: Vec::new(),
            findings: Box::new(Findings {
                ledger: is_tentative(&shot).then(ledger),
                ..Findings::default()
            }),
            candidate_cache: CandidateCache::UNKNOWN,
        }
    }

    /// Judges a shot again under other rules: ships that it killed the first time count as alive.
    #[must_use]
    pub fn counting_alive(self, ships: impl Iterator<Item = ShipId>) -> Self {
        Self { counted_alive: ships.collect(), ..self }
    }

    /// Opens the hit test of another shot in the buffers of a finished one.
    pub fn renew(&mut self, shot: Shot, past: &impl RewindSource) {
        self.findings.contacts.clear();
        self.findings.steps.clear();
        self.findings.tentative.clear();
        let flight = Flight::new(shot, past.tick_length());
        self.hits.clear();
        self.vetoed.clear();
        self.counted_alive.clear();
        if is_tentative(&shot) {
            let ledger = self.findings.ledger.get_or_insert_with(|| Ledger::new(0, 0));
            ledger.renew(flight.forward.0, shot.transit.0);
            self.findings.contacts.reserve(CONTACTS_AT_HAND);
            self.findings.steps.reserve(CONTACTS_AT_HAND);
            self.findings.tentative.reserve(CONTACTS_AT_HAND);
        } else {
            self.findings.ledger = None;
        }
        self.flight = flight;
        (self.flown, self.over) = (Micros::ZERO, false);
        self.void = None;
        self.candidate_cache = CandidateCache::UNKNOWN;
    }

    #[must_use]
    pub const fn flight(&self) -> &Flight {
        &self.flight
    }

    #[must_use]
    pub const fn shot(&self) -> &Shot {
        &self.flight.shot
    }

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

    /// Whether the shooter claims what it hits.
    #[must_use]
    pub const fn by_claim(&self) -> bool {
        self.flight.shot.rule.hit_rule.by_claim()
    }

    /// The ships it hit for good, with the age of each hit, in order of decision.
    #[must_use]
    pub fn hits(&self) -> &[(ShipId, Micros)] {
        &self.hits
    }

    /// The first contact that did not count, before any hit, and why.
    #[must_use]
    pub const fn void(&self) -> Option<(ShipId, VoidCause)> {
        self.void
    }

    /// The cover of the last vetoed hit.
    #[must_use]
    pub fn cover(&self) -> Option<Cover> {
        self.vetoed.last().map(|(_, cover)| *cover)
    }

    /// The ships that it holds a tentative hit on.
    pub fn tentative(&self) -> impl Iterator<Item = ShipId> {
        self.findings.ledger.iter().flat_map(Ledger::tentative)
    }
}

/// Whether a shot's hits can be retracted. Those of a piercing bolt cannot: it flies on in any
/// case.
fn is_tentative(shot: &Shot) -> bool {
    shot.rule.hit_rule.is_tentative() && !shot.pierces()
}

//! *Delayed synchronisation* as numbers and as the life of a hit: contacts and the advance of time
//! go in, tentative hits, retractions and final verdicts come out. From the article that makes the
//! players' stories agree later.
//!
//! Everybody draws the others `D` late and sends only "I fired". A bolt of age `a` hits a ship iff
//! it meets where that ship truly was at `T_f − D + a`: that is what the shooter saw. The ship hit
//! learns of it at once, before the reports of the others are known up to that age, so its hit is
//! tentative until `T_f + a`.
//!
//! Times of the [`Ledger`] are spans since the trigger, `T_f`, in whichever unit its owner counts
//! ages: a room and a command line in µs, tests in ticks. A bolt that pierces needs none.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::{
        limits::{DELAY_MAX_MS, HISTORY_MS},
        time::{MICROS_PER_S, Micros},
    },
    sim::{rules::BOLT_LIFE_MS, ship::ShipId},
};

/// How far back a ship looks when it hears of a shot: `D + τ`.
#[must_use]
pub fn rewind(d: Micros, transit: Micros) -> Micros {
    d + transit
}

/// How far ahead of its muzzle a bolt appears to the ship that hears of it, in u.
#[must_use]
pub fn appears_ahead(speed_u_per_s: f32, d: Micros, transit: Micros) -> f32 {
    speed_u_per_s * rewind(d, transit).0 as f32 / MICROS_PER_S as f32
}

/// When a shot was fired, from what its shooter says: at most `transit_max` before it arrived,
/// and not after.
#[must_use]
pub fn fired_at(claimed: Micros, arrival: Micros, transit_max: Micros) -> Micros {
    claimed.max(arrival - transit_max.max(Micros::ZERO)).min(arrival)
}

/// How far back a history must reach to judge every shot.
#[must_use]
pub const fn history_depth(d: Micros, transit_max: Micros, bolt_life: Micros) -> Micros {
    Micros(d.0 + transit_max.0 + bolt_life.0)
}

const _: () = {
    let (d, life) = (Micros::from_ms(DELAY_MAX_MS as i64), Micros::from_ms(BOLT_LIFE_MS as i64));
    assert!(history_depth(d, Micros::ZERO, life).0 <= Micros::from_ms(HISTORY_MS as i64).0);
};

/// The moment since `T_f` at which a target of a bolt of this age truly stood where it is judged:
/// `a − D`.
#[must_use]
pub const fn true_time(d: i64, age: i64) -> i64 {
    age.saturating_sub(d)
}

/// When a ship that is hit at an age feels it: at its true time, but not before it hears of the
/// shot.
#[must_use]
pub fn applied_at(d: i64, transit: i64, age: i64) -> i64 {
    true_time(d, age).max(transit)
}

/// When a hit at an age is final: when everybody's report has come to that age.
#[must_use]
pub fn final_at(transit: i64, age: i64) -> i64 {
    age.max(transit)
}

/// Messages that two ways of telling of shots need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Messages {
    /// One for every shot: who is hit follows.
    pub deferred: u64,
    /// One for every shot and one for every hit.
    pub two_message: u64,
}

/// How many messages shots take, of which so many hit.
#[must_use]
pub const fn messages(fired: u64, hits: u64) -> Messages {
    Messages { deferred: fired, two_message: fired + hits }
}

/// When somebody who is hit by a bolt of an age hears of it, by two ways of telling; spans since
/// the trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NotificationDelays {
    /// "Fired" alone is told, and the hit follows from it where the others are drawn `D` late.
    pub deferred: Micros,
    /// "Fired" and later "hit": when the server counts the hit.
    pub counted: Micros,
    /// And when that is told.
    pub two_message: Micros,
}

/// When a hit at an age is told of, over the shooter's way up and the victim's way down.
#[must_use]
pub fn notification_delays(d: Micros, up: Micros, down: Micros, age: Micros) -> NotificationDelays {
    let counted = age + up;
    let deferred = (up + down).max(Micros(true_time(d.0, age.0)));
    NotificationDelays { deferred, counted, two_message: counted + down }
}

/// Contacts of a bolt that there is room for from the beginning; more are rare.
pub(crate) const CONTACTS_AT_HAND: usize = 8;

/// A bolt meets a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    pub ship: ShipId,
    /// The bolt's age, from 0.
    pub age: i64,
}

/// What happens to a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ruling {
    /// A ship feels a hit that may yet turn out not to be: apply the damage; death waits.
    Tentative {
        ship: ShipId,
        /// The bolt's age when it met it.
        age: i64,
    },
    /// A tentative hit never was, for the bolt met another ship before: give the damage back.
    Retracted {
        /// Which ship was not hit.
        ship: ShipId,
        by: ShipId,
    },
    /// The verdict. The hit was tentative before, or is felt only now: one that everybody's report
    /// has reached when it is told of (a beam, or a transit longer than the age) is final at once.
    Final {
        ship: ShipId,
        /// The bolt's age when it met it.
        age: i64,
    },
}

/// A ruling and its moment since `T_f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerStep {
    pub at: i64,
    pub ruling: Ruling,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Entry {
    contact: Contact,
    /// Whether the ship feels it.
    held: bool,
}

/// What happens to the hits of a bolt that pierces: each is final when it is applied, for no other
/// contact ends the bolt. In order of time, and of one moment by id.
#[must_use]
pub fn pierced(
    d: i64,
    transit: i64,
    contacts: impl IntoIterator<Item = Contact>,
) -> Vec<LedgerStep> {
    let step = |Contact { ship, age }| LedgerStep {
        at: applied_at(d, transit, age),
        ruling: Ruling::Final { ship, age },
    };
    let mut steps: Vec<LedgerStep> = contacts.into_iter().map(step).collect();
    steps.sort_by_key(LedgerStep::order);
    steps
}

/// The hits of one bolt, from first contact to final verdict.
///
/// Before it is advanced to a moment, every contact of an age up to `D` + that moment must have
/// been noted. One that is told later takes effect later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ledger {
    d: i64,
    transit: i64,
    /// Up to when it was advanced.
    now: i64,
    /// At most one for each ship, in the order in which they were noted.
    entries: Vec<Entry>,
    closed: bool,
}

impl Ledger {
    /// A bolt of which ships hear `transit` after it was fired, under a deliberate delay `d`.
    /// Spans below 0 are 0.
    #[must_use]
    pub fn new(d: i64, transit: i64) -> Self {
        let (d, transit) = (d.max(0), transit.max(0));
        Self { d, transit, now: i64::MIN, entries: Vec::new(), closed: false }
    }

    /// Begins the ledger of another bolt, in the buffers of one that is over.
    pub fn renew(&mut self, d: i64, transit: i64) {
        let mut entries = core::mem::take(&mut self.entries);
        entries.clear();
        entries.reserve(CONTACTS_AT_HAND);
        *self = Self { entries, ..Self::new(d, transit) };
    }

    /// The bolt meets a ship at an age. Only the first contact of a ship counts.
    pub fn note(&mut self, ship: ShipId, age: i64) {
        let contact = Contact { ship, age: age.max(0) };
        match self.entries.iter_mut().find(|entry| entry.contact.ship == ship) {
            _ if self.closed => {}
            Some(known) if known.held || known.contact.age <= contact.age => {}
            Some(known) => known.contact = contact,
            None => self.entries.push(Entry { contact, held: false }),
        }
    }

    /// The contact with a ship is void: it died, changed its life, or left. The bolt passes, and a
    /// tentative hit is forgotten without a word: there is nobody to give the damage back to. A
    /// later contact, with its next life, can be noted.
    pub fn drop_ship(&mut self, ship: ShipId) {
        self.entries.retain(|entry| entry.contact.ship != ship);
    }

    /// Everything that happens up to a moment, in order of time; at one moment what is given back
    /// comes before what is settled, and ships come in the order of their ids.
    pub fn advance(&mut self, to: i64) -> Vec<LedgerStep> {
        let mut steps = Vec::new();
        self.advance_into(to, &mut steps);
        steps
    }

    /// Everything that happens up to a moment, in place of what was in the list.
    pub fn advance_into(&mut self, to: i64, steps: &mut Vec<LedgerStep>) {
        steps.clear();
        let from = self.now;
        self.now = from.max(to);
        let contacts = self.entries.iter().map(|entry| entry.contact);
        let Some(first) = contacts.min_by_key(|contact| (contact.age, contact.ship)) else {
            return;
        };
        // Whatever is felt then or later is not: others are looked at first, and the bolt is gone.
        let end = final_at(self.transit, first.age);
        for entry in &mut self.entries {
            let Contact { ship, age } = entry.contact;
            let at = applied_at(self.d, self.transit, age).max(from);
            if !entry.held && at <= self.now && at < end {
                entry.held = true;
                steps.push(LedgerStep { at, ruling: Ruling::Tentative { ship, age } });
            }
        }
        if end <= self.now {
            self.close(first, end.max(from), steps);
        }
        steps.sort_by_key(LedgerStep::order);
    }

    /// The bolt met this ship first, and everybody knows.
    fn close(&mut self, first: Contact, at: i64, steps: &mut Vec<LedgerStep>) {
        let Contact { ship: by, age } = first;
        self.closed = true;
        let entries = self.entries.drain(..).filter(|entry| entry.held);
        let felt = entries.map(|entry| entry.contact.ship).filter(|ship| *ship != by);
        let undone = felt.map(|ship| Ruling::Retracted { ship, by });
        let rulings = undone.chain([Ruling::Final { ship: by, age }]);
        steps.extend(rulings.map(|ruling| LedgerStep { at, ruling }));
    }

    /// Whether the verdict is final. The ledger of a bolt that meets nobody never closes.
    #[must_use]
    pub const fn closed(&self) -> bool {
        self.closed
    }

    /// The ships that feel a hit which is not final.
    pub fn held(&self) -> impl Iterator<Item = ShipId> {
        self.entries.iter().filter(|entry| entry.held).map(|entry| entry.contact.ship)
    }
}

impl LedgerStep {
    fn order(&self) -> (i64, u8, ShipId) {
        let (rank, ship) = match self.ruling {
            Ruling::Retracted { ship, .. } => (0, ship),
            Ruling::Final { ship, .. } => (1, ship),
            Ruling::Tentative { ship, .. } => (2, ship),
        };
        (self.at, rank, ship)
    }
}

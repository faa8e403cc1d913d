//! *Delayed synchronisation*, after the article: remote ships are drawn `D` late, and a hit stays
//! tentative until all reports are in. Turns contacts and the passage of time into tentative hits,
//! retractions and final verdicts.
//!
//! Every player draws the others `D` late and sends only "I fired". A bolt of age `a` hits a ship
//! iff it meets where that ship truly was at `T_f − D + a`, which is what the shooter saw. The ship
//! hit is notified at once, before the other players' reports up to that age are in, so its hit is
//! tentative until `T_f + a`.
//!
//! Times in the [`Ledger`] are spans since the trigger, `T_f`, in the unit in which its owner
//! counts ages: µs in a room or a command line, ticks in tests. A piercing bolt needs no ledger.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::{
        limits::{DELAY_MAX_MS, HISTORY_MS},
        time::{MICROS_PER_S, Micros},
    },
    sim::{rules::BOLT_LIFE_MS, ship::ShipId},
};

/// How far back the poses lie that a shot is tested against when a ship learns of it: `D + τ`.
#[must_use]
pub fn rewind(d: Micros, transit: Micros) -> Micros {
    d + transit
}

/// How far ahead of its muzzle a bolt appears to a ship when it is notified, in u.
#[must_use]
pub fn appears_ahead(speed_u_per_s: f32, d: Micros, transit: Micros) -> f32 {
    speed_u_per_s * rewind(d, transit).0 as f32 / MICROS_PER_S as f32
}

/// When a shot was fired, by its shooter's claim, clamped to between `transit_max` before its
/// arrival and the arrival.
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

/// When, relative to `T_f`, the target of a bolt of this age occupied its judged position:
/// `a − D`.
#[must_use]
pub const fn true_time(d: i64, age: i64) -> i64 {
    age.saturating_sub(d)
}

/// When a hit at an age takes effect on the ship: at its true time, but not before the ship is
/// notified of the shot.
#[must_use]
pub fn applied_at(d: i64, transit: i64, age: i64) -> i64 {
    true_time(d, age).max(transit)
}

/// When a hit at an age is final: once every player's report has reached that age.
#[must_use]
pub fn final_at(transit: i64, age: i64) -> i64 {
    age.max(transit)
}

/// Message counts of two ways to notify players of shots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Messages {
    /// One per shot; hits follow from it.
    pub fired_only: u64,
    /// One per shot and one per hit.
    pub two_message: u64,
}

/// The messages for a number of shots, of which some hit.
#[must_use]
pub const fn messages(fired: u64, hits: u64) -> Messages {
    Messages { fired_only: fired, two_message: fired + hits }
}

/// When a ship hit by a bolt of some age is notified, by two ways of notification; spans since the
/// trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NotificationDelays {
    /// Only "fired" is sent, and the hit follows from it where remote ships are drawn `D` late.
    pub fired_only: Micros,
    /// "Fired" and later "hit": when the server counts the hit.
    pub counted: Micros,
    /// When that notification arrives.
    pub two_message: Micros,
}

/// When the victim is notified of a hit at an age, over the shooter's uplink and its own downlink.
#[must_use]
pub fn notification_delays(d: Micros, up: Micros, down: Micros, age: Micros) -> NotificationDelays {
    let counted = age + up;
    let fired_only = (up + down).max(Micros(true_time(d.0, age.0)));
    NotificationDelays { fired_only, counted, two_message: counted + down }
}

/// Contacts allocated in advance for a bolt; more are rare.
pub(crate) const CONTACTS_AT_HAND: usize = 8;

/// A bolt meets a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    pub ship: ShipId,
    /// The bolt's age, from 0.
    pub age: i64,
}

/// A change in the state of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ruling {
    /// A hit takes effect but may still be retracted: apply the damage; death waits.
    Tentative {
        ship: ShipId,
        /// The bolt's age at the contact.
        age: i64,
    },
    /// A tentative hit is void, because the bolt met another ship before: give the damage back.
    Retracted {
        /// The ship that was not hit.
        ship: ShipId,
        by: ShipId,
    },
    /// The verdict. The hit was tentative before, or takes effect only now: one whose age every
    /// report has already reached (a beam, or a transit longer than the age) is final at once.
    Final {
        ship: ShipId,
        /// The bolt's age at the contact.
        age: i64,
    },
}

/// A ruling and its time since `T_f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerStep {
    pub at: i64,
    pub ruling: Ruling,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Entry {
    contact: Contact,
    /// Whether the hit is in effect.
    in_effect: bool,
}

/// The rulings for a piercing bolt. Each hit is final when it takes effect, since no other contact
/// ends the bolt. In order of time, then of id.
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
/// Before it is advanced to a time, every contact of an age up to `D` plus that time must have been
/// recorded. One recorded later takes effect later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ledger {
    d: i64,
    transit: i64,
    /// The time up to which it was advanced.
    now: i64,
    /// At most one per ship, in the order recorded.
    entries: Vec<Entry>,
    closed: bool,
}

impl Ledger {
    /// The ledger of a bolt whose shot reaches the ships after `transit`, under a deliberate delay
    /// `d`. Negative spans count as 0.
    #[must_use]
    pub fn new(d: i64, transit: i64) -> Self {
        let (d, transit) = (d.max(0), transit.max(0));
        Self { d, transit, now: i64::MIN, entries: Vec::new(), closed: false }
    }

    /// Starts the ledger of another bolt, in the buffers of a finished one.
    pub fn renew(&mut self, d: i64, transit: i64) {
        let mut entries = core::mem::take(&mut self.entries);
        entries.clear();
        entries.reserve(CONTACTS_AT_HAND);
        *self = Self { entries, ..Self::new(d, transit) };
    }

    /// Records a contact of the bolt with a ship. Only the first contact with a ship counts.
    pub fn record(&mut self, ship: ShipId, age: i64) {
        let contact = Contact { ship, age: age.max(0) };
        match self.entries.iter_mut().find(|entry| entry.contact.ship == ship) {
            _ if self.closed => {}
            Some(known) if known.in_effect || known.contact.age <= contact.age => {}
            Some(known) => known.contact = contact,
            None => self.entries.push(Entry { contact, in_effect: false }),
        }
    }

    /// Voids the contact with a ship that died, respawned or left. The bolt flies on. A
    /// tentative hit is dropped without a retraction, since there is no ship to give the damage
    /// back to. A later contact, with the ship's next life, can be recorded.
    pub fn drop_ship(&mut self, ship: ShipId) {
        self.entries.retain(|entry| entry.contact.ship != ship);
    }

    /// Advances to a time and returns the rulings in order of time. At equal times retractions come
    /// before final hits, and ships in order of id.
    pub fn advance(&mut self, to: i64) -> Vec<LedgerStep> {
        let mut steps = Vec::new();
        self.advance_into(to, &mut steps);
        steps
    }

    /// As [`advance`](Self::advance), into a list whose contents are replaced.
    pub fn advance_into(&mut self, to: i64, steps: &mut Vec<LedgerStep>) {
        steps.clear();
        let from = self.now;
        self.now = from.max(to);
        let contacts = self.entries.iter().map(|entry| entry.contact);
        let Some(first) = contacts.min_by_key(|contact| (contact.age, contact.ship)) else {
            return;
        };
        // A hit that would take effect then or later does not: by then the bolt has ended.
        let end = final_at(self.transit, first.age);
        for entry in &mut self.entries {
            let Contact { ship, age } = entry.contact;
            let at = applied_at(self.d, self.transit, age).max(from);
            if !entry.in_effect && at <= self.now && at < end {
                entry.in_effect = true;
                steps.push(LedgerStep { at, ruling: Ruling::Tentative { ship, age } });
            }
        }
        if end <= self.now {
            self.close(first, end.max(from), steps);
        }
        steps.sort_by_key(LedgerStep::order);
    }

    /// Closes the ledger: the bolt met this ship first, and all reports are in.
    fn close(&mut self, first: Contact, at: i64, steps: &mut Vec<LedgerStep>) {
        let Contact { ship: by, age } = first;
        self.closed = true;
        let entries = self.entries.drain(..).filter(|entry| entry.in_effect);
        let hit = entries.map(|entry| entry.contact.ship).filter(|ship| *ship != by);
        let undone = hit.map(|ship| Ruling::Retracted { ship, by });
        let rulings = undone.chain([Ruling::Final { ship: by, age }]);
        steps.extend(rulings.map(|ruling| LedgerStep { at, ruling }));
    }

    /// Whether the verdict is final. The ledger of a bolt without contacts never closes.
    #[must_use]
    pub const fn closed(&self) -> bool {
        self.closed
    }

    /// The ships with a tentative hit in effect.
    pub fn tentative(&self) -> impl Iterator<Item = ShipId> {
        self.entries.iter().filter(|entry| entry.in_effect).map(|entry| entry.contact.ship)
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

//! A stretch of a shot's flight: which ship is met first in it, of those that count. Runs once for
//! each stretch that is due, over whom the broad phase says may be met.

use super::state::{HitCandidate, HitTest, VoidCause};
use crate::{
    base::{geometry::first_contact, time::Micros},
    history::{broad_phase::sweep::Sweep, pose::Pose},
    judge::{
        flight::{Passing, age_at, plausible_present},
        rewind_source::RewindSource,
    },
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};

/// What a sweep has met so far.
#[derive(Default)]
struct Met {
    /// How far along the sweep, as a fraction, and what: of those that count.
    first: Option<(f32, HitCandidate)>,
    /// Of those that do not.
    void: Option<(f32, ShipId, VoidCause)>,
}

impl HitTest {
    /// Judges a stretch: the first contact of it that counts.
    pub(super) fn sweep(
        &mut self,
        past: &impl RewindSource,
        stretch: (Micros, Micros),
    ) -> Option<HitCandidate> {
        let (cache, within_u) = (&mut self.candidate_cache, SHIP_RADIUS_U);
        let list = match self.flight.shot.weapon() {
            Weapon::Laser => cache.candidates(past, &self.flight, stretch, within_u),
            Weapon::Beam => None,
        };
        let mut met = Met::default();
        match list {
            Some(list) => {
                let shooter = self.flight.shot.id.shooter;
                let ships = list.seats().iter().filter_map(|seat| past.seated(*seat));
                let mut ships = ships.filter(|ship| *ship != shooter).peekable();
                ships.peek()?;
                let sweep = self.flight.sweep(past, stretch, within_u);
                ships.for_each(|ship| self.pass(past, &sweep, ship, stretch, &mut met));
            }
            None => {
                let sweep = self.flight.sweep(past, stretch, within_u);
                for ship in past.near(&sweep) {
                    self.pass(past, &sweep, ship, stretch, &mut met);
                }
            }
        }
        if met.first.is_none() {
            self.void = self.void.or(met.void.map(|(_, ship, cause)| (ship, cause)));
        }
        met.first.map(|(_, contact)| contact)
    }

    /// Holds a stretch against a ship.
    #[inline]
    fn pass<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        ship: ShipId,
        stretch: (Micros, Micros),
        met: &mut Met,
    ) {
        let Some(passing) = self.flight.passing(past, sweep, ship) else { return };
        if let Some(fraction) = first_contact(sweep.path, passing.swept, SHIP_RADIUS_U) {
            self.meet(past, sweep, &passing, stretch, fraction, met);
        }
    }

    /// A ship is met at a fraction of a stretch: whether that counts, and whether it is the first.
    fn meet<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        passing: &Passing,
        stretch: (Micros, Micros),
        fraction: f32,
        met: &mut Met,
    ) {
        if met.first.is_some_and(|(known, _)| known <= fraction) {
            return;
        }
        let Some(present) = plausible_present(past, sweep, passing.ship) else { return };
        let start_u = (sweep.path.from - self.flight.shot.muzzle).length();
        let length = (sweep.path.to - sweep.path.from).length();
        let contact = HitCandidate {
            ship: present.ship,
            life: present.life,
            distance_u: start_u + length * fraction,
            age: age_at(stretch, fraction),
        };
        let (from, to) = stretch;
        if let Some(cause) = void_cause(passing.begin.life, &present) {
            if met.void.is_none_or(|(known, ..)| fraction < known) {
                met.void = Some((fraction, present.ship, cause));
            }
        } else if let Some(ledger) = self.notes.ledger.as_mut().filter(|_| from < to) {
            ledger.note(contact.ship, contact.age.0);
            if self.notes.contacts.iter().all(|known| known.ship != contact.ship) {
                self.notes.contacts.push(contact);
            }
        } else {
            met.first = Some((fraction, contact));
        }
    }
}

/// Why a ship that is met is not hit, if so: a hit counts only in the life that was seen, and
/// without a shield.
pub(super) fn void_cause(seen_life: u16, present: &Pose) -> Option<VoidCause> {
    if seen_life != present.life || !present.alive {
        Some(VoidCause::LifeOver)
    } else {
        present.shielded.then_some(VoidCause::Shield)
    }
}

//! Finds the ships that a stretch of a shot's flight hits. Runs once for each stretch that is due,
//! over the broad phase's candidates.

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

/// A contact that does not count.
#[derive(Clone, Copy)]
struct VoidContact {
    /// The fraction of the sweep at which it happened.
    fraction: f32,
    ship: ShipId,
    cause: VoidCause,
}

impl HitTest {
    /// Sweeps a stretch and collects the contacts that count, in order. Ships that the bolt has
    /// passed or pierced are skipped.
    pub(super) fn sweep(&mut self, past: &impl RewindSource, stretch: (Micros, Micros)) {
        self.findings.met.clear();
        let (cache, within_u) = (&mut self.candidate_cache, SHIP_RADIUS_U);
        let list = match self.flight.shot.weapon() {
            Weapon::Laser => cache.candidates(past, &self.flight, stretch, within_u),
            Weapon::Beam => None,
        };
        let mut void = None;
        match list {
            Some(list) => {
                let shooter = self.flight.shot.id.shooter;
                let ships = list.seats().iter().filter_map(|seat| past.seated(*seat));
                let mut ships = ships.filter(|ship| past.may_hit(shooter, *ship)).peekable();
                if ships.peek().is_none() {
                    return;
                }
                let sweep = self.flight.sweep(past, stretch, within_u);
                ships.for_each(|ship| self.pass(past, &sweep, ship, stretch, &mut void));
            }
            None => {
                let sweep = self.flight.sweep(past, stretch, within_u);
                for ship in past.near(&sweep) {
                    self.pass(past, &sweep, ship, stretch, &mut void);
                }
            }
        }
        self.findings.met.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        if self.findings.met.is_empty() || self.flies_on() {
            self.void = self.void.or(void.map(|VoidContact { ship, cause, .. }| (ship, cause)));
        }
    }

    /// Whether the bolt flies on past a contact, at least for now.
    fn flies_on(&self) -> bool {
        let is_bolt = self.flight.shot.weapon() == Weapon::Laser;
        let shot = &self.flight.shot;
        let may = shot.pierces() || shot.is_vetoed_by_cover();
        is_bolt && (self.findings.ledger.is_some() || may)
    }

    /// Tests one ship against a stretch.
    #[inline]
    fn pass<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        ship: ShipId,
        stretch: (Micros, Micros),
        void: &mut Option<VoidContact>,
    ) {
        let is_behind = self.hits.iter().any(|(hit, _)| *hit == ship)
            || self.vetoed.iter().any(|(saved, _)| *saved == ship);
        if is_behind {
            return;
        }
        let Some(passing) = self.flight.passing(past, sweep, ship) else { return };
        if let Some(fraction) = first_contact(sweep.path, passing.swept, SHIP_RADIUS_U) {
            self.meet(past, sweep, &passing, stretch, fraction, void);
        }
    }

    /// Adds a contact at a fraction of a stretch, if it counts and, where the shot ends there, is
    /// the first.
    fn meet<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        passing: &Passing,
        stretch: (Micros, Micros),
        fraction: f32,
        void: &mut Option<VoidContact>,
    ) {
        let flies_on = self.flies_on();
        if !flies_on && self.findings.met.first().is_some_and(|(known, _)| *known <= fraction) {
            return;
        }
        let Some(present) = plausible_present(past, sweep, passing.ship) else { return };
        if let Some(cause) = self.void_cause(passing.begin.life, &present) {
            if void.is_none_or(|known| fraction < known.fraction) {
                *void = Some(VoidContact { fraction, ship: present.ship, cause });
            }
            return;
        }
        let start_u = (sweep.path.from - self.flight.shot.muzzle).length();
        let length = (sweep.path.to - sweep.path.from).length();
        let contact = HitCandidate {
            ship: present.ship,
            life: present.life,
            distance_u: start_u + length * fraction,
            age: age_at(stretch, fraction),
        };
        if !flies_on {
            self.findings.met.clear();
        }
        self.findings.met.push((fraction, contact));
    }

    /// Why a contact is not a hit, if so. A ship that this same shot killed counts as alive.
    fn void_cause(&self, seen_life: u16, present: &Pose) -> Option<VoidCause> {
        let cause = void_cause(seen_life, present)?;
        let counted_alive =
            cause == VoidCause::LifeOver && self.counted_alive.contains(&present.ship);
        (!counted_alive).then_some(cause)
    }
}

/// Why a contact is not a hit, if so. A hit counts only in the life that was seen, and without a
/// shield.
pub(super) fn void_cause(seen_life: u16, present: &Pose) -> Option<VoidCause> {
    if seen_life != present.life || !present.alive {
        Some(VoidCause::LifeOver)
    } else {
        present.shielded.then_some(VoidCause::Shield)
    }
}

//! A stretch of a shot's flight: who is met in it, who is looked at for the record, and how near
//! the shot came. Runs once for each stretch that is due, over whom the past says may matter.
//!
//! Where ships stand is asked of everybody who may be near; the rest of a ship only of those who
//! are met, or whose look is kept.

use super::{
    closest_approach::{ClosestApproach, NearestTargets},
    state::{HitCandidate, HitTest, Notes},
};
use crate::{
    base::{
        geometry::{Approach, Segment, first_contact, nearest_approach},
        limits::SHOT_RECORD_TARGETS_MAX,
        time::Micros,
    },
    history::{
        broad_phase::{candidates::Candidates, sweep::Sweep},
        pose::Pose,
    },
    judge::{
        flight::{Passing, age_at, nearest_fraction, present_near},
        rewind_source::RewindSource,
        rule::stood,
    },
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};

/// Ships that come nearer than this are looked at in every stretch, so that records tell exactly by
/// how much a shot missed, in u.
const CLOSE_U: f32 = 3.0 * SHIP_RADIUS_U;
/// Ships that come nearer than the last of these are looked at now and then, on chords of their
/// ways: in the wider ring where the other has too few, in u.
const RINGS_U: [f32; 2] = [200.0, 640.0];
/// How many ticks around that of its look a far ship is followed at most, once the shot is over.
const FOLLOWED_MAX: u32 = 24;
/// How many stretches further a bolt that hits is followed, to tell how near to the middle it came.
const HIT_REACH: f32 = 8.0;

/// What a sweep has met so far.
#[derive(Default)]
struct Met {
    /// How far along the sweep, as a fraction, and what: of those that count.
    first: Option<(f32, HitCandidate)>,
    /// Of those that do not.
    void: Option<(f32, ShipId)>,
}

impl HitTest {
    /// How near far ships came since they were looked at last; a beam passes all at once.
    pub(super) fn look_far(&mut self, past: &impl RewindSource) {
        let stretch = (core::mem::replace(&mut self.far, self.flown), self.flown);
        let bolt = self.flight.shot.weapon() == Weapon::Laser;
        let mut sweep = self.flight.sweep(past, stretch, 0.0);
        // Who comes no nearer than those whose looks are kept needs no look.
        let n_rings = if self.notes.marks.worst_u() < RINGS_U[1] { 1 } else { 2 };
        for ring_u in &RINGS_U[2 - n_rings..] {
            sweep.within_u = ring_u.min(self.notes.marks.worst_u());
            for ship in past.near(&sweep) {
                let Some(passing) = self.flight.passing(past, &sweep, ship) else { continue };
                let approach = approach(self.flight.shot.weapon(), sweep.path, passing.moves, None);
                // What was seen in every stretch is more exact.
                let known = || bolt && self.notes.marks.knows(ship);
                if approach.distance > CLOSE_U || !known() {
                    let rough_u = if bolt { CLOSE_U + 1.0 } else { 0.0 };
                    let distance = approach.distance.max(rough_u);
                    let approach = Approach { distance, ..approach };
                    self.note_look(past, &sweep, &passing, approach, stretch);
                }
            }
            if self.notes.marks.worst_u() <= *ring_u {
                break;
            }
        }
        self.note_seen();
    }

    /// Judges a stretch, and looks at whom a bolt passes closely.
    pub(super) fn sweep(
        &mut self,
        past: &impl RewindSource,
        from: Micros,
        to: Micros,
    ) -> Option<HitCandidate> {
        let bolt = self.flight.shot.weapon() == Weapon::Laser;
        let within_u = if bolt && self.keeps_looks() { CLOSE_U } else { SHIP_RADIUS_U };
        if bolt
            && let Some(list) =
                self.candidate_cache.candidates(past, &self.flight, (from, to), within_u)
        {
            return self.sweep_list(past, (from, to), within_u, &list);
        }
        let mut met = Met::default();
        let sweep = self.flight.sweep(past, (from, to), within_u);
        for ship in past.near(&sweep) {
            self.pass(past, &sweep, ship, (from, to), &mut met);
        }
        self.finish(&met)
    }

    /// The same, where it is known whom the bolt may meet. Apart from what beams do, which is the
    /// faster for it.
    #[inline(never)]
    fn sweep_list(
        &mut self,
        past: &impl RewindSource,
        (from, to): (Micros, Micros),
        within_u: f32,
        list: &Candidates,
    ) -> Option<HitCandidate> {
        let (shooter, mut met) = (self.flight.shot.id.shooter, Met::default());
        let ships = list.seats().iter().filter_map(|seat| past.seated(*seat));
        let mut ships = ships.filter(|ship| *ship != shooter).peekable();
        ships.peek()?;
        let sweep = self.flight.sweep(past, (from, to), within_u);
        ships.for_each(|ship| self.pass(past, &sweep, ship, (from, to), &mut met));
        self.finish(&met)
    }

    /// A stretch was swept: the first contact of it that counts.
    fn finish(&mut self, met: &Met) -> Option<HitCandidate> {
        self.note_seen();
        if met.first.is_none() {
            self.void = self.void.or(met.void.map(|(_, ship)| ship));
        }
        met.first.map(|(_, contact)| contact)
    }

    /// Holds a stretch against a ship. Called in two loops, of which each is a tenth faster with it
    /// inside.
    #[inline(always)]
    fn pass<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        ship: ShipId,
        (from, to): (Micros, Micros),
        met: &mut Met,
    ) {
        let Some(passing) = self.flight.passing(past, sweep, ship) else { return };
        let fraction = first_contact(sweep.path, passing.moves, SHIP_RADIUS_U);
        if self.flight.shot.weapon() == Weapon::Laser && self.keeps_looks() {
            let approach = approach(Weapon::Laser, sweep.path, passing.moves, fraction);
            self.note_look(past, sweep, &passing, approach, (from, to));
        }
        if let Some(fraction) = fraction {
            self.meet(past, sweep, &passing, (from, to), fraction, met);
        }
    }

    /// A ship is met at a fraction of a stretch: whether that counts, and whether it is the first.
    fn meet<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        passing: &Passing,
        (from, to): (Micros, Micros),
        fraction: f32,
        met: &mut Met,
    ) {
        if met.first.is_some_and(|(known, _)| known <= fraction) {
            return;
        }
        let Some(present) = present_near(past, sweep, passing.ship) else { return };
        let start_u = (sweep.path.from - self.flight.shot.muzzle).length();
        let length = (sweep.path.to - sweep.path.from).length();
        let contact = HitCandidate {
            ship: present.ship,
            life: present.life,
            distance_u: start_u + length * fraction,
            age: age_at((from, to), fraction),
        };
        if !counts(passing.begin.life, &present) {
            if met.void.is_none_or(|(known, _)| fraction < known) {
                met.void = Some((fraction, present.ship));
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

    /// Looks at a ship where the shot was nearest to it, if that is to be kept.
    fn note_look<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        passing: &Passing,
        approach: Approach,
        (from, to): (Micros, Micros),
    ) {
        let Passing { ship, moves, .. } = *passing;
        let distance_u = approach.distance;
        // Most come no nearer than the farthest look, so that is asked first.
        let marks = &self.notes.marks;
        let is_far = distance_u > sweep.within_u || distance_u >= marks.worst_u();
        if is_far || distance_u >= marks.limit_u(marks.place_of(ship)) {
            return;
        }
        let Some(present) = present_near(past, sweep, ship) else { return };
        let Some(found) = stood(past, &self.flight.shot, &sweep.begin, &present) else { return };
        let age = age_at((from, to), approach.fraction);
        let judged = moves.at(approach.fraction);
        let present = present.pos;
        self.keep_look(ClosestApproach { ship, found, judged, present, distance_u, age });
    }

    /// Looks again, tick by tick, at those who were looked at on the chords of their ways only.
    pub(super) fn sharpen(&mut self, past: &impl RewindSource) {
        for n in 0..self.notes.looks.len() {
            if self.notes.looks[n].distance_u > CLOSE_U
                && let Some(look) = self.follow(past, &self.notes.looks[n])
            {
                self.notes.looks[n] = look;
            }
        }
        self.notes.looks.sort_by(|a, b| a.distance_u.total_cmp(&b.distance_u));
        self.notes.marks = NearestTargets::of(&self.notes.looks);
    }

    /// Follows a ship from the tick of its look to where the bolt was nearest to it.
    fn follow(&self, past: &impl RewindSource, look: &ClosestApproach) -> Option<ClosestApproach> {
        let step = past.step().0.max(1);
        let mut n = look.age.0.min(self.flown.0 - 1).max(0) / step;
        let (mut nearest, mut way) = (None::<ClosestApproach>, 0);
        for _ in 0..FOLLOWED_MAX {
            let (from, to) = (Micros(n * step), Micros((n + 1) * step).min(self.flown));
            let sweep = self.flight.sweep(past, (from, to), f32::INFINITY);
            let Some(passing) = self.flight.passing(past, &sweep, look.ship) else { break };
            let Some(now) = present_near(past, &sweep, look.ship) else { break };
            let near = nearest_approach(sweep.path, passing.moves);
            if nearest.as_ref().is_some_and(|known| known.distance_u <= near.distance) {
                break;
            }
            let found = stood(past, &self.flight.shot, &sweep.begin, &now)?;
            let age = age_at((from, to), near.fraction);
            let due = self.flight.shot.fired + (age - self.flight.forward).max(Micros::ZERO);
            let present = past.truly(look.ship, due).map_or(look.present, |at| at.pose.pos);
            let (judged, distance_u) = (passing.moves.at(near.fraction), near.distance);
            nearest = Some(ClosestApproach { found, judged, present, distance_u, age, ..*look });
            let towards = if near.fraction <= 0.0 { -1 } else { i64::from(near.fraction >= 1.0) };
            let is_end = n + towards < 0 || (n + towards) * step >= self.flown.0;
            if towards == 0 || towards == -way || is_end {
                break;
            }
            (n, way) = (n + towards, towards);
        }
        nearest
    }

    /// Adds those whose looks are kept to those who ever had one.
    pub(super) fn note_seen(&mut self) {
        if core::mem::take(&mut self.notes.unseen) {
            self.notes.looks.iter().for_each(|look| self.notes.seen.insert(look.ship.idx));
        }
    }

    /// Keeps the nearest looks; of one ship only the nearest.
    pub(super) fn keep_look(&mut self, look: ClosestApproach) {
        let Notes { looks, marks, unseen, .. } = &mut *self.notes;
        let (ship, distance_u) = (look.ship, look.distance_u);
        let known = marks.place_of(ship);
        if distance_u >= marks.limit_u(known) {
            return;
        }
        let place = marks.insert(known, ship, distance_u);
        if let Some(known) = known {
            // It comes before where it was, or stays there.
            looks[place..=known].rotate_right(1);
            looks[place] = look;
        } else {
            *unseen = true;
            looks.truncate(SHOT_RECORD_TARGETS_MAX - 1);
            looks.insert(place, look);
        }
    }
}

/// A hit counts only in the life that was seen, and without a shield.
pub(super) fn counts(seen_life: u16, present: &Pose) -> bool {
    seen_life == present.life && present.alive && !present.shielded
}

/// How near a shot comes to a target. A bolt that hits ends at the target's edge; what counts is
/// how near to the middle it would have come on its way.
fn approach(weapon: Weapon, line: Segment, moves: Segment, met: Option<f32>) -> Approach {
    match weapon {
        Weapon::Laser if met.is_some() => {
            let far = |way: Segment| Segment::new(way.from, way.at(HIT_REACH));
            let Approach { fraction, distance } = nearest_approach(far(line), far(moves));
            Approach { fraction: (fraction * HIT_REACH).min(1.0), distance }
        }
        Weapon::Laser => nearest_approach(line, moves),
        Weapon::Beam => {
            let on_line = line.at(nearest_fraction(line, moves.from));
            Approach { fraction: 0.0, distance: (on_line - moves.from).length() }
        }
    }
}

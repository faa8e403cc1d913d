//! A stretch of a shot's flight: who is met in it, who is looked at for the record, and how near
//! the shot came. Runs once for each stretch that is due, over whom the past says may matter.

use super::{Contact, Look, Trial};
use crate::{
    base::{
        geometry::{Approach, Segment, Vec2, first_contact, nearest_approach},
        limits::SHOT_RECORD_TARGETS_MAX,
        time::Micros,
    },
    scheme::{
        history::{Pose, Spot},
        past::{Keeping, Marks, Past, Sweep},
        rule::{path, spot, stand, stood},
        seats::SeatSet,
    },
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};

/// Ships that come no nearer than this are no contacts, pushed or not, in u.
const NEAR_U: f32 = 8.0 * SHIP_RADIUS_U;
/// Ships that come nearer than this are looked at now and then, so that records tell by how much a
/// shot missed, in u.
const FAR_U: f32 = 640.0;
/// How many stretches further a bolt that hits is followed, to tell how near to the middle it came.
const HIT_REACH: f32 = 8.0;

/// What a sweep has met so far.
#[derive(Default)]
struct Met {
    /// How far along the sweep, as a fraction, and what: of those that count.
    first: Option<(f32, Contact)>,
    /// Of those that do not.
    void: Option<(f32, ShipId)>,
}

/// A ship while a shot flies a stretch.
struct Passing {
    present: Pose,
    /// Where it stands at the beginning.
    begin: Spot,
    /// How it moves; where its life changes on the way, it stays.
    moves: Segment,
}

impl Trial {
    /// How near far ships came since they were looked at last, on the chords of their ways.
    pub(super) fn look_far(&mut self, past: &impl Past) {
        let stretch = (core::mem::replace(&mut self.far, self.flown), self.flown);
        let sweep = self.stretch(past, stretch, FAR_U);
        let keeping = self.keeping(&sweep, NEAR_U);
        let (others, near) = past.abreast(&sweep, &keeping);
        self.note_seen(&others);
        for present in near {
            let Some(passing) = self.passing(past, &sweep, present) else { continue };
            let approach = nearest_approach(sweep.path, passing.moves);
            if approach.distance > NEAR_U {
                self.note_look(past, &sweep, &passing, approach, stretch);
            }
        }
    }

    pub(super) fn sweep(&mut self, past: &impl Past, from: Micros, to: Micros) -> Option<Contact> {
        let sweep = self.stretch(past, (from, to), NEAR_U);
        let mut met = Met::default();
        match self.shot.weapon() {
            Weapon::Laser => self.look_around(past, &sweep, (from, to), &mut met),
            Weapon::Beam => {
                for present in past.near(&sweep, SHIP_RADIUS_U) {
                    let Some(passing) = self.passing(past, &sweep, present) else { continue };
                    let fraction = first_contact(sweep.path, passing.moves, SHIP_RADIUS_U);
                    if let Some(fraction) = fraction {
                        self.meet(&passing, &sweep, (from, to), fraction, &mut met);
                    }
                }
            }
        }
        self.void = self.void.or(met.void.map(|(_, ship)| ship));
        met.first.map(|(_, contact)| contact)
    }

    /// Looks at whom a beam passes.
    pub(super) fn look_along(&mut self, past: &impl Past) {
        let at_once = (Micros::ZERO, Micros::ZERO);
        let sweep = self.stretch(past, at_once, NEAR_U);
        self.look_around(past, &sweep, at_once, &mut Met::default());
    }

    /// Looks at whom a stretch passes, and notes whom it meets.
    fn look_around<P: Past>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        stretch: (Micros, Micros),
        met: &mut Met,
    ) {
        let keeping = self.keeping(sweep, SHIP_RADIUS_U);
        let (others, near) = past.abreast(sweep, &keeping);
        self.note_seen(&others);
        for present in near {
            let Some(passing) = self.passing(past, sweep, present) else { continue };
            let fraction = first_contact(sweep.path, passing.moves, SHIP_RADIUS_U);
            let approach = approach(self.shot.weapon(), sweep.path, passing.moves, fraction);
            self.note_look(past, sweep, &passing, approach, stretch);
            if let Some(fraction) = fraction {
                self.meet(&passing, sweep, stretch, fraction, met);
            }
        }
    }

    /// A ship is met at a fraction of a stretch: whether that counts, and whether it is the first.
    fn meet<M>(
        &mut self,
        passing: &Passing,
        sweep: &Sweep<M>,
        (from, to): (Micros, Micros),
        fraction: f32,
        met: &mut Met,
    ) {
        let Passing { present, begin, .. } = passing;
        let start_u = (sweep.path.from - self.shot.muzzle).length();
        let length = (sweep.path.to - sweep.path.from).length();
        let contact = Contact {
            ship: present.ship,
            life: present.life,
            distance_u: start_u + length * fraction,
            age: between(from, to, fraction),
        };
        if !counts(begin.life, present) {
            if met.void.is_none_or(|(known, _)| fraction < known) {
                met.void = Some((fraction, present.ship));
            }
        } else if let Some(ledger) = self.ledger.as_mut().filter(|_| from < to) {
            ledger.note(contact.ship, contact.age.0);
            if self.contacts.iter().all(|known| known.ship != contact.ship) {
                self.contacts.push(contact);
            }
        } else if met.first.is_none_or(|(known, _)| fraction < known) {
            met.first = Some((fraction, contact));
        }
    }

    /// A stretch of the flight, for everybody who may come within a distance of it, in u.
    fn stretch<P: Past>(
        &self,
        past: &P,
        (from, to): (Micros, Micros),
        within_u: f32,
    ) -> Sweep<P::Moment> {
        let look = |flown| stand(past, &self.shot, self.viewed, flown);
        Sweep {
            shooter: self.shot.id.shooter,
            path: path(&self.shot, from, to),
            back: past.now() - (self.viewed.at + from),
            within_u,
            begin: look(from),
            end: (from < to).then(|| look(to)),
        }
    }

    /// Which looks of a stretch would be kept: those of a beam are at its line, those of a bolt
    /// where it was at their time.
    fn keeping<M>(&self, sweep: &Sweep<M>, within_u: f32) -> Keeping {
        let spread_u = match self.shot.weapon() {
            Weapon::Laser => (sweep.path.to - sweep.path.from).length(),
            Weapon::Beam => 0.0,
        };
        Keeping { within_u, marks: self.marks, spread_u }
    }

    /// A ship as the shot passes it in a stretch, if it is there, and alive at the beginning.
    fn passing<P: Past>(
        &self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        present: Pose,
    ) -> Option<Passing> {
        let begin = spot(past, &self.shot, &sweep.begin, &present)?;
        let end = match &sweep.end {
            Some(end) => spot(past, &self.shot, end, &present)?,
            None => begin,
        };
        let way = if begin.life == end.life { end.pos } else { begin.pos };
        let moves = Segment::new(begin.pos, way);
        begin.alive.then_some(Passing { present, begin, moves })
    }

    /// Adds to those whom the shot was held against.
    fn note_seen(&mut self, seats: &SeatSet) {
        let words = seats.words();
        let n = words.len() - words.iter().rev().take_while(|word| **word == 0).count();
        if self.seen.len() < n {
            self.seen.resize(n, 0);
        }
        for (seen, word) in self.seen.iter_mut().zip(words) {
            *seen |= word;
        }
    }

    /// Looks at a ship where the shot was nearest to it, if that is to be kept.
    fn note_look<P: Past>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        passing: &Passing,
        approach: Approach,
        (from, to): (Micros, Micros),
    ) {
        let Passing { present, moves, .. } = passing;
        let found = || stood(past, &self.shot, &sweep.begin, present);
        if self.marks.below_u(present.ship) <= approach.distance {
            if !self.marks.knows(present.ship) {
                self.see(present.ship);
            }
        } else if let Some(found) = found() {
            self.keep_look(Look {
                ship: present.ship,
                found,
                judged: moves.at(approach.fraction),
                present: present.pos,
                distance_u: approach.distance,
                age: between(from, to, approach.fraction),
            });
        }
    }

    fn see(&mut self, ship: ShipId) {
        let (word, bit) = (usize::from(ship.idx / 64), ship.idx % 64);
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << bit;
    }

    /// Keeps the nearest looks; of one ship only the nearest.
    pub(super) fn keep_look(&mut self, look: Look) {
        let known = self.looks.iter().position(|other| other.ship == look.ship);
        if known.is_some_and(|known| self.looks[known].distance_u <= look.distance_u) {
            return;
        }
        let place = self.looks.partition_point(|other| other.distance_u <= look.distance_u);
        if let Some(known) = known {
            // It comes before where it was, or stays there.
            self.looks[place..=known].rotate_right(1);
            self.looks[place] = look;
        } else {
            self.see(look.ship);
            if place >= SHOT_RECORD_TARGETS_MAX {
                return;
            }
            self.looks.truncate(SHOT_RECORD_TARGETS_MAX - 1);
            self.looks.insert(place, look);
        }
        self.marks = Marks::of(self.looks.iter().map(|look| (look.ship, look.distance_u)));
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
            let on_line = line.at(nearest(line, moves.from));
            Approach { fraction: 0.0, distance: (on_line - moves.from).length() }
        }
    }
}

/// The moment at a fraction of a stretch.
fn between(from: Micros, to: Micros, fraction: f32) -> Micros {
    from + Micros(libm::rintf(fraction * (to - from).0 as f32) as i64)
}

/// The fraction of a line that is nearest to a point.
pub(super) fn nearest(line: Segment, point: Vec2) -> f32 {
    let way = line.to - line.from;
    let len2 = way.length_squared();
    if len2 > 0.0 { ((point - line.from).dot(way) / len2).clamp(0.0, 1.0) } else { 0.0 }
}

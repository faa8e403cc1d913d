//! Finds the ships that a judged shot came nearest to, by flying it again tick by tick over the
//! past as the judge knew it. Runs for the shot's record once the shot is over.
//!
//! The decision is taken as given: it sets how far the shot flew. Ships close to the path are
//! sampled in every stretch. Distant ships are sampled at intervals, and again tick by tick when
//! the shot is over.

use alloc::vec::Vec;

use crate::{
    base::{
        geometry::{Approach, Segment, Vec2, first_contact, nearest_approach},
        limits::SHOT_RECORD_TARGETS_MAX,
        seat_set::SeatSet,
        time::Micros,
    },
    history::broad_phase::sweep::Sweep,
    judge::{
        candidate_cache::CandidateCache,
        flight::{Flight, Passing, REACH_U, age_at, nearest_fraction, plausible_present},
        hit_test::state::HitTest,
        rewind_source::RewindSource,
        rule::{judged_at, target},
        shot::Shot,
    },
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};

/// Ships that come nearer than this are sampled in every stretch, so that records state exactly by
/// how much a shot missed, in u.
const CLOSE_U: f32 = 3.0 * SHIP_RADIUS_U;
/// Ships within the last of these are sampled at intervals, on chords of their paths, in u. The
/// wider ring is searched only if the narrower one yields too few.
const RINGS_U: [f32; 2] = [200.0, 640.0];
/// Stretches of a bolt's flight per sample of distant ships.
const FAR_STRETCHES: i64 = 16;
/// Maximum ticks, around that of its sample, over which a distant ship is followed once the shot is
/// over.
const FOLLOWED_MAX: u32 = 24;
/// How many stretches a bolt that hits is extended, to find how near to the centre it would have
/// come.
const HIT_REACH: f32 = 8.0;
/// Length of the path before a contact that is extrapolated.
const CONTACT_STRETCH: Micros = Micros::from_ms(10);
/// How many times its own length that path is extrapolated.
const CONTACT_REACH: f32 = 64.0;
/// Maximum error of a computed contact from a ship's rim, in u.
const CONTACT_ERROR_U: f32 = 0.01;

const _: () = assert!(RINGS_U[1] + 7.0 * SHIP_RADIUS_U <= REACH_U, "the examined ship existed");

/// A target at the moment when the shot was nearest to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestApproach {
    pub ship: ShipId,
    /// Its judged position when the shot was nearest, in u.
    pub judged: Vec2,
    /// Its true position when that was judged, in u.
    pub present: Vec2,
    /// The shot's distance from it, in u.
    pub distance_u: f32,
    /// The shot's age then.
    pub age: Micros,
}

/// The ships that a shot came nearest to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClosestApproaches {
    /// One for each ship, nearest first, up to [`SHOT_RECORD_TARGETS_MAX`].
    pub nearest: Vec<ClosestApproach>,
    /// How many ships were ever in this list, after any stretch of the flight.
    pub n_seen: u16,
}

/// Flies a judged shot again over these moments, first to newest, and collects the ships it came
/// nearest to. For a shot judged by claims these are the claimed ships.
#[must_use]
pub fn closest_approaches<P: RewindSource>(
    hit_test: &HitTest,
    moments: impl Iterator<Item = P>,
) -> ClosestApproaches {
    let flight = hit_test.flight();
    let mut observer = Observer::new(flight);
    let mut newest = None;
    for past in moments {
        let is_judged = past.now() - flight.shot.fired >= flight.shot.transit;
        if is_judged && !hit_test.by_claim() && flight.shot.weapon() == Weapon::Laser {
            observer.fly(&past, hit_test.flown());
        }
        newest = Some(past);
    }
    if let Some(past) = newest.filter(|_| hit_test.over()) {
        match (hit_test.by_claim(), flight.shot.weapon()) {
            (true, _) => {
                for (victim, age) in hit_test.hits() {
                    observer.sample_claimed(&past, *victim, *age);
                }
            }
            (false, Weapon::Beam) => observer.search_far(&past),
            (false, Weapon::Laser) => observer.follow_far_ships(&past),
        }
    }
    ClosestApproaches { nearest: observer.nearest, n_seen: observer.seen.len() as u16 }
}

/// The closest approach of a shot to one ship, at any distance, over the moments at which it was
/// judged. Exact, whereas a record is limited to what a room can afford. For a bolt that hits, bolt
/// and ship are extended straight on.
pub fn nearest_of<P: RewindSource>(
    hit_test: &HitTest,
    moments: impl Iterator<Item = P>,
    ship: ShipId,
) -> Option<ClosestApproach> {
    let (flight, last) = (hit_test.flight(), hit_test.flown());
    let Shot { fired, transit, .. } = flight.shot;
    let mut moments = moments.filter(|past| past.now() - fired >= transit);
    if flight.shot.weapon() == Weapon::Beam {
        let past = moments.next()?;
        let sweep = flight.sweep(&past, (Micros::ZERO, Micros::ZERO), f32::INFINITY);
        let judged = flight.passing(&past, &sweep, ship)?.swept.from;
        let (present, age) = (past.present_of(ship)?.pos, Micros::ZERO);
        let distance_u = approach_of_beam(sweep.path, judged).distance;
        return Some(ClosestApproach { ship, judged, present, distance_u, age });
    }
    let (mut nearest, mut flown) = (None::<ClosestApproach>, Micros::ZERO);
    for past in moments {
        for (from, to) in flight.due(flown, past.now(), past.step()) {
            let look = (from < last).then(|| search_in(flight, &past, (from, to.min(last)), ship));
            nearest = nearest
                .into_iter()
                .chain(look.flatten())
                .min_by(|a, b| a.distance_u.total_cmp(&b.distance_u));
            flown = to;
        }
    }
    nearest
}

/// The closest approach of a bolt to a ship in a stretch.
fn search_in<P: RewindSource>(
    flight: &Flight,
    past: &P,
    stretch: (Micros, Micros),
    ship: ShipId,
) -> Option<ClosestApproach> {
    let look = search_along(flight, past, stretch, ship, 1.0)?;
    if look.distance_u > SHIP_RADIUS_U + CONTACT_ERROR_U {
        return Some(look);
    }
    let before = ((look.age - CONTACT_STRETCH).max(Micros::ZERO), look.age);
    search_along(flight, past, before, ship, CONTACT_REACH)
}

/// The closest approach over `times` the length of a stretch, extended straight on.
fn search_along<P: RewindSource>(
    flight: &Flight,
    past: &P,
    stretch: (Micros, Micros),
    ship: ShipId,
    times: f32,
) -> Option<ClosestApproach> {
    let sweep = flight.sweep(past, stretch, f32::INFINITY);
    let passing = flight.passing(past, &sweep, ship)?;
    let far = |segment: Segment| Segment::new(segment.from, segment.at(times));
    let (path, swept) = (far(sweep.path), far(passing.swept));
    let Approach { fraction, distance } = nearest_approach(path, swept);
    let (judged, present) = (swept.at(fraction), past.present_of(ship)?.pos);
    let age = age_at(stretch, fraction * times);
    Some(ClosestApproach { ship, judged, present, distance_u: distance, age })
}

/// A shot that is flown again.
struct Observer<'f> {
    flight: &'f Flight,
    flown: Micros,
    /// The age up to which distant ships were sampled.
    far: Micros,
    candidates: CandidateCache,
    /// Nearest first.
    nearest: Vec<ClosestApproach>,
    /// The ships that were ever in `nearest` after a stretch.
    seen: SeatSet,
}

impl<'f> Observer<'f> {
    fn new(flight: &'f Flight) -> Self {
        Self {
            flight,
            flown: Micros::ZERO,
            far: Micros::ZERO,
            candidates: CandidateCache::UNKNOWN,
            nearest: Vec::with_capacity(SHOT_RECORD_TARGETS_MAX),
            seen: SeatSet::EMPTY,
        }
    }

    /// Flies what fell due at a moment, as far as the shot was judged.
    fn fly(&mut self, past: &impl RewindSource, last: Micros) {
        let (flight, step) = (self.flight, past.step());
        for (from, to) in flight.due(self.flown, past.now(), step) {
            if self.flown >= last {
                return;
            }
            self.search_close(past, (from, to));
            self.flown = to;
            let is_long = (to - self.far).0 >= step.0.max(1) * FAR_STRETCHES - step.0.max(1) / 2;
            // Where hits are final at once, the flight ends with the part that was judged.
            let is_last = to >= last && !flight.shot.rule.hit_rule.is_tentative();
            if is_long || is_last || flight.is_spent(to) {
                self.search_far(past);
            }
        }
    }

    /// Samples the ships that a bolt passes closely in a stretch.
    fn search_close(&mut self, past: &impl RewindSource, stretch: (Micros, Micros)) {
        let flight = self.flight;
        let list = self.candidates.candidates(past, flight, stretch, CLOSE_U);
        let sweep = flight.sweep(past, stretch, CLOSE_U);
        let mut look = |ship| {
            let Some(passing) = flight.passing(past, &sweep, ship) else { return };
            let met = first_contact(sweep.path, passing.swept, SHIP_RADIUS_U);
            self.keep(past, &sweep, &passing, approach(sweep.path, passing.swept, met), stretch);
        };
        match list {
            Some(list) => {
                let ships = list.seats().iter().filter_map(|seat| past.seated(*seat));
                ships.filter(|ship| past.may_hit(sweep.shooter, *ship)).for_each(&mut look);
            }
            None => past.near(&sweep).for_each(&mut look),
        }
        self.record_seen();
    }

    /// Samples distant ships over the flight since their last sample; a beam passes all at once.
    fn search_far(&mut self, past: &impl RewindSource) {
        let stretch = (core::mem::replace(&mut self.far, self.flown), self.flown);
        let is_bolt = self.flight.shot.weapon() == Weapon::Laser;
        let mut sweep = self.flight.sweep(past, stretch, 0.0);
        // Ships beyond the farthest one kept need no sample.
        let n_rings = if self.farthest_u() < RINGS_U[1] { 1 } else { 2 };
        for ring_u in &RINGS_U[2 - n_rings..] {
            sweep.within_u = ring_u.min(self.farthest_u());
            for ship in past.near(&sweep) {
                let Some(passing) = self.flight.passing(past, &sweep, ship) else { continue };
                let approach = if is_bolt {
                    approach(sweep.path, passing.swept, None)
                } else {
                    approach_of_beam(sweep.path, passing.swept.from)
                };
                // Samples from every stretch are more exact.
                let is_known = is_bolt && self.nearest.iter().any(|known| known.ship == ship);
                if approach.distance > CLOSE_U || !is_known {
                    let rough_u = if is_bolt { CLOSE_U + 1.0 } else { 0.0 };
                    let distance = approach.distance.max(rough_u);
                    self.keep(past, &sweep, &passing, Approach { distance, ..approach }, stretch);
                }
            }
            if self.farthest_u() <= *ring_u {
                break;
            }
        }
        self.record_seen();
    }

    /// Samples again, tick by tick, the ships sampled only on chords of their paths.
    fn follow_far_ships(&mut self, past: &impl RewindSource) {
        for n in 0..self.nearest.len() {
            let known = self.nearest[n];
            if known.distance_u > CLOSE_U {
                self.nearest[n] = self.follow(past, &known).unwrap_or(known);
            }
        }
        self.nearest.sort_by(|a, b| a.distance_u.total_cmp(&b.distance_u));
    }

    /// Follows a ship from the tick of its sample to the bolt's closest approach.
    fn follow(&self, past: &impl RewindSource, look: &ClosestApproach) -> Option<ClosestApproach> {
        let (flight, step) = (self.flight, past.step().0.max(1));
        let mut n = look.age.0.min(self.flown.0 - 1).max(0) / step;
        let (mut nearest, mut direction) = (None::<ClosestApproach>, 0);
        for _ in 0..FOLLOWED_MAX {
            let stretch = (Micros(n * step), Micros((n + 1) * step).min(self.flown));
            let sweep = flight.sweep(past, stretch, f32::INFINITY);
            let Some(passing) = flight.passing(past, &sweep, look.ship) else { break };
            if plausible_present(past, &sweep, look.ship).is_none() {
                break;
            }
            let Approach { fraction, distance } = nearest_approach(sweep.path, passing.swept);
            if nearest.is_some_and(|known| known.distance_u <= distance) {
                break;
            }
            let age = age_at(stretch, fraction);
            let due = judged_at(&flight.shot, flight.forward, age);
            let present = past.authoritative(look.ship, due).map_or(look.present, |at| at.pose.pos);
            let judged = passing.swept.at(fraction);
            let ship = look.ship;
            nearest = Some(ClosestApproach { ship, judged, present, distance_u: distance, age });
            let towards = if fraction <= 0.0 { -1 } else { i64::from(fraction >= 1.0) };
            let is_end = n + towards < 0 || (n + towards) * step >= self.flown.0;
            if towards == 0 || towards == -direction || is_end {
                break;
            }
            (n, direction) = (n + towards, towards);
        }
        nearest
    }

    /// Samples the ship of an accepted claim, at its age.
    fn sample_claimed(&mut self, past: &impl RewindSource, ship: ShipId, age: Micros) {
        let Flight { shot, rewind, .. } = self.flight;
        let Some(present) = past.present_of(ship) else { return };
        let Some(found) = target(past, shot, *rewind, &present, age) else { return };
        let (judged, present) = (found.pose.pos, present.pos);
        let Some(point) = self.flight.claimed_point(Some(judged), age) else { return };
        let distance_u = (point - judged).length();
        self.insert(ClosestApproach { ship, judged, present, distance_u, age });
        self.record_seen();
    }

    /// Keeps the sample of a passing ship, if the shot came near enough.
    fn keep<P: RewindSource>(
        &mut self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        passing: &Passing,
        approach: Approach,
        stretch: (Micros, Micros),
    ) {
        let Approach { fraction, distance } = approach;
        // Cheap test first: most are farther away than the farthest one kept.
        if distance > sweep.within_u || distance >= self.farthest_u() {
            return;
        }
        let ship = passing.ship;
        let Some(present) = plausible_present(past, sweep, ship) else { return };
        let (judged, present) = (passing.swept.at(fraction), present.pos);
        let age = age_at(stretch, fraction);
        self.insert(ClosestApproach { ship, judged, present, distance_u: distance, age });
    }

    /// Inserts a sample in order, unless that ship was nearer before; drops the farthest.
    fn insert(&mut self, look: ClosestApproach) {
        let known = self.nearest.iter().position(|known| known.ship == look.ship);
        if let Some(known) = known {
            if self.nearest[known].distance_u <= look.distance_u {
                return;
            }
            self.nearest.remove(known);
        }
        let place = self.nearest.partition_point(|other| other.distance_u <= look.distance_u);
        self.nearest.truncate(SHOT_RECORD_TARGETS_MAX - 1);
        self.nearest.insert(place, look);
    }

    /// How near a ship must come to enter the list, in u.
    fn farthest_u(&self) -> f32 {
        self.nearest.get(SHOT_RECORD_TARGETS_MAX - 1).map_or(f32::INFINITY, |last| last.distance_u)
    }

    /// After a stretch: counts the ships in the list.
    fn record_seen(&mut self) {
        self.nearest.iter().for_each(|look| self.seen.insert(look.ship.idx));
    }
}

/// The closest approach of a bolt to a target. A bolt that hits ends at the target's rim; the
/// distance is how near to the centre it would have come.
fn approach(line: Segment, moves: Segment, met: Option<f32>) -> Approach {
    if met.is_none() {
        return nearest_approach(line, moves);
    }
    let far = |segment: Segment| Segment::new(segment.from, segment.at(HIT_REACH));
    let Approach { fraction, distance } = nearest_approach(far(line), far(moves));
    Approach { fraction: (fraction * HIT_REACH).min(1.0), distance }
}

/// The closest approach of a beam, which covers its whole line at once, to a place.
fn approach_of_beam(line: Segment, place: Vec2) -> Approach {
    let on_line = line.at(nearest_fraction(line, place));
    Approach { fraction: 0.0, distance: (on_line - place).length() }
}

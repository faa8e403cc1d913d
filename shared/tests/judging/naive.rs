//! The trial of a shot as it was before there was anything to search by: everybody is looked at, in
//! every stretch, one after the other. What the game's own trial comes to must be the same.

use shared::{
    base::{
        geometry::{Approach, Segment, Vec2, first_contact, nearest_approach},
        limits::SHOT_RECORD_TARGETS_MAX,
        time::Micros,
    },
    scheme::{
        choices::{CoverVeto, HitRule},
        deferred::{Ledger, Ruling as Ruled},
        history::Pose,
        past::Past,
        record::Found,
        rule::{distance_at, forward, path, target},
        shot::Shot,
        trial::{Look, Ruling},
        view::{Viewed, viewed},
    },
    sim::{
        event::{Finality, Weapon},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

/// Ships that come nearer than this are looked at in every stretch, in u.
const CLOSE_U: f32 = 3.0 * SHIP_RADIUS_U;
/// Ships that come nearer than these are looked at now and then, on chords of their ways: in the
/// wider ring where the other has too few, in u.
const RINGS_U: [f32; 2] = [200.0, 640.0];
/// How many ticks around that of its look a far ship is followed at most, once the shot is over.
const FOLLOWED_MAX: u32 = 24;
/// Whoever cannot have come from so near a stretch was not there, in u.
const REACH_U: f32 = RINGS_U[1] + 7.0 * SHIP_RADIUS_U;
/// How many stretches of a bolt's flight make one for a look at far ships.
const FAR_STRETCHES: i64 = 16;
/// How many stretches further a bolt that hits is followed, to tell how near to the middle it came.
const HIT_REACH: f32 = 8.0;
/// How long a claim is waited for when the shot is over.
const CLAIM_GRACE: Micros = Micros::from_ms(500);

/// A contact that may become a hit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Contact {
    ship: ShipId,
    life: u16,
    distance_u: f32,
    age: Micros,
}

/// A ship while a shot flies a stretch.
struct Passing {
    present: Pose,
    /// Where it stands at the beginning.
    begin: Found,
    /// How it moves; where its life changes on the way, it stays.
    moves: Segment,
}

impl Passing {
    fn look(&self, approach: Approach, (from, to): (Micros, Micros)) -> Look {
        Look {
            ship: self.present.ship,
            found: self.begin,
            judged: self.moves.at(approach.fraction),
            present: self.present.pos,
            distance_u: approach.distance,
            age: between(from, to, approach.fraction),
        }
    }
}

/// A shot under judgement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Naive {
    shot: Shot,
    viewed: Viewed,
    /// By how much it is flown forward at first.
    forward: Micros,
    /// How much of the flight is judged.
    flown: Micros,
    /// Up to where far ships were looked at.
    far: Micros,
    over: bool,
    void: Option<ShipId>,
    ledger: Option<Ledger>,
    contacts: Vec<Contact>,
    looks: Vec<Look>,
    /// Seats of all that were ever among them.
    seen: Vec<u16>,
}

impl Naive {
    /// A shot that is to be judged, by the rules it was fired under.
    pub(crate) fn new(shot: Shot, past: &impl Past) -> Self {
        let viewed = viewed(&shot, past.tick_length());
        let forward = forward(&shot, viewed);
        let deferred = shot.rule.hit_rule == HitRule::Deferred;
        let ledger = || Ledger::new(forward.0, shot.transit.0);
        Self {
            ledger: deferred.then(ledger),
            shot,
            viewed,
            forward,
            flown: Micros::ZERO,
            far: Micros::ZERO,
            over: false,
            void: None,
            contacts: Vec::new(),
            looks: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// How much of its flight is judged.
    pub(crate) const fn flown(&self) -> Micros {
        self.flown
    }

    /// Whether nothing more can be decided.
    pub(crate) const fn over(&self) -> bool {
        self.over
    }

    /// The first ship it met that does not count: its life is over, or its shield holds.
    pub(crate) const fn void(&self) -> Option<ShipId> {
        self.void
    }

    /// The targets it came nearest to so far, nearest first, at most
    /// [`SHOT_RECORD_TARGETS_MAX`].
    pub(crate) fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// How many targets were ever among them, after some stretch.
    pub(crate) fn n_looks(&self) -> u16 {
        self.seen.len() as u16
    }

    /// Whom a tentative hit holds now.
    pub(crate) fn held(&self) -> impl Iterator<Item = ShipId> {
        self.ledger.iter().flat_map(Ledger::held)
    }

    /// Judges up to the past's now. Called with times that do not run backwards; gives what is
    /// decided, in order.
    pub(crate) fn advance(&mut self, past: &impl Past) -> Vec<Ruling> {
        let since = past.now() - self.shot.fired;
        if self.over || since < self.shot.transit {
            return Vec::new();
        }
        let mut rulings = Vec::new();
        match (self.shot.weapon(), self.shot.rule.hit_rule) {
            (_, HitRule::Claim) => self.wait(since, &mut rulings),
            (Weapon::Beam, _) => {
                if let Some(contact) = self.sweep(past, Micros::ZERO, Micros::ZERO) {
                    self.hit_at_once(past, contact, &mut rulings);
                }
                self.end(&mut rulings);
            }
            (Weapon::Laser, HitRule::Deferred) => {
                self.drop_the_dead(past);
                self.fly(past, since);
                self.settle(since, &mut rulings);
            }
            (Weapon::Laser, _) => {
                if let Some(contact) = self.fly(past, since) {
                    rulings.push(final_hit(contact));
                    self.over = true;
                } else if self.spent(self.flown) {
                    self.end(&mut rulings);
                }
            }
        }
        match (self.over, self.shot.rule.hit_rule, self.shot.weapon()) {
            (false, ..) | (_, HitRule::Claim, _) => {}
            (_, _, Weapon::Beam) => self.look_far(past),
            (_, _, Weapon::Laser) => self.sharpen(past),
        }
        rulings
    }

    /// Sweeps what is due, in pieces of at most a step; gives the first contact that counts. Under
    /// delayed synchronisation all of them are noted instead, and the bolt flies on.
    fn fly(&mut self, past: &impl Past, since: Micros) -> Option<Contact> {
        let due = since + self.forward;
        let (start, step) = (self.flown, past.step().0.max(1));
        if due <= start {
            return None;
        }
        let n = (((due - start).0 + step / 2) / step).max(1);
        for piece in 1..=n {
            if self.spent(self.flown) {
                break;
            }
            let to = start + Micros((due - start).0 * piece / n);
            let contact = self.sweep(past, self.flown, to);
            self.flown = to;
            let looks_far = (to - self.far).0 >= step * FAR_STRETCHES - step / 2;
            if looks_far || contact.is_some() || self.spent(to) {
                self.look_far(past);
            }
            if contact.is_some() {
                return contact;
            }
        }
        None
    }

    /// How near far ships came since they were looked at last; a beam passes all at once.
    fn look_far(&mut self, past: &impl Past) {
        let stretch = (core::mem::replace(&mut self.far, self.flown), self.flown);
        let line = path(&self.shot, stretch.0, stretch.1);
        let weapon = self.shot.weapon();
        let rings = if self.worst_u() < RINGS_U[1] { &RINGS_U[1..] } else { &RINGS_U[..] };
        for ring_u in rings {
            let within_u = ring_u.min(self.worst_u());
            for present in past.present() {
                let Some(passing) = self.passing(past, present, stretch) else { continue };
                let approach = approach(weapon, line, passing.moves, None);
                let known = self.looks.iter().any(|look| look.ship == present.ship);
                let bolt = weapon == Weapon::Laser;
                if bolt && known && approach.distance <= CLOSE_U {
                    continue;
                }
                let rough_u = if bolt { CLOSE_U + 1.0 } else { 0.0 };
                let distance = approach.distance.max(rough_u);
                let approach = Approach { distance, ..approach };
                self.note_look(passing.look(approach, stretch), within_u);
            }
            if self.worst_u() <= *ring_u {
                break;
            }
        }
        self.note_seen();
    }

    fn sweep(&mut self, past: &impl Past, from: Micros, to: Micros) -> Option<Contact> {
        let line = path(&self.shot, from, to);
        let start_u = (line.from - self.shot.muzzle).length();
        let length = (line.to - line.from).length();
        let bolt = self.shot.weapon() == Weapon::Laser;
        let mut first: Option<(f32, Contact)> = None;
        let mut first_void: Option<(f32, ShipId)> = None;
        for present in past.present() {
            let Some(passing) = self.passing(past, present, (from, to)) else { continue };
            let met = first_contact(line, passing.moves, SHIP_RADIUS_U);
            let approach = approach(self.shot.weapon(), line, passing.moves, met);
            if bolt {
                self.note_look(passing.look(approach, (from, to)), CLOSE_U);
            }
            let Some(fraction) = met else { continue };
            let contact = Contact {
                ship: present.ship,
                life: present.life,
                distance_u: start_u + length * fraction,
                age: between(from, to, fraction),
            };
            if !counts(&passing.begin.pose, &present) {
                if first_void.is_none_or(|(known, _)| fraction < known) {
                    first_void = Some((fraction, present.ship));
                }
            } else if let Some(ledger) = self.ledger.as_mut().filter(|_| from < to) {
                ledger.note(contact.ship, contact.age.0);
                if self.contacts.iter().all(|known| known.ship != contact.ship) {
                    self.contacts.push(contact);
                }
            } else if first.is_none_or(|(known, _)| fraction < known) {
                first = Some((fraction, contact));
            }
        }
        self.note_seen();
        if first.is_none() {
            self.void = self.void.or(first_void.map(|(_, ship)| ship));
        }
        first.map(|(_, contact)| contact)
    }

    fn note_seen(&mut self) {
        for look in &self.looks {
            if !self.seen.contains(&look.ship.idx) {
                self.seen.push(look.ship.idx);
            }
        }
    }

    /// A ship as the shot passes it in a stretch, if it is another's, alive at the beginning,
    /// and can have come from there.
    fn passing(
        &self,
        past: &impl Past,
        present: Pose,
        (from, to): (Micros, Micros),
    ) -> Option<Passing> {
        let line = path(&self.shot, from, to);
        let back = past.now() - (self.viewed.at + from);
        let other = present.ship != self.shot.id.shooter;
        if !other || !past.may_meet(&present, line, back, REACH_U) {
            return None;
        }
        let look = |flown| target(past, &self.shot, self.viewed, &present, flown);
        let (begin, end) = (look(from)?, look(to)?);
        let same_life = begin.pose.life == end.pose.life;
        let way = if same_life { end.pose.pos } else { begin.pose.pos };
        let moves = Segment::new(begin.pose.pos, way);
        let there = begin.pose.alive && begin.pose.ship == present.ship;
        there.then_some(Passing { present, begin, moves })
    }

    /// The distance of the farthest look, where no more can be kept, in u.
    fn worst_u(&self) -> f32 {
        self.looks.get(SHOT_RECORD_TARGETS_MAX - 1).map_or(f32::INFINITY, |look| look.distance_u)
    }

    /// Looks again, tick by tick, at those who were looked at on the chords of their ways only.
    fn sharpen(&mut self, past: &impl Past) {
        let looks = core::mem::take(&mut self.looks);
        let followed = looks.iter().map(|look| match look.distance_u > CLOSE_U {
            true => self.follow(past, look).unwrap_or(*look),
            false => *look,
        });
        self.looks = followed.collect();
        self.looks.sort_by(|a, b| a.distance_u.total_cmp(&b.distance_u));
    }

    /// Follows a ship from the tick of its look to where the bolt was nearest to it.
    fn follow(&self, past: &impl Past, look: &Look) -> Option<Look> {
        let step = past.step().0.max(1);
        let present = past.present().find(|pose| pose.ship == look.ship)?;
        let mut n = look.age.0.min(self.flown.0 - 1).max(0) / step;
        let (mut nearest, mut way) = (None::<Look>, 0);
        for _ in 0..FOLLOWED_MAX {
            let stretch = (Micros(n * step), Micros((n + 1) * step).min(self.flown));
            let line = path(&self.shot, stretch.0, stretch.1);
            let Some(passing) = self.passing(past, present, stretch) else { break };
            let near = nearest_approach(line, passing.moves);
            if nearest.as_ref().is_some_and(|known| known.distance_u <= near.distance) {
                break;
            }
            let closer = passing.look(near, stretch);
            let due = self.shot.fired + (closer.age - self.forward).max(Micros::ZERO);
            let present = past.truly(look.ship, due).map_or(look.present, |at| at.pose.pos);
            nearest = Some(Look { present, ..closer });
            let towards = match near.fraction {
                fraction if fraction <= 0.0 => -1,
                fraction if fraction >= 1.0 => 1,
                _ => break,
            };
            let is_end = n + towards < 0 || (n + towards) * step >= self.flown.0;
            if towards == -way || is_end {
                break;
            }
            (n, way) = (n + towards, towards);
        }
        nearest
    }

    /// Keeps the nearest looks within a distance, in u; of one ship only the nearest.
    fn note_look(&mut self, look: Look, within_u: f32) {
        let known = self.looks.iter().position(|other| other.ship == look.ship);
        let worst = self.looks.get(SHOT_RECORD_TARGETS_MAX - 1);
        let below = known.map(|known| &self.looks[known]).or(worst);
        let is_far = look.distance_u > within_u;
        if is_far || below.is_some_and(|below| look.distance_u >= below.distance_u) {
            return;
        }
        if let Some(known) = known {
            self.looks.remove(known);
        }
        let place = self.looks.partition_point(|other| other.distance_u <= look.distance_u);
        self.looks.insert(place, look);
        self.looks.truncate(SHOT_RECORD_TARGETS_MAX);
    }

    /// A beam's hit stands at once, unless cover in the present vetoes it: then the shot counts as
    /// one in the present, along its own line.
    fn hit_at_once(&mut self, past: &impl Past, contact: Contact, rulings: &mut Vec<Ruling>) {
        let rewinds = !matches!(self.shot.rule.hit_rule, HitRule::Present | HitRule::Targeting);
        let veto = self.shot.rule.cover_veto == CoverVeto::On && rewinds;
        if veto && !self.in_line_of_fire(past, contact.ship) {
            rulings.push(Ruling::Vetoed { victim: contact.ship });
            let line = path(&self.shot, Micros::ZERO, Micros::ZERO);
            if let Some((fraction, pose)) = self.first_in_present(past, line)
                && counts(&pose, &pose)
            {
                let distance_u = self.shot.reach_u * fraction;
                let Contact { age, .. } = contact;
                let (ship, life) = (pose.ship, pose.life);
                rulings.push(final_hit(Contact { ship, life, distance_u, age }));
                self.over = true;
            }
        } else {
            rulings.push(final_hit(contact));
            self.over = true;
        }
    }

    /// Whether a trace to a ship's present place meets that ship first.
    fn in_line_of_fire(&self, past: &impl Past, victim: ShipId) -> bool {
        let Some(pose) = past.present().find(|pose| pose.ship == victim) else {
            return false;
        };
        let line = Segment::new(self.shot.muzzle, pose.pos);
        let first = self.first_in_present(past, line);
        first.is_some_and(|(fraction, met)| met.ship == victim && fraction <= past.free(line))
    }

    /// The first ship on a line as everybody stands now.
    fn first_in_present(&self, past: &impl Past, line: Segment) -> Option<(f32, Pose)> {
        let others = past.present();
        let mut first: Option<(f32, Pose)> = None;
        for pose in others.filter(|pose| pose.alive && pose.ship != self.shot.id.shooter) {
            let met = first_contact(line, Segment::still(pose.pos), SHIP_RADIUS_U);
            if let Some(fraction) = met
                && first.is_none_or(|(known, _)| fraction < known)
            {
                first = Some((fraction, pose));
            }
        }
        first
    }

    /// Under delayed synchronisation: whose life ended while a hit was open is not hit.
    fn drop_the_dead(&mut self, past: &impl Past) {
        let Some(ledger) = &mut self.ledger else { return };
        self.contacts.retain(|contact| {
            let lives = past
                .present()
                .any(|pose| pose.ship == contact.ship && pose.alive && pose.life == contact.life);
            if !lives {
                ledger.drop_ship(contact.ship);
                self.void = self.void.or(Some(contact.ship));
            }
            lives
        });
    }

    fn settle(&mut self, since: Micros, rulings: &mut Vec<Ruling>) {
        let Some(ledger) = &mut self.ledger else { return };
        let mut held: Vec<ShipId> = ledger.held().collect();
        let steps = ledger.advance(since.0);
        let closed = ledger.closed();
        for step in steps {
            match step.ruling {
                Ruled::Tentative { ship, .. } => {
                    held.push(ship);
                    rulings.extend(self.hit_of(ship, Finality::Tentative));
                }
                Ruled::Retracted { ship, by } => {
                    rulings.push(Ruling::Retracted { victim: ship, by });
                }
                Ruled::Final { ship, .. } if held.contains(&ship) => {
                    rulings.push(Ruling::Settled { victim: ship });
                }
                Ruled::Final { ship, .. } => rulings.extend(self.hit_of(ship, Finality::Final)),
            }
        }
        if closed {
            self.over = true;
        } else if self.spent(since) {
            self.end(rulings);
        }
    }

    fn hit_of(&self, ship: ShipId, finality: Finality) -> Option<Ruling> {
        let contact = self.contacts.iter().find(|contact| contact.ship == ship)?;
        let Contact { ship: victim, distance_u, age, .. } = *contact;
        Some(Ruling::Hit { victim, distance_u, age, finality })
    }

    /// The shooter decides: until it has spoken, or can no longer.
    fn wait(&mut self, since: Micros, rulings: &mut Vec<Ruling>) {
        let late = since - CLAIM_GRACE;
        let spent = match self.shot.weapon() {
            Weapon::Beam => late > Micros::ZERO,
            Weapon::Laser => late > Micros::ZERO && self.spent(late),
        };
        if spent {
            self.end(rulings);
        }
    }

    fn end(&mut self, rulings: &mut Vec<Ruling>) {
        if !self.over {
            self.over = true;
            rulings.push(Ruling::Over);
        }
    }

    /// Whether a bolt that has flown for so long is at its end.
    fn spent(&self, flown: Micros) -> bool {
        distance_at(&self.shot, flown) >= self.shot.reach_u
    }
}

fn final_hit(contact: Contact) -> Ruling {
    let Contact { ship: victim, distance_u, age, .. } = contact;
    Ruling::Hit { victim, distance_u, age, finality: Finality::Final }
}

/// A hit counts only in the life that was seen, and without a shield.
fn counts(seen: &Pose, present: &Pose) -> bool {
    seen.life == present.life && present.alive && !present.shielded
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
fn nearest(line: Segment, point: Vec2) -> f32 {
    let way = line.to - line.from;
    let len2 = way.length_squared();
    if len2 > 0.0 { ((point - line.from).dot(way) / len2).clamp(0.0, 1.0) } else { 0.0 }
}

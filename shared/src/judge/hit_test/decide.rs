//! Decides a shot stretch by stretch, by the two policies of its rule: who decides, and when a
//! decision is final. Runs once a tick for every open shot.

use alloc::vec::Vec;

use super::{
    state::{Cover, HitCandidate, HitTest, VoidCause},
    sweep::void_cause,
};
use crate::{
    base::{
        geometry::{Segment, Vec2, first_contact},
        time::Micros,
    },
    history::{broad_phase::sweep::Sweep, pose::Pose, target_time::TargetTime},
    judge::{
        rewind_source::RewindSource,
        rule::{distance_at, path, target},
        rule_table::DecidedBy,
        view::bound,
    },
    schemes::{
        claims::{Claim, ClaimRefusal, accept_claim, verify},
        delayed_sync,
    },
    sim::{
        event::{Decided, Decision, Finality, Victims, Weapon},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

/// How far a shooter's own view of a shot may be ahead of the server. Commands arrive early by
/// their margin.
const AHEAD: Micros = Micros::from_ms(250);
/// How long to wait for a claim after the shot's flight has ended.
const CLAIM_GRACE: Micros = Micros::from_ms(500);

impl HitTest {
    /// Judges up to `past.now()` and returns the decisions in order.
    pub fn advance(&mut self, past: &impl RewindSource) -> Vec<Decided> {
        let mut decided = Vec::new();
        self.judge(past, &mut decided);
        decided
    }

    /// Judges up to `past.now()` and appends the decisions in order. Times must not run backwards
    /// between calls.
    pub fn judge(&mut self, past: &impl RewindSource, decided: &mut Vec<Decided>) {
        let since = past.now() - self.flight.shot.fired;
        if self.over || since < self.flight.shot.transit {
            return;
        }
        match (self.flight.shot.rule.hit_rule.row().decided_by, self.flight.shot.weapon()) {
            (DecidedBy::Shooter | DecidedBy::ShooterUnverified, _) => self.wait(since, decided),
            (DecidedBy::Room, Weapon::Beam) => {
                self.sweep(past, (Micros::ZERO, Micros::ZERO));
                match self.findings.met.first() {
                    Some((_, contact)) => self.hit_at_once(past, *contact, decided),
                    None => self.end(decided),
                }
            }
            (DecidedBy::Room, Weapon::Laser) => {
                self.drop_the_dead(past);
                self.fly(past, decided);
                if self.findings.ledger.is_some() {
                    self.settle(since, decided);
                } else if self.flight.is_spent(self.flown) {
                    self.end(decided);
                }
            }
        }
    }

    /// Applies the shooter's claim to have hit a ship at an age of the shot.
    ///
    /// # Errors
    /// Why the claim is implausible, or impossible where claims are not verified. The hit test
    /// stays open.
    pub fn claim(
        &mut self,
        past: &impl RewindSource,
        victim: ShipId,
        age: Micros,
    ) -> Result<Decided, ClaimRefusal> {
        if self.over || self.hits.iter().any(|(hit, _)| *hit == victim) {
            return Err(ClaimRefusal::Decided);
        }
        let shooter = self.flight.shot.id.shooter;
        let may_hit = past.may_hit(shooter, victim);
        if !may_hit && victim != shooter {
            return Err(ClaimRefusal::Ally);
        }
        // A ship cannot hit itself.
        let present = past.present_of(victim).filter(|_| may_hit);
        if self.flight.shot.rule.hit_rule.row().decided_by == DecidedBy::ShooterUnverified {
            accept_claim(present.as_ref())?;
            // An age outside the shot's flight is reported as age 0.
            let bolt = self.flight.claimed_point(present.map(|pose| pose.pos), age);
            let bolt = bolt.filter(|_| age >= Micros::ZERO);
            let age = bolt.map_or(Micros::ZERO, |_| age);
            return Ok(self.accept(victim, age, (present, bolt)));
        }
        let seen = present
            .and_then(|pose| target(past, &self.flight.shot, self.flight.rewind, &pose, age));
        let bolt = self.flight.claimed_point(seen.map(|found| found.pose.pos), age);
        verify(&Claim {
            age,
            age_max: past.now() - self.flight.shot.fired + AHEAD,
            back: past.now().max(self.flight.shot.fired + age) - (self.flight.rewind.at + age),
            bound: bound(&self.flight.shot),
            bolt,
            seen,
            present,
            radius_u: SHIP_RADIUS_U,
            tolerance: self.flight.shot.rule.claim_tolerance.into(),
        })?;
        if bolt.is_some_and(|at| self.cover_of(past, victim, at).is_some()) {
            return Err(ClaimRefusal::Cover);
        }
        Ok(self.accept(victim, age, (present, bolt)))
    }

    /// Accepts a claim on a ship as it is now, with the shot at the given point.
    fn accept(
        &mut self,
        victim: ShipId,
        age: Micros,
        (present, bolt): (Option<Pose>, Option<Vec2>),
    ) -> Decided {
        let distance_u = bolt.map_or(0.0, |at| (at - self.flight.shot.muzzle).length());
        let life = present.map_or(0, |pose| pose.life);
        self.hit(HitCandidate { ship: victim, life, distance_u, age })
    }

    /// Sweeps what is due, in stretches of up to a step, until the bolt reaches its end or a hit
    /// ends it.
    fn fly(&mut self, past: &impl RewindSource, decided: &mut Vec<Decided>) {
        for stretch in self.flight.due(self.flown, past.now(), past.step()) {
            self.sweep(past, stretch);
            self.flown = stretch.1;
            for n in 0..self.findings.met.len() {
                let (_, contact) = self.findings.met[n];
                let is_recorded = |known: &HitCandidate| known.ship == contact.ship;
                if self.findings.contacts.iter().any(is_recorded)
                    || self.is_vetoed(past, contact, decided)
                {
                    continue;
                }
                if self.findings.ledger.is_some() {
                    self.record_contact(contact);
                } else {
                    decided.push(self.hit(contact));
                    if self.over {
                        return;
                    }
                }
            }
        }
    }

    /// Under delayed synchronisation: records a contact; the bolt flies on.
    fn record_contact(&mut self, contact: HitCandidate) {
        if let Some(ledger) = &mut self.findings.ledger {
            ledger.record(contact.ship, contact.age.0);
        }
        self.findings.contacts.push(contact);
    }

    /// Makes a hit final. It ends the shot unless its bolt pierces.
    fn hit(&mut self, contact: HitCandidate) -> Decided {
        let HitCandidate { ship: victim, distance_u, age, .. } = contact;
        let pierces = self.flight.shot.pierces();
        self.over |= !pierces;
        self.hits.push((victim, age));
        let finality = if pierces { Finality::Piercing } else { Finality::Final };
        Decided { decision: Decision::Hit { victim, finality }, distance_u, age }
    }

    /// A beam's hit is final at once, unless cover in the present vetoes it. Then the beam is
    /// tested against the present, along its own line.
    fn hit_at_once(
        &mut self,
        past: &impl RewindSource,
        contact: HitCandidate,
        decided: &mut Vec<Decided>,
    ) {
        self.over = true;
        if !self.is_vetoed(past, contact, decided) {
            decided.push(self.hit(contact));
            return;
        }
        let line = path(&self.flight.shot, Micros::ZERO, Micros::ZERO);
        if let Some((fraction, pose)) = self.first_in_present(past, line)
            && void_cause(pose.life, &pose).is_none()
        {
            let distance_u = self.flight.shot.reach_u * fraction;
            let (ship, life) = (pose.ship, pose.life);
            decided.push(self.hit(HitCandidate { ship, life, distance_u, ..contact }));
        }
    }

    /// Whether cover in the present vetoes a hit. A veto protects the ship from the rest of this
    /// shot.
    fn is_vetoed(
        &mut self,
        past: &impl RewindSource,
        contact: HitCandidate,
        decided: &mut Vec<Decided>,
    ) -> bool {
        let HitCandidate { ship: victim, distance_u, age, .. } = contact;
        let at = self.flight.shot.point_at(distance_u);
        let Some(cover) = self.cover_of(past, victim, at) else { return false };
        self.vetoed.push((victim, cover));
        decided.push(Decided { decision: Decision::Vetoed { victim }, distance_u, age });
        true
    }

    /// The cover that vetoes a hit at a point, if the room's rules ask for it. For a bolt: a rock
    /// between that point and where the ship is now. For a beam: whatever a trace from the muzzle
    /// to the ship meets first. A ship that has left counts as covered.
    fn cover_of(&self, past: &impl RewindSource, victim: ShipId, at: Vec2) -> Option<Cover> {
        if !self.flight.shot.is_vetoed_by_cover() {
            return None;
        }
        let Some(pose) = past.present_of(victim) else { return Some(Cover::Rock) };
        if self.flight.shot.weapon() == Weapon::Laser {
            let is_free = past.unobstructed(Segment::new(at, pose.pos)) >= 1.0;
            return (!is_free).then_some(Cover::Rock);
        }
        let line = Segment::new(self.flight.shot.muzzle, pose.pos);
        let free = past.unobstructed(line);
        match self.first_in_present(past, line).filter(|(fraction, _)| *fraction <= free) {
            Some((_, met)) => (met.ship != victim).then_some(Cover::Ship),
            None => Some(Cover::Rock),
        }
    }

    /// The first ship on a line, with all ships where they are now.
    fn first_in_present(&self, past: &impl RewindSource, line: Segment) -> Option<(f32, Pose)> {
        let everywhere = Sweep {
            shooter: self.flight.shot.id.shooter,
            path: line,
            back: Micros::ZERO,
            within_u: SHIP_RADIUS_U,
            begin: TargetTime::Present,
            end: None,
        };
        let mut first: Option<(f32, Pose)> = None;
        let ships = past.near(&everywhere).filter_map(|ship| past.present_of(ship));
        for pose in ships.filter(|pose| pose.alive) {
            let met = first_contact(line, Segment::still(pose.pos), SHIP_RADIUS_U);
            if let Some(fraction) = met
                && first.is_none_or(|(known, _)| fraction < known)
            {
                first = Some((fraction, pose));
            }
        }
        first
    }

    /// Under delayed synchronisation: drops contacts whose ship has died while the hit was open.
    fn drop_the_dead(&mut self, past: &impl RewindSource) {
        let Some(ledger) = &mut self.findings.ledger else { return };
        let counted_alive = &self.counted_alive;
        self.findings.contacts.retain(|contact| {
            let pose = past.present_of(contact.ship);
            let lives = pose.is_some_and(|pose| pose.alive && pose.life == contact.life)
                || counted_alive.contains(&contact.ship);
            if !lives {
                ledger.drop_ship(contact.ship);
                self.void = self.void.or(Some((contact.ship, VoidCause::LifeOver)));
            }
            lives
        });
    }

    fn settle(&mut self, since: Micros, decided: &mut Vec<Decided>) {
        let Some(ledger) = &mut self.findings.ledger else { return };
        self.findings.tentative.clear();
        self.findings.tentative.extend(ledger.tentative());
        ledger.advance_into(since.0, &mut self.findings.steps);
        let closed = ledger.closed();
        for n in 0..self.findings.steps.len() {
            let ruling = self.findings.steps[n].ruling;
            decided.extend(self.decided_of(ruling));
            if let delayed_sync::Ruling::Final { ship, age } = ruling {
                self.hits.push((ship, Micros(age)));
            }
            if let delayed_sync::Ruling::Tentative { ship, .. } = ruling {
                self.findings.tentative.push(ship);
            }
        }
        if closed {
            self.over = true;
        } else if self.flight.is_spent(since) {
            // Compare with the time since the shot, not with `flown`, which is ahead by the forward
            // part. A hit stays open until that time reaches its age, and so does the shot.
            self.end(decided);
        }
    }

    /// The decision for a ruling of the ledger. A hit is tentative only while the ledger holds it.
    fn decided_of(&self, ruling: delayed_sync::Ruling) -> Option<Decided> {
        use delayed_sync::Ruling::{Final, Retracted, Tentative};
        let decision = match ruling {
            Tentative { ship: victim, .. } => {
                Decision::Hit { victim, finality: Finality::Tentative }
            }
            Retracted { ship: victim, by } => Decision::Retracted { victim, by },
            Final { ship: victim, .. } if self.findings.tentative.contains(&victim) => {
                Decision::Settled { victim }
            }
            Final { ship: victim, .. } => Decision::Hit { victim, finality: Finality::Final },
        };
        let met = |contact: &&HitCandidate| Some(contact.ship) == decision.victim();
        let HitCandidate { distance_u, age, .. } = *self.findings.contacts.iter().find(met)?;
        Some(Decided { decision, distance_u, age })
    }

    /// Waits for the shooter's claim until it can no longer come.
    fn wait(&mut self, since: Micros, decided: &mut Vec<Decided>) {
        let late = since - CLAIM_GRACE;
        let spent = match self.flight.shot.weapon() {
            Weapon::Beam => late > Micros::ZERO,
            Weapon::Laser => late > Micros::ZERO && self.flight.is_spent(late),
        };
        if spent {
            self.end(decided);
        }
    }

    /// Closes the shot: as a miss, or with the hits of a bolt that pierced.
    fn end(&mut self, decided: &mut Vec<Decided>) {
        if !self.over {
            self.over = true;
            self.hits.sort_unstable_by_key(|(ship, age)| (*age, *ship));
            let decision = match (Victims::of(self.hits.iter().map(|(ship, _)| *ship)), self.void) {
                (Some(victims), _) => Decision::Pierced { victims },
                (None, Some((victim, _))) if self.vetoed.is_empty() => Decision::Void { victim },
                (None, _) => Decision::Missed,
            };
            let distance_u = match self.flight.shot.weapon() {
                Weapon::Beam => self.flight.shot.reach_u,
                Weapon::Laser => distance_at(&self.flight.shot, self.flown),
            };
            decided.push(Decided { decision, distance_u, age: self.flown });
        }
    }
}

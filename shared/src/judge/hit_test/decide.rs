//! What is decided of a shot, stretch by stretch as time goes on, by the policies of its rule: who
//! decides, and when it is final. Runs once a tick for every shot that is not over.

use alloc::vec::Vec;

use super::{
    state::{Cover, HitCandidate, HitTest, VoidCause},
    sweep::void_cause,
};
use crate::{
    base::{
        geometry::{Segment, first_contact},
        time::Micros,
    },
    history::{broad_phase::sweep::Sweep, pose::Pose, target_time::TargetTime},
    judge::{
        rewind_source::RewindSource,
        rule::{distance_at, path, target},
        rule_table::{BoltHits, DecidedBy},
        view::bound,
    },
    netcode::choices::CoverVeto,
    schemes::{
        deferred,
        targeting::{Claim, ClaimRefusal, verify},
    },
    sim::{
        event::{Decided, Decision, Finality, Weapon},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

/// How much further than the server a shooter's own picture of a shot may be: its commands come
/// early by their margin.
const AHEAD: Micros = Micros::from_ms(250);
/// How long a claim is waited for when the shot is over.
const CLAIM_GRACE: Micros = Micros::from_ms(500);

impl HitTest {
    /// Judges up to the past's now; gives what is decided, in order.
    pub fn advance(&mut self, past: &impl RewindSource) -> Vec<Decided> {
        let mut decided = Vec::new();
        self.judge(past, &mut decided);
        decided
    }

    /// Judges up to the past's now, and appends what is decided, in order. Called with times that
    /// do not run backwards.
    pub fn judge(&mut self, past: &impl RewindSource, decided: &mut Vec<Decided>) {
        let since = past.now() - self.flight.shot.fired;
        if self.over || since < self.flight.shot.transit {
            return;
        }
        let rule = self.flight.shot.rule.hit_rule.row();
        match (rule.decided_by, self.flight.shot.weapon(), rule.bolt_hits) {
            (DecidedBy::Shooter, ..) => self.wait(since, decided),
            (DecidedBy::Room, Weapon::Beam, _) => {
                match self.sweep(past, (Micros::ZERO, Micros::ZERO)) {
                    Some(contact) => self.hit_at_once(past, contact, decided),
                    None => self.end(decided),
                }
            }
            (DecidedBy::Room, Weapon::Laser, BoltHits::Tentative) => {
                self.drop_the_dead(past);
                self.fly(past);
                self.settle(since, decided);
            }
            (DecidedBy::Room, Weapon::Laser, BoltHits::Final) => {
                let (contact, is_spent) = self.fly(past);
                if let Some(contact) = contact {
                    decided.push(final_hit(contact));
                    self.over = true;
                } else if is_spent {
                    self.end(decided);
                }
            }
        }
    }

    /// The shooter says that it hit somebody, at an age of the shot.
    ///
    /// # Errors
    /// Why that is not plausible; the hit test goes on.
    pub fn claim(
        &mut self,
        past: &impl RewindSource,
        victim: ShipId,
        age: Micros,
    ) -> Result<Decided, ClaimRefusal> {
        if self.over {
            return Err(ClaimRefusal::Decided);
        }
        let present = past.present_of(victim);
        let seen = present
            .and_then(|pose| target(past, &self.flight.shot, self.flight.rewind, &pose, age));
        let bolt = self.flight.claimed_point(seen.map(|found| found.pose.pos), age);
        verify(&Claim {
            age,
            age_most: past.now() - self.flight.shot.fired + AHEAD,
            back: past.now().max(self.flight.shot.fired + age) - (self.flight.rewind.at + age),
            bound: bound(&self.flight.shot),
            bolt,
            seen,
            present,
            radius_u: SHIP_RADIUS_U,
            tolerance: self.flight.shot.rule.claim_tolerance.into(),
        })?;
        (self.over, self.accepted) = (true, Some((victim, age)));
        let distance_u = bolt.map_or(0.0, |at| (at - self.flight.shot.muzzle).length());
        let decision = Decision::Hit { victim, finality: Finality::Final };
        Ok(Decided { decision, distance_u, age })
    }

    /// Sweeps what is due, in pieces of at most a step; gives the first contact that counts, and
    /// whether the bolt is at its end. Under delayed synchronisation all contacts are noted
    /// instead, and the bolt flies on.
    fn fly(&mut self, past: &impl RewindSource) -> (Option<HitCandidate>, bool) {
        let due = self.flight.due(self.flown, past.now(), past.step());
        let mut contact = None;
        for (from, to) in due {
            contact = self.sweep(past, (from, to));
            self.flown = to;
            if contact.is_some() {
                break;
            }
        }
        (contact, self.flight.is_spent(self.flown))
    }

    /// A beam's hit stands at once, unless cover in the present vetoes it: then the shot counts as
    /// one in the present, along its own line.
    fn hit_at_once(
        &mut self,
        past: &impl RewindSource,
        contact: HitCandidate,
        decided: &mut Vec<Decided>,
    ) {
        self.over = true;
        let rule = &self.flight.shot.rule;
        let veto =
            rule.cover_veto == CoverVeto::On && rule.hit_rule.rewinds(self.flight.shot.weapon());
        self.cover = if veto { self.cover_of(past, contact.ship) } else { None };
        if self.cover.is_none() {
            decided.push(final_hit(contact));
            return;
        }
        let HitCandidate { ship: victim, distance_u, age, .. } = contact;
        decided.push(Decided { decision: Decision::Vetoed { victim }, distance_u, age });
        let line = path(&self.flight.shot, Micros::ZERO, Micros::ZERO);
        if let Some((fraction, pose)) = self.first_in_present(past, line)
            && void_cause(pose.life, &pose).is_none()
        {
            let distance_u = self.flight.shot.reach_u * fraction;
            let (ship, life) = (pose.ship, pose.life);
            decided.push(final_hit(HitCandidate { ship, life, distance_u, age }));
        }
    }

    /// What a trace to a ship's present place meets before that ship, if anything. A ship that is
    /// there no more is behind everything.
    fn cover_of(&self, past: &impl RewindSource, victim: ShipId) -> Option<Cover> {
        let Some(pose) = past.present_of(victim) else { return Some(Cover::Rock) };
        let line = Segment::new(self.flight.shot.muzzle, pose.pos);
        let free = past.unobstructed(line);
        match self.first_in_present(past, line).filter(|(fraction, _)| *fraction <= free) {
            Some((_, met)) => (met.ship != victim).then_some(Cover::Ship),
            None => Some(Cover::Rock),
        }
    }

    /// The first ship on a line as everybody stands now.
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

    /// Under delayed synchronisation: whose life ended while a hit was open is not hit.
    fn drop_the_dead(&mut self, past: &impl RewindSource) {
        let Some(ledger) = &mut self.notes.ledger else { return };
        self.notes.contacts.retain(|contact| {
            let pose = past.present_of(contact.ship);
            let lives = pose.is_some_and(|pose| pose.alive && pose.life == contact.life);
            if !lives {
                ledger.drop_ship(contact.ship);
                self.void = self.void.or(Some((contact.ship, VoidCause::LifeOver)));
            }
            lives
        });
    }

    fn settle(&mut self, since: Micros, decided: &mut Vec<Decided>) {
        let Some(ledger) = &mut self.notes.ledger else { return };
        self.notes.held.clear();
        self.notes.held.extend(ledger.held());
        ledger.advance_into(since.0, &mut self.notes.steps);
        let closed = ledger.closed();
        for n in 0..self.notes.steps.len() {
            let ruling = self.notes.steps[n].ruling;
            decided.extend(self.decided_of(ruling));
            if let deferred::Ruling::Tentative { ship, .. } = ruling {
                self.notes.held.push(ship);
            }
        }
        if closed {
            self.over = true;
        } else if self.flight.is_spent(since) {
            // Not by what is flown, which is ahead by the forward part: a hit stays open until the
            // time since the shot has come to its age, and so does the shot.
            self.end(decided);
        }
    }

    /// What a ruling of the ledger comes to. A hit is tentative only as long as the ledger holds
    /// it.
    fn decided_of(&self, ruling: deferred::Ruling) -> Option<Decided> {
        use deferred::Ruling::{Final, Retracted, Tentative};
        let decision = match ruling {
            Tentative { ship: victim, .. } => {
                Decision::Hit { victim, finality: Finality::Tentative }
            }
            Retracted { ship: victim, by } => Decision::Retracted { victim, by },
            Final { ship: victim, .. } if self.notes.held.contains(&victim) => {
                Decision::Settled { victim }
            }
            Final { ship: victim, .. } => Decision::Hit { victim, finality: Finality::Final },
        };
        let met = |contact: &&HitCandidate| Some(contact.ship) == decision.victim();
        let HitCandidate { distance_u, age, .. } = *self.notes.contacts.iter().find(met)?;
        Some(Decided { decision, distance_u, age })
    }

    /// The shooter decides: until it has spoken, or can no longer.
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

    /// It is over without a hit.
    fn end(&mut self, decided: &mut Vec<Decided>) {
        if !self.over {
            self.over = true;
            let decision =
                self.void.map_or(Decision::Missed, |(victim, _)| Decision::Void { victim });
            let distance_u = match self.flight.shot.weapon() {
                Weapon::Beam => self.flight.shot.reach_u,
                Weapon::Laser => distance_at(&self.flight.shot, self.flown),
            };
            decided.push(Decided { decision, distance_u, age: self.flown });
        }
    }
}

fn final_hit(contact: HitCandidate) -> Decided {
    let HitCandidate { ship: victim, distance_u, age, .. } = contact;
    Decided { decision: Decision::Hit { victim, finality: Finality::Final }, distance_u, age }
}

//! One tick: gather the commands, step the world, judge the shots, apply what was judged.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Room, Seat, SessionId, bots::fly_bots, policy};
use crate::{
    base::time::{Tick, TickRate, ViewTime},
    scheme::{
        choices::Ramming,
        netcode::RoomNetcode,
        rule::{Evidence, Judged, Stretch, finality, judge, keep_nearest},
        shot::{HitClaim, Shot, ShotRecord, TargetRecord, Verdict},
        targeting::ClaimRefusal,
        view::{ViewBounds, resolve},
    },
    sim::{
        command::UserCommand,
        event::{Event, Weapon},
        rules::{BEAM_DAMAGE, LASER_DAMAGE},
        ship::{Ship, ShipId},
        world::{Fired, Meeting, Outcome},
    },
    wire::message::{Refusal, ServerControl},
};

/// A shot whose verdict is still open, and what it came near to so far.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OpenShot {
    shot: Shot,
    /// Who fired, where a player did.
    session: Option<SessionId>,
    void: Option<ShipId>,
    targets: Vec<TargetRecord>,
}

impl Room {
    /// Simulates the next tick.
    pub(super) fn simulate(&mut self) {
        let commands = self.gather();
        let solids;
        let meeting = match self.config.netcode.ramming {
            Ramming::Mutual => Meeting::Mutual,
            Ramming::RammerOnly => {
                solids = self.solids();
                Meeting::RammerOnly(&solids)
            }
        };
        let stepped = self.world.step(&commands, meeting);
        self.note_lag();
        self.history.record(self.world.tick, self.world.ships());
        let mut events = stepped.events;
        self.stats.contacts += u64::from(stepped.contacts);
        let bounces = stepped.bounced.walls + stepped.bounced.asteroids;
        self.stats.bounces += u64::from(bounces);
        for fired in &stepped.fired {
            self.open_shot(fired);
        }
        self.judge_shots(&mut events);
        self.events.extend(&events);
    }

    /// Each ship says how long ago its player was last heard.
    fn note_lag(&mut self) {
        let tick = self.world.tick;
        for seat in &self.seats {
            if let Seat::Player(session) = seat {
                let behind = u8::try_from(tick.since(session.executed)).unwrap_or(u8::MAX);
                self.world.set_behind(session.ship, behind);
            }
        }
    }

    /// The commands of every ship, in the order of the seats.
    fn gather(&mut self) -> Vec<(ShipId, UserCommand)> {
        let tick = self.world.tick.next();
        let rate = self.clock.rate();
        let mut commands = fly_bots(&mut self.seats, &self.world);
        for seat in &mut self.seats {
            if let Seat::Player(session) = seat {
                let due = policy::due(session, tick, rate, self.config.netcode.commands);
                self.stats.stand_ins += u64::from(due.stand_ins);
                self.stats.late_commands += u64::from(due.dropped);
                session.late = session.late.wrapping_add(due.dropped as u8);
                commands.extend(due.commands.into_iter().map(|command| (session.ship, command)));
            }
        }
        commands.sort_by_key(|(ship, _)| ship.idx);
        commands
    }

    fn open_shot(&mut self, fired: &Fired) {
        let RoomNetcode { hit_rule, rewind_bound_ms, .. } = self.config.netcode;
        let shooter = fired.bolt.shot.shooter;
        let mut session = match self.seats.get_mut(usize::from(shooter.idx)) {
            Some(Seat::Player(session)) => Some(session),
            _ => None,
        };
        let bounds = ViewBounds {
            now: self.world.tick,
            rate: self.clock.rate(),
            bound_ms: rewind_bound_ms,
            floor: session.as_ref().map_or(ViewTime(0), |session| session.view.floor),
            sent: session.as_ref().map(|session| &session.sent),
        };
        let view = resolve(fired.view, &bounds);
        if let Some(session) = &mut session {
            session.view.floor = session.view.floor.max(view.used);
        }
        self.shots.push(OpenShot {
            shot: Shot { bolt: fired.bolt, view, rule: hit_rule },
            session: session.map(|session| session.id),
            void: None,
            targets: Vec::new(),
        });
    }

    /// Judges the stretch of this tick for every open shot, in the order they were fired.
    fn judge_shots(&mut self, events: &mut Vec<Event>) {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        for mut open in core::mem::take(&mut self.shots) {
            let age = tick.since(open.shot.bolt.fired) as u32;
            if age == 0 && open.shot.weapon() == Weapon::Laser {
                self.shots.push(open);
                continue;
            }
            let judged = self.judge(&open, Stretch { from: age.saturating_sub(1), to: age });
            for target in judged.targets {
                keep_nearest(&mut open.targets, target);
            }
            // Poses are of before the hits of this tick: who has fallen to one of them is not hit.
            let met = judged.hit;
            let hit = met.filter(|met| self.world.ship(met.victim).is_some_and(Ship::alive));
            let fallen = met.filter(|_| hit.is_none()).map(|met| met.victim);
            open.void = open.void.or(fallen).or(judged.void);
            if let Some(met) = hit {
                let finality = finality(open.shot.rule);
                let damage = match open.shot.weapon() {
                    Weapon::Laser => LASER_DAMAGE,
                    Weapon::Beam => BEAM_DAMAGE,
                };
                let hit = Outcome::Hit {
                    shot: open.shot.id(),
                    victim: met.victim,
                    damage,
                    distance_u: met.distance_u,
                    finality,
                };
                self.world.apply(hit, events);
                let verdict = Verdict::Hit { victim: met.victim, finality };
                self.close_shot(open, verdict, met.age_steps);
            } else if open.flies_on(tick, rate) {
                self.shots.push(open);
            } else {
                let verdict = open.void.map_or(Verdict::Miss, |victim| Verdict::Void { victim });
                self.close_shot(open, verdict, i64::from(age) * 256);
            }
        }
    }

    fn judge(&self, open: &OpenShot, stretch: Stretch) -> Judged {
        let session = open.session.and_then(|id| self.session(id));
        let evidence = Evidence {
            history: &self.history,
            sent: session.map(|session| &session.sent),
            rate: self.clock.rate(),
            now: self.world.tick,
        };
        judge(&evidence, &open.shot, stretch)
    }

    fn close_shot(&mut self, open: OpenShot, verdict: Verdict, age: i64) {
        let Some(session) = open.session else { return };
        let record = ShotRecord {
            shot: open.shot.id(),
            view: open.shot.view,
            rule: open.shot.rule,
            judged_at: self.world.tick,
            age,
            verdict,
            targets: open.targets,
        };
        self.say(session, &ServerControl::Judged(record));
    }
}

impl Room {
    /// A shooter says what it hit.
    pub(super) fn take_claim(&mut self, session: SessionId, claim: HitClaim) {
        let why = ClaimRefusal::UnknownShot;
        self.say(session, &ServerControl::Refused(Refusal::Claim { claim, why }));
    }
}

impl OpenShot {
    fn flies_on(&self, tick: Tick, rate: TickRate) -> bool {
        self.shot.weapon() == Weapon::Laser && self.shot.bolt.flies_at(tick, rate)
    }
}

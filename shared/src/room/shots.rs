//! The open shots of a room: opened when fired, advanced once a tick, reported to their shooters
//! when over. Runs after the world's step, to which decisions are applied as outcomes.

use alloc::vec::Vec;

use super::{
    open_shot::OpenShot, output::SessionId, scratch::JudgeScratch, seat::Seat, session::Session,
    state::Room,
};
use crate::{
    base::{
        geometry::Segment,
        limits::{CLAIMS_MAX, DECIDED_MS, HISTORY_MS, SHOTS_OPEN_MAX},
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::deaths::Death,
    judge::{
        hit_test::state::HitTest,
        rule::distance_at,
        shooter_history::ShooterHistory,
        shot::{HitClaim, Shot},
        view::verified_pair,
    },
    netcode::values::{RoomNetcode, Subscription},
    report::shot_report::RefusedClaim,
    schemes::claims::ClaimRefusal,
    sim::{
        event::{Decided, Event, EventKind, ShotId, Weapon},
        ship::ShipId,
        world::Fired,
    },
    wire::message::{Refusal, ServerControl},
};

impl Room {
    /// Opens the hit test of a shot that was fired.
    pub(super) fn open_shot(&mut self, fired: &Fired) {
        if self.shots.len() >= SHOTS_OPEN_MAX {
            return;
        }
        let rate = self.clock.rate();
        let shot = Shot::of_bolt(&fired.bolt, rate, self.config.netcode);
        let view = rate.micros_in_steps(fired.view.time.0);
        let shooter = fired.bolt.shot.shooter;
        let mut arrived = None;
        let (shot, session) = match self.seats.get_mut(usize::from(shooter.idx)) {
            Some(Seat::Player(session)) => {
                arrived = session.arrivals.get(fired.bolt.shot.tick).map(|arrival| arrival.margin);
                let shot = shot_of(session, fired, shot, rate);
                (shot, Some(session.id))
            }
            _ => {
                // A bot has no client to send claims: it is judged by its own view.
                let hit_rule = shot.rule.hit_rule.without_claims();
                let rule = RoomNetcode { hit_rule, ..shot.rule };
                (Shot { view, interpolation_delay: shot.fired - view, rule, ..shot }, None)
            }
        };
        let spare = self.scratch.judge.spare.pop();
        let shooter_history = self.shooter_history(session, &[]);
        let hit_test = match spare {
            Some(mut hit_test) => {
                hit_test.renew(shot, &shooter_history);
                hit_test
            }
            None => HitTest::new(shot, &shooter_history),
        };
        if let Some(session) = session.and_then(|id| self.session_mut(id)) {
            let now = ViewTime::from_tick(fired.bolt.fired);
            session.view.floor = session.view.floor.max(fired.view.time.min(now));
            let key = ViewTime::from_tick(fired.bolt.shot.tick);
            session.view.lag = Some(key.since(fired.view.time));
            session.counts.shots += 1;
        }
        let order = self.n_shots;
        self.n_shots = self.n_shots.wrapping_add(1);
        self.shots.push(OpenShot {
            hit_test,
            order,
            session,
            claimed: fired.view,
            verdict: None,
            arrived,
            undone: None,
            refused: None,
        });
    }

    /// The open bolts with the part of their flight that has been judged, in order of firing.
    pub fn flying(&self) -> impl Iterator<Item = (ShotId, Segment)> {
        let bolts = self.shots.iter().map(|open| &open.hit_test);
        let bolts =
            bolts.filter(|hit_test| hit_test.shot().weapon() == Weapon::Laser && !hit_test.over());
        bolts.map(|hit_test| {
            let tip = distance_at(hit_test.shot(), hit_test.flown());
            (
                hit_test.shot().id,
                Segment::new(hit_test.shot().muzzle, hit_test.shot().point_at(tip)),
            )
        })
    }

    /// Queues a shooter's hit claim. The command of the shot may not have been executed yet.
    pub(super) fn handle_claim(&mut self, session: SessionId, claim: HitClaim) {
        let Some(found) = self.session_mut(session) else { return };
        found.counts.claims += 1;
        if found.claims.len() < CLAIMS_MAX {
            found.claims.push(claim);
        } else {
            self.refuse(session, claim, ClaimRefusal::UnknownShot);
        }
    }

    /// Advances every open shot by this tick, in order of firing.
    pub(super) fn judge_shots(&mut self, events: &mut Vec<Event>) {
        self.forget_decided();
        let remembered = self.clock.rate().ticks_in_ms(HISTORY_MS);
        let oldest = self.world.tick.minus(remembered);
        self.deaths.forget_before(oldest);
        self.departed.forget_before(oldest);
        if self.shots.is_empty() && self.sessions().all(|session| session.claims.is_empty()) {
            return;
        }
        let mut scratch = core::mem::take(&mut self.scratch.judge);
        let mut shots = core::mem::take(&mut self.shots);
        self.read_marker_rates(&mut scratch.marker_rates_hz);
        for open in &mut shots {
            self.judge_shot(open, &mut scratch, events);
        }
        self.refuse_orphan_claims(&shots, &mut scratch.orphan_claims);
        for open in shots.extract_if(.., |open| open.hit_test.over()) {
            self.send_record(&open, &scratch.marker_rates_hz);
            scratch.spare.push(open.hit_test);
        }
        (self.shots, self.scratch.judge) = (shots, scratch);
    }

    /// Drops shots that ended long ago; claims on them are then refused as unknown.
    fn forget_decided(&mut self) {
        let oldest = self.world.tick.minus(self.clock.rate().ticks_in_ms(DECIDED_MS));
        for seat in &mut self.seats {
            let Seat::Player(session) = seat else { continue };
            while session.decided.front().is_some_and(|shot| shot.tick < oldest) {
                session.decided.pop_front();
            }
        }
    }

    fn judge_shot(
        &mut self,
        open: &mut OpenShot,
        scratch: &mut JudgeScratch,
        events: &mut Vec<Event>,
    ) {
        scratch.decided.clear();
        scratch.refused.clear();
        let shooter_history = self.past_of_shot(open, self.world.tick, &scratch.marker_rates_hz);
        self.verify_claims(open, &shooter_history, &mut scratch.decided, &mut scratch.refused);
        open.hit_test.judge(&shooter_history, &mut scratch.decided);
        for decided in &scratch.decided {
            let (shot, before) = (open.hit_test.shot().id, events.len());
            self.world.apply(shot, decided, events);
            open.set_verdict(decided.decision);
            open.record_retraction(decided.decision, &events[before..]);
            for event in &events[before..] {
                if let EventKind::Died { victim: ship, .. } = event.kind {
                    self.deaths.record(Death { tick: event.tick, order: open.order, ship });
                    self.report_death(ship, shot);
                    self.count_departed_kill(shot.shooter);
                }
            }
        }
        for &(claim, why) in &scratch.refused {
            let refused = RefusedClaim { victim: claim.victim, age: claim.age, why };
            open.refused = Some((refused, self.world.tick));
            if let Some(session) = open.session {
                self.refuse(session, claim, why);
            }
        }
    }

    /// Verifies the shooter's claims on this shot, and collects hits and refusals. A repeated claim
    /// counts once.
    fn verify_claims(
        &self,
        open: &mut OpenShot,
        shooter_history: &ShooterHistory,
        decided: &mut Vec<Decided>,
        refused: &mut Vec<(HitClaim, ClaimRefusal)>,
    ) {
        let session =
            open.session.filter(|_| open.hit_test.by_claim()).and_then(|id| self.session(id));
        let Some(session) = session else { return };
        let (id, n_before) = (open.hit_test.shot().id, open.hit_test.hits().len());
        for claim in session.claims.iter().filter(|claim| claim.shot == id) {
            let age = self.clock.rate().micros_in_steps(claim.age.into());
            match open.hit_test.claim(shooter_history, claim.victim, age) {
                Ok(hit) => decided.push(hit),
                Err(why) => {
                    let mut new = open.hit_test.hits()[n_before..].iter();
                    if !new.any(|(victim, _)| *victim == claim.victim) {
                        refused.push((*claim, why));
                    }
                }
            }
        }
    }

    /// Claims on executed shots have been answered by now; refuses those that match no open shot.
    fn refuse_orphan_claims(
        &mut self,
        shots: &[OpenShot],
        refused: &mut Vec<(SessionId, HitClaim, ClaimRefusal)>,
    ) {
        refused.clear();
        for seat in &mut self.seats {
            let Seat::Player(session) = seat else { continue };
            let (id, executed, decided) = (session.id, session.executed, &session.decided);
            let is_open = |claim: &HitClaim| {
                let own = shots
                    .iter()
                    .filter(|open| open.session == Some(id) && open.hit_test.by_claim());
                own.map(|open| open.hit_test.shot().id).any(|shot| shot == claim.shot)
            };
            session.claims.retain(|claim| {
                let due = claim.shot.tick <= executed;
                if due && !is_open(claim) {
                    let known = decided.contains(&claim.shot);
                    let why = if known { ClaimRefusal::Decided } else { ClaimRefusal::UnknownShot };
                    refused.push((id, *claim, why));
                }
                !due
            });
        }
        for &(session, claim, why) in &*refused {
            self.refuse(session, claim, why);
        }
    }

    fn refuse(&mut self, session: SessionId, claim: HitClaim, why: ClaimRefusal) {
        if let Some(refused) = self.session_mut(session) {
            refused.counts.count_refusal(why);
        }
        self.send_control(session, &ServerControl::Refused(Refusal::Claim { claim, why }));
    }

    /// The past that applies to a shot judged in a tick.
    pub(super) fn past_of_shot<'a>(
        &'a self,
        open: &OpenShot,
        now: Tick,
        marker_rates_hz: &'a [u16],
    ) -> ShooterHistory<'a> {
        let sent_log = |id| match self.session(id) {
            Some(session) => Some(&session.flow.sent),
            None => self.departed.sent(id, now),
        };
        ShooterHistory {
            now,
            sent: open.session.and_then(sent_log),
            died: self.deaths.before(now, open.order),
            ..self.shooter_history(None, marker_rates_hz)
        }
    }

    /// The past as a shooter sees it after this tick.
    pub(super) fn shooter_history<'a>(
        &'a self,
        session: Option<SessionId>,
        marker_rates_hz: &'a [u16],
    ) -> ShooterHistory<'a> {
        let session = session.and_then(|id| self.session(id));
        ShooterHistory {
            history: &self.history,
            params: self.world.params(),
            now: self.world.tick,
            sent: session.map(|session| &session.flow.sent),
            marker_rates_hz,
            died: &[],
        }
    }

    /// The past for the shots of a ship, judged at the room's tick.
    #[must_use]
    pub fn past_of<'a>(&'a self, ship: ShipId, marker_rates_hz: &'a [u16]) -> ShooterHistory<'a> {
        let mut sessions = self.sessions().filter(|session| session.ship == ship);
        self.shooter_history(sessions.next().map(|session| session.id), marker_rates_hz)
    }

    /// The marker rate of each seat under ET per command, in Hz.
    #[must_use]
    pub fn marker_rates(&self) -> Vec<u16> {
        let mut rates_hz = Vec::new();
        self.read_marker_rates(&mut rates_hz);
        rates_hz
    }

    fn read_marker_rates(&self, rates_hz: &mut Vec<u16>) {
        let of = |seat: &Seat| match seat {
            Seat::Player(session) => session.subscription,
            _ => Subscription::default(),
        };
        rates_hz.clear();
        rates_hz.extend(self.seats.iter().map(|seat| of(seat).marker_rate_hz));
    }
}

/// A player's shot, with what the room knows of its shooter's view.
fn shot_of(session: &Session, fired: &Fired, shot: Shot, rate: TickRate) -> Shot {
    let key = fired.bolt.shot.tick;
    let waited = session.execution_wait(key);
    let late = (shot.fired - rate.micros_at(key)).max(Micros::ZERO);
    Shot {
        view: rate.micros_in_steps(fired.view.time.0),
        pair: verified_pair(fired.view, Some(&session.flow.sent)),
        floor: rate.micros_in_steps(session.view.floor.0),
        acked: session.flow.acked,
        link: session.link_stats(waited),
        interpolation_delay: session.subscription.effective_interpolation_delay(),
        plausible_age: session.plausible_age(late, &shot.rule),
        ..shot
    }
}

//! The shots of the reference room: opened when fired, judged and applied every tick, and closed
//! with a verdict. Claims are queued and refused here. Runs after the world's step.

use std::collections::BTreeMap;

use shared::{
    base::{
        limits::CLAIMS_MAX,
        time::{Micros, Tick, ViewTime},
    },
    history::pose::Pair,
    judge::shot::HitClaim,
    netcode::{choices::HitRule, values::RoomNetcode},
    report::shot_record::ShotRecord,
    room::SessionId,
    schemes::clamp::Clamp,
    sim::{
        command::View,
        event::{Decided, Decision, Event, Finality, ShotId},
        world::{Fired, World},
    },
};

use super::{
    counterfactuals::Archive,
    judging::{Case, Firing, Judgement, Known, RoomVerdicts},
    poses::{Poses, stood_now},
    session::{Sent, Session},
};
use crate::naive_judge::ShipState;

/// The verdict that a player receives on a finished shot, without the ships it passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShotNotice {
    pub(crate) session: SessionId,
    pub(crate) shot: ShotId,
    pub(crate) rule: HitRule,
    pub(crate) verdict: Decision,
    pub(crate) claimed: View,
    pub(crate) used: ViewTime,
    pub(crate) pair: Option<Pair>,
    pub(crate) clamp: Option<Clamp>,
    pub(crate) judged_at: Tick,
}

impl ShotNotice {
    /// The same from a shot record.
    pub(crate) fn of(session: SessionId, record: &ShotRecord) -> Self {
        Self {
            session,
            shot: record.shot,
            rule: record.rule,
            verdict: record.verdict,
            claimed: record.view.claimed,
            used: record.view.used,
            pair: record.view.pair,
            clamp: record.view.clamp,
            judged_at: record.judged_at,
        }
    }
}

/// A shot without a final verdict.
#[derive(Clone, Debug)]
pub(crate) struct OpenShot {
    id: ShotId,
    case: Case,
    /// The session that fired, if a player did.
    session: Option<SessionId>,
    claimed: View,
    pair: Option<Pair>,
    rule: RoomNetcode,
    verdict: Option<Decision>,
}

impl OpenShot {
    pub(crate) fn is_over(&self) -> bool {
        self.case.over()
    }

    /// Why the room's verdict was adopted, if it was.
    pub(crate) fn too_close(&self) -> Option<&'static str> {
        self.case.too_close()
    }

    fn is_claimed_by(&self, session: SessionId) -> bool {
        self.session == Some(session) && self.rule.hit_rule == HitRule::Claim
    }
}

/// Context while a tick's shots are judged.
pub(crate) struct Bench<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) poses: &'a Poses,
    /// By seat.
    pub(crate) players: &'a mut BTreeMap<u16, Session>,
    /// By seat.
    pub(crate) marker_rates_hz: &'a [u16],
    pub(crate) archive: &'a mut Archive,
    /// The room's results for this tick.
    pub(crate) room_says: RoomVerdicts<'a>,
}

impl Bench<'_> {
    /// Opens a shot that has left its muzzle.
    pub(crate) fn open(&mut self, fired: &Fired, netcode: RoomNetcode) -> OpenShot {
        let Fired { bolt, view: claimed } = *fired;
        let rate = self.world.params().rate;
        let view = rate.micros_in_steps(claimed.time.0);
        let unseen = Firing {
            bolt,
            view: claimed,
            floor: Micros(i64::MIN),
            round_trip: Micros::ZERO,
            lead: Micros::ZERO,
            lerp: rate.micros_at(bolt.fired) - view,
            line: None,
            rule: netcode,
        };
        let shooter = self.players.get_mut(&bolt.shot.shooter.idx);
        let firing = match &shooter {
            Some(session) => {
                let round_trip = session.round_trip();
                Firing {
                    floor: rate.micros_in_steps(session.floor.0),
                    round_trip,
                    lead: Micros(round_trip.0 / 2) + session.waited(bolt.shot.tick),
                    lerp: session.subscription.effective_interpolation_delay(),
                    line: session.line((bolt.shot.tick, bolt.fired), rate),
                    ..unseen
                }
            }
            // A pilot of the room sends no claims: its shots are judged by what it saw.
            None if netcode.hit_rule == HitRule::Claim => {
                let rule = RoomNetcode { hit_rule: HitRule::Lagrange, ..netcode };
                Firing { rule, ..unseen }
            }
            None => unseen,
        };
        let (session, pair) = shooter.map_or((None, None), |session| {
            let seen = claimed.time.min(ViewTime::from_tick(bolt.fired));
            session.floor = session.floor.max(seen);
            (Some(session.id), Sent::new(&session.sent, rate).confirms(claimed))
        });
        if let Some(session) = session {
            // A pair that has not been sent by now stays unknown later, too.
            let span = if pair.is_some() { claimed.span } else { 0 };
            let view = View { span, ..claimed };
            self.archive.note_fired(session, Firing { view, ..firing });
        }
        let case = Case::new(firing, &self.known(session, &[]));
        OpenShot { id: bolt.shot, case, session, claimed, pair, rule: firing.rule, verdict: None }
    }

    /// Judges a shot in this tick, and applies the result.
    pub(crate) fn judge(
        &mut self,
        shot: &mut OpenShot,
        events: &mut Vec<Event>,
        refused: &mut Vec<(SessionId, HitClaim)>,
    ) {
        let present = stood_now(self.world);
        let known = self.known(shot.session, &present);
        let claims = self.claims_of(shot);
        let heard: Vec<HitClaim> = claims.iter().map(|(_, claim)| *claim).collect();
        let mut accepted = Vec::new();
        for decision in shot.case.judge(&known, &heard) {
            if let Judgement::Hit { victim, .. } = decision {
                accepted.push(victim);
            }
            if let Judgement::Refused { claim } = decision {
                // A repeated claim does not count as another claim.
                let again = accepted.contains(&claims[claim].1.victim);
                refused.extend((!again).then_some(claims[claim]));
            }
            if let Some(decided) = shot.decide(decision) {
                self.world.apply(shot.id, &decided, events);
            }
        }
    }

    /// A shooter's claims on one of its own shots, in the order of arrival.
    fn claims_of(&self, shot: &OpenShot) -> Vec<(SessionId, HitClaim)> {
        let own = self.players.values().find(|session| shot.is_claimed_by(session.id));
        let claims = own
            .into_iter()
            .flat_map(|session| session.claims.iter().map(move |claim| (session.id, *claim)));
        claims.filter(|(_, claim)| claim.shot == shot.id).collect()
    }

    /// Refuses claims whose tick has come and that match no open shot.
    pub(crate) fn refuse_the_rest(
        &mut self,
        shots: &[OpenShot],
        refused: &mut Vec<(SessionId, HitClaim)>,
    ) {
        for session in self.players.values_mut() {
            for claim in std::mem::take(&mut session.claims) {
                let mut own = shots.iter().filter(|shot| shot.is_claimed_by(session.id));
                if claim.shot.tick > session.executed {
                    session.claims.push(claim);
                } else if own.all(|shot| shot.id != claim.shot) {
                    refused.push((session.id, claim));
                }
            }
        }
    }

    /// Closes a shot. Returns the notice for its shooter, if that is still connected.
    pub(crate) fn close(&mut self, shot: &OpenShot) -> Option<ShotNotice> {
        let session = self.players.values().find(|session| Some(session.id) == shot.session)?;
        let (used, clamp) = shot.case.looks_at();
        Some(ShotNotice {
            session: session.id,
            shot: shot.id,
            rule: shot.rule.hit_rule,
            verdict: shot.verdict.unwrap_or(Decision::Missed),
            claimed: shot.claimed,
            used,
            pair: shot.pair.filter(|_| clamp.is_none()),
            clamp,
            judged_at: self.world.tick,
        })
    }

    /// What is known of the match, for a shooter.
    fn known<'b>(&'b self, session: Option<SessionId>, present: &'b [ShipState]) -> Known<'b> {
        let session = self.players.values().find(|known| Some(known.id) == session);
        Known {
            params: self.world.params(),
            now: self.world.tick,
            poses: self.poses,
            present,
            sent: session.map(|session| session.sent.as_slice()),
            marker_rates_hz: self.marker_rates_hz,
            room_says: self.room_says,
        }
    }
}

impl OpenShot {
    /// Records a judgement as the verdict. Returns what applies to the world.
    fn decide(&mut self, judgement: Judgement) -> Option<Decided> {
        let decided =
            |decision, distance_u| Some(Decided { decision, distance_u, age: Micros::ZERO });
        let is_final = |victim| Decision::Hit { victim, finality: Finality::Final };
        match judgement {
            Judgement::Hit { victim, distance_u, finality } => {
                let hit = Decision::Hit { victim, finality };
                self.verdict = Some(hit);
                decided(hit, distance_u)
            }
            Judgement::Settled { victim } => {
                self.verdict = Some(is_final(victim));
                decided(Decision::Settled { victim }, 0.0)
            }
            Judgement::Retracted { victim } => {
                decided(Decision::Retracted { victim, by: victim }, 0.0)
            }
            Judgement::Refused { .. } => None,
            Judgement::Vetoed { victim } => {
                self.verdict = Some(Decision::Vetoed { victim });
                None
            }
            Judgement::Over { verdict } => {
                if !matches!(self.verdict, Some(Decision::Vetoed { .. })) {
                    self.verdict = Some(verdict);
                }
                None
            }
        }
    }
}

impl Session {
    /// Queues a claim until its shot is judged. Returns whether there was room for it.
    pub(crate) fn hear_claim(&mut self, claim: HitClaim) -> bool {
        let room = self.claims.len() < CLAIMS_MAX;
        if room {
            self.claims.push(claim);
        }
        room
    }
}

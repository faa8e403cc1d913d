//! A shot of a room whose verdict is still open, and what is left of it when it is over.

use serde::Serialize;

use super::output::SessionId;
use crate::{
    base::{
        geometry::Steps,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    judge::{
        hit_test::{closest_approach::Look, ruling::Ruling, state::Trial},
        shot::Shot,
        view::Viewed,
    },
    netcode::choices::HitRule,
    report::{
        shot_record::{ResolvedView, ShotRecord, TargetRecord, Verdict},
        story::{RefusedClaim, Undone, distance_steps},
    },
    sim::{
        command::View,
        event::{Event, EventKind, Finality, Weapon},
        rules::{BEAM_DAMAGE, LASER_DAMAGE},
        ship::ShipId,
        world::Outcome,
    },
};

/// A shot whose verdict is still open.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OpenShot {
    pub(super) trial: Trial,
    /// Who fired, where a player did.
    pub(super) session: Option<SessionId>,
    /// What the shooter said it saw.
    pub(super) claimed: View,
    pub(super) verdict: Option<Verdict>,
    /// How long before its tick the command came, where it is a player's.
    pub(super) arrived: Option<Micros>,
    pub(super) undone: Option<Undone>,
    pub(super) refused: Option<RefusedClaim>,
}

/// A shot that is over, and all that was decided of it.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    pub(super) shot: Shot,
    pub(super) viewed: Viewed,
    pub(super) record: ShotRecord,
    /// Who fired, where a player did.
    pub(super) session: Option<SessionId>,
    pub(super) arrived: Option<Micros>,
    pub(super) undone: Option<Undone>,
    pub(super) refused: Option<RefusedClaim>,
}

impl OpenShot {
    /// Whom its verdict names, and who was thought to be hit before.
    pub(super) fn concerned(&self) -> impl Iterator<Item = ShipId> + use<> {
        let named = self.verdict.and_then(|verdict| verdict.victim());
        [named, self.undone.map(|undone| undone.victim)].into_iter().flatten()
    }

    /// Whether its shooter says what it hits.
    pub(super) fn by_claim(&self) -> bool {
        self.trial.shot().rule.hit_rule == HitRule::Claim
    }

    /// What a ruling means for the world, and for the verdict.
    pub(super) fn outcome(&mut self, ruling: Ruling) -> Option<Outcome> {
        let shot = self.trial.shot().id;
        match ruling {
            Ruling::Hit { victim, distance_u, finality, .. } => {
                self.verdict = Some(Verdict::Hit { victim, finality });
                let damage = match shot.weapon {
                    Weapon::Laser => LASER_DAMAGE,
                    Weapon::Beam => BEAM_DAMAGE,
                };
                Some(Outcome::Hit { shot, victim, damage, distance_u, finality })
            }
            Ruling::Settled { victim } => {
                self.verdict = Some(Verdict::Hit { victim, finality: Finality::Final });
                Some(Outcome::Settle { shot, victim })
            }
            Ruling::Retracted { victim, .. } => Some(Outcome::Retract { shot, victim }),
            Ruling::Vetoed { victim } => {
                self.verdict = Some(Verdict::Veto { victim });
                None
            }
            Ruling::Over => {
                let missed =
                    self.trial.void().map_or(Verdict::Miss, |victim| Verdict::Void { victim });
                self.verdict = self.verdict.filter(|v| matches!(v, Verdict::Veto { .. }));
                self.verdict.get_or_insert(missed);
                None
            }
        }
    }

    /// What was given back when a hit was undone is what the world says.
    pub(super) fn note_undone(&mut self, ruling: Ruling, events: &[Event]) {
        let Ruling::Retracted { victim, by } = ruling else { return };
        let mut refunds = events.iter().filter_map(|event| match event.kind {
            EventKind::Retracted { refund, .. } => Some(refund),
            _ => None,
        });
        self.undone = Some(Undone { victim, by, refund: refunds.next_back().unwrap_or(0) });
    }

    pub(super) fn close(&self, judged_at: Tick, rate: TickRate) -> Closed {
        Closed {
            shot: *self.trial.shot(),
            viewed: self.trial.viewed(),
            record: self.record(judged_at, rate),
            session: self.session,
            arrived: self.arrived,
            undone: self.undone,
            refused: self.refused,
        }
    }

    pub(super) fn record(&self, judged_at: Tick, rate: TickRate) -> ShotRecord {
        let (shot, viewed) = (self.trial.shot(), self.trial.viewed());
        let fired = rate.tick_at(shot.fired);
        ShotRecord {
            shot: shot.id,
            view: ResolvedView {
                claimed: self.claimed,
                used: rate.view_at(viewed.at),
                pair: shot.pair.filter(|_| viewed.clamp.is_none()),
                clamp: viewed.clamp,
            },
            rule: shot.rule.hit_rule,
            judged_at,
            age: judged_at.since(fired) * 256,
            verdict: self.verdict.unwrap_or(Verdict::Miss),
            targets: self.trial.looks().iter().map(|look| target_record(look, rate)).collect(),
            n_targets: self.trial.n_looks(),
        }
    }
}

fn target_record(look: &Look, rate: TickRate) -> TargetRecord {
    TargetRecord {
        ship: look.ship,
        judged: Steps::of_pos(look.judged),
        present: Steps::of_pos(look.present),
        distance: distance_steps(look.distance_u),
        age: rate.view_at(look.age).since(ViewTime(0)),
    }
}

//! Runs the game's own judge as a room does, and translates its verdicts into the types of the
//! naive judge. No other file here calls it.

use shared::{
    base::time::{Micros, Tick, TickRate},
    history::{
        deaths::{Death, DeathLog},
        sent::SentLog,
        store::History,
    },
    judge::{
        hit_test::state::HitTest,
        shooter_history::ShooterHistory,
        shot::{LinkStats, Shot},
        view::{plausible_age, verified_pair},
    },
    netcode::values::RoomNetcode,
    report::closest_approach::{ClosestApproach, closest_approaches},
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    sim::{
        bolt::Bolt,
        event::{self, Decision, ShotId},
        world::{World, WorldParams},
    },
};

use crate::naive_judge::{
    self, Claim, ClampReason, Decided, Pass, Refusal, Ruling, Span, UsedMoment,
};

/// The game's history of a fight, and the shots it judges.
pub(crate) struct Game {
    history: History,
    sent: Option<SentLog>,
    /// The ships that had died in each tick before its shots were judged.
    died: DeathLog,
    shots: Vec<Judged>,
}

/// A shot, and its rulings so far.
struct Judged {
    hit_test: HitTest,
    decided: Decided,
    nearest: Option<Vec<Pass>>,
    n_claims: usize,
}

/// The game's verdict on a shot.
pub(crate) struct GameVerdict {
    pub(crate) decided: Decided,
    /// The ships it came nearest to, nearest first, as in its record; `None` until it is over.
    pub(crate) nearest: Option<Vec<Pass>>,
}

/// What the game's judge needs of a fight but does not keep.
#[derive(Clone, Copy)]
pub(crate) struct JudgingContext<'a> {
    pub(crate) params: &'a WorldParams,
    pub(crate) now: Tick,
    pub(crate) marker_rates_hz: &'a [u16],
}

impl Game {
    pub(crate) fn new(rate: TickRate, sees_every_tick: bool) -> Self {
        Self {
            history: History::new(rate),
            sent: (!sees_every_tick).then(|| SentLog::new(rate)),
            died: DeathLog::default(),
            shots: Vec::new(),
        }
    }

    /// Records the world after a tick.
    pub(crate) fn record(&mut self, world: &World) {
        self.history.record(world.tick, world.ships());
    }

    /// Notes that the snapshot of a tick was sent.
    pub(crate) fn send(&mut self, tick: Tick) {
        if let Some(sent) = &mut self.sent {
            sent.record(tick);
        }
    }

    /// Notes a shot. Shots are numbered in this order.
    pub(crate) fn fire(
        &mut self,
        shot: &naive_judge::Shot,
        rule: RoomNetcode,
        around: JudgingContext,
    ) {
        let (rate, arena) = (around.params.rate, &around.params.arena);
        let id = ShotId { tick: shot.tick, shooter: shot.shooter, weapon: shot.weapon };
        let bolt = Bolt::new(id, shot.tick, shot.muzzle, shot.aim, arena);
        let shot = Shot {
            view: rate.micros_in_steps(shot.view.time.0),
            pair: verified_pair(shot.view, self.sent.as_ref()),
            floor: shot.floor,
            link: LinkStats { round_trip: shot.round_trip, lead: shot.lead },
            interpolation_delay: shot.lerp,
            plausible_age: shot.line.map(|line| {
                let lead = Micros(line.round_trip.0 / 2) + line.waited;
                let link = LinkStats { round_trip: line.round_trip, lead };
                plausible_age(link, line.drawn_behind) + line.late
            }),
            transit: shot.transit,
            ..Shot::of_bolt(&bolt, rate, rule)
        };
        let hit_test = HitTest::new(shot, &self.rewind_source(around));
        let used = UsedMoment { at: hit_test.rewind().at, why: hit_test.rewind().clamp.map(held) };
        let decided = Decided { used, rulings: Vec::new() };
        self.shots.push(Judged { hit_test, decided, nearest: None, n_claims: 0 });
    }

    /// Judges every shot at a tick: first its claims, then what is due. Ships that were killed in
    /// this tick are recorded as dead first, unless the history already has these hits.
    pub(crate) fn judge<'a>(
        &mut self,
        around: JudgingContext,
        world: &World,
        tick_hits: TickHits,
        claims: impl Iterator<Item = &'a [Claim]>,
    ) {
        let dead =
            world.ships().filter(|ship| tick_hits == TickHits::NotInHistory && !ship.alive());
        for ship in dead {
            self.died.record(Death { tick: around.now, order: 0, ship: ship.id });
        }
        let mut shots = core::mem::take(&mut self.shots);
        for (judged, claims) in shots.iter_mut().zip(claims) {
            judged.judge(&self.rewind_source(around), claims);
            if judged.hit_test.over() && judged.nearest.is_none() {
                let fired = around.params.rate.tick_at(judged.hit_test.shot().fired);
                let ticks = (fired.0..=around.now.0).map(Tick);
                let moments = ticks.map(|now| self.rewind_source(JudgingContext { now, ..around }));
                let found = closest_approaches(&judged.hit_test, moments).nearest.into_iter();
                let pass = |look: ClosestApproach| (look.ship, look.distance_u.into());
                let nearest = found.map(pass).map(|(ship, distance_u)| Pass { ship, distance_u });
                judged.nearest = Some(nearest.collect());
            }
        }
        self.shots = shots;
    }

    /// The verdicts on all shots, in firing order.
    pub(crate) fn said(self) -> Vec<GameVerdict> {
        self.shots.into_iter().map(Judged::said).collect()
    }

    fn rewind_source<'a>(&'a self, around: JudgingContext<'a>) -> ShooterHistory<'a> {
        let JudgingContext { params, now, marker_rates_hz } = around;
        let (history, sent) = (&self.history, self.sent.as_ref());
        let died = self.died.before(now, 1);
        ShooterHistory { history, params, now, sent, marker_rates_hz, died }
    }
}

/// Whether hits of a tick have already changed the history of it.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum TickHits {
    NotInHistory,
    InHistory,
}

impl Judged {
    fn judge(&mut self, rewind_source: &ShooterHistory, claims: &[Claim]) {
        let now = rewind_source.now;
        for claim in claims.iter().filter(|claim| claim.heard == now) {
            let ruling = match self.hit_test.claim(rewind_source, claim.victim, claim.age) {
                Ok(hit) => said(hit),
                Err(why) => Ruling::Refused { claim: self.n_claims, why: refusal(why) },
            };
            self.n_claims += 1;
            self.decided.rulings.push((now, ruling));
        }
        for decided in self.hit_test.advance(rewind_source) {
            self.decided.rulings.push((now, said(decided)));
        }
    }
}

impl Judged {
    fn said(self) -> GameVerdict {
        GameVerdict { nearest: self.nearest, decided: self.decided }
    }
}

fn said(decided: event::Decided) -> Ruling {
    let exactly = |value: f64| Span { least: value, most: value };
    let event::Decided { decision, distance_u, age } = decided;
    match decision {
        Decision::Hit { victim, finality } => Ruling::Hit {
            victim,
            age_us: exactly(age.0 as f64),
            distance_u: exactly(distance_u.into()),
            finality,
        },
        Decision::Settled { victim } => Ruling::Settled { victim },
        Decision::Retracted { victim, by } => Ruling::Retracted { victim, by },
        Decision::Pierced { victims } => Ruling::Pierced { victims },
        Decision::Vetoed { victim } => Ruling::Vetoed { victim },
        Decision::Void { victim } => Ruling::Over { void: Some(victim) },
        Decision::Missed => Ruling::Over { void: None },
    }
}

fn held(clamp: Clamp) -> ClampReason {
    match clamp {
        Clamp::Bound => ClampReason::Bound,
        Clamp::Future => ClampReason::Future,
        Clamp::Backwards => ClampReason::Backwards,
        Clamp::Implausible => ClampReason::Implausible,
        Clamp::NotDelayed => ClampReason::NotDelayed,
        Clamp::PingCap => ClampReason::PingCap,
    }
}

fn refusal(why: ClaimRefusal) -> Refusal {
    match why {
        ClaimRefusal::UnknownShot | ClaimRefusal::Decided => Refusal::Decided,
        ClaimRefusal::BeyondBound { .. } => Refusal::BeyondBound,
        ClaimRefusal::NotReached => Refusal::NotReached,
        ClaimRefusal::TooFar { .. } => Refusal::TooFar,
        ClaimRefusal::LifeOver => Refusal::LifeOver,
        ClaimRefusal::Shielded => Refusal::Shielded,
        ClaimRefusal::Gone => Refusal::Gone,
        ClaimRefusal::Cover => Refusal::Cover,
        ClaimRefusal::Ally => Refusal::Ally,
    }
}

//! Connects the reference room to the naive judge, once a tick: from what is known of a match to
//! the judgements on a shot. Nothing else in the reference room knows how shots are judged.
//!
//! In every tick the judge computes the whole flight of each open shot from scratch, in f64. Where
//! something is too close to a threshold for f32, the room's verdict is adopted for that shot from
//! then on. A number that f32 may place anywhere between two ends is taken from the room if it lies
//! between them.

use shared::{
    base::time::{Micros, Tick, TickRate, ViewTime},
    judge::shot::HitClaim,
    netcode::values::RoomNetcode,
    room::SessionId,
    schemes::clamp::Clamp,
    sim::{
        bolt::Bolt,
        command::View,
        event::{Decision, Event, EventKind, Finality, ShotId, Weapon},
        ship::ShipId,
        world::WorldParams,
    },
};

use super::{poses::Poses, shots::ShotNotice};
use crate::naive_judge::{self, Answer, Claim, ClampReason, Line, NEAR_U, Ruling, ShipState, Span};

/// How long a shot may be judged: a bolt's life, the largest `D`, and the grace period for claims.
const OPEN_MAX: Micros = Micros::from_ms(1200 + 1400 + 500);

/// The state of a match at a tick, as it counts for one shooter's shots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a> {
    pub(crate) params: &'a WorldParams,
    pub(crate) now: Tick,
    pub(crate) poses: &'a Poses,
    /// Every ship in the present, in seat order, including the hits of this tick.
    pub(crate) present: &'a [ShipState],
    /// The snapshots sent to the shooter, in order; `None` if it has left or sees every tick.
    pub(crate) sent: Option<&'a [Tick]>,
    /// Markers a second stored for each seat.
    pub(crate) marker_rates_hz: &'a [u16],
    pub(crate) room_says: RoomVerdicts<'a>,
}

/// The room's results for a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomVerdicts<'a> {
    pub(crate) events: &'a [Event],
    pub(crate) notices: &'a [ShotNotice],
    pub(crate) refused: &'a [(SessionId, HitClaim)],
}

/// A shot as fired, and what its shooter is known to have seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Firing {
    pub(crate) bolt: Bolt,
    /// The view that the shooter claims.
    pub(crate) view: View,
    /// The latest moment it has looked at before.
    pub(crate) floor: Micros,
    pub(crate) round_trip: Micros,
    /// From trigger to execution.
    pub(crate) lead: Micros,
    pub(crate) lerp: Micros,
    /// How old the shooter's view may be.
    pub(crate) line: Option<Line>,
    pub(crate) rule: RoomNetcode,
}

/// A judgement on a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Judgement {
    Hit {
        victim: ShipId,
        distance_u: f32,
        finality: Finality,
    },
    Settled {
        victim: ShipId,
    },
    Retracted {
        victim: ShipId,
    },
    Vetoed {
        victim: ShipId,
    },
    /// A claim is refused; its index among those of this tick.
    Refused {
        claim: usize,
    },
    Over {
        verdict: Decision,
    },
}

/// A shot under judgement, and all that was known in each tick since it was fired.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    firing: Firing,
    known: Vec<naive_judge::Known>,
    /// The snapshots sent to its shooter; `None` if it sees every tick.
    sent: Option<Vec<Tick>>,
    claims: Vec<Claim>,
    used: ViewTime,
    clamp: Option<Clamp>,
    /// Why the room's verdict is adopted, if it is.
    too_close: Option<&'static str>,
    over: bool,
}

impl Case {
    pub(crate) fn new(firing: Firing, known: &Known) -> Self {
        Self {
            firing,
            known: Vec::new(),
            sent: known.sent.map(<[Tick]>::to_vec),
            claims: Vec::new(),
            used: ViewTime::default(),
            clamp: None,
            too_close: None,
            over: false,
        }
    }

    /// Whether nothing more can be decided.
    pub(crate) fn over(&self) -> bool {
        self.over
    }

    /// Why the judge cannot decide this shot, if so.
    pub(crate) fn too_close(&self) -> Option<&'static str> {
        self.too_close
    }

    /// The moment it looks at, and why that is not the claimed one.
    pub(crate) fn looks_at(&self) -> (ViewTime, Option<Clamp>) {
        (self.used, self.clamp)
    }

    /// The judgements of a tick, in order, given the claims that arrive in it.
    pub(crate) fn judge(&mut self, known: &Known, claims: &[HitClaim]) -> Vec<Judgement> {
        if let (Some(sent), Some(newest)) = (&mut self.sent, known.sent) {
            newest.clone_into(sent);
        }
        let n_sent = known.sent.map_or(0, <[Tick]>::len);
        self.known.push(naive_judge::Known { present: known.present.to_vec(), n_sent });
        let rate = known.params.rate;
        let n_before = self.claims.len();
        self.claims.extend(claims.iter().map(|claim| Claim {
            heard: known.now,
            victim: claim.victim,
            age: rate.micros_in_steps(claim.age.into()),
        }));
        if self.too_close.is_some() {
            return self.take_word(known, claims);
        }
        match naive_judge::judge(&self.asked(known)) {
            Answer::TooClose(what) => {
                self.too_close = Some(what);
                self.take_word(known, claims)
            }
            Answer::Decided(decided) => {
                self.used = rate.view_at(decided.used.at);
                self.clamp = decided.used.why.map(clamp);
                let now = decided.rulings.into_iter().filter(|(tick, _)| *tick == known.now);
                let now: Vec<Ruling> = now.map(|(_, ruling)| ruling).collect();
                now.iter().map(|ruling| self.decision(ruling, known, n_before)).collect()
            }
        }
    }

    /// Adds a past tick to what is known: every ship after its step, and the snapshots sent before
    /// it. A ship that this shot itself killed stays alive in the life that was hit.
    pub(crate) fn look_back(&mut self, known: &Known, tick: Tick, shot_down: &[ShipId]) {
        let mut present = known.poses.stood()[tick.0 as usize].clone();
        for stood in present.iter_mut().filter(|stood| shot_down.contains(&stood.ship)) {
            let met = known.poses.of(stood.ship, self.firing.bolt.fired).map(|ship| ship.life);
            if let Some(life) = met.filter(|life| !stood.alive || *life != stood.life) {
                *stood = ShipState { life, alive: true, shielded: false, ..*stood };
            }
        }
        let n_sent = known.sent.map_or(0, |sent| sent.partition_point(|sent| *sent < tick));
        self.known.push(naive_judge::Known { present, n_sent });
    }

    /// The case for the naive judge.
    pub(crate) fn asked<'a>(&'a self, known: &Known<'a>) -> naive_judge::Case<'a> {
        let Firing { bolt, view, floor, round_trip, lead, lerp, line, rule } = self.firing;
        naive_judge::Case {
            rate: known.params.rate,
            arena: &known.params.arena,
            netcode: rule,
            division: known.params.division,
            shot: naive_judge::Shot {
                shooter: bolt.shot.shooter,
                weapon: bolt.shot.weapon,
                tick: bolt.fired,
                muzzle: bolt.origin,
                aim: bolt.aim,
                view,
                floor,
                round_trip,
                lead,
                lerp,
                line,
                transit: Micros::ZERO,
            },
            past: known.poses.stood(),
            sent: self.sent.as_deref(),
            marker_rates_hz: known.marker_rates_hz,
            known: &self.known,
            claims: &self.claims,
        }
    }

    fn decision(&mut self, ruling: &Ruling, known: &Known, n_before: usize) -> Judgement {
        let shot = self.firing.bolt.shot;
        match *ruling {
            Ruling::Hit { victim, distance_u, finality, .. } => {
                self.over |= finality == Finality::Final;
                let distance_u = within(distance_u, known.room_says.distance_u(shot, victim));
                Judgement::Hit { victim, distance_u, finality }
            }
            Ruling::Settled { victim } => {
                self.over = true;
                Judgement::Settled { victim }
            }
            Ruling::Retracted { victim, .. } => Judgement::Retracted { victim },
            // Anything that follows for a beam follows at once; a bolt flies on.
            Ruling::Vetoed { victim } => {
                self.over |= shot.weapon == Weapon::Beam;
                Judgement::Vetoed { victim }
            }
            Ruling::Refused { claim, .. } => Judgement::Refused { claim: claim - n_before },
            Ruling::Pierced { victims } => {
                self.over = true;
                Judgement::Over { verdict: Decision::Pierced { victims } }
            }
            Ruling::Over { void } => {
                self.over = true;
                let verdict = void.map_or(Decision::Missed, |victim| Decision::Void { victim });
                Judgement::Over { verdict }
            }
        }
    }

    /// Adopts the room's decisions on this shot.
    fn take_word(&mut self, known: &Known, claims: &[HitClaim]) -> Vec<Judgement> {
        let (shot, rate) = (self.firing.bolt.shot, known.params.rate);
        let refused = |claim: &HitClaim| known.room_says.refused.iter().any(|(_, c)| c == claim);
        let refused = claims.iter().enumerate().filter(|(_, claim)| refused(claim));
        let mut decisions: Vec<Judgement> =
            refused.map(|(claim, _)| Judgement::Refused { claim }).collect();
        for event in known.room_says.events {
            match event.kind {
                EventKind::Hit { shot: of, victim, distance_u, finality, .. } if of == shot => {
                    decisions.push(Judgement::Hit { victim, distance_u, finality });
                    self.over |= finality == Finality::Final;
                }
                EventKind::Settled { shot: of, victim } if of == shot => {
                    decisions.push(Judgement::Settled { victim });
                    self.over = true;
                }
                EventKind::Retracted { shot: of, victim, .. } if of == shot => {
                    decisions.push(Judgement::Retracted { victim });
                }
                _ => {}
            }
        }
        if let Some(notice) = known.room_says.notices.iter().find(|notice| notice.shot == shot) {
            (self.used, self.clamp, self.over) = (notice.used, notice.clamp, true);
            decisions.push(Judgement::Over { verdict: notice.verdict });
        }
        self.over |= is_outlived(self.firing.bolt.fired, known.now, rate);
        decisions
    }
}

impl RoomVerdicts<'_> {
    /// The distance from the muzzle at which the room has a shot meet a ship.
    fn distance_u(&self, shot: ShotId, victim: ShipId) -> Option<f32> {
        self.events.iter().find_map(|event| match event.kind {
            EventKind::Hit { shot: of, victim: whom, distance_u, .. } => {
                ((of, whom) == (shot, victim)).then_some(distance_u)
            }
            _ => None,
        })
    }
}

/// The room's number if the span contains it.
fn within(span: Span, room_u: Option<f32>) -> f32 {
    let may_be = |u: &f32| (span.least - NEAR_U..=span.most + NEAR_U).contains(&f64::from(*u));
    room_u.filter(may_be).unwrap_or(((span.least + span.most) * 0.5) as f32)
}

/// Whether a shot that is no longer reported can have no further effect.
fn is_outlived(fired: Tick, now: Tick, rate: TickRate) -> bool {
    rate.micros_at(now) - rate.micros_at(fired) > OPEN_MAX
}

fn clamp(held: ClampReason) -> Clamp {
    match held {
        ClampReason::Bound => Clamp::Bound,
        ClampReason::Future => Clamp::Future,
        ClampReason::Backwards => Clamp::Backwards,
        ClampReason::Implausible => Clamp::Implausible,
        ClampReason::NotDelayed => Clamp::NotDelayed,
        ClampReason::PingCap => Clamp::PingCap,
    }
}

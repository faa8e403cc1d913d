//! The seam to the judge: what is known of a match goes in, and what is decided of a shot comes
//! out, once a tick. Everything that the reference room knows of how shots are judged is here.
//!
//! This judge is the game's own trial, over a past without any search: every ship is looked at in
//! every stretch, in the order of the seats.

use shared::{
    base::{
        geometry::Segment,
        limits::HISTORY_MS,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    scheme::{
        et::{Markers, per_command, per_frame},
        history::Pose,
        netcode::RoomNetcode,
        past::{MarkerKind, Past},
        record::{Bracket, Found, Record},
        shot::{Clamp, LinkStats, Pair, Shot},
        source::tick_length::TickLength,
        trial::{Ruling, Trial},
    },
    sim::{
        bolt::Bolt, event::Finality, rules::SHIP_SPEED_MAX_U_PER_S, ship::ShipId, world::Ground,
    },
};

use crate::{
    poses::{Poses, ticks_next_to},
    session::Sent,
};

/// How far from a hit's distance the room's own may be, in u: none.
pub(crate) const DISTANCE_OFF_MAX_U: f32 = 0.0;

/// A match as it counts for the shots of one shooter, at a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) now: Tick,
    pub(crate) poses: &'a Poses,
    /// Everybody as they are now, in the order of the seats: hits of this tick count at once.
    pub(crate) present: &'a [Pose],
    /// What the shooter was sent; `None` for one that sees every tick.
    pub(crate) sent: Option<Sent<'a>>,
    /// Markers a second that are stored of each seat.
    pub(crate) marker_rates_hz: &'a [u16],
}

/// A shot as it was fired, and what its shooter is known to have seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Firing {
    pub(crate) bolt: Bolt,
    /// The moment that the shooter says it saw.
    pub(crate) view: Micros,
    /// The snapshots that it says it blended, where it was sent both.
    pub(crate) pair: Option<Pair>,
    /// The latest moment it looked at before; `None` where that does not matter.
    pub(crate) floor: Option<Micros>,
    pub(crate) round_trip: Micros,
    /// From trigger to execution.
    pub(crate) lead: Micros,
    pub(crate) lerp: Micros,
    pub(crate) rule: RoomNetcode,
}

/// Something that is decided of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Decision {
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
    /// A claim does not count: which of them, from 0.
    Refused {
        claim: usize,
    },
    Over {
        void: Option<ShipId>,
    },
}

/// A shot under judgement.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    trial: Trial,
}

impl Case {
    pub(crate) fn new(firing: &Firing, known: &Known) -> Self {
        let shot = Shot::of_bolt(&firing.bolt, known.ground.rate, firing.rule);
        let shot = Shot {
            view: firing.view,
            pair: firing.pair,
            floor: firing.floor.unwrap_or(shot.floor),
            link: LinkStats { round_trip: firing.round_trip, lead: firing.lead },
            lerp: firing.lerp,
            ..shot
        };
        Self { trial: Trial::verdict_only(shot, known) }
    }

    /// Whether nothing more can be decided.
    pub(crate) fn over(&self) -> bool {
        self.trial.over()
    }

    /// The moment it looks at, and why it is not the one that was claimed.
    pub(crate) fn looks_at(&self) -> (Micros, Option<Clamp>) {
        (self.trial.viewed().at, self.trial.viewed().clamp)
    }

    /// What is decided at a tick, in order; first of what the shooter says it hit, and at which
    /// ages of the shot.
    pub(crate) fn judge(&mut self, known: &Known, claims: &[(ShipId, Micros)]) -> Vec<Decision> {
        let mut decisions = Vec::new();
        for (n, (victim, age)) in claims.iter().enumerate() {
            decisions.push(match self.trial.claim(known, *victim, *age) {
                Ok(ruling) => self.decision(ruling),
                Err(_) => Decision::Refused { claim: n },
            });
        }
        let rulings = self.trial.advance(known);
        decisions.extend(rulings.into_iter().map(|ruling| self.decision(ruling)));
        decisions
    }

    fn decision(&self, ruling: Ruling) -> Decision {
        match ruling {
            Ruling::Hit { victim, distance_u, finality, .. } => {
                Decision::Hit { victim, distance_u, finality }
            }
            Ruling::Settled { victim } => Decision::Settled { victim },
            Ruling::Retracted { victim, .. } => Decision::Retracted { victim },
            Ruling::Vetoed { victim } => Decision::Vetoed { victim },
            Ruling::Over => Decision::Over { void: self.trial.void() },
        }
    }
}

impl Known<'_> {
    fn rate(&self) -> TickRate {
        self.ground.rate
    }

    /// The ticks that a room remembers of a ship, newest first.
    fn of(&self, ship: ShipId) -> impl Iterator<Item = (Tick, Pose)> {
        let ticks = (0..=self.now.0).rev().map(Tick);
        ticks.map_while(move |tick| Some((tick, self.poses.of(ship, tick)?)))
    }
}

impl Past for Known<'_> {
    type Moment = (ViewTime, Pair);

    fn now(&self) -> Micros {
        self.rate().micros_at(self.now)
    }

    fn step(&self) -> Micros {
        self.rate().micros_at(Tick(1))
    }

    fn tick_length(&self) -> TickLength {
        TickLength::of(self.rate())
    }

    fn present(&self) -> impl Iterator<Item = Pose> {
        self.present.iter().copied()
    }

    fn drawn_at(&self, at: Micros, pair: Option<Pair>) -> (ViewTime, Pair) {
        let at = self.rate().view_at(at);
        let sent = || self.sent.and_then(|sent| sent.next_to(at));
        (at, pair.or_else(sent).unwrap_or_else(|| ticks_next_to(at)))
    }

    fn truly_at(&self, at: Micros) -> (ViewTime, Pair) {
        let at = self.rate().view_at(at);
        (at, ticks_next_to(at))
    }

    fn stood(&self, ship: ShipId, (at, pair): &(ViewTime, Pair)) -> Option<Found> {
        let pose = self.poses.between(ship, *pair, *at)?;
        let moment = |tick| self.rate().micros_at(tick);
        let den = pair.newer.since(pair.older) * VIEW_STEPS_PER_TICK;
        let num = at.since(ViewTime::from_tick(pair.older)).clamp(0, den);
        let (older, newer) = (moment(pair.older), moment(pair.newer));
        let bracket = match num {
            0 => Bracket::At(older),
            _ if num == den => Bracket::At(newer),
            _ => Bracket::Between { older, newer, num, den },
        };
        Some(Found { pose, bracket })
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        let mut series: Vec<(Tick, Pose)> = self.of(ship).collect();
        let reach = self.rate().ticks_in_ms(1200);
        series.retain(|(tick, _)| *tick >= self.now.minus(reach));
        series.reverse();
        let rate_hz = self.marker_rates_hz[usize::from(ship.idx)];
        match kind {
            MarkerKind::PerFrame => per_frame(series, self.rate(), self.now),
            MarkerKind::PerCommand => per_command(series, self.rate(), rate_hz, self.now),
        }
    }

    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record> {
        self.of(ship).map(|(tick, pose)| Record { at: self.rate().micros_at(tick), pose })
    }

    fn free(&self, line: Segment) -> f32 {
        let length_u = (line.to - line.from).length();
        if length_u <= 0.0 {
            return 1.0;
        }
        let dir = (line.to - line.from) / length_u;
        self.ground.arena.free_path(line.from, dir, length_u) / length_u
    }

    fn may_meet(&self, present: &Pose, path: Segment, back: Micros, within_u: f32) -> bool {
        // Whoever is farther off cannot have flown here, not even pushed: it lives another life.
        let seconds = (back.max(Micros::ZERO) + self.step()).as_s_f32();
        let flown_u = 2.0 * SHIP_SPEED_MAX_U_PER_S * seconds;
        let near_u = (path.to - path.from).length() * 0.5 + within_u + flown_u;
        (present.pos - path.at(0.5)).length_squared() <= near_u * near_u
    }
}

const _: () = assert!(HISTORY_MS > 1200, "markers reach back as far as poses are remembered");

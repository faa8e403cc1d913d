//! A past that keeps every tick as it was, and finds nothing but by looking at all of it.

use shared::{
    base::{
        geometry::Segment,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    scheme::{
        et::{Markers, per_command, per_frame},
        history::{Pose, SentLog, pose_between, ticks_around},
        past::{MarkerKind, Past},
        record::{Bracket, Found, Record},
        shot::Pair,
        source::tick_length::TickLength,
    },
    sim::{rules::SHIP_SPEED_MAX_U_PER_S, ship::ShipId, world::Ground},
};

/// Every tick's poses, by tick and seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ticks(pub(crate) Vec<Vec<Option<Pose>>>);

impl Ticks {
    fn pose(&self, seat: u16, tick: Tick) -> Option<&Pose> {
        self.0.get(tick.0 as usize)?.get(usize::from(seat))?.as_ref()
    }

    fn between(&self, seat: u16, pair: Pair, at: ViewTime) -> Option<Pose> {
        if pair.older == pair.newer {
            return self.pose(seat, pair.older).copied();
        }
        let older = self.pose(seat, pair.older)?;
        match self.pose(seat, pair.newer) {
            Some(newer) if newer.ship == older.ship => pose_between(older, newer, pair, at),
            _ => (at < ViewTime::from_tick(pair.newer)).then_some(*older),
        }
    }
}

/// The past of one shooter at a moment of judging.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'a> {
    pub(crate) ticks: &'a Ticks,
    pub(crate) ground: &'a Ground,
    pub(crate) now: Tick,
    pub(crate) sent: Option<&'a SentLog>,
    pub(crate) marker_rates_hz: &'a [u16],
    /// Everybody as they are now.
    pub(crate) present: &'a [Pose],
}

impl Plain<'_> {
    fn rate(&self) -> TickRate {
        self.ground.rate
    }
}

impl Past for Plain<'_> {
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
        let sent = || self.sent.and_then(|log| log.around(at));
        (at, pair.or_else(sent).unwrap_or_else(|| ticks_around(at)))
    }

    fn truly_at(&self, at: Micros) -> (ViewTime, Pair) {
        let at = self.rate().view_at(at);
        (at, ticks_around(at))
    }

    fn stood(&self, ship: ShipId, (at, pair): &(ViewTime, Pair)) -> Option<Found> {
        let (at, pair) = (*at, *pair);
        let pose = self.ticks.between(ship.idx, pair, at).filter(|pose| pose.ship == ship)?;
        let moment = |tick| self.rate().micros_at(tick);
        let den = pair.newer.since(pair.older) * VIEW_STEPS_PER_TICK;
        let num = at.since(ViewTime::from_tick(pair.older)).clamp(0, den);
        let bracket = if num == 0 {
            Bracket::At(moment(pair.older))
        } else if num == den {
            Bracket::At(moment(pair.newer))
        } else {
            Bracket::Between { older: moment(pair.older), newer: moment(pair.newer), num, den }
        };
        Some(Found { pose, bracket })
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        let oldest = self.now.minus(self.rate().ticks_in_ms(1200));
        let series = (oldest.0..=self.now.0).map(Tick).filter_map(|tick| {
            let pose = self.ticks.pose(ship.idx, tick).filter(|pose| pose.ship == ship)?;
            Some((tick, *pose))
        });
        let rate_hz = self.marker_rates_hz.get(usize::from(ship.idx)).copied();
        match kind {
            MarkerKind::PerFrame => per_frame(series, self.rate(), self.now),
            MarkerKind::PerCommand => {
                per_command(series, self.rate(), rate_hz.unwrap_or(self.rate().hz()), self.now)
            }
        }
    }

    fn records(&self, ship: ShipId) -> impl Iterator<Item = Record> {
        (0..=self.now.0).rev().map(Tick).map_while(move |tick| {
            let pose = self.ticks.pose(ship.idx, tick).filter(|pose| pose.ship == ship)?;
            Some(Record { at: self.rate().micros_at(tick), pose: *pose })
        })
    }

    fn free(&self, line: Segment) -> f32 {
        let way = line.to - line.from;
        let length = way.length();
        if length <= 0.0 {
            return 1.0;
        }
        self.ground.arena.free_path(line.from, way / length, length) / length
    }

    fn may_meet(&self, present: &Pose, path: Segment, back: Micros, within_u: f32) -> bool {
        let seconds = (back.max(Micros::ZERO) + self.step()).as_s_f32();
        let near_u = (path.to - path.from).length() * 0.5
            + within_u
            + 2.0 * SHIP_SPEED_MAX_U_PER_S * seconds;
        (present.pos - path.at(0.5)).length_squared() <= near_u * near_u
    }
}

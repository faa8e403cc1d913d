//! A live room's past: its history of every tick, seen by one shooter.

use super::{
    et::{Markers, per_command, per_frame},
    history::{History, Pose, SentLog, ticks_around},
    past::{MarkerKind, Past},
    record::{Bracket, Found, Record},
    shot::Pair,
    source::tick_length::TickLength,
};
use crate::{
    base::{
        geometry::Segment,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    sim::{rules::SHIP_SPEED_MAX_U_PER_S, ship::ShipId, world::Ground},
};

/// How far back ET's markers are rebuilt from, in ms: ten of them at the slowest rate, and more.
const MARKERS_MS: u32 = 1200;

/// A room's history as it counts for the shots of one shooter.
#[derive(Clone, Copy, Debug)]
pub struct Recall<'a> {
    /// Where everybody was.
    pub history: &'a History,
    /// Field and pace.
    pub ground: &'a Ground,
    /// The tick of judging.
    pub now: Tick,
    /// What the shooter was sent; `None` for one that sees every tick.
    pub sent: Option<&'a SentLog>,
    /// Markers a second that are stored of each seat.
    pub marker_rates_hz: &'a [u16],
    /// Everybody as they are now, where that is not what the history says of the tick: hits of
    /// this tick count at once.
    pub present: Option<&'a [Pose]>,
}

impl Recall<'_> {
    fn rate(&self) -> TickRate {
        self.ground.rate
    }

    fn found(&self, ship: ShipId, pair: Pair, at: ViewTime) -> Option<Found> {
        let pose = self.history.between(ship.idx, pair, at).filter(|pose| pose.ship == ship)?;
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
}

impl Past for Recall<'_> {
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
        let told = self.present.into_iter().flatten();
        let history = self.present.is_none().then(|| self.history.poses(self.now));
        told.chain(history.into_iter().flatten()).copied()
    }

    fn drawn(&self, ship: ShipId, at: Micros, pair: Option<Pair>) -> Option<Found> {
        let at = self.rate().view_at(at);
        let sent = || self.sent.and_then(|log| log.around(at));
        self.found(ship, pair.or_else(sent).unwrap_or_else(|| ticks_around(at)), at)
    }

    fn truly(&self, ship: ShipId, at: Micros) -> Option<Found> {
        let at = self.rate().view_at(at);
        self.found(ship, ticks_around(at), at)
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        let oldest = self.now.minus(self.rate().ticks_in_ms(MARKERS_MS));
        let series = (oldest.0..=self.now.0).map(Tick).filter_map(|tick| {
            let pose = self.history.pose(ship.idx, tick).filter(|pose| pose.ship == ship)?;
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
            let pose = self.history.pose(ship.idx, tick).filter(|pose| pose.ship == ship)?;
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

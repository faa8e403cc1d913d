//! A room's history as one shooter sees it: the rewind source of a live match.

use super::rewind_source::RewindSource;
use crate::{
    base::{
        geometry::Segment,
        tick_length::TickLength,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::{
        deaths::Death,
        pose::{HitPose, Pair, Pose},
        record::{Bracket, Record, RewoundPose},
        sent::{SentLog, drawn_pair_before, ticks_around},
        store::{History, RowPair},
        target_time::{ChainBreak, MarkerKind},
    },
    schemes::{
        et::{Markers, per_command, per_frame},
        source::lag_compensation::Unlag,
    },
    sim::{ship::ShipId, world::WorldParams},
};

/// How far back ET's markers are rebuilt from, in ms: enough for ten of them at the slowest rate.
pub(super) const MARKERS_MS: u32 = 1200;

/// A room's history as one shooter sees it.
#[derive(Clone, Copy, Debug)]
pub struct ShooterHistory<'a> {
    /// All poses.
    pub history: &'a History,
    /// The arena and the tick rate.
    pub params: &'a WorldParams,
    /// The tick of judging.
    pub now: Tick,
    /// The snapshots sent to the shooter; only those sent before `now` count. `None` for a viewer
    /// that sees every tick.
    pub sent: Option<&'a SentLog>,
    /// The marker rate of each seat, in Hz.
    pub marker_rates_hz: &'a [u16],
    /// The ships that died earlier in this tick. The history holds each tick as it was before its
    /// shots were judged.
    pub died: &'a [Death],
}

/// A moment between two ticks of a room.
#[derive(Clone, Copy, Debug)]
pub struct RewindMoment<'a> {
    pub(super) between: RowPair<'a>,
}

impl<'a> ShooterHistory<'a> {
    fn rate(&self) -> TickRate {
        self.params.rate
    }

    fn moment(&self, pair: Pair, at: ViewTime) -> RewindMoment<'a> {
        let between = RowPair::new(self.history, pair, at);
        // Ticks after `now` are unknown, even if the history holds them by now.
        RewindMoment {
            between: match pair {
                _ if pair.newer <= self.now => between,
                _ if pair.older <= self.now => between.without_newer(),
                _ => between.unknown(),
            },
        }
    }

    /// The bracket of a pose between two ticks.
    fn bracket(&self, between: &RowPair) -> Bracket {
        let moment = |tick| self.rate().micros_at(tick);
        let RowPair { pair, num, den, .. } = *between;
        if num == 0 {
            Bracket::At(moment(pair.older))
        } else if num == den {
            Bracket::At(moment(pair.newer))
        } else {
            Bracket::Between { older: moment(pair.older), newer: moment(pair.newer), num, den }
        }
    }

    /// A ship's pose of the present tick, with the deaths of this tick applied.
    pub(super) fn as_now(&self, pose: Pose) -> Pose {
        let died = self.died.iter().any(|death| death.ship == pose.ship);
        Pose { alive: pose.alive && !died, ..pose }
    }
}

impl<'a> RewindSource for ShooterHistory<'a> {
    fn now(&self) -> Micros {
        self.rate().micros_at(self.now)
    }

    fn step(&self) -> Micros {
        self.rate().micros_at(Tick(1))
    }

    fn tick_length(&self) -> TickLength {
        TickLength::of(self.rate())
    }

    fn present_of(&self, ship: ShipId) -> Option<Pose> {
        let pose = self.history.pose(ship.idx, self.now).filter(|pose| pose.ship == ship)?;
        Some(self.as_now(pose))
    }

    fn drawn_at(&self, at: Micros, pair: Option<Pair>) -> RewindMoment<'a> {
        let at = self.rate().view_at(at);
        self.moment(pair.unwrap_or_else(|| drawn_pair_before(self.sent, self.now, at)), at)
    }

    fn authoritative_at(&self, at: Micros) -> RewindMoment<'a> {
        let at = self.rate().view_at(at);
        self.moment(ticks_around(at), at)
    }

    fn pose_at(&self, ship: ShipId, moment: &RewindMoment<'a>) -> Option<RewoundPose> {
        let pose = self.history.between_rows(ship.idx, &moment.between)?;
        (pose.ship == ship).then(|| RewoundPose { pose, bracket: self.bracket(&moment.between) })
    }

    #[inline]
    fn hit_pose(&self, ship: ShipId, moment: &RewindMoment<'a>) -> Option<HitPose> {
        moment.between.hit_pose(ship)
    }

    fn markers(&self, ship: ShipId, kind: MarkerKind) -> Markers {
        let oldest = self.now.minus(self.rate().ticks_in_ms(MARKERS_MS));
        let series = (oldest.0..=self.now.0).map(Tick).filter_map(|tick| {
            let pose = self.history.pose(ship.idx, tick).filter(|pose| pose.ship == ship)?;
            Some((tick, pose))
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
            Some(Record { at: self.rate().micros_at(tick), pose })
        })
    }

    fn snapshot_included(&self, snapshot: Tick, ship: ShipId) -> bool {
        self.sent.is_none_or(|log| log.includes(snapshot, ship.idx))
    }

    fn unobstructed(&self, line: Segment) -> f32 {
        let delta = line.to - line.from;
        let length = delta.length();
        if length <= 0.0 {
            return 1.0;
        }
        self.params.arena.free_path(line.from, delta / length, length) / length
    }

    fn backtracked(&self, unlag: &Unlag, present: &Pose, at: Micros) -> Option<RewoundPose> {
        // Computes where walking the records one by one would stop. Each row stores since when a
        // ship's records are unbroken.
        let (ship, rate) = (present.ship, self.params.rate);
        let record = |tick| {
            let pose = self.history.pose(ship.idx, tick).filter(|pose| pose.ship == ship)?;
            Some(Record { at: rate.micros_at(tick), pose })
        };
        let newest = record(self.now)?;
        let oldest = unlag.oldest_kept(newest.at);
        if newest.at < oldest || unlag.usable(&newest, present).is_err() {
            return None;
        }
        let runs = self.history.runs_in(self.history.slot(self.now)?, ship.idx);
        let unbroken = match unlag.breaks {
            ChainBreak::Distance64 => runs.steps,
            ChainBreak::NewLife => runs.life,
        };
        let kept = rate.tick_at(oldest.max(Micros::ZERO));
        let kept = if rate.micros_at(kept) < oldest { kept.next() } else { kept };
        let kept = kept.max(self.history.oldest());
        let first = unbroken.max(kept);
        let older = rate.tick_at(at);
        if at >= newest.at {
            Some(newest.found())
        } else if at >= Micros::ZERO && older >= first {
            Some(record(older)?.towards(&record(older.next())?, at))
        } else if unbroken > kept && unbroken > runs.ship {
            // The record before `unbroken` is the one that breaks the chain.
            None
        } else {
            record(first).map(|oldest| oldest.found())
        }
    }
}

//! The broad phase over a room's history, as one shooter sees it. It finds the ships that a stretch
//! of a shot's flight may touch from the rows of the history, before any pose is interpolated.
//!
//! The search radius grows by a bound on how far a ship can have moved since a row. Where no such
//! bound exists, every ship is returned, so the hit test finds the same ships as a full scan.

use super::{
    rewind_source::RewindSource,
    shooter_history::{MARKERS_MS, RewindMoment, ShooterHistory},
};
use crate::{
    base::{
        geometry::Segment,
        seat_set::SeatSet,
        time::{Micros, Tick},
    },
    history::{
        broad_phase::{
            candidates::Candidates,
            grid::{Capsule, SLACK_U},
            search::BroadPhase,
            sweep::Sweep,
            trajectories::{SweptPath, Trajectories},
        },
        pose::Pose,
        target_time::TargetTime,
    },
    sim::{rules::SHIP_SPEED_MAX_U_PER_S, ship::ShipId},
};

/// The span of a ship's path that one row covers in a search, in ms.
const STRETCH_MS: u32 = 130;

impl<'a> BroadPhase for ShooterHistory<'a> {
    type Moment = RewindMoment<'a>;

    fn present(&self) -> impl Iterator<Item = Pose> {
        self.history.poses(self.now).map(|pose| self.as_now(pose))
    }

    fn may_hit(&self, shooter: ShipId, ship: ShipId) -> bool {
        self.params.division.may_hit(shooter, ship)
    }

    fn may_meet(&self, present: &Pose, path: Segment, back: Micros, within_u: f32) -> bool {
        let seconds = (back.max(Micros::ZERO) + self.step()).as_s_f32();
        let displacement_u = 2.0 * SHIP_SPEED_MAX_U_PER_S * seconds;
        let reach_u = (path.to - path.from).length() * 0.5 + within_u + displacement_u;
        (present.pos - path.at(0.5)).length_squared() <= reach_u * reach_u
    }

    fn seated(&self, seat: u16) -> Option<ShipId> {
        self.history.ship_at(self.history.slot(self.now)?, seat)
    }

    fn stable_until(&self) -> Option<Micros> {
        // A snapshot sent after this can still change the pair that brackets a moment.
        let newest = self.sent.and_then(|sent| sent.newest_before(self.now));
        Some(self.params.rate.micros_at(newest.unwrap_or(self.now)))
    }

    fn candidates(&self, sweep: &Sweep<RewindMoment<'a>>) -> Option<Candidates> {
        let (TargetTime::Moment(begin), Some(TargetTime::Moment(end))) = (&sweep.begin, &sweep.end)
        else {
            return None;
        };
        let (first, last) = (begin.between.pair.older, end.between.pair.newer);
        let trajectories = Trajectories::new(self.history, first, last)?;
        let flight = SweptPath {
            path: sweep.path,
            ticks: (begin.between.ticks_after(first), end.between.ticks_after(first)),
            within_u: sweep.within_u + SLACK_U,
        };
        let mut list = Candidates::EMPTY;
        for seat in trajectories.near(sweep.path, sweep.within_u)?.iter() {
            if let Some(part) = trajectories.meets(seat, &flight) {
                list = list.with(seat, part)?;
            }
        }
        Some(list)
    }

    fn near(&self, sweep: &Sweep<RewindMoment<'a>>) -> impl Iterator<Item = ShipId> {
        let all = || self.present().map(|pose| pose.ship.idx).collect();
        let found = self.ships_near(sweep).unwrap_or_else(all);
        let (shooter, row) = (sweep.shooter, self.history.slot(self.now));
        let ships = found.iter().filter_map(move |seat| self.history.ship_at(row?, seat));
        ships.filter(move |ship| self.may_hit(shooter, *ship))
    }
}

impl ShooterHistory<'_> {
    /// Every ship that may come within the sweep's distance, and possibly others. `None` where
    /// nothing bounds how far ships have moved in between.
    pub(super) fn ships_near(&self, sweep: &Sweep<RewindMoment<'_>>) -> Option<SeatSet> {
        let (displacement_u, within_u) = (self.displacement_u(sweep), sweep.within_u);
        if !displacement_u.is_finite() {
            return None;
        }
        let near = |row, within_u| self.history.near(row, &Capsule::new(sweep.path, within_u));
        match &sweep.begin {
            TargetTime::Present => {
                Some(near(self.history.slot(self.now)?, within_u + displacement_u))
            }
            TargetTime::Moment(moment) => Some(match moment.between.shown() {
                Some(row) => near(row, within_u + displacement_u),
                // The history has no row for this moment, so no ship can be there.
                None => SeatSet::EMPTY,
            }),
            TargetTime::Rewound(..) | TargetTime::Marked(..) => {
                let (first, _) = self.window(&sweep.begin);
                // A ship that moves on during the stretch may enter from anywhere along its path.
                let on_u = if sweep.end.is_some() { displacement_u } else { 0.0 };
                let mut found = SeatSet::EMPTY;
                let mut last = self.now;
                loop {
                    let stretch = self.params.rate.ticks_in_ms(STRETCH_MS).max(1);
                    let until = last.minus(stretch).max(first);
                    let reach_u = within_u + on_u + self.history.farthest_u(until, last);
                    found.unite(&near(self.history.slot(last)?, reach_u));
                    if until <= first {
                        return Some(found);
                    }
                    last = until;
                }
            }
        }
    }

    /// The farthest that any ship can have moved between the first and the last tick of a sweep, in
    /// u.
    fn displacement_u(&self, sweep: &Sweep<RewindMoment<'_>>) -> f32 {
        let (mut first, mut last) = self.window(&sweep.begin);
        if let Some(end) = &sweep.end {
            let (other_first, other_last) = self.window(end);
            (first, last) = (first.min(other_first), last.max(other_last));
        }
        self.history.farthest_u(first, last)
    }

    /// The first and the last tick whose poses decide where a target is.
    fn window(&self, stand: &TargetTime<RewindMoment<'_>>) -> (Tick, Tick) {
        let rate = self.params.rate;
        match stand {
            TargetTime::Present => (self.now, self.now),
            TargetTime::Moment(RewindMoment { between, .. }) => {
                (between.pair.older, between.pair.newer)
            }
            TargetTime::Rewound(_, at) => (rate.tick_at(*at).min(self.now), self.now),
            TargetTime::Marked(..) => (self.now.minus(rate.ticks_in_ms(MARKERS_MS)), self.now),
        }
    }
}

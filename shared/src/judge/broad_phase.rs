//! The broad phase of a room's history, as it counts for one shooter: which few of many ships a
//! stretch of a shot's flight may touch, found in the rows of the history before any pose is made.
//!
//! A bound on how far a ship can have come since a row widens what is searched, and where there is
//! no bound all ships are answered: so the hit test finds what it would find among all of them.

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

/// Of how long a stretch of a ship's way one row stands for all, in ms.
const STRETCH_MS: u32 = 130;

impl<'a> BroadPhase for ShooterHistory<'a> {
    type Moment = RewindMoment<'a>;

    fn present(&self) -> impl Iterator<Item = Pose> {
        self.history.poses(self.now).map(|pose| self.as_now(pose))
    }

    fn may_meet(&self, present: &Pose, path: Segment, back: Micros, within_u: f32) -> bool {
        let seconds = (back.max(Micros::ZERO) + self.step()).as_s_f32();
        let way_u = 2.0 * SHIP_SPEED_MAX_U_PER_S * seconds;
        let reach_u = (path.to - path.from).length() * 0.5 + within_u + way_u;
        (present.pos - path.at(0.5)).length_squared() <= reach_u * reach_u
    }

    fn seated(&self, seat: u16) -> Option<ShipId> {
        self.history.ship_at(self.history.slot(self.now)?, seat)
    }

    fn stable_until(&self) -> Option<Micros> {
        // Between snapshots that were sent later than that, moments may still come to lie.
        let newest = self.sent.and_then(|sent| sent.newest_before(self.now));
        Some(self.ground.rate.micros_at(newest.unwrap_or(self.now)))
    }

    fn candidates(&self, sweep: &Sweep<RewindMoment<'a>>) -> Option<Candidates> {
        let (TargetTime::Moment(begin), Some(TargetTime::Moment(end))) = (&sweep.begin, &sweep.end)
        else {
            return None;
        };
        let (first, last) = (begin.between.pair.older, end.between.pair.newer);
        let ways = Trajectories::new(self.history, first, last)?;
        let flight = SweptPath {
            path: sweep.path,
            ticks: (begin.between.ticks_after(first), end.between.ticks_after(first)),
            within_u: sweep.within_u + SLACK_U,
        };
        let mut list = Candidates::EMPTY;
        for seat in ways.near(sweep.path, sweep.within_u)?.iter() {
            if let Some(part) = ways.meets(seat, &flight) {
                list = list.with(seat, part)?;
            }
        }
        Some(list)
    }

    fn near(&self, sweep: &Sweep<RewindMoment<'a>>) -> impl Iterator<Item = ShipId> {
        let everybody = || self.present().map(|pose| pose.ship.idx).collect();
        let found = self.standing(sweep).unwrap_or_else(everybody);
        let (shooter, row) = (sweep.shooter, self.history.slot(self.now));
        let ships = found.iter().filter_map(move |seat| self.history.ship_at(row?, seat));
        ships.filter(move |ship| *ship != shooter)
    }
}

impl ShooterHistory<'_> {
    /// Everybody who may come within the distance of a sweep, and some who do not; `None` where
    /// there is no bound on how far ships have come meanwhile.
    pub(super) fn standing(&self, sweep: &Sweep<RewindMoment<'_>>) -> Option<SeatSet> {
        let (way_u, within_u) = (self.way_u(sweep), sweep.within_u);
        if !way_u.is_finite() {
            return None;
        }
        let near = |row, within_u| self.history.near(row, &Capsule::new(sweep.path, within_u));
        match &sweep.begin {
            TargetTime::Present => Some(near(self.history.slot(self.now)?, within_u + way_u)),
            TargetTime::Moment(moment) => Some(match moment.between.shown() {
                Some(row) => near(row, within_u + way_u),
                // What is not known is nowhere.
                None => SeatSet::EMPTY,
            }),
            TargetTime::Rewound(..) | TargetTime::Marked(..) => {
                let (first, _) = self.window(&sweep.begin);
                // Whoever moves on meanwhile may come from any other place of its way.
                let on_u = if sweep.end.is_some() { way_u } else { 0.0 };
                let mut found = SeatSet::EMPTY;
                let mut last = self.now;
                loop {
                    let stretch = self.ground.rate.ticks_in_ms(STRETCH_MS).max(1);
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

    /// How far anybody can have come between the first and the last tick that a sweep looks at, in
    /// u.
    fn way_u(&self, sweep: &Sweep<RewindMoment<'_>>) -> f32 {
        let (mut first, mut last) = self.window(&sweep.begin);
        if let Some(end) = &sweep.end {
            let (other_first, other_last) = self.window(end);
            (first, last) = (first.min(other_first), last.max(other_last));
        }
        self.history.farthest_u(first, last)
    }

    /// The ticks whose poses decide where somebody stands.
    fn window(&self, stand: &TargetTime<RewindMoment<'_>>) -> (Tick, Tick) {
        let rate = self.ground.rate;
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

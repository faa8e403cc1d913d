//! Whom a shooter's shot is held against, found by the rows of a history: for a stretch of a
//! flight, a few seats out of many, and everybody that looking at all would find among them.

use super::{
    grid::{Capsule, Disc},
    history::Pose,
    past::{Keeping, Past, Stand, Sweep},
    recall::{MARKERS_MS, Moment, Recall},
    record::{Found, Record},
    seats::SeatSet,
    source::lag_compensation::{Breaks, Unlag},
};
use crate::base::{
    limits::SHOT_RECORD_TARGETS_MAX,
    time::{Micros, Tick},
};

/// Of how long a stretch of a ship's way one row stands for all, in ms.
const STRETCH_MS: u32 = 130;
/// So few ships are looked at one by one.
const FEW: usize = 16;
/// What rounding may add to a distance, in u.
const SLACK_U: f32 = 1.0;
/// How many ships are meant to be found at first, to know the nearest.
const AIMED_AT: f32 = 14.0;

impl Recall<'_> {
    /// Everybody but the shooter who may be within the distance of a sweep: as by looking at all.
    pub(super) fn may_pass(&self, sweep: &Sweep<Moment>) -> SeatSet {
        let mut found = SeatSet::EMPTY;
        let Some(row) = self.history.slot(self.now) else {
            let passing = self.present().filter(|pose| self.passes_by(sweep, pose));
            passing.for_each(|pose| found.insert(pose.ship.idx));
            return found;
        };
        found = self.history.near_disc(row, &self.disc(sweep));
        let shooter = sweep.shooter.idx;
        let there = self.present_at(shooter).is_some_and(|pose| pose.ship == sweep.shooter);
        if there {
            found.remove(shooter);
        }
        found
    }

    /// Where somebody must be now who may be within the distance of a sweep.
    pub(super) fn disc(&self, sweep: &Sweep<Moment>) -> Disc {
        let reach_u = self.reach_u(sweep.path, sweep.back, sweep.within_u);
        Disc::new(sweep.path.at(0.5), reach_u)
    }

    /// Who of these is there in the whole of a sweep and alive in the beginning, where that can be
    /// said without looking at each.
    pub(super) fn passing(&self, sweep: &Sweep<Moment>, found: &SeatSet) -> Option<SeatSet> {
        let now = self.history.slot(self.now)?;
        let same = |row: Option<usize>| row.filter(|row| self.history.same_ships(*row, now));
        for stand in [Some(&sweep.begin), sweep.end.as_ref()].into_iter().flatten() {
            match stand {
                Stand::Present => {}
                Stand::Moment(moment) => {
                    same(moment.between.older)?;
                    same(moment.between.newer)?;
                }
                Stand::Rewound(_) | Stand::Marked(..) => return None,
            }
        }
        let mut pass = *found;
        match (&sweep.begin, self.present) {
            (Stand::Moment(moment), _) => {
                pass.keep(self.history.alive_in(moment.between.shown()?));
            }
            (_, Some(present)) => pass = pass.and(present.alive()),
            (_, None) => pass.keep(self.history.alive_in(now)),
        }
        Some(pass)
    }

    /// Who of those who pass may have a look that is kept.
    pub(super) fn worth_a_look(
        &self,
        sweep: &Sweep<Moment>,
        keeping: &Keeping,
        pass: &SeatSet,
    ) -> SeatSet {
        let near = |within_u: f32| Some(self.standing(sweep, within_u)?.and(pass));
        if !pass.is_more_than(FEW) {
            return self.standing_of(sweep, keeping, pass).unwrap_or(*pass);
        }
        if let Some(worst_u) = keeping.marks.worst_u() {
            let found = near(keeping.within_u.max(worst_u));
            let found = found.and_then(|found| self.standing_of(sweep, keeping, &found));
            return found.unwrap_or(*pass);
        }
        let n = pass.len();
        let length = (sweep.path.to - sweep.path.from).length();
        let reach_u = self.reach_u(sweep.path, sweep.back, sweep.within_u);
        // So wide a capsule around the path has its share of the disc's ships.
        let area = AIMED_AT * core::f32::consts::PI * reach_u * reach_u / n as f32;
        let root = libm::sqrtf(length * length + core::f32::consts::PI * area);
        let mut ring_u = (root - length) / core::f32::consts::PI;
        while ring_u < reach_u {
            let Some(ring) = near(ring_u) else { return *pass };
            if ring.is_more_than(SHOT_RECORD_TARGETS_MAX - 1) {
                // So many come at least so near; who does not is none of the nearest.
                let spread_u = keeping.spread_u + 2.0 * self.way_u(sweep) + SLACK_U;
                let enough_u = (ring_u + spread_u).max(keeping.within_u);
                return near(enough_u).unwrap_or(*pass);
            }
            ring_u *= 2.0;
        }
        *pass
    }

    /// Who of a few may have a look that is kept; `None` where there is no row by which that can
    /// be said.
    fn standing_of(
        &self,
        sweep: &Sweep<Moment>,
        keeping: &Keeping,
        few: &SeatSet,
    ) -> Option<SeatSet> {
        let row = match &sweep.begin {
            Stand::Present => self.history.slot(self.now)?,
            Stand::Moment(moment) => moment.between.shown()?,
            Stand::Rewound(_) | Stand::Marked(..) => return None,
        };
        let path = Capsule::new(sweep.path, 0.0);
        let way_u = self.way_u(sweep) + SLACK_U;
        let mut found = SeatSet::EMPTY;
        for seat in few.iter() {
            let Some((ship, pos)) = self.history.place(row, seat) else { continue };
            let within_u = keeping.within_u.max(keeping.marks.below_u(ship)) + way_u;
            if path.distance2(pos) <= within_u * within_u {
                found.insert(seat);
            }
        }
        Some(found)
    }

    /// How far anybody can have come between the first and the last tick that a sweep looks at, in
    /// u.
    fn way_u(&self, sweep: &Sweep<Moment>) -> f32 {
        let (mut first, mut last) = self.window(&sweep.begin);
        if let Some(end) = &sweep.end {
            let (other_first, other_last) = self.window(end);
            (first, last) = (first.min(other_first), last.max(other_last));
        }
        self.history.farthest_u(first, last)
    }

    /// The ticks whose poses decide where somebody stands.
    fn window(&self, stand: &Stand<Moment>) -> (Tick, Tick) {
        let rate = self.ground.rate;
        match stand {
            Stand::Present => (self.now, self.now),
            Stand::Moment(Moment { between, .. }) => (between.pair.older, between.pair.newer),
            Stand::Rewound(at) => (rate.tick_at(*at).min(self.now), self.now),
            Stand::Marked(..) => (self.now.minus(rate.ticks_in_ms(MARKERS_MS)), self.now),
        }
    }

    /// Everybody who may come within a distance of a sweep's path, and some who do not; `None`
    /// where there is no bound on how far ships have come meanwhile.
    pub(super) fn standing(&self, sweep: &Sweep<Moment>, within_u: f32) -> Option<SeatSet> {
        let way_u = self.way_u(sweep);
        if !way_u.is_finite() {
            return None;
        }
        let near = |row, within_u| self.history.near(row, &Capsule::new(sweep.path, within_u));
        match &sweep.begin {
            Stand::Present => Some(near(self.history.slot(self.now)?, within_u + way_u)),
            Stand::Moment(moment) => Some(match moment.between.shown() {
                Some(row) => near(row, within_u + way_u),
                // What is not known is nowhere.
                None => SeatSet::EMPTY,
            }),
            Stand::Rewound(_) | Stand::Marked(..) => {
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

    /// What going back from record to record comes to, without going: each row says since when a
    /// ship's records are unbroken.
    pub(super) fn found_by_runs(&self, unlag: &Unlag, present: &Pose, at: Micros) -> Option<Found> {
        let (ship, rate) = (present.ship, self.ground.rate);
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
            Breaks::Distance64 => runs.steps,
            Breaks::Life => runs.life,
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
            // The record before is the one that breaks off.
            None
        } else {
            record(first).map(|oldest| oldest.found())
        }
    }
}

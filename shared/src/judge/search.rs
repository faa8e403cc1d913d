//! Whom a shooter's shot is held against, found by the rows of a history: for a stretch of a
//! flight, a few seats out of many, and everybody that looking at all would find among them.

use super::{
    rewind_source::{Stand, Sweep},
    shooter_history::{MARKERS_MS, Moment, ShooterHistory},
};
use crate::{
    base::{
        seat_set::SeatSet,
        time::{Micros, Tick},
    },
    history::{
        broad_phase::{
            candidates::Candidates,
            grid::{Capsule, SLACK_U},
            trajectories::{SweptPath, Trajectories},
        },
        pose::Pose,
        record::{Found, Record},
    },
    schemes::source::lag_compensation::{Breaks, Unlag},
};

/// Of how long a stretch of a ship's way one row stands for all, in ms.
const STRETCH_MS: u32 = 130;

impl ShooterHistory<'_> {
    /// Everybody who may come within the distance of a sweep, and some who do not; `None` where
    /// there is no bound on how far ships have come meanwhile.
    pub(super) fn standing(&self, sweep: &Sweep<Moment<'_>>) -> Option<SeatSet> {
        let (way_u, within_u) = (self.way_u(sweep), sweep.within_u);
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

    /// Whom a bolt may meet that flies steadily along a sweep from one moment to another.
    pub(super) fn meeting(&self, sweep: &Sweep<Moment<'_>>) -> Option<Candidates> {
        let (Stand::Moment(begin), Some(Stand::Moment(end))) = (&sweep.begin, &sweep.end) else {
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

    /// How far anybody can have come between the first and the last tick that a sweep looks at, in
    /// u.
    fn way_u(&self, sweep: &Sweep<Moment<'_>>) -> f32 {
        let (mut first, mut last) = self.window(&sweep.begin);
        if let Some(end) = &sweep.end {
            let (other_first, other_last) = self.window(end);
            (first, last) = (first.min(other_first), last.max(other_last));
        }
        self.history.farthest_u(first, last)
    }

    /// The ticks whose poses decide where somebody stands.
    fn window(&self, stand: &Stand<Moment<'_>>) -> (Tick, Tick) {
        let rate = self.ground.rate;
        match stand {
            Stand::Present => (self.now, self.now),
            Stand::Moment(Moment { between, .. }) => (between.pair.older, between.pair.newer),
            Stand::Rewound(at) => (rate.tick_at(*at).min(self.now), self.now),
            Stand::Marked(..) => (self.now.minus(rate.ticks_in_ms(MARKERS_MS)), self.now),
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

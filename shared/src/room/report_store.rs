//! The reports that are kept for a player, and what their moments are still to be looked up by.

use alloc::{boxed::Box, collections::VecDeque};

use super::output::SessionId;
use crate::{
    base::{
        limits::{DELAY_MAX_MS, HISTORY_MS, REPORTS_MAX, REPORTS_PER_TICK},
        time::{Micros, Tick, ViewTime},
    },
    judge::{shot::Shot, view::Viewed},
    netcode::choices::RemoteView,
    report::shot_report::ShotReport,
    sim::{
        event::{Decision, ShotId},
        ship::ShipId,
    },
};

/// How long after its shot a report's moments are looked up, if nobody asked before: by then what
/// it goes over is past.
pub(super) const LOOKED_UP_AFTER: Micros = Micros::from_ms(2_000);
/// How long after that the history still has them.
pub(super) const LOOK_UP_GRACE: Micros = Micros::from_ms(400);

const _: () = assert!(
    LOOKED_UP_AFTER.0 + LOOK_UP_GRACE.0 + (DELAY_MAX_MS as i64 + 400) * 1000
        <= HISTORY_MS as i64 * 1000,
    "the oldest moment of a report is looked up in time"
);

/// The reports of one player, and how many it was told in this tick.
#[derive(Clone, Debug, Default)]
pub(super) struct ReportStore {
    /// Oldest first, at most [`REPORTS_MAX`].
    pub(super) reports: VecDeque<StoredReport>,
    /// When the first of them is due whose moments are not looked up.
    pub(super) due: Option<Micros>,
    told_at: Tick,
    pub(super) told: u8,
}

/// A report that is kept.
#[derive(Clone, Debug)]
pub(super) struct StoredReport {
    pub(super) report: ShotReport,
    /// What its moments are still to be looked up by.
    pub(super) open: Option<Box<ReportInputs>>,
}

/// What the moments of a report are looked up by.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportInputs {
    pub(super) shot: Shot,
    pub(super) viewed: Viewed,
    /// What the shooter said it saw.
    pub(super) claimed: ViewTime,
    pub(super) shooter: Screen,
    /// The principal target, and its screen.
    pub(super) target: Option<(ShipId, Screen)>,
    /// The ages it goes over.
    pub(super) span: (Micros, Micros),
}

/// A player's screen, as far as the room knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    /// None: a pilot of the room, who needs none.
    pub(super) session: Option<SessionId>,
    pub(super) remote: RemoteView,
    /// How far the moment that it shows of the others is behind its own clock.
    pub(super) lag: Micros,
}

impl ReportStore {
    pub(super) fn find(&self, shot: ShotId) -> Option<&StoredReport> {
        self.reports.iter().find(|stored| stored.report.record.shot == shot)
    }

    pub(super) fn find_mut(&mut self, shot: ShotId) -> Option<&mut StoredReport> {
        self.reports.iter_mut().find(|stored| stored.report.record.shot == shot)
    }

    /// Of too many the oldest goes, a miss first where half of them are misses.
    pub(super) fn file(&mut self, stored: StoredReport) {
        if self.reports.len() >= REPORTS_MAX {
            let n_missed = self.reports.iter().filter(|stored| stored.missed()).count();
            let miss = self.reports.iter().position(StoredReport::missed);
            self.reports.remove(miss.filter(|_| n_missed > REPORTS_MAX / 2).unwrap_or(0));
        }
        self.reports.push_back(stored);
        self.find_due();
    }

    pub(super) fn find_due(&mut self) {
        self.due = self.reports.iter().filter_map(StoredReport::due).min();
    }

    /// The first report that is due.
    pub(super) fn first_due(&self, now: Micros) -> Option<usize> {
        self.due.filter(|due| *due <= now)?;
        self.reports.iter().position(|stored| stored.due().is_some_and(|due| due <= now))
    }

    /// Whether one more may be told in this tick.
    pub(super) fn may_tell(&mut self, now: Tick) -> bool {
        if self.told_at != now {
            (self.told_at, self.told) = (now, 0);
        }
        self.told = self.told.saturating_add(1);
        self.told <= REPORTS_PER_TICK
    }
}

impl StoredReport {
    pub(super) fn missed(&self) -> bool {
        self.report.record.verdict == Decision::Missed
    }

    /// When its moments are to be looked up.
    pub(super) fn due(&self) -> Option<Micros> {
        self.open.as_deref().map(|open| open.shot.fired + open.span.1.max(LOOKED_UP_AFTER))
    }
}

impl ReportInputs {
    /// Whether all of it has been by now.
    pub(super) fn is_past(&self, now: Micros) -> bool {
        self.shot.fired + self.span.1 <= now
    }
}

//! Which reports a player asked for and waits for: of single shots, or of all its own, without
//! their tracks.

use alloc::collections::VecDeque;

use crate::{
    base::limits::REPORT_REQUESTS_MAX, report::shot_report::ReportsWanted, sim::event::ShotId,
};

/// What of a report is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// All but the track.
    WithoutTrack,
}

/// The requests of a player.
#[derive(Clone, Debug, Default)]
pub(super) struct ReportRequests {
    /// Whether it wants one of each of its own shots.
    pub(super) of_all: ReportsWanted,
    /// In the order in which they came, at most [`REPORT_REQUESTS_MAX`].
    pub(super) waiting: VecDeque<ReportRequest>,
}

/// A request for one report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportRequest {
    pub(super) shot: ShotId,
    pub(super) extent: Extent,
}

impl ReportRequests {
    /// Remembers a request; whether there was room for it. Of one shot the larger extent counts.
    pub(super) fn add(&mut self, request: ReportRequest) -> bool {
        if let Some(known) = self.waiting.iter_mut().find(|known| known.shot == request.shot) {
            if request.extent == Extent::Whole {
                known.extent = Extent::Whole;
            }
            return true;
        }
        let has_room = self.waiting.len() < REPORT_REQUESTS_MAX;
        if has_room {
            self.waiting.push_back(request);
        }
        has_room
    }

    /// One of the player's own shots was judged. Where too many wait, its report is left out.
    pub(super) fn note_judged(&mut self, shot: ShotId) {
        if self.of_all == ReportsWanted::Yes {
            self.add(ReportRequest { shot, extent: Extent::WithoutTrack });
        }
    }
}

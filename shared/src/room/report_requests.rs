//! Which reports a player waits for: of single shots that it asked for, of all its own, without
//! their tracks, or of the shot that shot it down, which it need not ask for.

use alloc::collections::VecDeque;

use crate::{
    base::limits::REPORT_REQUESTS_MAX,
    report::shot_report::ReportsWanted,
    sim::event::{Decision, ShotId},
};

/// What of a report is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// All but the track.
    WithoutTrack,
}

/// Why a report is sent; those that were asked for come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Its player asked for it.
    Asked,
    /// The shot shot its player down.
    Death,
}

impl Cause {
    /// In the order in which they are answered.
    pub(super) const ALL: [Self; 2] = [Self::Asked, Self::Death];
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
    pub(super) cause: Cause,
    pub(super) sent: ReportSent,
}

/// What its player was sent already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportSent {
    Nothing,
    /// What had been decided before the shot was over.
    Open(Decision),
    /// The verdict on the shot, and no other scheme's.
    Over,
}

impl ReportRequest {
    /// A player asks for the report of a shot.
    pub(super) fn asked(shot: ShotId, extent: Extent) -> Self {
        Self { shot, extent, cause: Cause::Asked, sent: ReportSent::Nothing }
    }

    /// A shot shot its player down.
    pub(super) fn of_death(shot: ShotId) -> Self {
        Self { cause: Cause::Death, ..Self::asked(shot, Extent::Whole) }
    }
}

impl ReportRequests {
    /// Remembers a request; whether there was room for it. Of one shot the larger extent counts,
    /// and that it was asked for.
    pub(super) fn add(&mut self, request: ReportRequest) -> bool {
        if let Some(known) = self.waiting.iter_mut().find(|known| known.shot == request.shot) {
            if request.extent == Extent::Whole {
                known.extent = Extent::Whole;
            }
            if request.cause == Cause::Asked {
                known.cause = Cause::Asked;
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
            self.add(ReportRequest::asked(shot, Extent::WithoutTrack));
        }
    }
}

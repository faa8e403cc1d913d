//! The reports that a player waits for: single shots that it requested, all its own shots without
//! tracks, or the shot that killed it, which needs no request.

use alloc::collections::VecDeque;

use crate::{
    base::limits::REPORT_REQUESTS_MAX,
    report::shot_report::ReportsWanted,
    sim::event::{Decision, ShotId},
};

/// How much of a report is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::room) enum Extent {
    /// All of it.
    Whole,
    /// All but the track.
    WithoutTrack,
}

/// Why a report is sent; requested ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::room) enum Cause {
    /// Its player requested it.
    Asked,
    /// The shot killed its player.
    Death,
}

impl Cause {
    /// In the order in which they are answered.
    pub(in crate::room) const ALL: [Self; 2] = [Self::Asked, Self::Death];
}

/// The requests of a player.
#[derive(Clone, Debug, Default)]
pub(in crate::room) struct ReportRequests {
    /// Whether it wants a report on each of its own shots.
    pub(in crate::room) of_all: ReportsWanted,
    /// In order of arrival, up to [`REPORT_REQUESTS_MAX`].
    pub(in crate::room) waiting: VecDeque<ReportRequest>,
}

/// A request for one report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::room) struct ReportRequest {
    pub(in crate::room) shot: ShotId,
    pub(in crate::room) extent: Extent,
    pub(in crate::room) cause: Cause,
    pub(in crate::room) sent: ReportSent,
}

/// What its player has been sent so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::room) enum ReportSent {
    Nothing,
    /// A decision from before the shot was over.
    Open(Decision),
    /// The verdict on the shot, without the other schemes' verdicts.
    Over,
}

impl ReportRequest {
    /// A player's request for the report of a shot.
    pub(in crate::room) fn asked(shot: ShotId, extent: Extent) -> Self {
        Self { shot, extent, cause: Cause::Asked, sent: ReportSent::Nothing }
    }

    /// The request implied by a shot that killed its player.
    pub(in crate::room) fn of_death(shot: ShotId) -> Self {
        Self { cause: Cause::Death, ..Self::asked(shot, Extent::Whole) }
    }
}

impl ReportRequests {
    /// Queues a request; returns whether there was room. Requests for the same shot are merged: the
    /// larger extent wins, and an explicit request wins over a death.
    pub(in crate::room) fn add(&mut self, request: ReportRequest) -> bool {
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

    /// Queues the report of one of the player's own shots. It is left out if the queue is full.
    pub(in crate::room) fn add_own_shot(&mut self, shot: ShotId) {
        if self.of_all == ReportsWanted::Yes {
            self.add(ReportRequest::asked(shot, Extent::WithoutTrack));
        }
    }
}

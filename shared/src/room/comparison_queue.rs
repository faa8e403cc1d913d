//! The shots of a player that wait until it can be said what the other schemes would have said.

use alloc::collections::VecDeque;

use serde::Serialize;

use super::output::SessionId;
use crate::{
    base::limits::COUNTERFACTUALS_WAITING_MAX,
    judge::shot::Shot,
    report::{counterfactual::ReportsWanted, shot_record::ShotRecord},
    sim::ship::ShipId,
};

/// A player's shots that wait to be looked at.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ComparisonQueue {
    pub(super) wanted: ReportsWanted,
    /// Oldest first.
    pub(super) waiting: VecDeque<PendingComparison>,
}

/// A shot that waits to be looked at.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct PendingComparison {
    pub(super) shot: Shot,
    /// Who fired, where a player did.
    pub(super) shooter: Option<SessionId>,
    /// Whom it hit, once that is known.
    pub(super) victim: Option<ShipId>,
    pub(super) heard: Heard,
}

/// Who hears what the others would have said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Heard {
    /// The shooter, who asked for it, and the shot's reports.
    Told,
    /// The shot's reports only.
    InStories,
}

impl ComparisonQueue {
    /// The player fired.
    pub(super) fn wait(&mut self, shot: Shot, shooter: SessionId) {
        if self.wanted == ReportsWanted::Yes && self.waiting.len() < COUNTERFACTUALS_WAITING_MAX {
            let (shooter, heard) = (Some(shooter), Heard::Told);
            self.waiting.push_back(PendingComparison { shot, shooter, victim: None, heard });
        }
    }

    /// A shot hit somebody, or its shooter looks into it: unless it waits already, it is looked at
    /// for its reports.
    pub(super) fn wait_for_reports(
        &mut self,
        shot: Shot,
        shooter: Option<SessionId>,
        victim: Option<ShipId>,
    ) {
        let waits = self.waiting.iter().any(|waiting| waiting.shot.id == shot.id);
        if !waits && self.waiting.len() < COUNTERFACTUALS_WAITING_MAX {
            let heard = Heard::InStories;
            let later = self.waiting.partition_point(|other| other.shot.fired <= shot.fired);
            self.waiting.insert(later, PendingComparison { shot, shooter, victim, heard });
        }
    }

    /// The room has its verdict on a shot.
    pub(super) fn decide(&mut self, record: &ShotRecord) {
        if let Some(victim) = record.verdict.hits()
            && let Some(waiting) = self.waiting.iter_mut().find(|w| w.shot.id == record.shot)
        {
            waiting.victim = Some(victim);
        }
    }
}

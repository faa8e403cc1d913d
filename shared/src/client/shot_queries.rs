//! What the client can tell of the shots that involve the player: which they are, their reports,
//! and the clips of what the screen showed. Read when a shot is inspected or replayed.

use super::{
    playing::Playing,
    shots::{ShotSide, ShotSummary},
    state::Client,
    tape::TapeClip,
};
use crate::{
    base::time::Micros,
    report::shot_report::{ReportRefusal, ShotReport},
    sim::event::ShotId,
};

impl Client {
    /// The newest report of an own shot and when it arrived, if the client subscribed to reports.
    #[must_use]
    pub fn newest_report(&self) -> Option<(Micros, &ShotReport)> {
        self.presentation()?.newest_report()
    }

    /// The latest shots the player fired or was hit by, oldest first.
    pub fn shots(&self) -> impl DoubleEndedIterator<Item = &ShotSummary> {
        self.presentation().into_iter().flat_map(|presentation| presentation.shots.summaries())
    }

    /// The default shot to inspect: while the player is dead, the one that killed it; otherwise the
    /// last own shot if it is not judged yet, then the newest judged own shot, then the newest of
    /// all.
    #[must_use]
    pub fn shot_in_question(&self) -> Option<ShotId> {
        let shots = &self.presentation()?.shots;
        let own = || shots.summaries().iter().rev().find(|shot| shot.side == ShotSide::Own);
        shots
            .killed_by
            .or_else(|| shots.newest_unjudged())
            .or_else(|| own().or(shots.summaries().back()).map(|summary| summary.shot))
    }

    /// The shot that killed the player, until the respawn.
    #[must_use]
    pub fn killed_by(&self) -> Option<ShotId> {
        self.presentation()?.shots.killed_by
    }

    /// The last own shot, if it is not judged yet.
    #[must_use]
    pub fn shot_to_be_judged(&self) -> Option<ShotId> {
        self.presentation()?.shots.newest_unjudged()
    }

    /// The report of a shot, if it was requested, has arrived, and is among the newest few.
    #[must_use]
    pub fn report(&self, shot: ShotId) -> Option<&ShotReport> {
        self.presentation()?.shots.report(shot)
    }

    /// Why the room refused the report of a shot.
    #[must_use]
    pub fn report_refused(&self, shot: ShotId) -> Option<ReportRefusal> {
        self.presentation()?.shots.refused(shot)
    }

    /// A provisional report of a judged own shot, from the client's own data: the verdict record
    /// and where the shot was fired. Shown until the server's report arrives.
    #[must_use]
    pub fn own_account(&self, shot: ShotId) -> Option<ShotReport> {
        self.playing()?.own_account(shot, self.in_force.effective_interpolation_delay())
    }

    /// What the screen showed while a shot was in flight. Kept for the newest shots that involve
    /// the player; for others, available as far back as the tape reaches.
    #[must_use]
    pub fn clip(&self, shot: ShotId) -> Option<TapeClip> {
        let Playing { game, presentation } = self.playing()?;
        presentation.shots.clip(shot, &presentation.tape, game.timeline.rate())
    }
}

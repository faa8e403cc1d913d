//! Why a screen and the judgement disagree about a moment that both name: the screen had to guess
//! where its target was, or its picture slipped while the bolt flew. A case goes in, the reason
//! with its numbers comes out.

use shared::{
    base::time::{Micros, VIEW_STEPS_PER_TICK as STEPS, ViewTime},
    client::scene::PoseSource,
    report::shot_report::ReportBracket,
    sim::{event::Weapon, ship::ShipId},
};

use super::Case;

/// Why a target was drawn elsewhere than it was judged at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// The screen was guessing: the newest snapshot that had come was so much older than what it
    /// drew.
    Guessed {
        /// From the newest snapshot to the moment drawn.
        without_news: Micros,
    },
    /// Snapshots that were sent did not come: the screen drew a line over a longer gap.
    Lost {
        /// From the one snapshot that it blended to the other.
        gap: Micros,
    },
    /// The moment that the screen showed was so much later than the shot's view and its age say:
    /// clocks are steered while a bolt flies. Below 0 it was earlier.
    Slipped { by: Micros },
}

/// A shorter slip is not told.
const SLIP_MIN: Micros = Micros::from_ms(1);

impl Case {
    /// Why the shooter's screen drew the target elsewhere than it was judged, at the decisive age
    /// and as far as that screen is at hand.
    #[must_use]
    pub fn disagreement(&self) -> Option<Disagreement> {
        self.disagreement_on(self.target()?, self.decisive())
    }

    /// Why that screen drew a ship elsewhere at an age. Nothing: it blended what was sent, at the
    /// moment that the shot's view and its age say, and so drew what is judged.
    pub(super) fn disagreement_on(&self, ship: ShipId, age: i64) -> Option<Disagreement> {
        let frame = self.shooters_frame(age)?;
        let (rate, record) = (self.report.rate, &self.report.record);
        if is_guess(frame.other(ship)?.source) {
            let beyond = frame.view.since(ViewTime::from_tick(frame.newest));
            return Some(Disagreement::Guessed { without_news: rate.micros_in_steps(beyond) });
        }
        let should_show = ViewTime(record.view.claimed.time.0 + age);
        let by = rate.micros_in_steps(frame.view.since(should_show));
        let flies = record.shot.weapon == Weapon::Laser;
        if flies && (by >= SLIP_MIN || -by >= SLIP_MIN) {
            return Some(Disagreement::Slipped { by });
        }
        let gap = frame.pair.map(|pair| i64::from(pair.newer.0 - pair.older.0) * STEPS)?;
        let judged = self.judged_gap(ship)?;
        (gap > judged).then(|| Disagreement::Lost { gap: rate.micros_in_steps(gap) })
    }

    /// How far apart the snapshots were that a ship was judged between, in 1/256 tick.
    fn judged_gap(&self, ship: ShipId) -> Option<i64> {
        let nth = self.report.record.targets.iter().position(|record| record.ship == ship)?;
        match self.report.targets.get(nth)?.bracket? {
            ReportBracket::Between { older, newer, .. } => Some(i64::from(newer - older)),
            ReportBracket::At(_) | ReportBracket::Present => None,
        }
    }

    /// The newest snapshot that the shooter's screen had when the shot was aimed.
    #[must_use]
    pub fn newest_news(&self) -> Option<ViewTime> {
        Some(ViewTime::from_tick(self.shooters_frame(0)?.newest))
    }
}

/// Whether a pose is one that no snapshot had said yet.
pub(super) const fn is_guess(source: PoseSource) -> bool {
    match source {
        PoseSource::Extrapolated | PoseSource::Held => true,
        PoseSource::Predicted
        | PoseSource::Newest
        | PoseSource::Interpolated
        | PoseSource::Chasing => false,
    }
}

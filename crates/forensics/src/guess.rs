//! Explains why a screen and the judge disagree on a target's position at the same view time: the
//! screen extrapolated, interpolated across lost snapshots, or shifted its view time while the bolt
//! flew.

use shared::{
    base::time::{Micros, VIEW_STEPS_PER_TICK as STEPS, ViewTime},
    client::scene::PoseSource,
    report::shot_report::ReportBracket,
    sim::{event::Weapon, ship::ShipId},
};

use super::Case;

/// Why a target was drawn at another position than judged, for the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// The screen extrapolated beyond the newest snapshot it had received.
    Extrapolated {
        /// From the newest snapshot to the view time.
        since_snapshot: Micros,
    },
    /// Snapshots were lost, and the screen interpolated over a longer gap.
    Lost {
        /// Between the two snapshots interpolated.
        gap: Micros,
    },
    /// The view time was ahead of the shot's view plus its age, because clocks are adjusted while a
    /// bolt flies. Negative if it was behind.
    Slipped { by: Micros },
}

/// Shorter slips are not reported.
const CLOCK_SHIFT_MIN: Micros = Micros::from_ms(1);

impl Case {
    /// Why the shooter's screen drew the target elsewhere than judged, at the decisive age;
    /// requires that screen.
    #[must_use]
    pub fn disagreement(&self) -> Option<Disagreement> {
        self.disagreement_on(self.target()?, self.decisive())
    }

    /// Why the shooter's screen drew a ship elsewhere than judged at an age. `None` if the screen
    /// interpolated the snapshots sent, at the shot's view time plus its age, and so agrees with
    /// the judge.
    pub(super) fn disagreement_on(&self, ship: ShipId, age: i64) -> Option<Disagreement> {
        let frame = self.shooters_frame(age)?;
        let (rate, record) = (self.report.rate, &self.report.record);
        if is_extrapolated(frame.other(ship)?.source) {
            let beyond = frame.view.since(ViewTime::from_tick(frame.newest));
            return Some(Disagreement::Extrapolated {
                since_snapshot: rate.micros_in_steps(beyond),
            });
        }
        let should_show = ViewTime(record.view.claimed.time.0 + age);
        let by = rate.micros_in_steps(frame.view.since(should_show));
        let flies = record.shot.weapon == Weapon::Laser;
        if flies && (by >= CLOCK_SHIFT_MIN || -by >= CLOCK_SHIFT_MIN) {
            return Some(Disagreement::Slipped { by });
        }
        let gap = frame.pair.map(|pair| i64::from(pair.newer.0 - pair.older.0) * STEPS)?;
        let judged = self.judged_gap(ship)?;
        (gap > judged).then(|| Disagreement::Lost { gap: rate.micros_in_steps(gap) })
    }

    /// Time between the snapshots that a ship was judged between, in 1/256 ticks.
    fn judged_gap(&self, ship: ShipId) -> Option<i64> {
        let nth = self.report.record.targets.iter().position(|record| record.ship == ship)?;
        match self.report.targets.get(nth)?.bracket? {
            ReportBracket::Between { older, newer, .. } => Some(i64::from(newer - older)),
            ReportBracket::At(_) | ReportBracket::Present => None,
        }
    }

    /// The newest snapshot on the shooter's screen when the shot was aimed.
    #[must_use]
    pub fn newest_snapshot(&self) -> Option<ViewTime> {
        Some(ViewTime::from_tick(self.shooters_frame(0)?.newest))
    }
}

/// Whether a pose is extrapolated beyond every snapshot received.
pub(super) const fn is_extrapolated(source: PoseSource) -> bool {
    match source {
        PoseSource::Extrapolated | PoseSource::Held => true,
        PoseSource::Predicted
        | PoseSource::Newest
        | PoseSource::Interpolated
        | PoseSource::Chasing => false,
    }
}

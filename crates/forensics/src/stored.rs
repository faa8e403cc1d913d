//! The target's stored poses, for drawing a shot. With the room at hand, all poses with their
//! times; otherwise only the times of the poses used, which is all that a report carries.

use alloc::vec::Vec;

use shared::{
    base::{geometry::Vec2, time::ViewTime},
    judge::{
        rule_table::TargetPoses,
        stored_past::{StoredPast, StoredPose},
    },
    report::shot_report::ReportBracket,
};

use super::Case;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredMark {
    /// Its timestamp on the tick line.
    pub at: ViewTime,
    /// In u, if known.
    pub pos: Option<Vec2>,
    /// Whether the judged pose derives from it.
    pub used: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoredMarks {
    /// Which kind of stored poses the rule uses.
    pub from: TargetPoses,
    /// Newest first.
    pub marks: Vec<StoredMark>,
    /// Interpolation fraction from the older to the newer of the two poses used, 0 to 1; `None` if
    /// fewer than two are used.
    pub fraction: Option<f32>,
    pub known: StoredCompleteness,
}

/// How complete the marks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredCompleteness {
    /// Every stored pose with its position.
    All,
    /// Only the times of the poses that were used.
    TimesUsed,
}

impl Case {
    /// The target's poses stored at the shot's closest approach; `None` if there is no target, or
    /// the rule uses no stored poses.
    #[must_use]
    pub fn stored(&self) -> Option<StoredMarks> {
        match &self.stored {
            Some(stored) => self.marks_of(stored),
            None => self.reported_marks(),
        }
    }

    fn marks_of(&self, stored: &StoredPast) -> Option<StoredMarks> {
        let rate = self.report.rate;
        let mark = |pose: &StoredPose| StoredMark {
            at: rate.view_at(pose.at),
            pos: Some(pose.pos),
            used: pose.used,
        };
        let marks: Vec<StoredMark> = stored.poses.iter().map(mark).collect();
        (!marks.is_empty()).then(|| StoredMarks {
            from: stored.from,
            marks,
            fraction: stored.fraction(),
            known: StoredCompleteness::All,
        })
    }

    /// From the report: the times that the target was found between.
    fn reported_marks(&self) -> Option<StoredMarks> {
        let (report, target) = (&self.report, self.target()?);
        let place = report.record.targets.iter().position(|of| of.ship == target)?;
        let fired = ViewTime::from_tick(report.fired);
        let mark = |offset: i32| StoredMark {
            at: ViewTime(fired.0 + i64::from(offset)),
            pos: None,
            used: true,
        };
        let (marks, fraction) = match report.targets.get(place)?.bracket? {
            ReportBracket::Present => return None,
            ReportBracket::At(at) => (alloc::vec![mark(at)], None),
            ReportBracket::Between { older, newer, fraction } => {
                (alloc::vec![mark(newer), mark(older)], Some(f32::from(fraction) / 65_536.0))
            }
        };
        let from = report.rules.hit_rule.targets(report.record.shot.weapon);
        Some(StoredMarks { from, marks, fraction, known: StoredCompleteness::TimesUsed })
    }
}

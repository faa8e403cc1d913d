//! What was stored of a shot's target, for the picture of the shot: every pose with its time where
//! the room is at hand; else the times of those that were used, which is all that a report tells.

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

/// A pose that was stored of the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredMark {
    /// The time that is written on it, on the tick line.
    pub at: ViewTime,
    /// Where the ship was, in u, where that is known.
    pub pos: Option<Vec2>,
    /// Whether the judged pose is made of it.
    pub used: bool,
}

/// What is known of what was stored of the target.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMarks {
    /// Which poses the rule takes.
    pub from: TargetPoses,
    /// Newest first.
    pub marks: Vec<StoredMark>,
    /// How far the judged pose is on its way from the older to the newer of the two that are used,
    /// 0 to 1; `None` where one is used, or none.
    pub fraction: Option<f32>,
    /// What is left out of it.
    pub known: StoredKnown,
}

/// How much is known of what was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredKnown {
    /// All of it, with its places.
    All,
    /// The times of the poses that were used, and no places.
    TimesUsed,
}

impl Case {
    /// What was stored of the target, as it counted when the shot was nearest to it; `None` where
    /// there is no target, or nothing that is stored is used.
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
            known: StoredKnown::All,
        })
    }

    /// What the report tells: between which times the target was found.
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
        Some(StoredMarks { from, marks, fraction, known: StoredKnown::TimesUsed })
    }
}

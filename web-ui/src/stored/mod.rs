//! Draws the poses stored for a ship, which are markers, records or snapshots with their times:
//! small outlines in the world, and dots on a line to scale. Those that the judged pose is
//! interpolated from are distinguished. Runs with every frame that shows them.

pub mod line;
pub mod outlines;

use forensics::stored::{StoredMark, StoredMarks};
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate, ViewTime},
    },
    judge::{
        rule_table::TargetPoses,
        stored_past::{StoredPast, StoredPose},
    },
};
use words::StoredUse;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Its time, in ms from the origin of the line.
    pub ms: f32,
    /// Position of the ship in u, if known.
    pub pos: Option<Vec2>,
    /// Whether the judged pose is interpolated from it.
    pub used: bool,
}

/// The stored poses of a ship, with labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub marks: Marks,
    /// Names the ship and the kind of poses.
    pub heading: String,
    /// The judged moment, in ms from the origin of the line.
    pub asked_ms: f32,
    /// The judged position of the ship, in u.
    pub judged: Vec2,
}

/// The stored poses of a ship.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// Their kind.
    pub from: TargetPoses,
    /// Newest first.
    pub marks: Vec<Mark>,
    /// Interpolation fraction of the judged pose, from the older to the newer of the two used.
    pub fraction: Option<f32>,
}

impl Marks {
    /// What the room stores now, in ms from the judged moment.
    #[must_use]
    pub fn now(stored: &StoredPast) -> Self {
        let mark = |pose: &StoredPose| Mark {
            ms: ms(pose.at - stored.now),
            pos: Some(pose.pos),
            used: pose.used,
        };
        Self {
            from: stored.from,
            marks: stored.poses.iter().map(mark).collect(),
            fraction: stored.fraction(),
        }
    }

    /// What was stored for a shot's target, in ms from the shot.
    #[must_use]
    pub fn of_shot(stored: &StoredMarks, rate: TickRate, fired: ViewTime) -> Self {
        let mark = |mark: &StoredMark| Mark {
            ms: ms(rate.micros_in_steps(mark.at.0 - fired.0)),
            pos: mark.pos,
            used: mark.used,
        };
        Self {
            from: stored.from,
            marks: stored.marks.iter().map(mark).collect(),
            fraction: stored.fraction,
        }
    }

    /// How the judged pose is derived from those used.
    #[must_use]
    pub fn used(&self) -> StoredUse {
        match (self.fraction, self.marks.iter().any(|mark| mark.used)) {
            (Some(fraction), _) => StoredUse::Between(fraction),
            (None, true) => StoredUse::One,
            (None, false) => StoredUse::None,
        }
    }
}

fn ms(span: Micros) -> f32 {
    span.0 as f32 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_known_how_the_judged_pose_comes_about() {
        let mark = |used| Mark { ms: -50.0, pos: None, used };
        let from = TargetPoses::Drawn;
        let marks = |marks: &[Mark], fraction| Marks { from, marks: marks.into(), fraction };
        let rows = [
            (marks(&[mark(true), mark(true)], Some(0.5)), StoredUse::Between(0.5)),
            (marks(&[mark(false), mark(true)], None), StoredUse::One),
            (marks(&[mark(false)], None), StoredUse::None),
        ];
        for (marks, used) in rows {
            assert_eq!(marks.used(), used);
        }
    }
}

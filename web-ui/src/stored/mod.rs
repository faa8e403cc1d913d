//! What is stored of a ship, drawn: markers, records or snapshots with their times, as small
//! outlines in the world and as dots on a line to scale; those that the judged pose is made of are
//! told apart. Drawn with every picture that shows them.

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

/// A pose that is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The time on it, in ms from where the line counts.
    pub ms: f32,
    /// Where the ship was, in u, where that is known.
    pub pos: Option<Vec2>,
    /// Whether the judged pose is made of it.
    pub used: bool,
}

/// What is stored of a ship, with what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub marks: Marks,
    /// Whose, and what.
    pub heading: String,
    /// The moment that is looked at, in ms from where the line counts.
    pub asked_ms: f32,
    /// Where the ship is judged, in u.
    pub judged: Vec2,
}

/// The poses of a ship that are stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// Which they are.
    pub from: TargetPoses,
    /// Newest first.
    pub marks: Vec<Mark>,
    /// How far the judged pose is from the older to the newer of the two that are used.
    pub fraction: Option<f32>,
}

impl Marks {
    /// What the room stores, in ms from the moment of judging.
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

    /// What was stored of a shot's target, in ms from the shot.
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

    /// How the judged pose comes from those that are used.
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

//! Poses with their times on them: what every scheme's history is made of, and how a query over
//! one says what it found.

use serde::Serialize;

use super::pose::Pose;
use crate::base::{geometry::blend_points, time::Micros};

/// A pose, and when it was held on the server's line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Record {
    pub at: Micros,
    /// The pose, as clients were sent it.
    pub pose: Pose,
}

/// Between which records of a history a pose was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Bracket {
    /// None: the ship is left where it is.
    Present,
    /// A record as it is.
    At(Micros),
    /// `num/den` of the way from an older record to a newer one.
    Between {
        /// When the older one was held.
        older: Micros,
        /// When the newer one was held.
        newer: Micros,
        /// The way from the older one, in parts of `den`.
        num: i64,
        /// The whole way; above 0.
        den: i64,
    },
}

/// What a query over a history found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RewoundPose {
    /// The pose to judge by.
    pub pose: Pose,
    /// Where it comes from.
    pub bracket: Bracket,
}

impl Record {
    /// This record as what a query found.
    #[must_use]
    pub const fn found(&self) -> RewoundPose {
        RewoundPose { pose: self.pose, bracket: Bracket::At(self.at) }
    }

    /// The pose at a moment between this record and a newer one, in a line: the seeds do not ask
    /// whether both are of one life. Moments outside are moved to the nearer end.
    #[must_use]
    pub fn towards(&self, newer: &Self, at: Micros) -> RewoundPose {
        let den = (newer.at - self.at).0;
        let num = (at - self.at).0.clamp(0, den.max(0));
        if num == 0 {
            return self.found();
        }
        if num == den {
            return newer.found();
        }
        let pos = blend_points(self.pose.pos, newer.pose.pos, num, den);
        let aim = self.pose.aim.blend(newer.pose.aim, num, den);
        let bracket = Bracket::Between { older: self.at, newer: newer.at, num, den };
        RewoundPose { pose: Pose { pos, aim, ..self.pose }, bracket }
    }
}

//! Timestamped poses, of which every scheme's history consists, and the result of a query over one.

use serde::Serialize;

use super::pose::Pose;
use crate::base::{geometry::blend_points, time::Micros};

/// A pose and its server time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Record {
    pub at: Micros,
    /// The pose, as sent to clients.
    pub pose: Pose,
}

/// The records of a history that a pose was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Bracket {
    /// None: the ship stays at its present pose.
    Present,
    /// A record as it is.
    At(Micros),
    /// `num/den` of the way from an older record to a newer one.
    Between {
        older: Micros,
        newer: Micros,
        /// The distance from the older one, in parts of `den`.
        num: i64,
        /// The whole distance; above 0.
        den: i64,
    },
}

/// The result of a query over a history.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RewoundPose {
    /// The pose to judge by.
    pub pose: Pose,
    /// The records it was made of.
    pub bracket: Bracket,
}

impl Record {
    /// This record as a query result.
    #[must_use]
    pub const fn found(&self) -> RewoundPose {
        RewoundPose { pose: self.pose, bracket: Bracket::At(self.at) }
    }

    /// The pose at a moment between this record and a newer one, by linear interpolation. As in the
    /// published sources, both records need not be of one life. Moments outside are clamped.
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

//! Source's entity interpolation: computes the pose to draw at a time behind the present from a
//! ship's snapshot records, newest first. Runs once per frame and ship.

use serde::Serialize;

use crate::{
    base::{
        geometry::{Vec2, blend_points},
        time::Micros,
    },
    history::{
        pose::Pose,
        record::{Bracket, Record, RewoundPose},
    },
    netcode::choices::Curve,
};

/// The default minimum delay (`cl_interp 0.1`).
pub const INTERP_DEFAULT_MS: u32 = 100;
/// Snapshots that the delay spans by default, in 1/1000 (`cl_interp_ratio 2`).
pub const INTERP_RATIO_DEFAULT_PERMILLE: u32 = 2000;
/// Snapshots a second by default (`cl_updaterate 20`).
pub const UPDATE_RATE_DEFAULT_HZ: u16 = 20;
/// The limit for extrapolating a ship without data (`cl_extrapolate_amount 0.25`).
pub const SOURCE_EXTRAPOLATION_MAX: Micros = Micros::from_ms(250);

/// How a pose is made from records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sampling {
    /// The curve between records.
    pub curve: Curve,
    /// The limit of extrapolation; 0 turns it off.
    pub extrapolation_max: Micros,
}

/// How a drawn pose was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Origin {
    /// Between two records, or at one.
    Interpolated,
    /// Beyond the newest of two records.
    Extrapolated,
    /// From a single record, held because nothing may be blended with it.
    Held,
}

/// A pose to draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct InterpolatedPose {
    /// The pose and its records. In an extrapolation `num` is above `den`.
    pub found: RewoundPose,
    /// How it was made.
    pub origin: Origin,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { curve: Curve::Linear, extrapolation_max: SOURCE_EXTRAPOLATION_MAX }
    }
}

/// The position of a time between an older and a newer one, 0 to 1.
#[must_use]
pub fn fraction(target: Micros, older: Micros, newer: Micros) -> f32 {
    let span = (newer - older).0;
    if span <= 0 {
        return 0.0;
    }
    (target - older).0.clamp(0, span) as f32 / span as f32
}

/// The pose of a ship at `target`. `records` are those of this ship, newest first; one for a
/// snapshot in which it did not change may be missing. `newest_snapshot` is the time of the newest
/// snapshot of any ship: if it is newer than the records, the ship is known not to have moved.
/// `None` without records.
///
/// Poses are not blended across lives or teleports: the older record is held until the newer one.
#[must_use]
pub fn sample(
    records: &[Record],
    target: Micros,
    newest_snapshot: Micros,
    sampling: &Sampling,
) -> Option<InterpolatedPose> {
    let newest = records.first()?;
    if target > newest.at {
        let out_of_data = newest_snapshot <= newest.at;
        return Some(beyond(newest, records.get(1).filter(|_| out_of_data), target, sampling));
    }
    let Some(idx) = records.iter().position(|record| record.at <= target) else {
        return records.last().map(held);
    };
    let older = &records[idx];
    let newer = match idx.checked_sub(1) {
        Some(idx) if older.at < target => &records[idx],
        _ => return Some(InterpolatedPose { found: older.found(), origin: Origin::Interpolated }),
    };
    if older.pose.life != newer.pose.life {
        return Some(held(older));
    }
    let before = records.get(idx + 1).filter(|_| sampling.curve == Curve::Hermite);
    let found = match before {
        Some(before) => hermite([newer, older, before], target),
        None => older.towards(newer, target),
    };
    Some(InterpolatedPose { found, origin: Origin::Interpolated })
}

/// The pose between p1 and p2 on the curve with the tangents p1 − p0 and p2 − p1, of records p2,
/// p1, p0 (newest first). p0 is moved along its stretch so that both stretches last equally long.
/// Without a p0 of the same life before p1 it is the straight line.
#[must_use]
pub fn hermite([p2, p1, p0]: [&Record; 3], at: Micros) -> RewoundPose {
    let straight = p1.towards(p2, at);
    let Bracket::Between { num, den, .. } = straight.bracket else {
        return straight;
    };
    if p0.at >= p1.at || p0.pose.life != p1.pose.life {
        return straight;
    }
    let spacing = den as f32 / (p1.at - p0.at).0 as f32;
    let tangent_1 = (p1.pose.pos - p0.pose.pos) * spacing;
    let tangent_2 = p2.pose.pos - p1.pose.pos;
    let pos =
        hermite_point([p1.pose.pos, p2.pose.pos], [tangent_1, tangent_2], num as f32 / den as f32);
    RewoundPose { pose: Pose { pos, ..straight.pose }, ..straight }
}

/// The cubic between two points with the given tangents at both ends, at `t` from 0 to 1.
fn hermite_point(points: [Vec2; 2], tangents: [Vec2; 2], t: f32) -> Vec2 {
    let (t2, t3) = (t * t, t * t * t);
    points[0] * (2.0 * t3 - 3.0 * t2 + 1.0)
        + points[1] * (3.0 * t2 - 2.0 * t3)
        + tangents[0] * (t3 - 2.0 * t2 + t)
        + tangents[1] * (t3 - t2)
}

/// The pose after the newest record: extrapolated linearly from the last two within the limit, or
/// else the newest.
fn beyond(
    newest: &Record,
    before: Option<&Record>,
    target: Micros,
    sampling: &Sampling,
) -> InterpolatedPose {
    let Some(before) = before else {
        return held(newest);
    };
    let ahead = (target - newest.at).min(sampling.extrapolation_max);
    let one_life = before.pose.life == newest.pose.life && newest.pose.alive;
    if !one_life || before.at >= newest.at || ahead <= Micros::ZERO {
        return held(newest);
    }
    let den = (newest.at - before.at).0;
    let num = den + ahead.0;
    let found = RewoundPose {
        pose: Pose {
            pos: blend_points(before.pose.pos, newest.pose.pos, num, den),
            aim: before.pose.aim.blend(newest.pose.aim, num, den),
            ..newest.pose
        },
        bracket: Bracket::Between { older: before.at, newer: newest.at, num, den },
    };
    InterpolatedPose { found, origin: Origin::Extrapolated }
}

fn held(record: &Record) -> InterpolatedPose {
    InterpolatedPose { found: record.found(), origin: Origin::Held }
}

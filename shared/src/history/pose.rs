//! A ship's pose at one moment, and the interpolation between two. Clients draw and the server
//! judges with the same function.

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::{Turn, Vec2, blend_points},
        time::{Tick, VIEW_STEPS_PER_TICK, ViewTime},
    },
    sim::ship::{Ship, ShipId},
};

/// The two snapshots between which the shooter drew a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub older: Tick,
    pub newer: Tick,
}

impl Pair {
    /// Whether a moment lies between the two.
    #[must_use]
    pub fn holds(self, at: ViewTime) -> bool {
        ViewTime::from_tick(self.older) <= at && at <= ViewTime::from_tick(self.newer)
    }
}

/// A ship at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pose {
    pub ship: ShipId,
    /// Position, in u.
    pub pos: Vec2,
    /// Velocity, in u/s.
    pub vel: Vec2,
    /// Where it aims.
    pub aim: Turn,
    /// The number of its life; a teleport counts as a new one.
    pub life: u16,
    pub alive: bool,
    /// Whether its shield is up.
    pub shielded: bool,
}

impl Pose {
    /// A ship's pose at a tick.
    #[must_use]
    pub fn of(ship: &Ship, tick: Tick) -> Self {
        Self {
            ship: ship.id,
            pos: ship.body.pos,
            vel: ship.body.vel,
            aim: ship.aim,
            life: ship.life,
            alive: ship.alive(),
            shielded: ship.shielded(tick),
        }
    }
}

/// The part of a pose that hit tests need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitPose {
    /// Position, in u.
    pub pos: Vec2,
    /// The number of its life.
    pub life: u16,
    pub alive: bool,
}

impl From<&Pose> for HitPose {
    fn from(pose: &Pose) -> Self {
        Self { pos: pose.pos, life: pose.life, alive: pose.alive }
    }
}

/// The pose of a ship at `at`, between the poses of a pair of ticks that brackets it. Poses are
/// blended only here, so the server judges exactly what a client draws.
///
/// Lives are not blended: until the newer tick the older life is shown. `None` where the poses are
/// of different ships.
#[must_use]
pub fn pose_between(older: &Pose, newer: &Pose, pair: Pair, at: ViewTime) -> Option<Pose> {
    let (num, den) = share(pair, at);
    (older.ship == newer.ship).then(|| blend(older, newer, num, den))
}

/// The position of a moment between the ticks of a pair, as a numerator and a denominator.
pub(super) fn share(pair: Pair, at: ViewTime) -> (i64, i64) {
    let den = pair.newer.since(pair.older) * VIEW_STEPS_PER_TICK;
    (at.since(ViewTime::from_tick(pair.older)).clamp(0, den.max(0)), den)
}

/// The pose at `num/den` of the way between two poses of one ship.
fn blend(older: &Pose, newer: &Pose, num: i64, den: i64) -> Pose {
    if num == den {
        return *newer;
    }
    if older.life != newer.life {
        return *older;
    }
    Pose {
        pos: blend_points(older.pos, newer.pos, num, den),
        aim: older.aim.blend(newer.aim, num, den),
        ..*older
    }
}

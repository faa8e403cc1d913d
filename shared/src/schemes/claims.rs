//! Verifies hits that a shooter's client claims, as the article on *Targeting* has it: from the
//! server's own data on the shot and its target. Runs once for each claim, under the rules by which
//! the shooter decides.

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::{POS_STEPS_PER_U, Vec2},
        time::Micros,
    },
    history::{pose::Pose, record::RewoundPose},
};

/// Why a claimed hit does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ClaimRefusal {
    /// There is no such shot of this shooter.
    #[error("unknown shot")]
    UnknownShot,
    /// The shot already has a verdict.
    #[error("the shot already has a verdict")]
    Decided,
    /// The target was seen further back than the room allows.
    #[error("the target was seen {ms} ms ago, beyond the limit")]
    BeyondBound {
        /// How long ago, in ms, rounded up.
        ms: u32,
    },
    /// The shot is not that old yet, or it ended before.
    #[error("the shot cannot have reached the target")]
    NotReached,
    /// The target was not there.
    #[error("the target was {} u from the shot", hundredths_up(*distance))]
    TooFar {
        /// From the shot to the target's centre, in 1/256 u.
        distance: u32,
    },
    #[error("the target has died since")]
    LifeOver,
    #[error("the target is shielded")]
    Shielded,
    /// The target has left the room, or was not in it.
    #[error("the target is not in the room")]
    Gone,
    /// Cover is between the shot and where the target is now.
    #[error("the target is behind cover now")]
    Cover,
    /// Shots pass through the target: it is on the shooter's side.
    #[error("the target is on the shooter's side")]
    Ally,
}

/// A distance in 1/256 u for display: in u, rounded up to 1/100, so that one that is too far never
/// reads as near enough.
fn hundredths_up(steps: u32) -> f64 {
    (u64::from(steps) * 100).div_ceil(POS_STEPS_PER_U as u64) as f64 / 100.0
}

/// A claimed hit, with the server's own data on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The shot's age at the hit.
    pub age: Micros,
    /// The greatest age that the shot can have had on its shooter's screen by now.
    pub age_max: Micros,
    /// The age of the pose in which the target was seen; negative ages count as 0.
    pub back: Micros,
    /// The limit for `back`.
    pub bound: Micros,
    /// The shot's position at that age, in u; `None` if it ended before.
    pub bolt: Option<Vec2>,
    /// The target on the curve that the shooter drew.
    pub seen: Option<RewoundPose>,
    /// The target now.
    pub present: Option<Pose>,
    /// The hit radius, in u.
    pub radius_u: f32,
    /// How much farther the shot may be, in 1/256 u.
    pub tolerance: u32,
}

/// Whether a claimed hit is plausible. The caller has found the shot, and no verdict on it.
///
/// # Errors
/// The first of these that fails: the shot's age, the bound, that the target is there, its life,
/// its shield, and the distance.
pub fn verify(claim: &Claim) -> Result<(), ClaimRefusal> {
    let bolt = claim.bolt.filter(|_| (Micros::ZERO..=claim.age_max).contains(&claim.age));
    let Some(bolt) = bolt else {
        return Err(ClaimRefusal::NotReached);
    };
    if claim.back > claim.bound {
        let ms = claim.back.0.saturating_add(999) / 1000;
        return Err(ClaimRefusal::BeyondBound { ms: u32::try_from(ms).unwrap_or(u32::MAX) });
    }
    let (Some(seen), Some(present)) = (claim.seen.map(|found| found.pose), claim.present) else {
        return Err(ClaimRefusal::Gone);
    };
    if seen.ship != present.ship {
        return Err(ClaimRefusal::Gone);
    }
    if !seen.alive || !present.alive || seen.life != present.life {
        return Err(ClaimRefusal::LifeOver);
    }
    if present.shielded {
        return Err(ClaimRefusal::Shielded);
    }
    let steps = |u: f32| libm::rintf(u * POS_STEPS_PER_U) as u32;
    let distance = steps((bolt - seen.pos).length());
    if distance > steps(claim.radius_u).saturating_add(claim.tolerance) {
        return Err(ClaimRefusal::TooFar { distance });
    }
    Ok(())
}

/// Checks a claim where claims are not verified: only that its victim is there and alive. The
/// caller has found the shot, and no verdict on it. Its age, the bound, the life that was seen, a
/// shield and the distance are ignored, which is what the sources warn of.
///
/// # Errors
/// That the victim is gone, or dead.
pub fn accept_claim(present: Option<&Pose>) -> Result<(), ClaimRefusal> {
    match present {
        None => Err(ClaimRefusal::Gone),
        Some(pose) if !pose.alive => Err(ClaimRefusal::LifeOver),
        Some(_) => Ok(()),
    }
}

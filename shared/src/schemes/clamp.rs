//! Why a shot is not judged at its claimed view time: the clamps of ET's window, Source's bound and
//! plausibility check, delayed synchronisation, and the ping cap.

use serde::{Deserialize, Serialize};

/// Why the view time used differs from the one claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Clamp {
    /// Further back than the bound.
    Bound,
    /// In the future.
    Future,
    /// Before an earlier view of the same epoch.
    Backwards,
    /// Under Source: more than 0.2 s from what the measured round trip implies. Under the game's
    /// own rule and rules by claim: further back than the plausible age.
    Implausible,
    /// Not `D` before the command's tick, where delayed synchronisation requires that.
    NotDelayed,
    /// Further back than the ping cap plus the interpolation delay.
    PingCap,
}

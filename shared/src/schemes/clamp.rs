//! Why a shot does not look at the time that its shooter claimed: one list for ET's window,
//! Source's bound and plausibility, delayed synchronisation, and the cap by ping.

use serde::{Deserialize, Serialize};

/// Why the moment that was used is not the moment that was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Clamp {
    /// It lay further back than the bound.
    Bound,
    /// It lay in the future.
    Future,
    /// It lay before an earlier view of the same epoch.
    Backwards,
    /// It was too far from what the measured round trip says: under Source by more than 0.2 s,
    /// under the game's own rule and claims further back than the connection explains.
    Implausible,
    /// It was not `D` before the own tick, where everybody looks at that moment.
    NotDelayed,
    /// It lay further back than the cap by ping and the interpolation delay allow.
    PingCap,
}

//! Which ships the own one may meet in a predicted tick: found before it moves, by the room's rule
//! of ramming, and used after it, by who predicts the own ship alone and by who predicts everybody.

use alloc::vec::Vec;

use crate::sim::collision::Solid;

/// The ships that the own one may meet in a tick.
#[derive(Clone, Debug)]
pub(super) enum NearbyShips {
    /// Where they are known to be newest, in a snapshot or in the world of all ships: both bounce.
    Newest,
    /// Where the viewer sees them, `D` before: only the rammer bounces.
    Seen(Vec<Solid>),
}

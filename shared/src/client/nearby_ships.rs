//! The ships the own one may collide with in a predicted tick, by the room's ramming rule. Looked
//! up before it moves and used after, whether only the own ship or every ship is predicted.

use alloc::vec::Vec;

use crate::sim::collision::Solid;

/// The ships the own one may collide with in a tick.
#[derive(Clone, Debug)]
pub(super) enum NearbyShips {
    /// At their newest known positions, in a snapshot or in the predicted world: both ships bounce.
    Newest,
    /// Where the viewer sees them, `D` earlier: only the rammer bounces.
    Seen(Vec<Solid>),
}

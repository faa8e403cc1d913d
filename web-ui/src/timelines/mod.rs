//! Two pictures of time with a lane for each player: QuakeWorld's ring of commands, and Source's
//! line of snapshots. In both, time runs from left to right.

pub mod line;
pub mod ring;

mod lane;

pub use lane::LaneOwner;

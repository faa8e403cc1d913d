//! Two pictures of time, a lane for each player: QuakeWorld's ring of commands, and Source's line
//! of snapshots. Time runs from left to right in both. Values go in, strokes on a canvas
//! come out.

pub mod line;
pub mod ring;

mod lane;

pub use lane::LaneOwner;

//! Two pictures of time, a lane for each player: QuakeWorld's ring of commands, and Source's line
//! of snapshots. Time runs from left to right in both. Values go in, strokes on a canvas and
//! sentences come out.

pub mod line;
pub mod line_words;
pub mod ring;
pub mod ring_words;

mod lane;

pub use lane::Whose;

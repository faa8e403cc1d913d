//! The picture: panes, the threads between them, and the packets below. Nothing is remembered
//! between two pictures.

pub mod arrange;
pub mod callout;
pub mod cells;
pub mod framing;
pub mod lanes;
pub mod panes;
pub mod row;
pub mod strip;
pub mod ties;

//! Draws the panes, the threads between them, and the packets below. No state is kept between
//! pictures.

pub mod arrange;
pub mod arrivals;
pub mod callout;
pub mod cells;
pub mod clock_lead;
pub mod framing;
pub mod lanes;
pub mod overlay;
pub mod panes;
pub mod plot;
pub mod replay_ghosts;
pub mod row;
mod ship_times;
mod sight_line;
pub mod slow_lane;
mod snapshot_marks;
pub mod strip;
pub mod ties;

//! Where ships were: poses after every tick, interpolation between two, the snapshots each viewer
//! was sent, and which ships came near a path.

pub mod broad_phase;
pub mod deaths;
pub mod long_journal;
pub mod pose;
pub mod record;
pub mod sent;
pub mod store;
pub mod target_time;

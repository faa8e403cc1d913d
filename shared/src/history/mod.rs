//! Where everybody was: poses after every tick, how a pose between two is made, what each viewer
//! was sent, and who came near a path.

pub mod broad_phase;
pub mod deaths;
pub mod long_journal;
pub mod pose;
pub mod record;
pub mod sent;
pub mod store;
pub mod target_time;

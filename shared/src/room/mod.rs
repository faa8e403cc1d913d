//! The authority over one match, sans-IO.
//!
//! [`Room`] has four kinds of method: *getters*; `handle_*` (something happened); commands; and
//! `poll_*` (something to do). Time is passed in as a parameter, in microseconds on any clock that
//! does not run backwards; randomness as a seed. A room is plain data: a clone that gets the same
//! calls reaches the same state.

mod aim_assist;
mod allowance;
mod bot_level;
mod bots;
mod collected_events;
mod config;
mod departed;
mod epoch;
mod explain;
mod first_life;
mod held;
mod idle;
mod inbound;
mod interest;
mod latencies;
mod lobby;
mod lockstep;
mod open_shot;
mod outbound;
mod output;
mod policy;
mod recent_peak;
mod rounds;
mod rtt_estimator;
mod rules;
mod scratch;
mod seat;
mod session;
mod session_counts;
mod shedding;
mod shots;
mod sides;
mod simulate;
mod snapshot_flow;
mod snapshots_due;
mod solids;
mod solo;
mod state;
mod stats;
mod stored_past;
mod truce;
mod watching;

pub use config::{ConfigError, Difficulty, RoomConfig, RoomKind};
pub use explain::evidence::JudgedEvidence;
pub use output::{HeldSeats, JoinError, Output, ResumeError, SessionId};
pub use session_counts::{SessionCounts, ViewsMoved};
pub use state::Room;
pub use stats::RoomStats;
pub use watching::{WatchMessage, WatchPart};

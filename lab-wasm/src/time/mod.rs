//! How time passes in the laboratory, and what a picture costs of it.

pub mod cue_watch;
pub mod stopwatch;
pub mod transport;

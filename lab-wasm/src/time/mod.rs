//! The laboratory's time: playback speed, waiting at cues, and the cost of pictures.

pub mod cue_watch;
pub mod stopwatch;
pub mod transport;

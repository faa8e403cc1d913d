//! Foundations: time, limits, geometry, randomness and rings indexed by tick.

pub mod encoding;
pub mod geometry;
pub mod limits;
pub mod pressure;
pub mod queue;
pub mod rng;
pub mod seat_set;
pub mod state_hash;
pub mod tick_length;
pub mod tick_ring;
pub mod tick_set;
pub mod time;

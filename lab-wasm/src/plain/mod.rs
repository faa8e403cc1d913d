//! What needs no browser, and is tested without one.

pub mod arrange;
pub mod framing;
pub mod order;
pub mod snapshot_size;
pub mod stopwatch;
pub mod transport;

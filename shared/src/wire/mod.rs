//! The wire format: bits, messages, snapshots and their codecs, and messages over a simulated link.

pub mod bits;
pub mod close_reason;
pub mod codec;
pub mod command_packet;
pub mod conditions;
pub mod link;
pub mod message;
pub mod name;
pub mod range;
pub mod round;
pub mod route;
pub mod seat;
pub mod series;
pub mod sides;
pub mod snapshot;
pub mod watch;

//! Emulates a bad network connection in virtual time: latency, jitter, loss, bursts of loss,
//! duplicates, reordering and limited bandwidth.
//!
//! ```
//! use link_emulator::{Conditions, Delivery, Link, Micros, ParseConditionsError};
//!
//! let conditions: Conditions = "80ms,jitter:20ms,loss:5,datagram".parse()?;
//! let (seed, link_number) = (7, 0);
//! let mut uplink = Link::new(conditions.up, seed, link_number);
//! for n in 0..100_u8 {
//!     uplink.send(Micros::from_ms(20 * i64::from(n)), Delivery::Unreliable, vec![n]);
//! }
//! let mut arrived = 0;
//! while let Some(now) = uplink.next_delivery() {
//!     // The link has no clock: its owner passes the time.
//!     arrived += u64::from(uplink.poll_deliver(now).is_some());
//! }
//! assert!(arrived < 100);
//! assert_eq!(arrived + uplink.dropped(), 100);
//! # Ok::<(), ParseConditionsError>(())
//! ```
//!
//! A [`Link`] is one direction of a connection, and has one of two modes. A *datagram* link loses
//! and reorders packets, as UDP does. A *stream* loses none: a loss delays the packet and
//! everything behind it, as in TCP.
//!
//! **The fate of a packet is a pure function** of the seed, the link's number (give each direction
//! its own), the time slot of 1/60 s in which it is sent, and its index within the slot. What was
//! sent in earlier slots does not matter, so two designs that send different packets can be
//! compared under the same losses, and a run can be repeated exactly. A link is plain data: clone
//! it to return to a moment later, or serialise it to hash a whole simulation.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod conditions;
pub mod draws;
mod link;
mod text;
mod time;

pub use conditions::{
    BANDWIDTH_MAX_BYTES_PER_S, Condition, ConditionError, ConditionSpec, ConditionUnit, Conditions,
    DELAY_MAX_MS, LinkConditions, LinkMode,
};
pub use link::{Delivery, Fate, IN_FLIGHT_MAX, Link, Packet, TRAFFIC_MAX};
pub use text::ParseConditionsError;
pub use time::{MICROS_PER_S, Micros};

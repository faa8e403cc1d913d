//! Emulates a bad network connection in virtual time.
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
pub use text::WrittenError;
pub use time::{MICROS_PER_S, Micros};

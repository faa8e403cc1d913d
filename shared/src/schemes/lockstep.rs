//! *Lockstep*, or frame synchronisation, as numbers: how long an input takes to the picture, how
//! fast the world runs, and by how much a shot misses. The article on delayed synchronisation names
//! it as the first alternative.
//!
//! At the picture of a tick E the command for E + 1 + n is made, and a tick runs when the commands
//! of all are in.

use crate::base::{
    tick_length::TickLength,
    time::{MICROS_PER_S, Micros},
};

/// From an input to the picture that shows it, the same for all: as many ticks as commands are made
/// ahead, or the slowest way to the server and back with what frames wait, if that is longer.
#[must_use]
pub fn input_to_picture(n: u32, slowest: Micros, dt: TickLength) -> Micros {
    dt.span(i64::from(n) + 1).max(slowest)
}

/// Ticks a second, in thousandths: as many as the room has, or as many commands as the slowest has
/// on its way.
#[must_use]
pub fn speed_millihertz(n: u32, slowest: Micros, dt: TickLength) -> i64 {
    let full = dt.millihertz();
    let ahead = 1000 * i64::from(n + 1) * MICROS_PER_S;
    ahead.checked_div(slowest.0).map_or(full, |most| most.min(full))
}

/// By how much a shot misses a target of this speed that its picture was aimed at, in u.
#[must_use]
pub fn miss_u(speed_u_per_s: f32, n: u32, dt: TickLength) -> f32 {
    speed_u_per_s * (n + 1) as f32 * dt.as_s_f32()
}

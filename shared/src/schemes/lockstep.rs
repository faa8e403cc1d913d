//! *Lockstep*, or frame synchronisation: formulas for the delay from input to picture, the speed of
//! the world, and the miss distance of a shot. The article on delayed synchronisation names it as
//! the first alternative.
//!
//! When a tick E is drawn, the command for E + 1 + n is made. A tick runs when all players'
//! commands for it are in.

use crate::base::{
    tick_length::TickLength,
    time::{MICROS_PER_S, Micros},
};

/// The delay from an input to the picture that shows it, the same for all players: the ticks that
/// commands are made ahead, or the slowest round trip plus the waits for frames, if that is longer.
#[must_use]
pub fn input_to_picture(n: u32, slowest: Micros, dt: TickLength) -> Micros {
    dt.span(i64::from(n) + 1).max(slowest)
}

/// Simulation speed in ticks a second, in thousandths: the room's tick rate, limited by how many
/// commands the slowest player can have in flight.
#[must_use]
pub fn speed_millihertz(n: u32, slowest: Micros, dt: TickLength) -> i64 {
    let full = dt.millihertz();
    let ahead = 1000 * i64::from(n + 1) * MICROS_PER_S;
    ahead.checked_div(slowest.0).map_or(full, |limited| limited.min(full))
}

/// How far a shot misses a target of this speed that was aimed at on its picture, in u.
#[must_use]
pub fn miss_u(speed_u_per_s: f32, n: u32, dt: TickLength) -> f32 {
    speed_u_per_s * (n + 1) as f32 * dt.as_s_f32()
}

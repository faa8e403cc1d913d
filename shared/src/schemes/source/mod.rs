//! Source's networking (Valve's articles on Source multiplayer and on lag compensation, and the
//! released SDK), as pure functions of times, ticks and records.

pub mod command_clock;
pub mod error_smoothing;
pub mod interpolation;
pub mod lag_compensation;
pub mod movement_bank;
pub mod send_schedule;

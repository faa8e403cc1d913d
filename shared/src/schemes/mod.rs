//! The rules of the published schemes, a file or folder for each source, as pure functions of times
//! and poses. None depends on rooms, shots or another scheme.

pub mod claims;
pub mod clamp;
pub mod delayed_sync;
pub mod et;
pub mod lockstep;
pub mod minimum_lag;
pub mod peeker;
pub mod predict_everyone;
pub mod quakeworld;
pub mod source;
pub mod targeting;

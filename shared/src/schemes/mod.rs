//! The rules of the published schemes, a file or folder for each source, as pure functions of
//! times and poses: none knows of rooms, shots or each other.

pub mod clamp;
pub mod deferred;
pub mod et;
pub mod quakeworld;
pub mod source;
pub mod targeting;

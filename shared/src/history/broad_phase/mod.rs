//! The broad phase: which of many ships can be near a path, before any pose is interpolated.

pub mod candidates;
pub(super) mod discontinuities;
pub(crate) mod grid;
pub mod search;
pub mod sweep;
pub(crate) mod trajectories;

//! The broad phase: which few of many ships can be near a path, before the pose of any is made.

pub mod candidates;
pub(super) mod discontinuities;
pub(crate) mod grid;
pub mod search;
pub mod sweep;
pub(crate) mod trajectories;

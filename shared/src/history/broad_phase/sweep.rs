//! A stretch of a shot's flight, as passed to the broad phase.

use crate::{
    base::{geometry::Segment, time::Micros},
    history::target_time::TargetTime,
    sim::ship::ShipId,
};

/// A stretch of a shot's flight, against which all targets are tested.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<M> {
    /// The shooter; never a target of its own shot.
    pub shooter: ShipId,
    /// The line that the shot sweeps.
    pub path: Segment,
    /// How long before now the target poses lie when the stretch begins.
    pub back: Micros,
    /// Ships whose centre stays farther than this from the path cannot be hit, in u.
    pub within_u: f32,
    /// The target time when the stretch begins.
    pub begin: TargetTime<M>,
    /// The target time when it ends; `None`: the stretch takes no time.
    pub end: Option<TargetTime<M>>,
}

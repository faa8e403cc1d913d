//! A stretch of a shot's flight, as the broad phase is asked about it.

use crate::{
    base::{geometry::Segment, time::Micros},
    history::target_time::TargetTime,
    sim::ship::ShipId,
};

/// A stretch of a shot's flight, against which all targets are tested.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<M> {
    /// Who fired; never a target of its own shot.
    pub shooter: ShipId,
    /// The line that the shot sweeps.
    pub path: Segment,
    /// How long before now the targets are looked at when the stretch begins.
    pub back: Micros,
    /// Ships whose centre stays farther than this from the path do not matter, in u.
    pub within_u: f32,
    /// The moment at which targets are looked at when the stretch begins.
    pub begin: TargetTime<M>,
    /// The moment at which they are looked at when it ends; `None`: the stretch takes no time.
    pub end: Option<TargetTime<M>>,
}

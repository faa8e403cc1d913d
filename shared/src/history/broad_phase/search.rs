//! The broad phase as a hit test asks for it: which ships a stretch of a shot's flight may touch,
//! before the pose of any is made. Whoever keeps few ships answers "everybody", which is what every
//! method but `present` does by itself; a room's history answers from its rows.

use super::{candidates::Candidates, sweep::Sweep};
use crate::{
    base::{geometry::Segment, time::Micros},
    history::pose::Pose,
    sim::ship::ShipId,
};

/// Finds the ships near a path. Every answer is a superset of the ships that are really touched, so
/// a better one saves time and changes no verdict.
pub trait BroadPhase {
    /// A moment of the history, worked out once for all ships.
    type Moment: Copy;

    /// All ships as they are now, in the order of their ids.
    fn present(&self) -> impl Iterator<Item = Pose>;

    /// The ships that may come within the sweep's distance of it, in the order of their ids; never
    /// the shooter.
    fn near(&self, sweep: &Sweep<Self::Moment>) -> impl Iterator<Item = ShipId> {
        let shooter = sweep.shooter;
        self.present().map(|pose| pose.ship).filter(move |ship| *ship != shooter)
    }

    /// Whether a ship that is here now can have been within a distance of a path, in u, at most
    /// `back` before now.
    fn may_meet(&self, _present: &Pose, _path: Segment, _back: Micros, _within_u: f32) -> bool {
        true
    }

    /// The ship in a seat.
    fn seated(&self, seat: u16) -> Option<ShipId> {
        self.present().map(|pose| pose.ship).find(|ship| ship.idx == seat)
    }

    /// The newest server time for which the poses that the shooter drew are stable: a snapshot sent
    /// later can no longer change between which two they lie. `None`: not known, and nothing is
    /// found ahead of its stretch.
    fn stable_until(&self) -> Option<Micros> {
        None
    }

    /// The ships that a bolt in steady flight may touch between two stable moments, found once for
    /// several stretches. `None` if there are too many, or if how far a ship has come is not
    /// bounded (a teleport, a tick that is not known).
    fn candidates(&self, _sweep: &Sweep<Self::Moment>) -> Option<Candidates> {
        None
    }
}

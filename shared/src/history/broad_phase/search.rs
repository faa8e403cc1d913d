//! The broad phase that a hit test queries: which ships a stretch of a shot's flight may touch,
//! before any pose is interpolated. Every method except `present` has a default that returns all
//! ships, for sources with few of them; a room's history answers from its rows.

use super::{candidates::Candidates, sweep::Sweep};
use crate::{
    base::{geometry::Segment, time::Micros},
    history::pose::Pose,
    sim::ship::ShipId,
};

/// Finds the ships near a path. Every answer is a superset of the ships that are really touched, so
/// a tighter one saves time and changes no verdict.
pub trait BroadPhase {
    /// A moment of the history, resolved once for all ships.
    type Moment: Copy;

    /// All ships as they are now, in order of their ids.
    fn present(&self) -> impl Iterator<Item = Pose>;

    /// Whether the shots of a ship can hit another one. Through all others they pass.
    fn may_hit(&self, shooter: ShipId, ship: ShipId) -> bool {
        shooter != ship
    }

    /// The ships that may come within the sweep's distance of it and that its shooter
    /// [may hit](Self::may_hit), in order of their ids.
    fn near(&self, sweep: &Sweep<Self::Moment>) -> impl Iterator<Item = ShipId> {
        let shooter = sweep.shooter;
        self.present().map(|pose| pose.ship).filter(move |ship| self.may_hit(shooter, *ship))
    }

    /// Whether a ship that is here now can have been within `within_u` of a path, up to `back`
    /// before now.
    fn may_meet(&self, _present: &Pose, _path: Segment, _back: Micros, _within_u: f32) -> bool {
        true
    }

    /// The ship in a seat.
    fn seated(&self, seat: u16) -> Option<ShipId> {
        self.present().map(|pose| pose.ship).find(|ship| ship.idx == seat)
    }

    /// The newest server time for which the poses that the shooter drew are stable, so that no
    /// later snapshot can change the pair that brackets them. `None`: not known, and candidates are
    /// not searched ahead.
    fn stable_until(&self) -> Option<Micros> {
        None
    }

    /// The ships that a bolt in steady flight may touch between two stable moments, found once for
    /// several stretches. `None` if there are too many, or if a ship's movement has no bound (a
    /// teleport, an unknown tick).
    fn candidates(&self, _sweep: &Sweep<Self::Moment>) -> Option<Candidates> {
        None
    }
}

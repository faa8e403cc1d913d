//! Whom a shot came nearest to: the looks that are kept, and apart from them what is compared for
//! every ship that it passes.

use serde::Serialize;

use crate::{
    base::{geometry::Vec2, limits::SHOT_RECORD_TARGETS_MAX, time::Micros},
    history::record::RewoundPose,
    sim::ship::ShipId,
};

/// A target, when the shot was nearest to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClosestApproach {
    /// Which ship.
    pub ship: ShipId,
    /// Where it was judged at the beginning of that stretch.
    pub found: RewoundPose,
    /// Where it was judged when the shot was nearest, in u.
    pub judged: Vec2,
    /// Where it truly was at that time of judging, in u.
    pub present: Vec2,
    /// How near the shot came to it, in u.
    pub distance_u: f32,
    /// The shot's age then.
    pub age: Micros,
}

/// Ships and distances of the looks that are kept, nearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NearestTargets {
    ships: [ShipId; SHOT_RECORD_TARGETS_MAX],
    distances_u: [f32; SHOT_RECORD_TARGETS_MAX],
    n: usize,
}

impl NearestTargets {
    /// Those of the approaches that are kept, nearest first.
    pub(super) fn of(looks: &[ClosestApproach]) -> Self {
        let mut marks = Self::default();
        for (n, look) in looks.iter().take(SHOT_RECORD_TARGETS_MAX).enumerate() {
            (marks.ships[n], marks.distances_u[n], marks.n) = (look.ship, look.distance_u, n + 1);
        }
        marks
    }

    /// Where among them a ship's look is, if it is kept.
    pub(super) fn place_of(&self, ship: ShipId) -> Option<usize> {
        self.ships[..self.n].iter().position(|known| *known == ship)
    }

    /// How near a ship must come for its look to be kept, in u, if it has one in such a place:
    /// nearer than before, or than the farthest of those that are kept where no more can be.
    pub(super) fn limit_u(&self, known: Option<usize>) -> f32 {
        known.map_or(self.worst_u(), |known| self.distances_u[known])
    }

    /// A ship came so near, and nearer than its limit: it takes the place where it belongs, of a
    /// known one or of the farthest. Says which place that is.
    pub(super) fn insert(&mut self, known: Option<usize>, ship: ShipId, distance_u: f32) -> usize {
        let nearer = |other: &&f32| **other <= distance_u;
        let place = self.distances_u[..self.n].iter().take_while(nearer).count();
        if known.is_none() {
            self.n = (self.n + 1).min(SHOT_RECORD_TARGETS_MAX);
        }
        let last = known.unwrap_or(self.n - 1);
        self.ships.copy_within(place..last, place + 1);
        self.distances_u.copy_within(place..last, place + 1);
        (self.ships[place], self.distances_u[place]) = (ship, distance_u);
        place
    }

    /// How near a ship must come that has no look, in u.
    pub(super) fn worst_u(&self) -> f32 {
        match self.n {
            SHOT_RECORD_TARGETS_MAX => self.distances_u[self.n - 1],
            _ => f32::INFINITY,
        }
    }

    /// Whether a ship's look is kept.
    pub(super) fn knows(&self, ship: ShipId) -> bool {
        self.place_of(ship).is_some()
    }
}

//! Whose looks a trial keeps, and how near the shot came: what is compared for every ship that a
//! shot passes, apart from the looks themselves.

use super::Look;
use crate::{base::limits::SHOT_RECORD_TARGETS_MAX, sim::ship::ShipId};

/// Ships and distances of the looks that are kept, nearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Marks {
    ships: [ShipId; SHOT_RECORD_TARGETS_MAX],
    distances_u: [f32; SHOT_RECORD_TARGETS_MAX],
    n: usize,
}

impl Marks {
    /// Marks of looks, nearest first.
    pub(super) fn of(looks: &[Look]) -> Self {
        let mut marks = Self::default();
        for (n, look) in looks.iter().take(SHOT_RECORD_TARGETS_MAX).enumerate() {
            (marks.ships[n], marks.distances_u[n], marks.n) = (look.ship, look.distance_u, n + 1);
        }
        marks
    }

    /// How near a ship must come for its look to be kept, in u: nearer than before, or than the
    /// farthest of those that are kept where no more can be.
    pub(super) fn below_u(&self, ship: ShipId) -> f32 {
        let known = self.ships.iter().take(self.n).position(|known| *known == ship);
        known.map_or(self.worst_u(), |known| self.distances_u[known])
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
        self.ships.iter().take(self.n).any(|known| *known == ship)
    }
}

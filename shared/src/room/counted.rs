//! Getters for the counters that a room keeps per player.

use super::{session_counts::SessionCounts, state::Room};
use crate::{base::time::Micros, sim::ship::ShipId};

impl Room {
    /// The counters of a ship's player; `None` for a bot.
    #[must_use]
    pub fn session_counts(&self, ship: ShipId) -> Option<SessionCounts> {
        self.session_of(ship).map(|session| session.counts)
    }

    /// The measured round trip of a ship's player; `None` before the first echo.
    #[must_use]
    pub fn measured_round_trip(&self, ship: ShipId) -> Option<Micros> {
        self.session_of(ship)?.echo.round_trip_micros().map(Micros)
    }

    /// Resets the counters of all players.
    pub fn begin_counts(&mut self) {
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.counts = SessionCounts::default();
            }
        }
    }
}

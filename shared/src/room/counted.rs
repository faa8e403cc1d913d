//! What a room has counted of its players, for whoever asks.

use super::{session_counts::SessionCounts, state::Room};
use crate::{base::time::Micros, sim::ship::ShipId};

impl Room {
    /// What is counted of a ship's player; none of a bot.
    #[must_use]
    pub fn session_counts(&self, ship: ShipId) -> Option<SessionCounts> {
        self.session_of(ship).map(|session| session.counts)
    }

    /// The round trip of a ship's player, as the room measures it; none before the first echo.
    #[must_use]
    pub fn measured_round_trip(&self, ship: ShipId) -> Option<Micros> {
        self.session_of(ship)?.echo.round_trip_micros().map(Micros)
    }

    /// Counts all players anew from now on.
    pub fn begin_counts(&mut self) {
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.counts = SessionCounts::default();
            }
        }
    }
}

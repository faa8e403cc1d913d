//! The two sides of the match as the client knows them: its own, and the kills of each.

use super::state::Client;
use crate::{
    base::time::Micros,
    sim::{
        ship::ShipId,
        side::{Division, Side},
    },
    wire::sides::SidesState,
};

impl Client {
    /// The room's sides, if it has them.
    #[must_use]
    pub fn sides(&self) -> Option<&SidesState> {
        self.game()?.sides.as_ref()
    }

    /// The side of a ship, if the room has sides.
    #[must_use]
    pub fn side_of(&self, ship: ShipId) -> Option<Side> {
        self.game().map_or(Division::None, |game| game.params.division).side_of(ship)
    }

    /// The player's side, if the room has sides.
    #[must_use]
    pub fn own_side(&self) -> Option<Side> {
        self.own_id().and_then(|own| self.side_of(own))
    }

    /// The kills of a side in the current round, or in an endless match.
    #[must_use]
    pub fn side_kills(&self, side: Side) -> Option<u16> {
        let ships = self.roster().iter().map(|entry| entry.ship);
        let on_side = ships.filter(|ship| self.side_of(*ship) == Some(side));
        let kills = on_side.filter_map(|ship| Some(self.score(ship)?.kills));
        Some(self.sides()?.kills(side, kills))
    }

    /// The round trip that the player's page adds on a connection with this least round trip, to
    /// play with that of its side; zero without sides.
    #[must_use]
    pub fn added_round_trip(&self, least_round_trip: Micros) -> Micros {
        let sides = self.sides().map(|state| state.sides).zip(self.own_side());
        sides.map_or(Micros::ZERO, |(sides, side)| sides.added(side, least_round_trip))
    }
}

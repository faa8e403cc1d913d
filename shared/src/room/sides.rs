//! The two sides of a room: which one a newcomer or a bot joins, which bot makes way, and the kills
//! of those who leave. Runs with every join and leave.
//!
//! A newcomer joins the side with fewer players, and nobody ever changes sides, since that would
//! change a player's ping. Where players leave one side behind, bots even out the number of ships,
//! in a room that has bots at all.

use super::{seat::Seat, state::Room};
use crate::{
    sim::{
        ship::{Ship, ShipId},
        side::{Division, Side},
    },
    wire::{
        message::ServerControl,
        round::Score,
        sides::{Sides, SidesState},
    },
};

/// How the ships of a room are divided.
pub(super) fn division(sides: Option<Sides>) -> Division {
    if sides.is_some() { Division::TwoSides } else { Division::None }
}

impl Room {
    /// The room's sides.
    #[must_use]
    pub fn sides(&self) -> Option<&SidesState> {
        self.sides.as_ref()
    }

    /// The sides, for a player who joins or returns.
    pub(super) fn sides_message(&self) -> Option<ServerControl> {
        self.sides.map(ServerControl::Sides)
    }

    /// The side that a newcomer joins: the one with fewer players, connected or held; the first of
    /// two equal ones. `None` without sides.
    pub(super) fn side_for_player(&self) -> Option<Side> {
        self.sides?;
        let players = self.by_side(self.all_sessions().map(|session| session.ship));
        Side::ALL.into_iter().min_by_key(|side| players[side.idx()])
    }

    /// The side that a bot joins: the one with fewer ships, or else fewer players. `None` without
    /// sides.
    pub(super) fn side_for_bot(&self) -> Option<Side> {
        self.sides?;
        let ships = self.by_side(self.flying_ships());
        let players = self.by_side(self.all_sessions().map(|session| session.ship));
        Side::ALL.into_iter().min_by_key(|side| (ships[side.idx()], players[side.idx()]))
    }

    /// The seat of the bot that makes way for a player: the last one, and if there are sides, of
    /// the one that has more ships once the player has joined its own.
    pub(super) fn bot_to_remove(&self, joins: Option<Side>) -> Option<u16> {
        let larger = self.sides.map(|_| {
            let ships = self.by_side(self.flying_ships());
            let n_ships = |side: Side| ships[side.idx()] + usize::from(joins == Some(side));
            let [first, second] = Side::ALL.map(n_ships);
            if first > second { Side::First } else { Side::Second }
        });
        self.last_bot(larger).or_else(|| self.last_bot(None))
    }

    /// Removes and adds bots until as many ships fly as the room wants, evenly on both sides if it
    /// has sides.
    pub(super) fn even_out_bots(&mut self) {
        if self.sides.is_some() {
            self.remove_surplus_bots(self.n_present(), None);
        }
        self.fill_with_bots();
        while let Some(seat) = self.bot_on_wrong_side() {
            self.vacate(seat);
            self.fill_with_bots();
        }
    }

    /// The seat of a bot on a side with at least two ships more than the other.
    fn bot_on_wrong_side(&self) -> Option<u16> {
        self.sides?;
        let ships = self.by_side(self.flying_ships());
        let n_ships = |side: Side| ships[side.idx()];
        let is_larger = |side: &Side| n_ships(*side) >= n_ships(side.other()) + 2;
        Side::ALL.into_iter().find(is_larger).and_then(|side| self.last_bot(Some(side)))
    }

    /// The seat of the last bot, on a side if given.
    pub(super) fn last_bot(&self, side: Option<Side>) -> Option<u16> {
        let is_on = |seat: u16| side.is_none_or(|side| Side::of_seat(seat) == side);
        let bots = (0..).zip(&self.seats).filter(|(_, seat)| matches!(seat, Seat::Bot(_)));
        bots.map(|(seat, _)| seat).filter(|seat| is_on(*seat)).last()
    }

    /// How many ships it takes for both sides to have as many, if bots even them out.
    pub(super) fn n_ships_evened(&self, joins: Option<Side>) -> usize {
        if self.sides.is_none() || self.config.bots == 0 {
            return 0;
        }
        let players = self.by_side(self.sessions().map(|session| session.ship));
        let n_players = |side: Side| players[side.idx()] + usize::from(joins == Some(side));
        let larger = Side::ALL.map(n_players).into_iter().max().unwrap_or(0);
        let per_side = larger.max(usize::from(self.config.bots).div_ceil(2));
        (2 * per_side).min(self.config.seats.into())
    }

    /// Keeps the kills of a ship that leaves for its side.
    pub(super) fn keep_kills(&mut self, ship: ShipId) {
        if let Some(kills) = self.world.ship(ship).map(|ship| self.score(ship).kills) {
            self.add_departed_kills(ship, kills);
        }
    }

    /// A shot killed a ship. If its shooter has left meanwhile, the kill counts for its side.
    pub(super) fn count_departed_kill(&mut self, shooter: ShipId) {
        if self.world.ship(shooter).is_none() {
            self.add_departed_kills(shooter, 1);
        }
    }

    /// A round begins: forgets the kills of those who left.
    pub(super) fn forget_departed_kills(&mut self) {
        let Some(sides) = &mut self.sides else { return };
        *sides = SidesState::new(sides.sides);
        self.broadcast_sides();
    }

    /// The kills of a side in this round; of an endless match, since it began.
    #[must_use]
    pub fn side_kills(&self, side: Side) -> u16 {
        let ships = self.world.ships().filter(|ship| Side::of_seat(ship.id.idx) == side);
        let of_ships = ships.map(|ship| self.score(ship).kills);
        self.sides.map_or(0, |sides| sides.kills(side, of_ships))
    }

    /// What a ship scored in this round; in an endless match, since it joined.
    fn score(&self, ship: &Ship) -> Score {
        let in_room = Score::of(ship);
        self.round().map_or(in_room, |round| round.score(ship.id, in_room))
    }

    fn add_departed_kills(&mut self, ship: ShipId, kills: u16) {
        let Some(sides) = self.sides.as_mut().filter(|_| kills > 0) else { return };
        sides.keep(Side::of_seat(ship.idx), kills);
        self.broadcast_sides();
    }

    fn by_side(&self, ships: impl Iterator<Item = ShipId>) -> [usize; 2] {
        let mut counted = [0; 2];
        for ship in ships {
            counted[Side::of_seat(ship.idx).idx()] += 1;
        }
        counted
    }

    fn broadcast_sides(&mut self) {
        if let Some(message) = self.sides_message() {
            self.broadcast(&message);
        }
    }
}

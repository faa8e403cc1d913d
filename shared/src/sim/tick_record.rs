//! What happened in one tick: as much as whoever has the state before needs for the state after.

use alloc::vec::Vec;

use serde::Serialize;

use super::{command::Thrust, event::Event, ship::Ship};
use crate::base::{geometry::Vec2, seat_set::SeatSet, time::Tick};

/// A ship that is not where a replay would have it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Patch {
    /// The ship flown on alone, from the tick before: without contacts, shots and hits.
    pub flown: Ship,
    /// The ship at the end of the tick.
    pub ship: Ship,
}

/// Where a shot began.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Muzzle {
    /// At the tip of its ship as it flew in this tick.
    Tip,
    /// Elsewhere, with its ship there.
    Off(Vec2),
}

/// What happened in a tick. Seats are in ascending order everywhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TickRecord {
    pub tick: Tick,
    /// Seats of the ships that flew.
    pub flying: SeatSet,
    /// Ships that flew under another thrust than before: seat, thrust.
    pub turns: Vec<(u16, Thrust)>,
    /// Ships that executed another number of commands than one: seat, how many.
    pub paces: Vec<(u16, u8)>,
    /// Where the ships appeared whose respawn was due.
    pub spawns: Vec<(u16, Vec2)>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Where the shots of these events began, in their order.
    pub muzzles: Vec<Muzzle>,
    /// Ships that a replay of everybody does not get right.
    pub patches: Vec<Patch>,
    /// Ships that met others; a replay without the others would not get them right.
    pub met: Vec<Patch>,
    /// Who met whom, as pairs of seats, the lower first.
    pub pairs: Vec<(u16, u16)>,
    /// Whether the bolts are others than a replay has: then only whole states tell them.
    pub bolts_lost: bool,
}

impl TickRecord {
    /// An empty record of a tick, which keeps what its lists have room for.
    pub fn begin(&mut self, tick: Tick) {
        self.tick = tick;
        self.flying = SeatSet::EMPTY;
        self.turns.clear();
        self.paces.clear();
        self.spawns.clear();
        self.events.clear();
        self.muzzles.clear();
        self.patches.clear();
        self.met.clear();
        self.pairs.clear();
        self.bolts_lost = false;
    }

    /// Room for as much as mostly happens to so many ships in a tick, so that a record that is used
    /// again asks for no more; and for no more than that, as a room keeps many records.
    pub(super) fn make_room(&mut self, n_ships: usize) {
        let (many, few) = (n_ships / 2 + n_ships.min(16), n_ships / 8 + n_ships.min(32) / 4);
        self.turns.reserve_exact(many);
        self.events.reserve_exact(many);
        self.paces.reserve_exact(few);
        self.spawns.reserve_exact(few);
        self.muzzles.reserve_exact(few);
        self.patches.reserve_exact(few);
        self.met.reserve_exact(few);
        self.pairs.reserve_exact(few);
    }

    /// Whether [`make_room`](Self::make_room) made room that is not used.
    pub(super) fn has_spare_room(&self) -> bool {
        self.met.capacity() > self.met.len()
    }

    /// The new thrust of a seat, if it changed.
    #[must_use]
    pub fn turn(&self, seat: u16) -> Option<Thrust> {
        let at = self.turns.binary_search_by_key(&seat, |turn| turn.0).ok()?;
        Some(self.turns[at].1)
    }

    /// How many commands a seat executed.
    #[must_use]
    pub fn pace(&self, seat: u16) -> u8 {
        let at = self.paces.binary_search_by_key(&seat, |pace| pace.0);
        at.map_or(1, |at| self.paces[at].1)
    }

    /// Where a seat appeared.
    #[must_use]
    pub fn spawn(&self, seat: u16) -> Option<Vec2> {
        let at = self.spawns.binary_search_by_key(&seat, |spawn| spawn.0).ok()?;
        Some(self.spawns[at].1)
    }
}

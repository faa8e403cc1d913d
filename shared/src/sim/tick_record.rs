//! What happened in one tick: enough to get from the state before it to the state after it.

use alloc::vec::Vec;

use serde::Serialize;

use super::{command::Thrust, event::Event, ship::Ship};
use crate::base::{geometry::Vec2, seat_set::SeatSet, time::Tick};

/// A ship whose state differs from what a replay yields.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Patch {
    /// The ship flown on its own from the tick before: no collisions, shots or hits.
    pub flown: Ship,
    /// The ship at the end of the tick.
    pub ship: Ship,
}

/// Where a shot started.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Muzzle {
    /// At the tip of its ship as it flew in this tick.
    Tip,
    /// Elsewhere, with its ship at that position.
    Off(Vec2),
}

/// What happened in a tick. Every list by seat is in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TickRecord {
    pub tick: Tick,
    /// Seats of the ships that flew.
    pub flying: SeatSet,
    /// Ships whose thrust changed: seat, new thrust.
    pub thrust_changes: Vec<(u16, Thrust)>,
    /// Ships that ran a number of commands other than one: seat, number.
    pub command_counts: Vec<(u16, u8)>,
    /// Positions of the ships whose respawn was due.
    pub spawns: Vec<(u16, Vec2)>,
    pub events: Vec<Event>,
    /// Where the shots of these events started, in the same order.
    pub muzzles: Vec<Muzzle>,
    /// Ships that a replay of all ships gets wrong.
    pub patches: Vec<Patch>,
    /// Ships that collided, which a replay of a single ship would get wrong.
    pub collided: Vec<Patch>,
    /// Seat pairs that collided, the lower seat first.
    pub pairs: Vec<(u16, u16)>,
    /// Whether the bolts differ from those of a replay; then only a keyframe can carry them.
    pub bolts_lost: bool,
}

impl TickRecord {
    /// Resets to an empty record of a tick, keeping the capacity of its lists.
    pub fn begin(&mut self, tick: Tick) {
        self.tick = tick;
        self.flying = SeatSet::EMPTY;
        self.thrust_changes.clear();
        self.command_counts.clear();
        self.spawns.clear();
        self.events.clear();
        self.muzzles.clear();
        self.patches.clear();
        self.collided.clear();
        self.pairs.clear();
        self.bolts_lost = false;
    }

    /// Reserves what a tick with this many ships typically needs, so that a reused record does not
    /// allocate again; and no more than that, since a room keeps many records.
    pub(super) fn make_room(&mut self, n_ships: usize) {
        let (many, few) = (n_ships / 2 + n_ships.min(16), n_ships / 8 + n_ships.min(32) / 4);
        self.thrust_changes.reserve_exact(many);
        self.events.reserve_exact(many);
        self.command_counts.reserve_exact(few);
        self.spawns.reserve_exact(few);
        self.muzzles.reserve_exact(few);
        self.patches.reserve_exact(few);
        self.collided.reserve_exact(few);
        self.pairs.reserve_exact(few);
    }

    /// Whether it holds spare capacity from [`make_room`](Self::make_room).
    pub(super) fn has_spare_room(&self) -> bool {
        self.collided.capacity() > self.collided.len()
    }

    #[must_use]
    pub fn thrust_change(&self, seat: u16) -> Option<Thrust> {
        let at = self.thrust_changes.binary_search_by_key(&seat, |change| change.0).ok()?;
        Some(self.thrust_changes[at].1)
    }

    /// How many commands a seat ran.
    #[must_use]
    pub fn n_commands(&self, seat: u16) -> u8 {
        let at = self.command_counts.binary_search_by_key(&seat, |count| count.0);
        at.map_or(1, |at| self.command_counts[at].1)
    }

    /// Where a seat spawned.
    #[must_use]
    pub fn spawn(&self, seat: u16) -> Option<Vec2> {
        let at = self.spawns.binary_search_by_key(&seat, |spawn| spawn.0).ok()?;
        Some(self.spawns[at].1)
    }
}

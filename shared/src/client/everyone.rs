//! Everybody predicted: one world of all ships is stepped from the newest snapshot to the tick
//! whose command is made, by the movement code and with its collisions, the own ship by its
//! commands, the others by their last known one. It is run again with every snapshot, and drawn
//! once a frame. Hits, deaths and the score come from the server alone. What rollback becomes with
//! a server, after GGPO's, which knows no server.

use alloc::vec::Vec;

use serde::Serialize;

use super::nearby_ships::NearbyShips;
use crate::{
    base::{
        tick_ring::TickRing,
        time::{Tick, ViewTime},
    },
    sim::{
        collision::contact,
        ship::Ship,
        state::WorldState,
        world::{Ground, bounce_off, separate_all, settle},
    },
};

/// Ticks of the world that are kept: the longest input delay, and what a frame runs at once. A
/// longer gap needs no more, as the others hold in it.
const TICKS_KEPT: usize = 16;

/// The world of all ships as it is predicted.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Everyone {
    /// The snapshot that it is run from.
    base: Tick,
    /// How many ticks beyond that the others are run at most; then they hold.
    most: u32,
    /// The ships after each tick from the base on, by seat.
    ships: TickRing<Vec<Option<Ship>>>,
    /// Ticks that the newest snapshot had run again.
    rerun: u32,
}

impl Everyone {
    /// A world that nothing is known of.
    pub(super) fn new() -> Self {
        let ships = TickRing::new(TICKS_KEPT);
        Self { base: Tick::ZERO, most: 0, ships, rerun: 0 }
    }

    /// A snapshot came: everything is run again from there, up to the newest command.
    pub(super) fn begin(&mut self, snapshot: &WorldState, most: u32, newest: Tick) {
        let seats = snapshot.ships.last().map_or(0, |ship| usize::from(ship.id.idx) + 1);
        let mut ships = alloc::vec![None; seats];
        for ship in &snapshot.ships {
            ships[usize::from(ship.id.idx)] = Some(*ship);
        }
        (self.base, self.most) = (snapshot.tick, most);
        self.ships.clear();
        self.ships.insert(snapshot.tick, ships);
        self.rerun = u32::try_from(newest.since(snapshot.tick)).unwrap_or(0).min(most);
    }

    /// One tick, in which the own ship has moved already: the others move by their last command,
    /// and ships part that meet, by the room's rule: all that overlap, or the own one alone from
    /// what it rams; whom the others ram is not known here. Tells whether the world had come to the
    /// tick before.
    pub(super) fn step(
        &mut self,
        tick: Tick,
        own: &mut Ship,
        near: &NearbyShips,
        ground: &Ground,
    ) -> bool {
        let Some(before) = self.ships.get(Tick(tick.0.wrapping_sub(1))) else { return false };
        let mut ships = before.clone();
        let fly = tick.since(self.base) <= i64::from(self.most);
        if fly {
            let others = ships.iter_mut().flatten().filter(|ship| ship.id != own.id);
            for ship in others.filter(|ship| ship.alive()) {
                ground.motion.fly(&mut ship.body, ship.thrust, &ground.arena);
            }
        }
        match near {
            NearbyShips::Newest if fly => separate_from_all(own, &mut ships, ground),
            NearbyShips::Newest => separate_from_static(own, &ships, ground),
            NearbyShips::Seen(solids) => {
                bounce_off(own, solids, &ground.arena);
            }
        }
        put(*own, &mut ships);
        self.ships.insert(tick, ships);
        true
    }

    /// The moment of the others that is drawn where this one is wanted: no later than they are run.
    pub(super) fn held_to(&self, wanted: ViewTime) -> ViewTime {
        wanted.min(ViewTime::from_tick(self.base.plus(self.most)))
    }

    /// Every ship after a tick, in the order of the seats; `None` before the newest snapshot. Where
    /// the tick is not kept any more, the others have held since, and stand in the oldest one that
    /// is kept as they did in it.
    pub(super) fn at(&self, tick: Tick) -> Option<impl Iterator<Item = &Ship>> {
        if tick < self.base {
            return None;
        }
        let (_, ships) = self.ships.at_or_after(tick)?;
        Some(ships.iter().flatten())
    }

    /// The snapshot that it is run from.
    pub(super) fn base(&self) -> Tick {
        self.base
    }

    /// Ticks that the newest snapshot had run again.
    pub(super) fn rerun(&self) -> u32 {
        self.rerun
    }
}

/// A ship takes its place among the others.
fn put(own: Ship, ships: &mut [Option<Ship>]) {
    if let Some(slot) = ships.get_mut(usize::from(own.id.idx)) {
        *slot = Some(own);
    }
}

/// All that overlap part, the own ship among them.
fn separate_from_all(own: &mut Ship, ships: &mut [Option<Ship>], ground: &Ground) {
    put(*own, ships);
    separate_all(ships, &ground.arena);
    if let Some(Some(parted)) = ships.get(usize::from(own.id.idx)) {
        *own = *parted;
    }
}

/// Beyond what is run, the others are solids that nothing moves.
fn separate_from_static(own: &mut Ship, ships: &[Option<Ship>], ground: &Ground) {
    if !own.alive() {
        return;
    }
    let (mut touched, id) = (false, own.id);
    for other in ships.iter().flatten().filter(|ship| ship.id != id && ship.alive()) {
        touched |= contact(&mut own.body, &mut other.body.clone());
    }
    if touched {
        settle(own, &ground.arena);
    }
}

//! Prediction of every ship: steps one world of all ships from the newest snapshot to the tick of
//! the newest command, with the movement code and its collisions. The own ship follows its
//! commands, the others repeat their last known one. Rerun at every snapshot and drawn once a
//! frame. Hits, deaths and scores come only from the server. This is GGPO's rollback, which is
//! peer-to-peer, adapted to a server.

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
        world::{WorldParams, bounce_off, separate_all, settle},
    },
};

/// Ticks kept: the longest input delay, plus what a frame runs at once. Beyond that, no more are
/// needed, as remote ships hold.
const TICKS_KEPT: usize = 16;

/// The predicted world of all ships.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PredictedWorld {
    /// The snapshot it starts from.
    base: Tick,
    /// How many ticks past `base` remote ships are simulated before they hold.
    rerun_max: u32,
    /// The ships after each tick from `base` on, by seat.
    ships: TickRing<Vec<Option<Ship>>>,
    /// Ticks rerun for the newest snapshot.
    rerun: u32,
}

impl PredictedWorld {
    /// An empty world, before the first snapshot.
    pub(super) fn new() -> Self {
        let ships = TickRing::new(TICKS_KEPT);
        Self { base: Tick::ZERO, rerun_max: 0, ships, rerun: 0 }
    }

    /// Restarts from a snapshot. All ticks up to the newest command will be rerun.
    pub(super) fn begin(&mut self, snapshot: &WorldState, rerun_max: u32, newest: Tick) {
        let seats = snapshot.ships.last().map_or(0, |ship| usize::from(ship.id.idx) + 1);
        let mut ships = alloc::vec![None; seats];
        for ship in &snapshot.ships {
            ships[usize::from(ship.id.idx)] = Some(*ship);
        }
        (self.base, self.rerun_max) = (snapshot.tick, rerun_max);
        self.ships.clear();
        self.ships.insert(snapshot.tick, ships);
        self.rerun = u32::try_from(newest.since(snapshot.tick)).unwrap_or(0).min(rerun_max);
    }

    /// Runs one tick, in which the own ship has already moved. Remote ships repeat their last
    /// command, and collisions follow the room's rule: either all overlapping ships separate, or
    /// only the own ship bounces off what it rams (what others ram is not known here). Returns
    /// false if the previous tick was not simulated.
    pub(super) fn step(
        &mut self,
        tick: Tick,
        own: &mut Ship,
        near: &NearbyShips,
        params: &WorldParams,
    ) -> bool {
        let Some(before) = self.ships.get(Tick(tick.0.wrapping_sub(1))) else { return false };
        let mut ships = before.clone();
        let fly = tick.since(self.base) <= i64::from(self.rerun_max);
        if fly {
            let others = ships.iter_mut().flatten().filter(|ship| ship.id != own.id);
            for ship in others.filter(|ship| ship.alive()) {
                params.motion.fly(&mut ship.body, ship.thrust, &params.arena);
            }
        }
        match near {
            NearbyShips::Newest if fly => separate_from_all(own, &mut ships, params),
            NearbyShips::Newest => separate_from_static(own, &ships, params),
            NearbyShips::Seen(solids) => {
                bounce_off(own, solids, &params.arena);
            }
        }
        put(*own, &mut ships);
        self.ships.insert(tick, ships);
        true
    }

    /// Limits a view time to the ticks simulated for remote ships.
    pub(super) fn held_to(&self, wanted: ViewTime) -> ViewTime {
        wanted.min(ViewTime::from_tick(self.base.plus(self.rerun_max)))
    }

    /// Every ship after a tick, in seat order; `None` before the newest snapshot. If the tick is no
    /// longer kept, the oldest kept one is used: remote ships have held since, so their positions
    /// are the same.
    pub(super) fn at(&self, tick: Tick) -> Option<impl Iterator<Item = &Ship>> {
        if tick < self.base {
            return None;
        }
        let (_, ships) = self.ships.at_or_after(tick)?;
        Some(ships.iter().flatten())
    }

    /// The snapshot it starts from.
    pub(super) fn base(&self) -> Tick {
        self.base
    }

    /// Ticks rerun for the newest snapshot.
    pub(super) fn rerun(&self) -> u32 {
        self.rerun
    }
}

/// Stores the own ship in its seat.
fn put(own: Ship, ships: &mut [Option<Ship>]) {
    if let Some(slot) = ships.get_mut(usize::from(own.id.idx)) {
        *slot = Some(own);
    }
}

/// Separates all overlapping ships, including the own one.
fn separate_from_all(own: &mut Ship, ships: &mut [Option<Ship>], params: &WorldParams) {
    put(*own, ships);
    separate_all(ships, &params.arena);
    if let Some(Some(parted)) = ships.get(usize::from(own.id.idx)) {
        *own = *parted;
    }
}

/// Separates the own ship from the others as static solids, past the ticks they are simulated for.
fn separate_from_static(own: &mut Ship, ships: &[Option<Ship>], params: &WorldParams) {
    if !own.alive() {
        return;
    }
    let (mut touched, id) = (false, own.id);
    for other in ships.iter().flatten().filter(|ship| ship.id != id && ship.alive()) {
        touched |= contact(&mut own.body, &mut other.body.clone());
    }
    if touched {
        settle(own, &params.arena);
    }
}

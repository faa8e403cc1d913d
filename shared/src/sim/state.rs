//! The complete quantised state of a tick: what baselines hold and both ends replay from.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    bolt::Bolt,
    event::{Event, EventKind, Finality, ShotId, Weapon},
    ship::{Ship, ShipId},
    world::{World, WorldParams},
};
use crate::base::time::Tick;

/// The complete quantised world of a tick. Aims are rounded to a 256th of a turn.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct WorldState {
    pub tick: Tick,
    /// In seat order.
    pub ships: Vec<Ship>,
    /// Bolts in flight, in firing order.
    pub bolts: Vec<Bolt>,
}

impl Clone for WorldState {
    fn clone(&self) -> Self {
        Self { tick: self.tick, ships: self.ships.clone(), bolts: self.bolts.clone() }
    }

    /// Reuses the existing allocations.
    fn clone_from(&mut self, other: &Self) {
        self.tick = other.tick;
        self.ships.clone_from(&other.ships);
        self.bolts.clone_from(&other.bolts);
    }
}

impl WorldState {
    #[must_use]
    pub fn of(world: &World) -> Self {
        let mut state = Self::default();
        state.update_from(world);
        state
    }

    /// Like [`of`](Self::of), reusing the buffers of an older state.
    pub fn update_from(&mut self, world: &World) {
        self.tick = world.tick;
        self.ships.clear();
        self.ships.extend(world.ships().map(|ship| Ship { aim: ship.aim.coarse(), ..*ship }));
        self.bolts.clear();
        self.bolts.extend(world.bolts());
    }

    /// Index of a seat's ship in the list, if the seat is taken.
    #[must_use]
    pub fn place(&self, seat: u16) -> Option<usize> {
        self.ships.binary_search_by_key(&seat, |ship| ship.id.idx).ok()
    }

    #[must_use]
    pub fn ship(&self, id: ShipId) -> Option<&Ship> {
        self.ships.get(self.place(id.idx)?).filter(|ship| ship.id == id)
    }

    pub(super) fn ship_mut(&mut self, id: ShipId) -> Option<&mut Ship> {
        let at = self.place(id.idx)?;
        self.ships.get_mut(at).filter(|ship| ship.id == id)
    }
}

/// The bolts at a tick, derived from those of an earlier one and the events since, so that only
/// keyframes need to list bolts.
#[must_use]
pub fn carry_bolts(
    earlier: &[Bolt],
    events: &[Event],
    tick: Tick,
    params: &WorldParams,
) -> Vec<Bolt> {
    let fired = events.iter().filter_map(|event| match event.kind {
        EventKind::Fired { shot, origin, aim } if shot.weapon == Weapon::Laser => {
            Some(Bolt::new(shot, event.tick, origin, aim, &params.arena))
        }
        _ => None,
    });
    // A short list: a linear search beats sorting it.
    let spent: Vec<ShotId> = events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Hit { shot, finality: Finality::Final, .. }
            | EventKind::Settled { shot, .. } => Some(shot),
            _ => None,
        })
        .collect();
    earlier
        .iter()
        .copied()
        .chain(fired)
        .filter(|bolt| bolt.flies_at(tick, params.rate) && !spent.contains(&bolt.shot))
        .collect()
}

//! Records every ship after every tick since the match began, and finds by linear search what a
//! viewer drew at a moment.

use shared::{
    base::{
        geometry::{Vec2, blend_points},
        limits::HISTORY_MS,
        time::{Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    history::pose::Pair,
    sim::{
        ship::{Ship, ShipId},
        world::World,
    },
};

use crate::naive_judge::ShipState;

/// Every ship in the present, in seat order.
pub(crate) fn stood_now(world: &World) -> Vec<ShipState> {
    world.ships().map(|ship: &Ship| ShipState::of(ship, world.tick)).collect()
}

/// The ticks on both sides of a moment, for a viewer that has every tick.
pub(crate) fn ticks_next_to(at: ViewTime) -> Pair {
    let older = at.floor();
    let newer = if ViewTime::from_tick(older) == at { older } else { older.next() };
    Pair { older, newer }
}

/// Every ship after every tick.
#[derive(Clone, Debug)]
pub(crate) struct Poses {
    /// By tick, from tick 0, when there are no ships; each in seat order.
    ships: Vec<Vec<Ship>>,
    /// The same ships as the judge sees them.
    stood: Vec<Vec<ShipState>>,
    /// How many ticks a room remembers, including the newest.
    reach_ticks: i64,
}

impl Poses {
    pub(crate) fn new(rate: TickRate) -> Self {
        let reach_ticks = rate.ticks_in_ms(HISTORY_MS).into();
        Self { ships: vec![Vec::new()], stood: vec![Vec::new()], reach_ticks }
    }

    /// Records a tick.
    pub(crate) fn note(&mut self, world: &World) {
        assert_eq!(world.tick.0 as usize, self.ships.len(), "ticks arrive in order");
        self.ships.push(world.ships().copied().collect());
        self.stood.push(stood_now(world));
    }

    /// Every ship after every tick, as the judge sees it.
    pub(crate) fn stood(&self) -> &[Vec<ShipState>] {
        &self.stood
    }

    /// Every ship after a tick; empty if a room no longer remembers it.
    pub(crate) fn all(&self, tick: Tick) -> &[Ship] {
        let newest = Tick(self.ships.len() as u32 - 1);
        let remembered = newest.since(tick) < self.reach_ticks;
        let ships = self.ships.get(tick.0 as usize).filter(|_| remembered);
        ships.map_or(&[], Vec::as_slice)
    }

    /// A ship after a tick.
    pub(crate) fn of(&self, ship: ShipId, tick: Tick) -> Option<&Ship> {
        self.all(tick).iter().find(|known| known.id == ship)
    }

    /// Where a ship was at a moment between two ticks. Different lives are not connected; a ship
    /// that left between the two ticks exists until the newer one.
    pub(crate) fn place_between(&self, ship: ShipId, pair: Pair, at: ViewTime) -> Option<Vec2> {
        let Pair { older, newer } = pair;
        let whole = newer.since(older) * VIEW_STEPS_PER_TICK;
        let part = at.since(ViewTime::from_tick(older)).clamp(0, whole);
        let (before, after) = (self.of(ship, older)?, self.of(ship, newer));
        let pos = match after {
            _ if whole == 0 => return before.alive().then_some(before.body.pos),
            None if part == whole => return None,
            Some(after) if part == whole => return after.alive().then_some(after.body.pos),
            Some(after) if after.life == before.life => {
                blend_points(before.body.pos, after.body.pos, part, whole)
            }
            Some(_) | None => before.body.pos,
        };
        before.alive().then_some(pos)
    }
}

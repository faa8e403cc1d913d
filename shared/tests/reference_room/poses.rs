//! Where every ship was after every tick since the match began. The poses of a tick go in after
//! each step; what a viewer drew at a moment comes out, found by looking at all of them.

use shared::{
    base::{
        geometry::blend_points,
        limits::HISTORY_MS,
        time::{Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    scheme::{history::Pose, shot::Pair},
    sim::{
        ship::{Ship, ShipId},
        world::World,
    },
};

/// Everybody as they are now, in the order of the seats.
pub(crate) fn poses_of(world: &World) -> Vec<Pose> {
    world.ships().map(|ship: &Ship| Pose::of(ship, world.tick)).collect()
}

/// The ticks next to a moment, for a viewer that has every tick.
pub(crate) fn ticks_next_to(at: ViewTime) -> Pair {
    let older = at.floor();
    let newer = if ViewTime::from_tick(older) == at { older } else { older.next() };
    Pair { older, newer }
}

/// Every ship's pose after every tick.
#[derive(Clone, Debug)]
pub(crate) struct Poses {
    /// By tick, from tick 0, when nobody is there; each in the order of the seats.
    by_tick: Vec<Vec<Pose>>,
    /// How many ticks a room remembers, the newest among them.
    reach_ticks: i64,
}

impl Poses {
    /// Nothing has happened yet.
    pub(crate) fn new(rate: TickRate) -> Self {
        Self { by_tick: vec![Vec::new()], reach_ticks: rate.ticks_in_ms(HISTORY_MS).into() }
    }

    /// A tick was simulated.
    pub(crate) fn note(&mut self, world: &World) {
        assert_eq!(world.tick.0 as usize, self.by_tick.len(), "ticks come in their order");
        self.by_tick.push(poses_of(world));
    }

    /// The newest tick.
    pub(crate) fn newest(&self) -> Tick {
        Tick(self.by_tick.len() as u32 - 1)
    }

    /// Everybody after a tick; nobody where a room does not remember it.
    pub(crate) fn all(&self, tick: Tick) -> &[Pose] {
        let remembered = self.newest().since(tick) < self.reach_ticks;
        let poses = self.by_tick.get(tick.0 as usize).filter(|_| remembered);
        poses.map_or(&[], Vec::as_slice)
    }

    /// A ship after a tick.
    pub(crate) fn of(&self, ship: ShipId, tick: Tick) -> Option<Pose> {
        self.all(tick).iter().copied().find(|pose| pose.ship == ship)
    }

    /// A ship at a moment between two ticks. Nothing leads from one life to the next, and who left
    /// between them is there until the newer one.
    pub(crate) fn between(&self, ship: ShipId, pair: Pair, at: ViewTime) -> Option<Pose> {
        let Pair { older, newer } = pair;
        let before = self.of(ship, older)?;
        let whole = newer.since(older) * VIEW_STEPS_PER_TICK;
        if whole == 0 {
            return Some(before);
        }
        let part = at.since(ViewTime::from_tick(older)).clamp(0, whole);
        let Some(after) = self.of(ship, newer) else {
            return (part < whole).then_some(before);
        };
        if part == whole {
            return Some(after);
        }
        if before.life != after.life {
            return Some(before);
        }
        let pos = blend_points(before.pos, after.pos, part, whole);
        Some(Pose { pos, aim: before.aim.blend(after.aim, part, whole), ..before })
    }
}

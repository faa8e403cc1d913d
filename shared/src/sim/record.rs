//! Builds tick records: what happened in a tick beyond what follows from the state before it. From
//! a state and the records after it, [`replay`](super::replay) reproduces the next states to the
//! bit.
//!
//! The authority builds a record after each step by replaying what it has so far and comparing.
//! Whatever the replay gets wrong becomes a patch, so a rule that the replay does not model costs
//! bytes but never exactness.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    command::UserCommand,
    event::{Event, EventKind},
    replay::{appears, flown, replay, tip},
    ship::{Ship, ShipId},
    state::WorldState,
    tick_record::{Muzzle, Patch, TickRecord},
    world::{World, WorldParams},
};
use crate::base::geometry::Vec2;

/// Builds the records of a world, and keeps the state that a replayer of them has.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TickRecorder {
    state: WorldState,
    /// What the world holds, in the same quantised form; for the room only.
    #[serde(skip)]
    truth: WorldState,
    /// The ships before the tick; for the room only.
    #[serde(skip)]
    before: Vec<Ship>,
}

/// The inputs and events of a step, besides the resulting world.
#[derive(Clone, Copy, Debug)]
pub struct WorldStep<'a> {
    /// Executed commands, in seat order.
    pub commands: &'a [(ShipId, UserCommand)],
    /// Seat pairs that collided, in the order in which they were separated.
    pub pairs: &'a [(u16, u16)],
    pub events: &'a [Event],
}

impl TickRecorder {
    /// The state of the newest tick, as sent.
    #[must_use]
    pub fn state(&self) -> &WorldState {
        &self.state
    }

    /// Records the tick that a world has just stepped.
    pub fn record(&mut self, world: &World, step: WorldStep, record: &mut TickRecord) {
        record.begin(world.tick);
        self.truth.update_from(world);
        record.make_room(self.truth.ships.len());
        record.events.extend_from_slice(step.events);
        record.pairs.extend_from_slice(step.pairs);
        let truth = &self.truth;
        self.state.ships.retain(|ship| truth.ship(ship.id).is_some());
        self.record_spawns(record);
        self.record_commands(step.commands, record);
        self.before.clone_from(&self.state.ships);
        self.record_muzzles(record, world.params());
        replay(&mut self.state, record, world.params());
        self.patch(record, world.params());
        core::mem::swap(&mut self.state, &mut self.truth);
    }

    /// Positions of the ships whose respawn was due.
    fn record_spawns(&self, record: &mut TickRecord) {
        for ship in self.state.ships.iter().filter(|ship| appears(ship, record.tick)) {
            let mut spawned_at = record.events.iter().filter_map(|event| match event.kind {
                EventKind::Spawned { ship: spawned, at } if spawned == ship.id => Some(at),
                _ => None,
            });
            let at = spawned_at.next().or(self.truth.ship(ship.id).map(|ship| ship.body.pos));
            record.spawns.push((ship.id.idx, at.unwrap_or_default()));
        }
    }

    /// Who flew, under which thrust, and how many commands each ran.
    fn record_commands(&self, commands: &[(ShipId, UserCommand)], record: &mut TickRecord) {
        let mut left = commands.iter().peekable();
        for ship in &self.state.ships {
            let seat = ship.id.idx;
            while left.next_if(|(id, _)| id.idx < seat).is_some() {}
            let mut n = 0_u8;
            while left.next_if(|(id, _)| id.idx == seat).is_some() {
                n = n.saturating_add(1);
            }
            if n != 1 {
                record.command_counts.push((seat, n));
            }
            let flies = ship.alive() || record.spawn(seat).is_some();
            let Some(now) = self.truth.ship(ship.id).filter(|_| flies) else { continue };
            record.flying.insert(seat);
            if n > 0 && now.thrust != ship.thrust {
                record.thrust_changes.push((seat, now.thrust));
            }
        }
    }

    /// Where shots started.
    fn record_muzzles(&self, record: &mut TickRecord, params: &WorldParams) {
        let mut muzzles = core::mem::take(&mut record.muzzles);
        for event in &record.events {
            let EventKind::Fired { shot, origin, aim } = event.kind else { continue };
            let ship = self.state.ship(shot.shooter).map(|ship| flown(ship, record, params));
            muzzles.push(match ship {
                Some(ship) if tip(&ship, aim) == origin => Muzzle::Tip,
                ship => Muzzle::Off(ship.map_or(Vec2::ZERO, |ship| ship.body.pos)),
            });
        }
        record.muzzles = muzzles;
    }

    /// Patches what the replay got wrong, and the ships that collided.
    fn patch(&self, record: &mut TickRecord, params: &WorldParams) {
        for before in &self.before {
            let (Some(replayed), Some(truth)) =
                (self.state.ship(before.id), self.truth.ship(before.id))
            else {
                continue;
            };
            let seat = before.id.idx;
            let right = Ship { aim: truth.aim, ..*replayed } == *truth;
            let met = record.pairs.iter().any(|(a, b)| [*a, *b].contains(&seat));
            if right && !met {
                continue;
            }
            let patch = Patch { flown: flown(before, record, params), ship: *truth };
            if !right {
                record.patches.push(patch);
            }
            if met {
                record.collided.push(patch);
            }
        }
        record.bolts_lost = self.state.bolts != self.truth.bolts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::time::{Micros, TickRate},
        sim::{
            arena::Arena,
            command::{Thrust, Trigger},
            event::{Decided, Decision, Finality, ShotId},
            world::CollisionMode,
        },
    };

    #[test]
    fn a_steady_tick_is_empty_and_a_bounce_is_a_patch() {
        let mut world = World::new(WorldParams::new(TickRate::DEFAULT, Arena::empty()), 4, 3);
        let ids = [world.add_ship(), world.add_ship()].map(Option::unwrap);
        let (mut recorder, mut record) = (TickRecorder::default(), TickRecord::default());
        let mut step = |world: &mut World, thrust, trigger| {
            let tick = world.tick.next();
            let command = UserCommand { tick, thrust, trigger, ..UserCommand::default() };
            let commands = ids.map(|id| (id, command));
            let stepped = world.step(&commands, CollisionMode::Mutual);
            let mut events = stepped.events;
            let first = world.bolts().next().copied();
            if let Some(bolt) = first {
                let (shot, victim): (ShotId, _) = (bolt.shot, ids[1]);
                let decision = Decision::Hit { victim, finality: Finality::Final };
                let hit = Decided { decision, distance_u: 9.0, age: Micros::ZERO };
                world.apply(shot, &hit, &mut events);
            }
            let step = WorldStep { commands: &commands, pairs: &stepped.pairs, events: &events };
            recorder.record(world, step, &mut record);
            record.clone()
        };
        let first = step(&mut world, Thrust::None, Trigger::None);
        assert!(first.patches.is_empty() && first.flying.is_empty(), "newcomers: {first:?}");
        let turned = step(&mut world, Thrust::Up, Trigger::None);
        assert_eq!(turned.thrust_changes, [(0, Thrust::Up), (1, Thrust::Up)]);
        let steady = step(&mut world, Thrust::Up, Trigger::None);
        let nothing = TickRecord {
            tick: steady.tick,
            flying: [0, 1].into_iter().collect(),
            ..TickRecord::default()
        };
        assert_eq!(steady, nothing);
        let shot = step(&mut world, Thrust::Up, Trigger::Both);
        assert!(shot.patches.is_empty() && shot.events.len() == 5, "{shot:?}");
        world.set_velocity(ids[1], Vec2::new(600.0, 0.0));
        let thrown = step(&mut world, Thrust::Up, Trigger::None);
        assert_eq!(thrown.patches.len(), 1);
        assert_eq!(thrown.patches[0].ship.id, ids[1]);
    }
}

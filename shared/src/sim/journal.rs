//! Tick records of recent history. Each step is recorded; snapshots read back everything since a
//! baseline, for every baseline still alive.

use alloc::{sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    event::Event,
    record::{TickRecorder, WorldStep},
    state::WorldState,
    tick_record::TickRecord,
    world::World,
};
use crate::base::{limits::EVENTS_PER_SNAPSHOT_MAX, tick_ring::TickRing, time::Tick};

/// The records of the last ticks.
#[derive(Clone, Debug, Serialize)]
pub struct Journal {
    recorder: TickRecorder,
    records: TickRing<Arc<TickRecord>>,
}

impl Journal {
    /// A journal that keeps this many ticks.
    #[must_use]
    pub fn new(ticks: usize) -> Self {
        Self { recorder: TickRecorder::default(), records: TickRing::new(ticks) }
    }

    /// Records the tick that a world has just stepped.
    pub fn record(&mut self, world: &World, step: WorldStep) {
        let mut record = self.records.take_place(world.tick).unwrap_or_default();
        self.recorder.record(world, step, Arc::make_mut(&mut record));
        self.records.insert(world.tick, record);
    }

    /// Frees the spare capacity that records keep for reuse, before a copy is stored.
    pub fn shrink_to_fit(&mut self) {
        for record in self.records.values_mut().filter(|record| record.has_spare_room()) {
            *record = Arc::new(TickRecord::clone(record));
        }
    }

    /// The state of the newest tick, as sent.
    #[must_use]
    pub fn state(&self) -> &WorldState {
        self.recorder.state()
    }

    #[must_use]
    pub fn newest(&self) -> Option<&TickRecord> {
        self.records.newest().map(|(_, record)| record.as_ref())
    }

    /// The records after one tick up to another; `None` if some are gone or hold more events than a
    /// snapshot can, in which case only a keyframe will do.
    #[must_use]
    pub fn between(&self, after: Tick, until: Tick) -> Option<Vec<&TickRecord>> {
        let ticks = (after.0 + 1..=until.0).map(Tick);
        let records: Option<Vec<&TickRecord>> =
            ticks.map(|tick| self.records.get(tick).map(Arc::as_ref)).collect();
        records.filter(|records| {
            let n_events: usize = records.iter().map(|record| record.events.len()).sum();
            n_events <= EVENTS_PER_SNAPSHOT_MAX && records.iter().all(|r| !r.bolts_lost)
        })
    }

    /// Events of one tick, in order.
    pub fn events_of(&self, tick: Tick) -> impl Iterator<Item = &Event> {
        self.records.get(tick).into_iter().flat_map(|record| &record.events)
    }

    /// Events after a tick, in order, as far back as records reach.
    pub fn events_after(&self, tick: Tick) -> impl DoubleEndedIterator<Item = &Event> {
        let newest = self.records.newest().map_or(Tick::ZERO, |(newest, _)| newest);
        let first = tick.next().max(newest.minus(self.records.capacity() as u32));
        let ticks = (first.0..=newest.0).map(Tick);
        ticks.filter_map(|tick| self.records.get(tick)).flat_map(|record| &record.events)
    }

    /// The newest events up to a tick that fit a snapshot. A keyframe carries them, since its
    /// receiver may have missed some.
    #[must_use]
    pub fn newest_events(&self, until: Tick) -> Vec<Event> {
        let after = until.minus(self.records.capacity() as u32);
        let events = self.events_after(after).filter(|event| event.tick <= until);
        let mut newest: Vec<Event> = events.rev().take(EVENTS_PER_SNAPSHOT_MAX).copied().collect();
        newest.reverse();
        newest
    }
}

/// Events of the given records, in order.
#[must_use]
pub fn events_of(records: &[&TickRecord]) -> Vec<Event> {
    records.iter().flat_map(|record| &record.events).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{geometry::Vec2, time::TickRate},
        sim::{
            arena::Arena,
            event::EventKind,
            ship::ShipId,
            world::{CollisionMode, WorldParams},
        },
    };

    /// A journal of ticks with this many events each.
    fn journal(capacity: usize, happened: &[usize]) -> Journal {
        let mut world = World::new(WorldParams::new(TickRate::DEFAULT, Arena::empty()), 1, 3);
        let mut journal = Journal::new(capacity);
        for n in happened {
            world.step(&[], CollisionMode::Mutual);
            let kind = EventKind::Spawned { ship: ShipId::default(), at: Vec2::ZERO };
            let events = alloc::vec![Event { tick: world.tick, kind }; *n];
            journal.record(&world, WorldStep { commands: &[], pairs: &[], events: &events });
        }
        journal
    }

    fn n_between(journal: &Journal, after: u32, until: u32) -> Option<usize> {
        journal.between(Tick(after), Tick(until)).map(|records| events_of(&records).len())
    }

    #[test]
    fn a_baseline_gets_everything_since_or_nothing() {
        let journal = journal(4, &[9, 9, 2, 0, 1, 3]);
        let rows = [(2, 6, Some(6)), (2, 5, Some(3)), (5, 6, Some(3)), (6, 6, Some(0))];
        for (after, until, want) in rows {
            assert_eq!(n_between(&journal, after, until), want, "{after} to {until}");
        }
        assert_eq!(n_between(&journal, 1, 6), None, "tick 2 is gone");
        assert_eq!(n_between(&journal, 5, 7), None, "tick 7 is in the future");
        assert_eq!(journal.events_of(Tick(6)).count(), 3);
        assert_eq!(journal.events_of(Tick(2)).count(), 0, "gone");
        assert_eq!(journal.events_after(Tick(4)).count(), 4);
        assert_eq!(journal.events_after(Tick::ZERO).count(), 6, "only the kept events");
        assert_eq!(journal.newest_events(Tick(5)).len(), 3);
    }

    #[test]
    fn too_many_events_need_a_keyframe() {
        let journal = journal(8, &[1, EVENTS_PER_SNAPSHOT_MAX, 1, 1]);
        assert_eq!(n_between(&journal, 1, 2), Some(EVENTS_PER_SNAPSHOT_MAX));
        assert_eq!(n_between(&journal, 1, 3), None);
        assert_eq!(n_between(&journal, 2, 4), Some(2));
        let newest = journal.newest_events(Tick(4));
        assert_eq!(newest.len(), EVENTS_PER_SNAPSHOT_MAX, "the newest that fit");
        assert!(newest.is_sorted_by_key(|event| event.tick) && newest[0].tick == Tick(2));
    }
}

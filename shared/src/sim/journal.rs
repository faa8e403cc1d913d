//! The records of the last ticks: each step goes in, and everything that happened since a tick
//! comes out, for every baseline that is still alive.

use alloc::{sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    event::Event,
    record::{Recorder, Step, TickRecord},
    state::WorldState,
    world::World,
};
use crate::base::{limits::EVENTS_PER_SNAPSHOT_MAX, tick_ring::TickRing, time::Tick};

/// The records of the last ticks.
#[derive(Clone, Debug, Serialize)]
pub struct Journal {
    recorder: Recorder,
    records: TickRing<Arc<TickRecord>>,
}

impl Journal {
    /// A journal that keeps so many ticks.
    #[must_use]
    pub fn new(ticks: usize) -> Self {
        Self { recorder: Recorder::default(), records: TickRing::new(ticks) }
    }

    /// Writes down the tick that a world has just made.
    pub fn record(&mut self, world: &World, step: Step) {
        let mut record = self.records.take_place(world.tick).unwrap_or_default();
        self.recorder.record(world, step, Arc::make_mut(&mut record));
        self.records.insert(world.tick, record);
    }

    /// The state of the newest tick, as it is told.
    #[must_use]
    pub fn state(&self) -> &WorldState {
        self.recorder.state()
    }

    /// The records after a tick, up to another; `None` where some are gone or hold more than a
    /// snapshot can: then only the whole state will do.
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

    /// What happened in one tick, in order.
    pub fn events_of(&self, tick: Tick) -> impl Iterator<Item = &Event> {
        self.records.get(tick).into_iter().flat_map(|record| &record.events)
    }

    /// What happened after a tick, in order, as far as it is kept.
    pub fn events_after(&self, tick: Tick) -> impl DoubleEndedIterator<Item = &Event> {
        let newest = self.records.newest().map_or(Tick::ZERO, |(newest, _)| newest);
        let first = tick.next().max(newest.minus(self.records.capacity() as u32));
        let ticks = (first.0..=newest.0).map(Tick);
        ticks.filter_map(|tick| self.records.get(tick)).flat_map(|record| &record.events)
    }

    /// The newest events up to a tick, as many as fit a snapshot: for a keyframe, whose viewer may
    /// have missed some.
    #[must_use]
    pub fn newest_events(&self, until: Tick) -> Vec<Event> {
        let after = until.minus(self.records.capacity() as u32);
        let events = self.events_after(after).filter(|event| event.tick <= until);
        let mut newest: Vec<Event> = events.rev().take(EVENTS_PER_SNAPSHOT_MAX).copied().collect();
        newest.reverse();
        newest
    }
}

/// What happened in some ticks, in order.
#[must_use]
pub fn events_of(records: &[&TickRecord]) -> Vec<Event> {
    records.iter().flat_map(|record| &record.events).copied().collect()
}

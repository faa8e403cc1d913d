//! The events of the recent ticks, for every baseline that is still alive.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use crate::{
    base::{
        limits::{EVENT_LOG_MAX, EVENTS_PER_SNAPSHOT_MAX},
        time::Tick,
    },
    sim::event::Event,
};

/// Events in order, the oldest dropped first when full.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct EventLog {
    events: VecDeque<Event>,
    /// Every event after this tick is here.
    complete_after: Tick,
}

impl EventLog {
    pub(super) fn extend(&mut self, events: &[Event]) {
        self.events.extend(events);
        while self.events.len() > EVENT_LOG_MAX {
            if let Some(dropped) = self.events.pop_front() {
                self.complete_after = dropped.tick;
            }
        }
    }

    /// The events of one tick, in order.
    pub(super) fn of(&self, tick: Tick) -> impl Iterator<Item = &Event> {
        let first = self.events.partition_point(|event| event.tick < tick);
        self.events.range(first..).take_while(move |event| event.tick == tick)
    }

    /// The events after a tick, as far as they are kept, in order.
    pub(super) fn after(&self, tick: Tick) -> impl DoubleEndedIterator<Item = &Event> {
        let first = self.events.partition_point(|event| event.tick <= tick);
        self.events.range(first..)
    }

    /// Forgets what no baseline can need.
    pub(super) fn forget_until(&mut self, tick: Tick) {
        while self.events.front().is_some_and(|event| event.tick <= tick) {
            self.events.pop_front();
        }
        self.complete_after = self.complete_after.max(tick);
    }

    /// The newest events, as many as fit a snapshot: for a keyframe, whose viewer may have missed
    /// some.
    pub(super) fn newest(&self) -> Vec<Event> {
        let first = self.events.len().saturating_sub(EVENTS_PER_SNAPSHOT_MAX);
        self.events.range(first..).copied().collect()
    }

    /// Every event after a baseline, or `None` where some are gone or they are too many for a
    /// snapshot: then only a keyframe will do.
    pub(super) fn since(&self, baseline: Tick) -> Option<Vec<Event>> {
        let first = self.events.partition_point(|event| event.tick <= baseline);
        let n = self.events.len() - first;
        let whole = baseline >= self.complete_after && n <= EVENTS_PER_SNAPSHOT_MAX;
        whole.then(|| self.events.range(first..).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{event::EventKind, ship::ShipId};

    fn event(tick: u32) -> Event {
        Event { tick: Tick(tick), kind: EventKind::Spawned { ship: ShipId::default() } }
    }

    #[test]
    fn a_baseline_gets_every_event_since_or_none() {
        let mut log = EventLog::default();
        log.extend(&[event(3), event(3), event(5), event(9)]);
        assert_eq!(log.since(Tick(0)).unwrap().len(), 4);
        assert_eq!(log.since(Tick(3)).unwrap(), [event(5), event(9)]);
        assert_eq!(log.since(Tick(9)).unwrap(), []);
        log.forget_until(Tick(4));
        assert_eq!(log.since(Tick(3)), None, "some are gone");
        assert_eq!(log.since(Tick(4)).unwrap().len(), 2);
    }

    #[test]
    fn too_many_events_need_a_keyframe() {
        let mut log = EventLog::default();
        let crowd = alloc::vec![event(7); EVENTS_PER_SNAPSHOT_MAX];
        log.extend(&crowd);
        assert!(log.since(Tick(6)).is_some());
        log.extend(&[event(8)]);
        assert_eq!(log.since(Tick(6)), None);
        assert_eq!(log.since(Tick(7)).unwrap().len(), 1);
        for tick in 9..30 {
            log.extend(&alloc::vec![event(tick); EVENTS_PER_SNAPSHOT_MAX]);
        }
        assert!(log.events.len() <= EVENT_LOG_MAX, "bounded");
        assert_eq!(log.since(Tick(8)), None, "dropped when full");
    }
}

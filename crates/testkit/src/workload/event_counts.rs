//! Counts the events of a match and derives rates from them.

use shared::sim::event::{Event, EventKind};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventCounts {
    /// Sum over ticks of the number of ships.
    pub ship_ticks: u64,
    /// Sum over ticks of the number of bolts.
    pub bolt_ticks: u64,
    /// Of both weapons.
    pub shots: u64,
    pub hits: u64,
    pub deaths: u64,
    pub spawns: u64,
}

impl EventCounts {
    pub(super) fn count(&mut self, event: &Event) {
        match event.kind {
            EventKind::Fired { .. } => self.shots += 1,
            EventKind::Hit { .. } => self.hits += 1,
            EventKind::Died { .. } => self.deaths += 1,
            EventKind::Spawned { .. } => self.spawns += 1,
            EventKind::Settled { .. } | EventKind::Retracted { .. } => {}
        }
    }

    /// The difference to an earlier point of the same match.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            ship_ticks: self.ship_ticks - earlier.ship_ticks,
            bolt_ticks: self.bolt_ticks - earlier.bolt_ticks,
            shots: self.shots - earlier.shots,
            hits: self.hits - earlier.hits,
            deaths: self.deaths - earlier.deaths,
            spawns: self.spawns - earlier.spawns,
        }
    }

    /// Rate of one of the sums per ship and second.
    #[must_use]
    pub fn per_ship_s(&self, sum: u64, rate_hz: u16) -> f64 {
        sum as f64 * f64::from(rate_hz) / self.ship_ticks.max(1) as f64
    }
}

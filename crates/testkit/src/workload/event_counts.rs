//! How much happened in a match: the events of each tick go in, rates come out.

use shared::sim::event::{Event, EventKind};

/// Sums over the ticks of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventCounts {
    /// Ships of a tick, over all ticks.
    pub ship_ticks: u64,
    /// Bolts of a tick, over all ticks.
    pub bolt_ticks: u64,
    /// Shots, of both weapons.
    pub shots: u64,
    /// Hits.
    pub hits: u64,
    /// Ships shot down.
    pub deaths: u64,
    /// Ships that appeared.
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

    /// What happened since an earlier moment of the same match.
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

    /// How often a ship had it happen in a second, of one of the sums.
    #[must_use]
    pub fn per_ship_s(&self, sum: u64, rate_hz: u16) -> f64 {
        sum as f64 * f64::from(rate_hz) / self.ship_ticks.max(1) as f64
    }
}

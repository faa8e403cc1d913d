//! The ticks of which a viewer was sent snapshots: what a viewer draws a moment between; and which
//! ships each of them told of.

use alloc::sync::Arc;

use serde::Serialize;

use super::pose::Pair;
use crate::base::{
    limits::HISTORY_MS,
    seat_set::SeatSet,
    tick_ring::TickRing,
    time::{Tick, TickRate, ViewTime},
};

/// The ticks of which a viewer was sent snapshots, and of whom they told.
#[derive(Clone, Debug, Serialize)]
pub struct SentLog(TickRing<Told>);

/// The ships that a snapshot told of.
#[derive(Clone, Debug, Serialize)]
enum Told {
    Everybody,
    /// Those on these seats.
    Only(Arc<SeatSet>),
}

impl SentLog {
    /// An empty log at a tick rate.
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        Self(TickRing::new(rate.ticks_in_ms(HISTORY_MS) as usize))
    }

    /// Notes a snapshot of everybody.
    pub fn record(&mut self, tick: Tick) {
        self.0.insert(tick, Told::Everybody);
    }

    /// Notes a snapshot of the ships on these seats.
    pub fn record_part(&mut self, tick: Tick, seats: &SeatSet) {
        let told = match self.0.take_place(tick) {
            Some(Told::Only(mut place)) => {
                *Arc::make_mut(&mut place) = *seats;
                place
            }
            _ => Arc::new(*seats),
        };
        self.0.insert(tick, Told::Only(told));
    }

    /// The seats that the snapshot of a tick told of, where it told of some only.
    #[must_use]
    pub fn part_at(&self, tick: Tick) -> Option<&Arc<SeatSet>> {
        part(self.0.get(tick)?)
    }

    /// The seats that the newest snapshot told of, where it told of some only.
    #[must_use]
    pub fn newest_part(&self) -> Option<&Arc<SeatSet>> {
        self.0.newest().and_then(|(_, told)| part(told))
    }

    /// Whether the snapshot of a tick told of the ship on a seat. One that is not remembered any
    /// more is taken to have told of everybody.
    #[must_use]
    pub fn told_of(&self, tick: Tick, seat: u16) -> bool {
        self.part_at(tick).is_none_or(|seats| seats.contains(seat))
    }

    /// Whether a snapshot of this tick was sent.
    #[must_use]
    pub fn was_sent(&self, tick: Tick) -> bool {
        self.0.get(tick).is_some()
    }

    /// The tick of the newest one that is older than a tick.
    #[must_use]
    pub fn newest_before(&self, tick: Tick) -> Option<Tick> {
        let before = tick.0.checked_sub(1).map(Tick)?;
        self.0.at_or_before(before).map(|(tick, _)| tick)
    }

    /// The snapshots sent next to a moment, before and after, as far as both are known.
    #[must_use]
    pub fn around(&self, at: ViewTime) -> Option<Pair> {
        let (older, _) = self.0.at_or_before(at.floor())?;
        if ViewTime::from_tick(older) == at {
            return Some(Pair { older, newer: older });
        }
        let (newer, _) = self.0.at_or_after(at.floor().next())?;
        Some(Pair { older, newer })
    }
}

fn part(told: &Told) -> Option<&Arc<SeatSet>> {
    match told {
        Told::Everybody => None,
        Told::Only(seats) => Some(seats),
    }
}

/// The ticks that a viewer draws a moment between: the snapshots around it that it was sent, or
/// the ticks where it was sent every one, or none is known.
#[must_use]
pub fn drawn_pair(sent: Option<&SentLog>, at: ViewTime) -> Pair {
    drawn_pair_before(sent, Tick(u32::MAX), at)
}

/// The ticks that a viewer draws a moment between, by what it had been sent before a tick.
#[must_use]
pub fn drawn_pair_before(sent: Option<&SentLog>, tick: Tick, at: ViewTime) -> Pair {
    let known = sent.and_then(|log| log.around(at)).filter(|pair| pair.newer < tick);
    known.unwrap_or_else(|| ticks_around(at))
}

/// The ticks next to a moment, for a viewer that has every tick.
#[must_use]
pub fn ticks_around(at: ViewTime) -> Pair {
    let older = at.floor();
    let whole = ViewTime::from_tick(older) == at;
    Pair { older, newer: if whole { older } else { older.next() } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::VIEW_STEPS_PER_TICK;

    fn at(tick: u32, steps: i64) -> ViewTime {
        ViewTime(i64::from(tick) * VIEW_STEPS_PER_TICK + steps)
    }

    #[test]
    fn a_log_finds_the_snapshots_around_a_moment() {
        let mut log = SentLog::new(TickRate::DEFAULT);
        assert_eq!(log.around(at(3, 0)), None);
        for tick in [4, 6, 10] {
            log.record(Tick(tick));
        }
        let pair = |older, newer| Some(Pair { older: Tick(older), newer: Tick(newer) });
        assert_eq!(log.around(at(6, 0)), pair(6, 6));
        assert_eq!(log.around(at(6, 1)), pair(6, 10));
        assert_eq!(log.around(at(5, 200)), pair(4, 6));
        assert_eq!(log.around(at(10, 1)), None, "nothing was sent after");
        assert_eq!(log.around(at(3, 255)), None, "nothing was sent before");
        let before = |tick| Some(drawn_pair_before(Some(&log), Tick(tick), at(8, 1)));
        assert_eq!(before(11), pair(6, 10));
        assert_eq!(before(10), pair(8, 9), "as if the viewer had every tick");
    }
}

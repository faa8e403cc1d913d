//! The log of the snapshots sent to one viewer: their ticks, between which the viewer interpolates,
//! and the ships that each of them contained.

use alloc::{collections::VecDeque, sync::Arc};

use serde::Serialize;

use super::pose::Pair;
use crate::base::{
    limits::HISTORY_MS,
    seat_set::SeatSet,
    tick_set::TickSet,
    time::{Tick, TickRate, ViewTime},
};

/// The ticks of the snapshots sent to a viewer, and the seats they contained.
#[derive(Clone, Debug, Serialize)]
pub struct SentLog {
    ticks: TickSet,
    /// The seats of those snapshots that did not contain every ship, in order of ticks.
    parts: VecDeque<(Tick, Arc<SeatSet>)>,
}

impl SentLog {
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        Self { ticks: TickSet::new(rate.ticks_in_ms(HISTORY_MS)), parts: VecDeque::new() }
    }

    /// The log of those sent snapshots that lie between two ticks, each taken to contain every
    /// ship.
    #[must_use]
    pub fn of(sent: &TickSet, (first, last): (Tick, Tick), rate: TickRate) -> Self {
        let mut log = Self::new(rate);
        let between = (first.0..=last.0).map(Tick);
        between.filter(|tick| sent.contains(*tick)).for_each(|tick| log.record(tick));
        log
    }

    /// Records a snapshot of all ships.
    pub fn record(&mut self, tick: Tick) {
        self.take_part(tick);
        self.ticks.insert(tick);
    }

    /// Records a snapshot of the ships on these seats.
    pub fn record_part(&mut self, tick: Tick, seats: &SeatSet) {
        let place = self.take_part(tick);
        self.ticks.insert(tick);
        if !self.ticks.contains(tick) {
            return;
        }
        let part = match place {
            Some(mut place) => {
                *Arc::make_mut(&mut place) = *seats;
                place
            }
            None => Arc::new(*seats),
        };
        let at = self.parts.partition_point(|(before, _)| *before < tick);
        self.parts.insert(at, (tick, part));
    }

    /// Removes the entry of a tick that is sent again, or else one too old to be remembered, so
    /// that its allocation can be reused.
    fn take_part(&mut self, tick: Tick) -> Option<Arc<SeatSet>> {
        let at = self.parts.binary_search_by_key(&tick, |(at, _)| *at);
        let oldest = self.parts.front().map(|(oldest, _)| *oldest);
        let reach = i64::from(self.ticks.capacity());
        let forgotten = oldest.is_some_and(|oldest| tick.since(oldest) >= reach);
        let at = at.ok().or(forgotten.then_some(0))?;
        self.parts.remove(at).map(|(_, part)| part)
    }

    /// The seats in the snapshot of a tick, if it did not contain every ship.
    #[must_use]
    pub fn part_at(&self, tick: Tick) -> Option<&Arc<SeatSet>> {
        let at = self.parts.binary_search_by_key(&tick, |(at, _)| *at).ok()?;
        let (_, part) = self.parts.get(at)?;
        self.ticks.contains(tick).then_some(part)
    }

    /// The seats in the newest snapshot, if it did not contain every ship.
    #[must_use]
    pub fn newest_part(&self) -> Option<&Arc<SeatSet>> {
        self.part_at(self.ticks.newest()?)
    }

    /// Whether the snapshot of a tick contained the ship on a seat. A snapshot no longer remembered
    /// is taken to have contained every ship.
    #[must_use]
    pub fn includes(&self, tick: Tick, seat: u16) -> bool {
        self.part_at(tick).is_none_or(|seats| seats.contains(seat))
    }

    /// Whether a snapshot of this tick was sent.
    #[must_use]
    pub fn was_sent(&self, tick: Tick) -> bool {
        self.ticks.contains(tick)
    }

    /// The newest sent tick before `tick`.
    #[must_use]
    pub fn newest_before(&self, tick: Tick) -> Option<Tick> {
        let before = tick.0.checked_sub(1).map(Tick)?;
        self.ticks.at_or_before(before)
    }

    /// The sent snapshots that bracket a moment, if both are known.
    #[must_use]
    pub fn around(&self, at: ViewTime) -> Option<Pair> {
        let older = self.ticks.at_or_before(at.floor())?;
        if ViewTime::from_tick(older) == at {
            return Some(Pair { older, newer: older });
        }
        let newer = self.ticks.at_or_after(at.floor().next())?;
        Some(Pair { older, newer })
    }
}

/// The ticks between which a viewer draws a moment: the sent snapshots around it, or the adjacent
/// ticks if the viewer was sent every tick or no snapshots are known.
#[must_use]
pub fn drawn_pair(sent: Option<&SentLog>, at: ViewTime) -> Pair {
    drawn_pair_before(sent, Tick(u32::MAX), at)
}

/// As [`drawn_pair`], counting only what was sent before a tick.
#[must_use]
pub fn drawn_pair_before(sent: Option<&SentLog>, tick: Tick, at: ViewTime) -> Pair {
    let known = sent.and_then(|log| log.around(at)).filter(|pair| pair.newer < tick);
    known.unwrap_or_else(|| ticks_around(at))
}

/// The ticks that bracket a moment, for a viewer that has every tick.
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

    #[test]
    fn a_log_remembers_which_ships_each_snapshot_held() {
        let rate = TickRate::DEFAULT;
        let (mut log, mut sent) = (SentLog::new(rate), TickSet::new(3000));
        let seats = |tick: u32| {
            let mut seats = SeatSet::EMPTY;
            seats.insert(tick as u16 % 1000);
            seats
        };
        for tick in (1..1000).filter(|tick| tick % 3 != 0) {
            sent.insert(Tick(tick));
            log.record_part(Tick(tick), &seats(tick));
            if tick.is_multiple_of(4) {
                log.record(Tick(tick));
            }
        }
        let oldest = 999 - rate.ticks_in_ms(HISTORY_MS) + 1;
        for tick in 1..1000 {
            let part = (tick % 3 != 0 && tick % 4 != 0 && tick >= oldest).then(|| seats(tick));
            assert_eq!(log.part_at(Tick(tick)).map(Arc::as_ref), part.as_ref(), "{tick}");
            assert_eq!(log.was_sent(Tick(tick)), tick % 3 != 0 && tick >= oldest, "{tick}");
        }
        assert!(log.parts.len() <= rate.ticks_in_ms(HISTORY_MS) as usize);
        assert_eq!(log.newest_part().map(Arc::as_ref), Some(&seats(998)));
        let log = SentLog::of(&sent, (Tick(100), Tick(200)), rate);
        for tick in 90..210 {
            let is_in = tick % 3 != 0 && (100..=200).contains(&tick);
            assert_eq!(log.was_sent(Tick(tick)), is_in, "{tick}");
        }
    }
}

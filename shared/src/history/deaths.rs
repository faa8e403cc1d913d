//! The ships killed in a tick before a later shot of the same tick was judged. The history holds
//! every tick as it was before its shots were judged, but a hit counts at once for the shots judged
//! after it. This log records the difference, for live judging and for judging a shot again.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{base::time::Tick, sim::ship::ShipId};

/// A ship that was shot down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Death {
    /// The tick in which it died.
    pub tick: Tick,
    /// The killing shot's place in the judging order.
    pub order: u32,
    pub ship: ShipId,
}

/// The deaths of recent ticks, in judging order.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DeathLog(Vec<Death>);

impl DeathLog {
    /// Appends a death; it must not be earlier than the others.
    pub fn record(&mut self, death: Death) {
        self.0.push(death);
    }

    /// The deaths of a tick, in judging order.
    #[must_use]
    pub fn of(&self, tick: Tick) -> &[Death] {
        let first = self.0.partition_point(|death| death.tick < tick);
        let end = self.0.partition_point(|death| death.tick <= tick);
        &self.0[first..end]
    }

    /// Drops the deaths before a tick.
    pub fn forget_before(&mut self, tick: Tick) {
        let old = self.0.partition_point(|death| death.tick < tick);
        self.0.drain(..old);
    }

    /// The ships killed by the shot at this place in the judging order.
    pub fn by(&self, order: u32) -> impl Iterator<Item = ShipId> {
        self.0.iter().filter(move |death| death.order == order).map(|death| death.ship)
    }

    /// The deaths of a tick by shots judged before this place in the judging order.
    #[must_use]
    pub fn before(&self, tick: Tick, order: u32) -> &[Death] {
        let first = self.0.partition_point(|death| death.tick < tick);
        let later = self.0.partition_point(|death| (death.tick, death.order) < (tick, order));
        &self.0[first..later.max(first)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deaths_of_the_same_tick_by_earlier_shots_count() {
        let ship = |idx| ShipId { idx, generation: 0 };
        let mut log = DeathLog::default();
        for (tick, order, idx) in [(3, 1, 1), (3, 4, 2), (3, 4, 3), (5, 2, 4)] {
            log.record(Death { tick: Tick(tick), order, ship: ship(idx) });
        }
        let before = |log: &DeathLog, tick, order| -> Vec<u16> {
            log.before(Tick(tick), order).iter().map(|death| death.ship.idx).collect()
        };
        assert_eq!(before(&log, 3, 1), [] as [u16; 0], "a shot does not come before itself");
        assert_eq!(before(&log, 3, 4), [1]);
        assert_eq!(before(&log, 3, 5), [1, 2, 3]);
        assert_eq!(before(&log, 4, 9), [] as [u16; 0]);
        assert_eq!(before(&log, 5, 3), [4]);
        log.forget_before(Tick(4));
        assert_eq!((before(&log, 3, 9), before(&log, 5, 9)), (Vec::new(), alloc::vec![4]));
    }
}

//! Who died by the shots of a tick before another shot of the same tick was judged. The history
//! holds every tick as it was before its shots were judged; hits then count at once, in the order
//! in which the shots are judged. This log is the difference, live and when a shot is looked at
//! again.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{base::time::Tick, sim::ship::ShipId};

/// A ship that was shot down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Death {
    /// The tick in which it died.
    pub tick: Tick,
    /// The place of the shot that did it in the order of judging.
    pub order: u32,
    pub ship: ShipId,
}

/// The deaths of the last ticks, in the order in which they were judged.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DeathLog(Vec<Death>);

impl DeathLog {
    /// Adds a death, later than all others.
    pub fn record(&mut self, death: Death) {
        self.0.push(death);
    }

    /// Who died in a tick, in the order in which that was judged.
    #[must_use]
    pub fn of(&self, tick: Tick) -> &[Death] {
        let first = self.0.partition_point(|death| death.tick < tick);
        let end = self.0.partition_point(|death| death.tick <= tick);
        &self.0[first..end]
    }

    /// Forgets the deaths before a tick.
    pub fn forget_before(&mut self, tick: Tick) {
        let old = self.0.partition_point(|death| death.tick < tick);
        self.0.drain(..old);
    }

    /// Who died by the shot of this place in the order of judging.
    pub fn by(&self, order: u32) -> impl Iterator<Item = ShipId> {
        self.0.iter().filter(move |death| death.order == order).map(|death| death.ship)
    }

    /// Who died in a tick before the shot of this place in the order of judging was judged.
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

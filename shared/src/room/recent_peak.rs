//! Tracks the recent maximum of a time span: updated every tick, read when a shot is fired. Covers
//! the last second or two.

use serde::Serialize;

use crate::base::{
    limits::COMMAND_LEAD_MAX_MS,
    time::{Micros, Tick, TickRate},
};

/// The maxima of two stretches of ticks: the current one and the one before. A stretch is as long
/// as a command may wait for its tick.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct RecentPeak {
    /// The number of the current stretch, from 0.
    stretch: u32,
    peak: Micros,
    peak_before: Micros,
}

impl RecentPeak {
    /// Adds the span at a tick.
    pub(super) fn record(&mut self, span: Micros, tick: Tick, rate: TickRate) {
        let stretch = tick.0 / rate.ticks_in_ms(COMMAND_LEAD_MAX_MS);
        if stretch != self.stretch {
            let follows = stretch == self.stretch + 1;
            let peak_before = if follows { self.peak } else { Micros::ZERO };
            *self = Self { stretch, peak: span, peak_before };
        }
        self.peak = self.peak.max(span);
    }

    /// The maximum of both stretches.
    pub(super) fn get(&self) -> Micros {
        self.peak.max(self.peak_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_lasts_for_one_to_two_seconds() {
        let rate = TickRate::DEFAULT;
        for (peak_at, forgotten_at) in [(0, 120), (59, 120), (60, 180), (100, 180)] {
            let mut recent = RecentPeak::default();
            for tick in 0..300 {
                let span = Micros(if tick == peak_at { 5 } else { 1 });
                recent.record(span, Tick(tick), rate);
                let want = if (peak_at..forgotten_at).contains(&tick) { 5 } else { 1 };
                assert_eq!(recent.get(), Micros(want), "at {peak_at}, seen at {tick}");
            }
        }
        let mut recent = RecentPeak::default();
        recent.record(Micros(5), Tick(0), rate);
        recent.record(Micros(1), Tick(500), rate);
        assert_eq!(recent.get(), Micros(1), "nothing was recorded for a while");
    }
}

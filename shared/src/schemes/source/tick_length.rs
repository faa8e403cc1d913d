//! The length of a tick as a fraction, so that 15 ms and a 60th of a second are both exact.
//! Source's `TIME_TO_TICKS` and `TICKS_TO_TIME`, in whole µs.

use serde::Serialize;

use crate::base::time::{MICROS_PER_S, Micros, TickRate};

/// How long a tick lasts: `micros / ticks` µs, both above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TickLength {
    micros: i64,
    ticks: i64,
}

impl TickLength {
    /// A tick of a length in µs, which need not divide a second; at least 1 µs.
    #[must_use]
    pub const fn new(dt: Micros) -> Self {
        Self { micros: if dt.0 < 1 { 1 } else { dt.0 }, ticks: 1 }
    }

    /// A tick of a room.
    #[must_use]
    pub const fn of(rate: TickRate) -> Self {
        Self { micros: MICROS_PER_S, ticks: rate.hz() as i64 }
    }

    /// The span of some ticks, or the moment of a tick where tick 0 is at 0; rounded down to whole
    /// µs, as [`TickRate::micros_at`] does.
    #[must_use]
    pub const fn span(self, ticks: i64) -> Micros {
        Micros((ticks * self.micros).div_euclid(self.ticks))
    }

    /// A span in whole ticks: `int(0.5 + span/dt)`. The cut is towards 0.
    #[must_use]
    pub const fn to_ticks(self, span: Micros) -> i64 {
        (2 * span.0 * self.ticks + self.micros) / (2 * self.micros)
    }

    /// Ticks that are over after `n` periods of a clock of `hz` Hz, rounded down.
    #[must_use]
    pub(super) const fn ticks_in_periods(self, n: i64, hz: i64) -> i64 {
        (n * MICROS_PER_S * self.ticks).div_euclid(self.micros * hz)
    }
}

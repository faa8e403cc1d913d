//! The length of a tick, or a packet interval, as a fraction, so that 15 ms, 1/60 s and 1/66.67 s
//! are all exact. This is Source's `TIME_TO_TICKS` and `TICKS_TO_TIME`, in whole µs.

use serde::Serialize;

use super::time::{MICROS_PER_S, Micros, TickRate};

/// A tick length of `micros / ticks` µs, both positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TickLength {
    micros: i64,
    ticks: i64,
}

impl TickLength {
    /// From a length in µs, which need not divide a second; at least 1 µs.
    #[must_use]
    pub const fn new(dt: Micros) -> Self {
        Self { micros: if dt.0 < 1 { 1 } else { dt.0 }, ticks: 1 }
    }

    /// The tick length of a room.
    #[must_use]
    pub const fn of(rate: TickRate) -> Self {
        Self::of_hz(rate.hz())
    }

    /// From a rate in Hz; 0 counts as 1.
    #[must_use]
    pub const fn of_hz(hz: u16) -> Self {
        Self { micros: MICROS_PER_S, ticks: if hz == 0 { 1 } else { hz as i64 } }
    }

    /// From a rate in mHz: 66.67 Hz is 66 670. 0 counts as 1.
    #[must_use]
    pub const fn of_millihertz(rate: u32) -> Self {
        Self { micros: 1000 * MICROS_PER_S, ticks: if rate == 0 { 1 } else { rate as i64 } }
    }

    /// The duration of some ticks, or equally the time of a tick if tick 0 is at 0. Rounded down to
    /// whole µs, as in [`TickRate::micros_at`].
    #[must_use]
    pub const fn span(self, ticks: i64) -> Micros {
        Micros((ticks * self.micros).div_euclid(self.ticks))
    }

    /// A duration in whole ticks: `int(0.5 + span/dt)`, truncating towards 0.
    #[must_use]
    pub const fn to_ticks(self, span: Micros) -> i64 {
        (2 * span.0 * self.ticks + self.micros) / (2 * self.micros)
    }

    /// In whole µs, rounded to the nearest.
    #[must_use]
    pub const fn rounded(self) -> Micros {
        self.permille(1000)
    }

    /// This many thousandths of a tick, in whole µs, rounded to the nearest.
    #[must_use]
    pub const fn permille(self, permille: u32) -> Micros {
        let den = 1000 * self.ticks;
        Micros((permille as i64 * self.micros + den / 2) / den)
    }

    /// In seconds.
    #[must_use]
    pub fn as_s_f32(self) -> f32 {
        self.micros as f32 / MICROS_PER_S as f32 / self.ticks as f32
    }

    /// Ticks per 1000 s, rounded down.
    #[must_use]
    pub const fn millihertz(self) -> i64 {
        1000 * MICROS_PER_S * self.ticks / self.micros
    }

    /// Splits a non-negative duration into whole ticks, rounded down, and the fraction of the next
    /// one.
    #[must_use]
    pub const fn split(self, span: Micros) -> (i64, i64, i64) {
        // Whole lengths are split off first, so that no duration overflows.
        let scaled = span.0 % self.micros * self.ticks;
        let ticks = span.0 / self.micros * self.ticks + scaled / self.micros;
        (ticks, scaled % self.micros, self.micros)
    }

    /// Whole ticks that fit in `n` periods of another length.
    #[must_use]
    pub const fn ticks_in_periods(self, n: i64, period: Self) -> i64 {
        (n * period.micros * self.ticks).div_euclid(self.micros * period.ticks)
    }
}

//! The length of a tick, or the time from one packet to the next, as a fraction: so 15 ms, a 60th
//! of a second and 1/66.67 s are all exact. Source's `TIME_TO_TICKS` and `TICKS_TO_TIME`, in whole
//! µs.

use serde::Serialize;

use super::time::{MICROS_PER_S, Micros, TickRate};

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
        Self::of_hz(rate.hz())
    }

    /// So many a second; 0 counts as 1.
    #[must_use]
    pub const fn of_hz(hz: u16) -> Self {
        Self { micros: MICROS_PER_S, ticks: if hz == 0 { 1 } else { hz as i64 } }
    }

    /// So many in 1000 seconds: 66.67 Hz are 66 670. 0 counts as 1.
    #[must_use]
    pub const fn of_millihertz(rate: u32) -> Self {
        Self { micros: 1000 * MICROS_PER_S, ticks: if rate == 0 { 1 } else { rate as i64 } }
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

    /// Its length in whole µs, rounded to the nearest.
    #[must_use]
    pub const fn rounded(self) -> Micros {
        self.permille(1000)
    }

    /// So many thousandths of it in whole µs, rounded to the nearest.
    #[must_use]
    pub const fn permille(self, permille: u32) -> Micros {
        let den = 1000 * self.ticks;
        Micros((permille as i64 * self.micros + den / 2) / den)
    }

    /// Its length in seconds.
    #[must_use]
    pub fn as_s_f32(self) -> f32 {
        self.micros as f32 / MICROS_PER_S as f32 / self.ticks as f32
    }

    /// Ticks in 1000 seconds, rounded down.
    #[must_use]
    pub const fn millihertz(self) -> i64 {
        1000 * MICROS_PER_S * self.ticks / self.micros
    }

    /// A span of at least 0 in whole ticks, rounded down, and the part of the next one as a
    /// fraction.
    #[must_use]
    pub const fn split(self, span: Micros) -> (i64, i64, i64) {
        // Whole lengths apart from the rest, so that no span overflows.
        let scaled = span.0 % self.micros * self.ticks;
        let ticks = span.0 / self.micros * self.ticks + scaled / self.micros;
        (ticks, scaled % self.micros, self.micros)
    }

    /// Ticks that are over after `n` periods of another length, rounded down.
    #[must_use]
    pub const fn ticks_in_periods(self, n: i64, period: Self) -> i64 {
        (n * period.micros * self.ticks).div_euclid(self.micros * period.ticks)
    }
}

//! Ticks, view times and microseconds, and the conversions between ticks and time.
//!
//! Everything is an integer, so two machines with equal inputs get equal results.

pub use link_emulator::{MICROS_PER_S, Micros};
use serde::{Deserialize, Serialize};

use super::limits::{STALL_MAX_MS, TICK_MAX, TICK_RATE_MAX_HZ, TICK_RATE_MIN_HZ};

/// Fractions of a tick that a [`ViewTime`] resolves.
pub const VIEW_STEPS_PER_TICK: i64 = 256;

/// A simulation step, and the only sequence number in the protocol.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Tick(pub u32);

impl Tick {
    /// The first tick of every room.
    pub const ZERO: Self = Self(0);

    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    #[must_use]
    pub const fn plus(self, n: u32) -> Self {
        Self(self.0 + n)
    }

    /// `n` ticks earlier, saturating at the first.
    #[must_use]
    pub const fn minus(self, n: u32) -> Self {
        Self(self.0.saturating_sub(n))
    }

    /// Ticks from `earlier` to this one; negative if `earlier` is the later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0 as i64 - earlier.0 as i64
    }
}

/// A point in the server's past as seen by a viewer, in 1/256 ticks.
///
/// Signed, so that subtracting a delay near the first tick needs no special case.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ViewTime(pub i64);

impl ViewTime {
    #[must_use]
    pub const fn from_tick(tick: Tick) -> Self {
        Self(tick.0 as i64 * VIEW_STEPS_PER_TICK)
    }

    /// The last whole tick at or before this time, clamped to the first and last tick.
    #[must_use]
    pub const fn floor(self) -> Tick {
        let whole = self.0.div_euclid(VIEW_STEPS_PER_TICK);
        match whole {
            ..0 => Tick(0),
            whole if whole < TICK_MAX as i64 => Tick(whole as u32),
            _ => Tick(TICK_MAX),
        }
    }

    /// Whether it is within the ticks that a message may carry, or equally far before the first.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.0.unsigned_abs() <= TICK_MAX as u64 * VIEW_STEPS_PER_TICK as u64
    }

    /// Shifted by whole ticks.
    #[must_use]
    pub const fn plus_ticks(self, n: i64) -> Self {
        Self(self.0 + n * VIEW_STEPS_PER_TICK)
    }

    /// 1/256 ticks from `earlier` to this time.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }
}

/// Ticks per second, within the limits of [`super::limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct TickRate(u16);

/// A tick rate outside the allowed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tick rate of {given} Hz is outside {TICK_RATE_MIN_HZ} to {TICK_RATE_MAX_HZ} Hz")]
pub struct TickRateError {
    /// In Hz.
    pub given: u16,
}

impl TickRate {
    /// The game's own rate, 60 Hz.
    pub const DEFAULT: Self = Self(60);

    /// A rate in Hz.
    ///
    /// # Errors
    /// When the rate is outside 20 to 128 Hz.
    pub const fn new(hz: u16) -> Result<Self, TickRateError> {
        if hz < TICK_RATE_MIN_HZ || hz > TICK_RATE_MAX_HZ {
            Err(TickRateError { given: hz })
        } else {
            Ok(Self(hz))
        }
    }

    #[must_use]
    pub const fn hz(self) -> u16 {
        self.0
    }

    /// Tick length in seconds.
    #[must_use]
    pub fn dt_s(self) -> f32 {
        1.0 / f32::from(self.0)
    }

    /// Whole ticks in a duration, rounded to the nearest, at least one.
    #[must_use]
    pub const fn ticks_in_ms(self, ms: u32) -> u32 {
        let ticks = (ms as u64 * self.0 as u64 + 500) / 1000;
        if ticks == 0 { 1 } else { ticks as u32 }
    }

    /// The time of a tick, with tick 0 at 0.
    #[must_use]
    pub const fn micros_at(self, tick: Tick) -> Micros {
        Micros(tick.0 as i64 * MICROS_PER_S / self.0 as i64)
    }

    /// The last tick at or before a time, with tick 0 at 0.
    #[must_use]
    pub const fn tick_at(self, at: Micros) -> Tick {
        // `micros_at` rounds down, so the µs just after still belongs to that tick.
        let scaled = (at.0 + 1) * self.0 as i64 - 1;
        let n = scaled.div_euclid(MICROS_PER_S);
        if n < 0 { Tick(0) } else { Tick(n as u32) }
    }

    /// The view time at a time, with tick 0 at 0, rounded to 1/256 tick.
    #[must_use]
    pub const fn view_at(self, at: Micros) -> ViewTime {
        let steps = at.0 * self.0 as i64 * VIEW_STEPS_PER_TICK;
        ViewTime((steps + MICROS_PER_S / 2).div_euclid(MICROS_PER_S))
    }

    /// A number of 1/256 ticks in µs, rounded down.
    #[must_use]
    pub const fn micros_in_steps(self, steps: i64) -> Micros {
        Micros((steps * MICROS_PER_S).div_euclid(self.0 as i64 * VIEW_STEPS_PER_TICK))
    }
}

impl TryFrom<u16> for TickRate {
    type Error = TickRateError;
    fn try_from(hz: u16) -> Result<Self, TickRateError> {
        Self::new(hz)
    }
}

impl From<TickRate> for u16 {
    fn from(rate: TickRate) -> Self {
        rate.hz()
    }
}

/// The schedule of ticks on the owner's clock.
///
/// After a stall of the process a new epoch starts: ticks continue from where they stopped instead
/// of catching up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TickClock {
    /// The current epoch, counted from 0.
    epoch: u32,
    epoch_tick: Tick,
    epoch_at: Micros,
    rate: TickRate,
}

/// A new epoch of a clock, as sent to those synchronised with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockEpoch {
    /// Number of the epoch; the first is 0.
    pub number: u32,
    /// The last tick of the previous epoch.
    pub after: Tick,
    /// How much later each tick is due than in the previous epoch, in µs; positive.
    pub later: Micros,
}

impl ClockEpoch {
    /// Whether a clock can produce these numbers.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        let most = Micros::from_ms(STALL_MAX_MS);
        self.after.0 <= TICK_MAX && 0 < self.later.0 && self.later.0 <= most.0
    }
}

impl TickClock {
    /// A clock on which tick 0 is due at `start`.
    #[must_use]
    pub const fn new(rate: TickRate, start: Micros) -> Self {
        Self { epoch: 0, epoch_tick: Tick::ZERO, epoch_at: start, rate }
    }

    /// When a tick is due; ticks before the epoch are extrapolated backwards from it.
    #[must_use]
    pub const fn at(&self, tick: Tick) -> Micros {
        let n = tick.since(self.epoch_tick);
        Micros(self.epoch_at.0 + (n * MICROS_PER_S).div_euclid(self.rate.hz() as i64))
    }

    /// Starts a new epoch in which the tick after `after` is due at `at`.
    pub const fn open_epoch(&mut self, after: Tick, at: Micros) -> ClockEpoch {
        let later = at.0 - self.at(after.next()).0;
        self.epoch += 1;
        self.epoch_tick = after.next();
        self.epoch_at = at;
        ClockEpoch { number: self.epoch, after, later: Micros(later) }
    }

    /// Shifts the schedule so that this tick is due at this time, at an unchanged rate. It starts
    /// no epoch and clients are not notified: for lockstep, where ticks wait for commands.
    pub const fn postpone(&mut self, tick: Tick, at: Micros) {
        self.epoch_tick = tick;
        self.epoch_at = at;
    }

    /// The number of the current epoch.
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    #[must_use]
    pub const fn rate(&self) -> TickRate {
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tick_and_time_are_inverse_at_every_rate() {
        for hz in [20, 30, 60, 64, 66, 100, 128] {
            let rate = TickRate::new(hz).unwrap();
            for n in [0, 1, 2, 59, 60, 61, 1000, 12_345_678] {
                let at = rate.micros_at(Tick(n));
                assert_eq!(rate.tick_at(at), Tick(n), "{hz} Hz, tick {n}");
                assert_eq!(rate.view_at(at).0.div_euclid(256), i64::from(n), "{hz} Hz, tick {n}");
                if n > 0 {
                    assert_eq!(rate.tick_at(at - Micros(1)), Tick(n - 1), "{hz} Hz, tick {n}");
                }
            }
        }
    }

    #[test]
    fn a_rate_outside_the_range_is_refused_with_its_value() {
        assert_eq!(TickRate::new(19), Err(TickRateError { given: 19 }));
        assert_eq!(TickRate::new(129), Err(TickRateError { given: 129 }));
        assert!(TickRate::new(20).is_ok() && TickRate::new(128).is_ok());
    }

    #[test]
    fn a_new_epoch_continues_the_ticks() {
        let mut clock = TickClock::new(TickRate::DEFAULT, Micros(5));
        assert_eq!(clock.at(Tick(60)), Micros(1_000_005));
        let later = Micros(9_000_000 - 1_000_005);
        let epoch = clock.open_epoch(Tick(59), Micros(9_000_000));
        assert_eq!(epoch, ClockEpoch { number: 1, after: Tick(59), later });
        assert_eq!(clock.at(Tick(60)), Micros(9_000_000));
        assert_eq!(clock.at(Tick(120)), Micros(10_000_000));
        assert_eq!(clock.at(Tick(59)), Micros(9_000_000 - 16_667));
        assert_eq!(clock.epoch(), 1);
    }

    #[test]
    fn view_times_count_in_256ths() {
        let view = ViewTime::from_tick(Tick(7)).plus_ticks(-2);
        assert_eq!(view.floor(), Tick(5));
        assert_eq!(ViewTime(-1).floor(), Tick(0));
        assert_eq!(ViewTime(5 * 256 + 255).floor(), Tick(5));
        assert_eq!(ViewTime(i64::MAX).floor(), Tick(TICK_MAX));
        assert!(ViewTime(-256).is_valid() && ViewTime::from_tick(Tick(TICK_MAX)).is_valid());
        assert!(!ViewTime(i64::MIN).is_valid() && !ViewTime::from_tick(Tick(u32::MAX)).is_valid());
    }
}

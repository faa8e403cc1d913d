//! Measures the load of one room from the times of its ticks, as a level once a second. It rises at
//! once, but falls only one level at a time and after several calm seconds, so that it does not
//! oscillate.
use std::time::Duration;

use shared::base::pressure::Pressure;

use crate::limits::{
    BUSY_LATE_PERMILLE, BUSY_SHARE_PERMILLE, CALM_SECONDS, OVERLOADED_LATE_PERMILLE,
    OVERLOADED_SHARE_PERMILLE,
};

/// The ticks of the current second, and the level so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct PressureGauge {
    level: Pressure,
    n_ticks: u64,
    n_late: u64,
    /// Processor time.
    cpu_time: Duration,
    /// Seconds in a row that were below the level.
    calmer_seconds: u32,
}

impl PressureGauge {
    /// The last measured level.
    pub(crate) fn level(&self) -> Pressure {
        self.level
    }

    /// Adds ticks, how many of them were late, and their processor time.
    pub(crate) fn note_ticks(&mut self, n_ticks: u64, n_late: u64, cpu_time: Duration) {
        self.n_ticks += n_ticks;
        self.n_late += n_late;
        self.cpu_time += cpu_time;
    }

    /// Whether `n_ticks` ticks, a second's worth, have run since the last level was computed.
    pub(crate) fn has_full_second(&self, n_ticks: u64) -> bool {
        self.n_ticks >= n_ticks
    }

    /// Ends a second of ticks of `tick_time` each, and returns the new level.
    pub(crate) fn level_after_second(&mut self, tick_time: Duration) -> Pressure {
        let now = self.measured(tick_time);
        if now >= self.level {
            self.calmer_seconds = 0;
            self.level = now;
        } else {
            self.calmer_seconds += 1;
            if self.calmer_seconds >= CALM_SECONDS {
                self.calmer_seconds = 0;
                self.level = level_below(self.level);
            }
        }
        (self.n_ticks, self.n_late, self.cpu_time) = (0, 0, Duration::ZERO);
        self.level
    }

    fn measured(&self, tick_time: Duration) -> Pressure {
        let all = tick_time.as_nanos() * u128::from(self.n_ticks);
        let permille = |part: u128, whole: u128| 1000 * part / whole.max(1);
        let share = permille(self.cpu_time.as_nanos(), all);
        let late = permille(self.n_late.into(), self.n_ticks.into());
        if share >= OVERLOADED_SHARE_PERMILLE || late >= OVERLOADED_LATE_PERMILLE {
            Pressure::Overloaded
        } else if share >= BUSY_SHARE_PERMILLE || late >= BUSY_LATE_PERMILLE {
            Pressure::Busy
        } else {
            Pressure::Calm
        }
    }
}

fn level_below(level: Pressure) -> Pressure {
    if level == Pressure::Overloaded { Pressure::Busy } else { Pressure::Calm }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: Duration = Duration::from_millis(16);

    /// A second of 60 ticks that used this share of their time, with this many late.
    fn second(gauge: &mut PressureGauge, share_percent: u32, late: u64) -> Pressure {
        for _ in 0..60 - late {
            gauge.note_ticks(1, 0, TICK * share_percent / 100);
        }
        gauge.note_ticks(late, late, TICK * share_percent / 100 * late as u32);
        gauge.level_after_second(TICK)
    }

    #[test]
    fn processor_time_and_lateness_both_count() {
        for (share_percent, late, level) in [
            (10, 0, Pressure::Calm),
            (49, 0, Pressure::Calm),
            (52, 0, Pressure::Busy),
            (10, 2, Pressure::Busy),
            (85, 0, Pressure::Overloaded),
            (10, 10, Pressure::Overloaded),
        ] {
            let got = second(&mut PressureGauge::default(), share_percent, late);
            assert_eq!(got, level, "{share_percent} %, {late} late");
        }
    }

    #[test]
    fn it_rises_at_once_and_falls_slowly() {
        let mut gauge = PressureGauge::default();
        assert_eq!(second(&mut gauge, 90, 0), Pressure::Overloaded);
        let mut levels = Vec::new();
        for _ in 0..2 * CALM_SECONDS {
            levels.push(second(&mut gauge, 5, 0));
        }
        let n = CALM_SECONDS as usize;
        assert!(levels[..n - 1].iter().all(|level| *level == Pressure::Overloaded));
        assert!(levels[n - 1..2 * n - 1].iter().all(|level| *level == Pressure::Busy));
        assert_eq!(levels[2 * n - 1], Pressure::Calm);
        // A second that is not calmer restarts the count.
        second(&mut gauge, 55, 0);
        for share_percent in [5, 5, 55, 5, 5] {
            assert_eq!(second(&mut gauge, share_percent, 0), Pressure::Busy);
        }
    }

    #[test]
    fn a_second_without_ticks_is_calm() {
        assert_eq!(PressureGauge::default().level_after_second(TICK), Pressure::Calm);
    }
}

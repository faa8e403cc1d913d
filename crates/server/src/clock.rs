//! The server's clock: microseconds since its start, from the machine's monotonic time.
use governor::clock::Clock as LimiterClock;
use shared::base::time::Micros;
use tokio::time::{Duration, Instant};

/// A clock that starts at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        let start = Instant::now();
        Self { start }
    }

    pub(crate) fn now(self) -> Micros {
        let micros = self.start.elapsed().as_micros();
        Micros(i64::try_from(micros).unwrap_or(i64::MAX))
    }

    /// Converts a time on this clock to an instant, for timers.
    pub(crate) fn instant(self, at: Micros) -> Instant {
        let since_start = Duration::from_micros(u64::try_from(at.0).unwrap_or(0));
        self.start + since_start
    }
}

/// Rate limiters use this clock too, so they pause when simulated time does.
impl LimiterClock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

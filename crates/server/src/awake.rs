//! Measures timeouts in time during which the process ran. A suspended process (its machine sleeps,
//! or it was stopped) receives nothing, which must not count as a client's silence.
//!
//! A task beats ten times a second. If the last beat is much older than that, the process was
//! suspended since then. So the first caller after a suspension notices it even if the task has not
//! run again.
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyper::rt::{Sleep, Timer};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use crate::limits::{BEAT_LATE, BEAT_PERIOD};

/// The total time during which the process was suspended.
pub(crate) struct Awake(Mutex<Beats>);

struct Beats {
    /// When the last beat was.
    at: Instant,
    /// Total time suspended before that beat.
    suspended: Duration,
}

/// The timeout expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expired;

/// The timer for HTTP connections.
#[derive(Clone)]
pub(crate) struct AwakeTimer(pub(crate) Arc<Awake>);

impl Awake {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Beats { at: Instant::now(), suspended: Duration::ZERO }))
    }

    /// Beats as long as the server runs.
    pub(crate) async fn beat(&self) {
        let mut period = interval(BEAT_PERIOD);
        period.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            period.tick().await;
            let now = Instant::now();
            let mut beats = self.beats();
            *beats = Beats { suspended: beats.suspended_by(now), at: now };
        }
    }

    /// The total time suspended so far.
    pub(crate) fn suspended(&self) -> Duration {
        let now = Instant::now();
        self.beats().suspended_by(now)
    }

    /// Awaits a future with a timeout that excludes time suspended.
    pub(crate) async fn timeout<F: Future>(
        &self,
        limit: Duration,
        future: F,
    ) -> Result<F::Output, Expired> {
        let mut future = pin!(future);
        tokio::select! {
            biased;
            output = &mut future => Ok(output),
            () = self.sleep_until(Instant::now() + limit) => Err(Expired),
        }
    }

    /// Sleeps until an instant, extended by the time suspended meanwhile.
    pub(crate) async fn sleep_until(&self, at: Instant) {
        let suspended = self.suspended();
        let mut later = at;
        loop {
            sleep_until(later).await;
            let due = at + (self.suspended() - suspended);
            if due <= later {
                return;
            }
            later = due;
        }
    }

    fn beats(&self) -> MutexGuard<'_, Beats> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Beats {
    fn suspended_by(&self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.at);
        let was_suspended = since >= BEAT_LATE;
        self.suspended + if was_suspended { since - BEAT_PERIOD } else { Duration::ZERO }
    }
}

impl Timer for AwakeTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until((Instant::now() + duration).into_std())
    }

    fn sleep_until(&self, deadline: std::time::Instant) -> Pin<Box<dyn Sleep>> {
        let awake = self.0.clone();
        Box::pin(Waiting(Box::pin(async move { awake.sleep_until(deadline.into()).await })))
    }

    fn now(&self) -> std::time::Instant {
        Instant::now().into_std()
    }
}

/// The timer future of a connection.
struct Waiting(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Future for Waiting {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut std::task::Context<'_>) -> std::task::Poll<()> {
        self.0.as_mut().poll(context)
    }
}

impl Sleep for Waiting {}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, sleep};

    use super::*;

    const STALL: Duration = Duration::from_secs(60);
    const LIMIT: Duration = Duration::from_secs(5);

    fn beating() -> Arc<Awake> {
        let awake = Arc::new(Awake::new());
        let beating = awake.clone();
        tokio::spawn(async move { beating.beat().await });
        awake
    }

    #[tokio::test(start_paused = true)]
    async fn time_running_is_not_time_suspended() {
        let awake = beating();
        sleep(STALL).await;
        assert_eq!(awake.suspended(), Duration::ZERO);
        let begun = Instant::now();
        assert_eq!(awake.timeout(LIMIT, sleep(STALL)).await, Err(Expired));
        assert_eq!(begun.elapsed(), LIMIT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_timeout_excludes_time_suspended() {
        let awake = beating();
        sleep(LIMIT).await;
        let begun = Instant::now();
        let waiting = awake.clone();
        let expires = tokio::spawn(async move {
            assert_eq!(waiting.timeout(LIMIT, sleep(STALL * 9)).await, Err(Expired));
            begun.elapsed()
        });
        sleep(LIMIT / 2).await;
        advance(STALL).await;
        let suspended = awake.suspended();
        assert!(
            suspended <= STALL && STALL - suspended <= BEAT_PERIOD,
            "reported at once: {suspended:?}"
        );
        let waited = expires.await.unwrap();
        assert!(waited >= STALL + LIMIT - BEAT_PERIOD, "{waited:?}");
        assert!(waited <= STALL + LIMIT + BEAT_PERIOD, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_result_during_a_stall_is_in_time() {
        let awake = beating();
        let waiting = awake.clone();
        let came = tokio::spawn(async move { waiting.timeout(LIMIT, sleep(STALL / 2)).await });
        sleep(Duration::from_millis(1)).await;
        advance(STALL).await;
        assert_eq!(came.await.unwrap(), Ok(()));
    }
}

//! Polls for a condition until it holds. This is the tests' only clock.
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::time::sleep;

/// Time limit of a wait, on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(40);

/// Interval of the first polls, and of the later ones of a long wait. Polling slows a page down.
const INTERVAL: Duration = Duration::from_millis(20);
const INTERVAL_MAX: Duration = Duration::from_millis(100);
/// Interval at which a test samples a ship in flight.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(40);

/// Waits for the next sample of a ship in flight.
pub async fn next_sample() {
    sleep(SAMPLE_INTERVAL).await;
}

/// Polls until there is a result. The error names the condition and the last state seen.
pub async fn until<T>(
    what: &str,
    mut ask: impl AsyncFnMut() -> Result<Result<T, String>>,
) -> Result<T> {
    let begun = Instant::now();
    let mut interval = INTERVAL;
    loop {
        match ask().await? {
            Ok(answer) => return Ok(answer),
            Err(seen) if begun.elapsed() > DEADLINE => {
                bail!("waited {} s for {what}, but saw {seen}", DEADLINE.as_secs())
            }
            Err(_) => sleep(interval).await,
        }
        interval = (interval * 3 / 2).min(INTERVAL_MAX);
    }
}

//! Polls for a condition until it holds. This is the tests' only clock.
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::time::sleep;

/// Time limit of a wait, on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(40);

/// Interval of the polls: pages update their attributes ten times a second.
const ROUND: Duration = Duration::from_millis(40);

/// Polls until there is a result. The error names the condition and the last state seen.
pub async fn until<T>(
    what: &str,
    mut ask: impl AsyncFnMut() -> Result<Result<T, String>>,
) -> Result<T> {
    let begun = Instant::now();
    loop {
        match ask().await? {
            Ok(answer) => return Ok(answer),
            Err(seen) if begun.elapsed() > DEADLINE => {
                bail!("waited {} s for {what}, but saw {seen}", DEADLINE.as_secs())
            }
            Err(_) => sleep(ROUND).await,
        }
    }
}

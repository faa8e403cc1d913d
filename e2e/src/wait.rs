//! Polls for a condition until it holds. This is the tests' only clock.
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::time::sleep;

/// Time limit of a wait, on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(40);

/// First and longest time from one poll to the next: most waits are short, and a page that is asked
/// all the time is slower.
const PAUSE: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_millis(100);
/// Time between two looks at a page whose picture is followed.
const PICTURE: Duration = Duration::from_millis(40);

/// Waits for the next look at a moving picture.
pub async fn pause() {
    sleep(PICTURE).await;
}

/// Polls until there is a result. The error names the condition and the last state seen.
pub async fn until<T>(
    what: &str,
    mut ask: impl AsyncFnMut() -> Result<Result<T, String>>,
) -> Result<T> {
    let begun = Instant::now();
    let mut pause = PAUSE;
    loop {
        match ask().await? {
            Ok(answer) => return Ok(answer),
            Err(seen) if begun.elapsed() > DEADLINE => {
                bail!("waited {} s for {what}, but saw {seen}", DEADLINE.as_secs())
            }
            Err(_) => sleep(pause).await,
        }
        pause = (pause * 3 / 2).min(PAUSE_MAX);
    }
}

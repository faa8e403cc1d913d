//! Waiting for something to become so: a question is asked again and again until it has an
//! answer. The only clock of the tests.
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::time::sleep;

/// How long anything may take, on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(40);

/// The time between two questions: pages tell of themselves ten times a second.
const ROUND: Duration = Duration::from_millis(40);

/// Asks until there is an answer. The error names what was waited for and what was seen last.
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

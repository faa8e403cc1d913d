//! An answer that is made once for everybody who asks within a while: what costs much to make costs
//! no more because many ask.
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The newest answer.
pub(crate) struct Cached<T>(Mutex<Option<(Instant, T)>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Clone> Cached<T> {
    /// The newest one if it is younger than this; else it is made now.
    pub(crate) fn get(&self, age_max: Duration, make: impl FnOnce() -> T) -> T {
        // What was made before is whole, whatever happened while the next was made.
        let mut newest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, answer)) = &*newest
            && at.elapsed() < age_max
        {
            return answer.clone();
        }
        let answer = make();
        *newest = Some((Instant::now(), answer.clone()));
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_is_made_once_in_a_while() {
        let (kept, n_made) = (Cached::default(), Cell::new(0));
        let get = |age_max| {
            kept.get(age_max, || {
                n_made.set(n_made.get() + 1);
                n_made.get()
            })
        };
        let second = Duration::from_secs(1);
        for expected in [1, 1, 2, 2] {
            assert_eq!(get(second), expected);
            tokio::time::advance(second / 2).await;
        }
        assert_eq!(get(Duration::ZERO), 3, "where nothing is kept");
    }
}

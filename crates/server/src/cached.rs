//! Caches a response that is expensive to compute, so that many requests within a while cost no
//! more than one.
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The last response and when it was made.
pub(crate) struct Cached<T>(Mutex<Option<(Instant, T)>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Clone> Cached<T> {
    /// The cached value if it is younger than `age_max`; otherwise computes a new one.
    pub(crate) fn get(&self, age_max: Duration, make: impl FnOnce() -> T) -> T {
        // If `make` panicked, the previous value is still intact.
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
    async fn value_is_recomputed_after_the_maximum_age() {
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
        assert_eq!(get(Duration::ZERO), 3, "without caching");
    }
}

//! How long a request's header has been on its way: the connection tells when its first byte came,
//! the service when it is whole. Who sends a header byte by byte is not waited for as long as one
//! who sends nothing between two requests. What comes before the answer to a request is the next
//! one's only when more of it comes.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::awake::Awake;

/// What is known of the header that comes next.
#[derive(Clone, Default)]
pub(crate) struct HeaderWatch(Arc<Watched>);

#[derive(Default)]
struct Watched {
    stage: Mutex<Stage>,
    began: Notify,
}

/// Where a connection is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Between two requests.
    #[default]
    Idle,
    /// A header comes in since then.
    Header(Instant),
    /// A request is answered.
    Request,
}

impl HeaderWatch {
    /// Bytes came.
    pub(crate) fn note_bytes(&self) {
        let mut stage = self.stage();
        if *stage == Stage::Idle {
            *stage = Stage::Header(Instant::now());
            self.0.began.notify_one();
        }
    }

    /// A header is whole.
    pub(crate) fn note_request(&self) {
        *self.stage() = Stage::Request;
    }

    /// The request is answered.
    pub(crate) fn note_answer(&self) {
        *self.stage() = Stage::Idle;
    }

    /// Waits until a header has been on its way for so long.
    pub(crate) async fn overdue(&self, awake: &Awake, limit: Duration) {
        loop {
            let Stage::Header(began) = *self.stage() else {
                self.0.began.notified().await;
                continue;
            };
            awake.sleep_until(began + limit).await;
            if *self.stage() == Stage::Header(began) {
                return;
            }
        }
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        // No code panics while it holds the lock.
        self.0.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

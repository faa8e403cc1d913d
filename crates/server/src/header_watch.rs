//! Times how long a request's header takes to arrive. The connection reports its bytes, the service
//! reports when the header is complete. A client that sends a header byte by byte gets less time
//! than one that is idle between requests. Bytes that arrive before a response count as the next
//! request's only when more of it follows.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::awake::Awake;

/// The progress of the next header.
#[derive(Clone, Default)]
pub(crate) struct HeaderWatch(Arc<Watched>);

#[derive(Default)]
struct Watched {
    stage: Mutex<Stage>,
    began: Notify,
}

/// The state of a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Between two requests.
    #[default]
    Idle,
    /// A header has been arriving since then.
    Header(Instant),
    /// A request is being answered.
    Request,
}

impl HeaderWatch {
    /// Notes that bytes arrived.
    pub(crate) fn note_bytes(&self) {
        let mut stage = self.stage();
        if *stage == Stage::Idle {
            *stage = Stage::Header(Instant::now());
            self.0.began.notify_one();
        }
    }

    /// Notes that a header is complete.
    pub(crate) fn note_request(&self) {
        *self.stage() = Stage::Request;
    }

    /// Notes that a request was answered.
    pub(crate) fn note_answer(&self) {
        *self.stage() = Stage::Idle;
    }

    /// Waits until a header has been arriving for `limit`.
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

//! Watches a server's health during an attack: requests `/healthz` over a new connection each time,
//! and samples its memory, until stopped.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::figures::Times;
use crate::http::get;
use crate::server::{OPERATOR, usage};

/// Interval between requests.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Results of the watch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Health {
    pub(crate) times: Times,
    /// Requests without an answer, or with one other than healthy.
    pub(crate) unanswered: u64,
    /// Peak memory.
    pub(crate) peak_bytes: u64,
}

/// A running watch.
#[derive(Debug)]
pub(crate) struct Watch {
    health: Arc<Mutex<Health>>,
    task: JoinHandle<()>,
}

impl Watch {
    /// Watches the server process that listens at an address.
    pub(crate) fn start(address: SocketAddr, process: u32) -> Self {
        let health = Arc::new(Mutex::new(Health::default()));
        let seen = health.clone();
        let task = tokio::spawn(async move {
            let mut ask = interval(POLL_INTERVAL);
            ask.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ask.tick().await;
                let begun = Instant::now();
                let answer = get(OPERATOR, address, "/healthz").await;
                let resident_bytes = usage(process).unwrap_or_default().resident_bytes;
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                match answer {
                    Ok(answer) if answer.status == 200 => seen.times.push(begun.elapsed()),
                    Ok(_) | Err(_) => seen.unanswered += 1,
                }
                seen.peak_bytes = seen.peak_bytes.max(resident_bytes);
            }
        });
        Self { health, task }
    }

    /// Stops, and returns the results so far.
    pub(crate) fn stop(self) -> Health {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

//! Totals of what attackers did and of the answers they got, updated while they run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The totals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// Connections opened, successful or not.
    pub(crate) sockets: u64,
    pub(crate) messages: u64,
    /// Bytes sent and received.
    pub(crate) bytes_up: u64,
    pub(crate) bytes_down: u64,
    /// Number of answers by HTTP status or close code.
    pub(crate) answers: BTreeMap<String, u64>,
}

/// Totals shared by all attackers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(Arc<Mutex<Sums>>);

impl Tally {
    /// Locks the totals for reading or adding.
    pub(crate) fn sums(&self) -> MutexGuard<'_, Sums> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn opened(&self) {
        self.sums().sockets += 1;
    }

    pub(crate) fn sent(&self, messages: u64, bytes: usize) {
        let mut sums = self.sums();
        sums.messages += messages;
        sums.bytes_up += bytes as u64;
    }

    pub(crate) fn received(&self, bytes: usize) {
        self.sums().bytes_down += bytes as u64;
    }

    pub(crate) fn answered(&self, answer: impl Into<String>) {
        *self.sums().answers.entry(answer.into()).or_default() += 1;
    }
}

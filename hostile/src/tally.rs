//! What attackers did and what they were answered, added up while they do it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// Connections that were opened, whatever became of them.
    pub(crate) sockets: u64,
    pub(crate) messages: u64,
    /// Bytes sent and received.
    pub(crate) bytes_up: u64,
    pub(crate) bytes_down: u64,
    /// How often the server answered so, or closed so: a status or a close code, in words.
    pub(crate) answers: BTreeMap<String, u64>,
}

/// Shared by those who add to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(Arc<Mutex<Sums>>);

impl Tally {
    /// To read or to add to, for a moment.
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

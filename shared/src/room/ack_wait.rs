//! How long a player has acknowledged nothing of what it was sent: the room notes what it sends and
//! what is acknowledged, and asks before it sends more.
//!
//! It counts from the first snapshot that is sent after the newest acknowledgement came. So neither
//! time in which nothing was sent is silence, nor time in which the server stood still.

use serde::Serialize;

use crate::base::time::Micros;

/// How long a player has acknowledged nothing of what it was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct AckWait {
    /// Since when a snapshot waits to be acknowledged; `None` when nothing was sent since the
    /// newest acknowledgement.
    since: Option<Micros>,
}

impl AckWait {
    /// A snapshot is sent.
    pub(super) fn note_sent(&mut self, now: Micros) {
        self.since.get_or_insert(now);
    }

    /// A newer snapshot than all before is acknowledged.
    pub(super) fn note_acked(&mut self) {
        self.since = None;
    }

    /// So much of the time until now was nobody's silence.
    pub(super) fn postpone(&mut self, by: Micros) {
        self.since = self.since.map(|since| since + by);
    }

    /// How long something has waited to be acknowledged.
    pub(super) fn silence(&self, now: Micros) -> Micros {
        self.since.map_or(Micros::ZERO, |since| now - since)
    }
}

//! Tracks how long a player has acknowledged nothing of what it was sent. Updated when the room
//! sends a snapshot or receives an acknowledgement, and read before it sends more.
//!
//! The wait starts at the first snapshot sent after the newest acknowledgement arrived. So time in
//! which nothing was sent does not count as silence, nor does time in which the server stalled.

use serde::Serialize;

use crate::base::time::Micros;

/// How long a player has acknowledged nothing of what it was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct AckWait {
    /// When the oldest unacknowledged snapshot was sent; `None` if nothing was sent since the
    /// newest acknowledgement.
    since: Option<Micros>,
}

impl AckWait {
    /// Records that a snapshot is sent.
    pub(super) fn note_sent(&mut self, now: Micros) {
        self.since.get_or_insert(now);
    }

    /// Records an acknowledgement newer than all before.
    pub(super) fn note_acked(&mut self) {
        self.since = None;
    }

    /// Excludes a stretch of time up to now from the wait.
    pub(super) fn postpone(&mut self, by: Micros) {
        self.since = self.since.map(|since| since + by);
    }

    /// How long the oldest unacknowledged snapshot has waited.
    pub(super) fn silence(&self, now: Micros) -> Micros {
        self.since.map_or(Micros::ZERO, |since| now - since)
    }
}

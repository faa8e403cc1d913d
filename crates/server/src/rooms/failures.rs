//! Records room failures. A room that fails repeatedly stays closed for a while, so that an error
//! on every start does not slow down the other rooms.
use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use super::RoomKey;
use crate::limits::{ROOM_CLOSED_FOR, ROOM_FAILURES_MAX};

/// The times of recent failures for each key, kept for about a minute.
#[derive(Default)]
pub(super) struct Failures(HashMap<RoomKey, Vec<Instant>>);

impl Failures {
    /// Records a failure of a room.
    pub(super) fn note(&mut self, key: &RoomKey) {
        let now = Instant::now();
        let is_recent = |at: &Instant| now - *at < ROOM_CLOSED_FOR;
        self.0.retain(|_, failures| {
            failures.retain(is_recent);
            !failures.is_empty()
        });
        self.0.entry(key.clone()).or_default().push(now);
    }

    /// How long a room stays closed, if it failed too often within
    /// [`ROOM_CLOSED_FOR`].
    pub(super) fn closed_for(&self, key: &RoomKey) -> Option<Duration> {
        let failures = self.0.get(key)?;
        let since = failures.last()?.elapsed();
        (failures.len() >= ROOM_FAILURES_MAX && since < ROOM_CLOSED_FOR)
            .then(|| ROOM_CLOSED_FOR - since)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn three_failures_in_a_minute_close_a_room_for_a_minute() {
        let mut failures = Failures::default();
        let [duel, other] = ["duel", "other"].map(|name| RoomKey::from_typed(name).unwrap());
        for _ in 0..ROOM_FAILURES_MAX {
            assert_eq!(failures.closed_for(&duel), None);
            failures.note(&duel);
            advance(Duration::from_secs(10)).await;
        }
        assert_eq!(failures.closed_for(&duel), Some(Duration::from_secs(50)));
        assert_eq!(failures.closed_for(&other), None);
        advance(Duration::from_secs(50)).await;
        assert_eq!(failures.closed_for(&duel), None);
        failures.note(&duel);
        assert_eq!(failures.closed_for(&duel), None, "the others are long ago");
    }
}

//! What the rooms do when the server is told to stop.
use std::sync::Arc;

use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::event::{Drain, RoomEvent};
use super::{RoomInbox, Rooms};
use crate::drain::Pace;
use crate::inbox::Urgency;
impl Rooms {
    /// Keeps the scores of all players.
    pub(crate) async fn keep_scores(&self) {
        let mut answers = Vec::new();
        for room in self.inboxes() {
            let (reply, answer) = oneshot::channel();
            // A room that has ended has no scores.
            if room.send(RoomEvent::KeepScores { reply }, Urgency::AtOnce).await.is_ok() {
                answers.push(answer);
            }
        }
        let scores = join_all(answers).await.into_iter().flatten().flatten();
        self.scores.keep(scores.collect()).await;
    }

    /// Opens no more rooms, and lets each open one move to another server. Returns how many rooms
    /// and players, connected or held, there are.
    pub(crate) async fn begin_drain(&self, from: Instant, until: Instant) -> (usize, usize) {
        self.registry().draining = true;
        let (rooms, n_players) = (self.inboxes(), self.tickets.n_valid());
        if let Some(cluster) = &self.cluster {
            cluster.begin_drain();
        }
        let drain = Drain { from, until, pace: Arc::new(Pace::new(n_players)) };
        for room in &rooms {
            let _ = room.send(RoomEvent::Drain(drain.clone()), Urgency::AtOnce).await;
        }
        (rooms.len(), n_players)
    }

    /// Whether every room has ended.
    pub(crate) fn are_all_gone(&self) -> bool {
        self.registry().open.is_empty()
    }

    fn inboxes(&self) -> Vec<RoomInbox> {
        self.registry().open.values().map(|handle| handle.inbox.clone()).collect()
    }
}

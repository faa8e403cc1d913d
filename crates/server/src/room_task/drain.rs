//! Moves the players of a room to another server: first their scores are kept, then each is told to
//! go. The server says when it is the room's turn.
use std::mem;
use std::time::Duration;

use directory::TokenHash;
use shared::room::SessionId;
use shared::wire::message::RoomRequest;
use shared::wire::route::Route;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::{RunningRoom, SeatTickets};
use crate::drain::any_route;
use crate::rooms::{Drain, JoinReply};
use crate::scores::KeptScore;
use crate::socket::closing::Closing;

/// How often a room looks whether it is its turn, and whether everybody has been told.
const PERIOD: Duration = Duration::from_millis(20);
/// How long after its last moment a room waits for a server that takes it.
const OFFERED_MAX: Duration = Duration::from_secs(2);

/// Whether a room moves to another server.
#[derive(Debug)]
pub(super) enum DrainState {
    No,
    /// It plays on until the end of its round.
    Waiting(Drain),
    /// The cluster looks for a server that takes it, until then at most; meanwhile it is played.
    Offered {
        until: Instant,
    },
    /// Its players move.
    Moving {
        /// By which they go.
        route: Route,
        /// Keeps their scores, then tells them.
        keeping: JoinHandle<()>,
    },
}

impl DrainState {
    /// By which players go who come while it moves.
    pub(super) fn route(&self) -> Option<&Route> {
        match self {
            Self::Moving { route, .. } => Some(route),
            Self::No | Self::Waiting(_) | Self::Offered { .. } => None,
        }
    }

    /// When the room has to look again.
    pub(super) fn wake_at(&self) -> Option<Instant> {
        match self {
            Self::No => None,
            Self::Waiting(_) | Self::Offered { .. } | Self::Moving { .. } => {
                Some(Instant::now() + PERIOD)
            }
        }
    }
}

impl RunningRoom {
    /// The scores of all players, connected or held.
    pub(super) fn all_scores(&self) -> Vec<(TokenHash, KeptScore)> {
        self.seats().flat_map(|(session, seat)| self.scores_of(session, seat)).collect()
    }

    /// A player's score, by each of the tokens that may lead to it.
    fn scores_of(&self, session: SessionId, seat: &SeatTickets) -> Vec<(TokenHash, KeptScore)> {
        let Some(score) = self.room.score_to_keep(session) else { return Vec::new() };
        let kept = KeptScore::new(self.registration.key(), score);
        seat.hashes().map(|token| (token, kept.clone())).collect()
    }

    /// Moves everybody if it is the room's turn.
    pub(super) fn move_when_due(&mut self) {
        let now = Instant::now();
        let rooms = self.registration.rooms();
        match &self.drain {
            DrainState::Waiting(drain) => {
                let is_due = now >= drain.until || self.room.is_between_rounds();
                if now < drain.from || !is_due || !drain.pace.take(self.players.len()) {
                    return;
                }
                if rooms.offer(self.registration.key()) {
                    let until = drain.until.max(now) + OFFERED_MAX;
                    self.drain = DrainState::Offered { until };
                } else {
                    self.send_away(rooms.lobby_route());
                }
            }
            // Nobody takes it: any server may open another one.
            DrainState::Offered { until } if now >= *until => self.send_away(any_route()),
            DrainState::No | DrainState::Offered { .. } | DrainState::Moving { .. } => {}
        }
    }

    /// The server drains.
    pub(super) fn begin_drain(&mut self, drain: Drain) {
        if let DrainState::No = self.drain {
            self.drain = DrainState::Waiting(drain);
        }
    }

    /// Tells the cluster of changed rules, with which another server would open the room.
    pub(super) fn report_rules(&mut self) {
        let now = RoomRequest { netcode: self.room.config().netcode, ..self.room_request };
        if now != self.room_request {
            self.room_request = now;
            self.registration.rooms().note_rules(self.registration.key(), now);
        }
    }

    /// Everybody goes to another server: players, once their scores are kept, watchers, and who
    /// waits for a seat.
    pub(super) fn send_away(&mut self, route: Route) {
        if let DrainState::Moving { .. } = self.drain {
            return;
        }
        let order = Closing::moved(&route);
        let scores = self.all_scores();
        for session in mem::take(&mut self.held_seats).into_keys() {
            self.room.handle_leave(session);
        }
        let sessions: Vec<SessionId> = self.players.keys().copied().collect();
        let mut outboxes = Vec::new();
        for session in sessions {
            outboxes.extend(self.disconnect(session).map(|player| player.outbox));
            self.room.handle_leave(session);
        }
        self.move_watchers(&order);
        for request in self.queue.drain() {
            let _ = request.reply.send(JoinReply::Refused(order.clone()));
        }
        let kept = self.registration.rooms().scores.clone();
        let keeping = tokio::spawn(async move {
            kept.keep(scores).await;
            for outbox in outboxes {
                outbox.close(order.clone());
            }
        });
        self.drain = DrainState::Moving { route, keeping };
    }

    /// Whether all players have been told to go, and every score is kept.
    pub(super) fn has_moved(&self) -> bool {
        matches!(&self.drain, DrainState::Moving { keeping, .. } if keeping.is_finished())
    }
}

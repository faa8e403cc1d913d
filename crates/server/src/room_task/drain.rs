//! Moves the players of a room to another server: first their scores are kept, then each is told to
//! go, at the pace of the server. The room ticks until the last one has gone.
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use directory::TokenHash;
use shared::room::SessionId;
use shared::wire::message::RoomRequest;
use shared::wire::route::Route;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{RunningRoom, SeatTickets};
use crate::drain::{Pace, any_route};
use crate::rooms::{Drain, JoinReply};
use crate::scores::KeptScore;
use crate::socket::closing::Closing;
use crate::socket::outbox::OutboxSender;

/// How often a room that moves looks for players who may go.
const PERIOD: Duration = Duration::from_millis(20);

/// How long after its last moment a room waits for a server that takes it.
const OFFERED_MAX: Duration = Duration::from_secs(2);

/// Whether a room moves to another server.
#[derive(Debug)]
pub(super) enum DrainState {
    No,
    /// It plays on until the end of its round.
    Waiting(Drain),
    /// The cluster looks for a server that takes it; meanwhile it is played.
    Offered(Drain),
    /// Its players move.
    Moving {
        /// By which they go.
        route: Route,
        pace: Arc<Pace>,
        /// Scores that are being kept.
        keeping: JoinSet<()>,
    },
}

impl DrainState {
    /// By which players go who come while it moves.
    pub(super) fn route(&self) -> Option<&Route> {
        match self {
            Self::Moving { route, .. } => Some(route),
            Self::No | Self::Waiting(_) | Self::Offered(_) => None,
        }
    }

    /// When the room has to look again.
    pub(super) fn wake_at(&self) -> Option<Instant> {
        match self {
            Self::No => None,
            Self::Waiting(_) | Self::Offered(_) | Self::Moving { .. } => {
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

    /// Moves the players whose turn it is.
    pub(super) fn move_players(&mut self) {
        let now = Instant::now();
        let rooms = self.registration.rooms();
        match &self.drain {
            DrainState::Waiting(drain) => {
                let is_due = now >= drain.until || self.room.is_between_rounds();
                if now >= drain.from && is_due {
                    let pace = drain.pace.clone();
                    if rooms.offer(self.registration.key()) {
                        self.drain = DrainState::Offered(drain.clone());
                    } else {
                        self.begin_move(rooms.lobby_route(), pace);
                    }
                }
            }
            // Nobody takes it: any server may open another one.
            DrainState::Offered(drain) if now >= drain.until + OFFERED_MAX => {
                self.begin_move(any_route(), drain.pace.clone());
            }
            DrainState::No | DrainState::Offered(_) | DrainState::Moving { .. } => {}
        }
        let DrainState::Moving { pace, .. } = &self.drain else { return };
        let n = pace.take(self.players.len());
        let sessions: Vec<SessionId> = self.players.keys().take(n).copied().collect();
        let (mut scores, mut outboxes) = (Vec::new(), Vec::new());
        for session in sessions {
            let Some(player) = self.players.get(&session) else { continue };
            scores.extend(self.scores_of(session, &player.tickets));
            outboxes.extend(self.disconnect(session).map(|player| player.outbox));
            self.room.handle_leave(session);
        }
        self.keep_then_close(scores, outboxes);
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

    /// The room is on another server.
    pub(super) fn send_away(&mut self, route: Route) {
        let pace = match &self.drain {
            DrainState::Waiting(drain) | DrainState::Offered(drain) => drain.pace.clone(),
            DrainState::No => Arc::new(Pace::new(self.players.len())),
            DrainState::Moving { .. } => return,
        };
        self.begin_move(route, pace);
    }

    fn begin_move(&mut self, route: Route, pace: Arc<Pace>) {
        self.drain = DrainState::Moving { route, pace, keeping: JoinSet::new() };
        self.move_others();
    }

    /// Keeps the scores of held seats, and moves watchers and newcomers at once.
    fn move_others(&mut self) {
        let held = mem::take(&mut self.held_seats);
        let scores =
            held.iter().flat_map(|(session, seat)| self.scores_of(*session, &seat.tickets));
        let scores = scores.collect();
        for session in held.keys() {
            self.room.handle_leave(*session);
        }
        self.keep_then_close(scores, Vec::new());
        self.move_watchers();
        let Some(order) = self.drain.route().map(Closing::moved) else { return };
        for request in self.queue.drain() {
            let _ = request.reply.send(JoinReply::Refused(order.clone()));
        }
    }

    /// Keeps scores before their players are told to go.
    fn keep_then_close(
        &mut self,
        scores: Vec<(TokenHash, KeptScore)>,
        outboxes: Vec<OutboxSender>,
    ) {
        let DrainState::Moving { keeping, route, .. } = &mut self.drain else { return };
        if scores.is_empty() && outboxes.is_empty() {
            return;
        }
        let kept = self.registration.rooms().scores.clone();
        let order = Closing::moved(route);
        keeping.spawn(async move {
            kept.keep(scores).await;
            for outbox in outboxes {
                outbox.close(order.clone());
            }
        });
    }

    /// Whether all players have been told to go, and every score is kept.
    pub(super) fn has_moved(&mut self) -> bool {
        let DrainState::Moving { keeping, .. } = &mut self.drain else { return false };
        while keeping.try_join_next().is_some() {}
        keeping.is_empty() && self.players.is_empty()
    }
}

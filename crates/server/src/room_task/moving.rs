//! Moves the players of a room to another server: first their scores are kept, then each is told to
//! go, at the pace of the server. The room ticks until the last one has gone.
use std::time::Duration;

use shared::room::SessionId;
use shared::wire::route::Route;
use tokio::time::Instant;

use super::{RunningRoom, SeatTickets};
use crate::rooms::Drain;
use crate::scores::{Hash, KeptScore};
use crate::socket::closing::Closing;

/// How often a room that moves looks for players who may go.
const PERIOD: Duration = Duration::from_millis(20);

/// Whether a room moves to another server.
#[derive(Debug)]
pub(super) enum Departure {
    No,
    /// It plays on until the end of its round.
    Awaited(Drain),
    /// Its players are on their way.
    Begun(Drain),
}

impl Departure {
    pub(super) fn has_begun(&self) -> bool {
        matches!(self, Self::Begun(_))
    }

    /// When the room has to look again.
    pub(super) fn wake_at(&self) -> Option<Instant> {
        match self {
            Self::No => None,
            Self::Awaited(_) | Self::Begun(_) => Some(Instant::now() + PERIOD),
        }
    }
}

/// What a player of this room is told who comes, or goes, while it moves.
pub(super) fn moved() -> Closing {
    Closing::moved(&Route { node: None, hops: 1 })
}

impl RunningRoom {
    /// The scores of all players, connected or held.
    pub(super) fn all_scores(&self) -> Vec<(Hash, KeptScore)> {
        let connected = self.players.iter().map(|(session, player)| (session, &player.tickets));
        let held = self.held_seats.iter().map(|(session, seat)| (session, &seat.tickets));
        connected.chain(held).flat_map(|(session, seat)| self.scores_of(*session, seat)).collect()
    }

    /// A player's score, by each of the tokens that may lead to it.
    fn scores_of(&self, session: SessionId, seat: &SeatTickets) -> Vec<(Hash, KeptScore)> {
        let Some(score) = self.room.score_to_keep(session) else { return Vec::new() };
        let kept = KeptScore::new(self.registration.key(), score);
        let tickets = [&seat.own, &seat.presented].into_iter().flatten();
        tickets.map(|ticket| (Hash::of_token(&ticket.token()), kept.clone())).collect()
    }

    /// Sends players on whose turn it is.
    pub(super) fn send_players_on(&mut self) {
        let now = Instant::now();
        if let Departure::Awaited(drain) = &self.departure
            && now >= drain.from
            && (now >= drain.until || self.room.is_between_rounds())
        {
            self.departure = Departure::Begun(drain.clone());
            self.turn_others_away();
        }
        let Departure::Begun(Drain { pace, .. }) = &self.departure else { return };
        let n = pace.take(self.players.len());
        let sessions: Vec<SessionId> = self.players.keys().take(n).copied().collect();
        let (mut scores, mut outboxes) = (Vec::new(), Vec::new());
        for session in sessions {
            let Some(player) = self.players.get(&session) else { continue };
            scores.extend(self.scores_of(session, &player.tickets));
            outboxes.extend(self.disconnect(session).map(|player| player.outbox));
            self.room.handle_leave(session);
        }
        if outboxes.is_empty() {
            return;
        }
        let kept = self.registration.rooms().scores.clone();
        tokio::spawn(async move {
            kept.keep(scores).await;
            for outbox in outboxes {
                outbox.close(moved());
            }
        });
    }

    /// Keeps the scores of held seats, and sends watchers and newcomers on.
    fn turn_others_away(&mut self) {
        let held = std::mem::take(&mut self.held_seats);
        let scores =
            held.iter().flat_map(|(session, seat)| self.scores_of(*session, &seat.tickets));
        let (scores, kept) = (scores.collect(), self.registration.rooms().scores.clone());
        tokio::spawn(async move { kept.keep(scores).await });
        for session in held.keys() {
            self.room.handle_leave(*session);
        }
        self.send_watchers_on();
        for request in self.queue.drain() {
            let _ = request.reply.send(crate::rooms::JoinReply::Refused(moved()));
        }
    }

    /// Whether all players have gone to another server.
    pub(super) fn has_departed(&self) -> bool {
        self.departure.has_begun() && self.players.is_empty()
    }
}

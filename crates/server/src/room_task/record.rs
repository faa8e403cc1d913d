//! Reports the scores of a room's seats while it runs, to where they are kept in case the server
//! ends unforeseen: after every welcome, and about once a second.
use std::time::Duration;

use directory::TokenHash;
use shared::room::SessionId;
use tokio::time::Instant;

use super::{RunningRoom, SeatTickets};
use crate::scores::SeatScore;

/// Between two reports without a welcome.
const PERIOD: Duration = Duration::from_secs(1);

/// When the scores are due.
#[derive(Debug, Default)]
pub(super) struct RecordState {
    last: Option<Instant>,
    /// Whether somebody was welcomed since.
    has_new: bool,
    /// Whether the last report had any seats.
    had_seats: bool,
}

impl RecordState {
    pub(super) fn note_welcome(&mut self) {
        self.has_new = true;
    }

    fn is_due(&self, now: Instant) -> bool {
        self.has_new || self.last.is_none_or(|last| now - last >= PERIOD)
    }
}

impl RunningRoom {
    /// Reports all scores if they are due and wanted.
    pub(super) fn record_scores(&mut self) {
        let (rooms, now) = (self.registration.rooms(), Instant::now());
        if !rooms.scores.wants_records() || !self.record.is_due(now) {
            return;
        }
        let seats: Vec<SeatScore> =
            self.seats().filter_map(|(session, seat)| self.seat_score(session, seat)).collect();
        let has_seats = !seats.is_empty();
        if has_seats || self.record.had_seats {
            rooms.scores.record(self.registration.key(), self.registration.id(), seats);
        }
        self.record = RecordState { last: Some(now), has_new: false, had_seats: has_seats };
    }

    /// All seats, connected or held, and the tickets that lead to them.
    pub(super) fn seats(&self) -> impl Iterator<Item = (SessionId, &SeatTickets)> {
        let connected = self.players.iter().map(|(session, player)| (*session, &player.tickets));
        let held = self.held_seats.iter().map(|(session, seat)| (*session, &seat.tickets));
        connected.chain(held)
    }

    fn seat_score(&self, session: SessionId, seat: &SeatTickets) -> Option<SeatScore> {
        let score = self.room.score_to_keep(session)?;
        Some(SeatScore { tokens: seat.hashes().collect(), score })
    }
}

impl SeatTickets {
    /// Of the tokens that lead to the seat.
    pub(super) fn hashes(&self) -> impl Iterator<Item = TokenHash> {
        let tickets = [&self.own, &self.presented].into_iter().flatten();
        tickets.map(|ticket| TokenHash::of(&ticket.token().0))
    }
}

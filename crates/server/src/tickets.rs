//! Tickets by which players resume their seats. A room's task issues one for each seat it gives;
//! its token later leads to that seat. Dropping a ticket invalidates its token.
//!
//! A token is 128 bits from the system's random source. It is sent to its player and kept in memory
//! only, never in a log, metric, file or link.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::room::SessionId;
use shared::wire::seat::{ResumeToken, TOKEN_BYTES};
use tracing::warn;

use crate::rooms::RoomKey;

/// All valid tokens: of each player, and of each held seat.
#[derive(Default)]
pub(crate) struct Tickets(Mutex<HashMap<ResumeToken, SeatLocation>>);

/// Where a seat is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatLocation {
    pub(crate) room: RoomKey,
    /// Which of the rooms of that key, since one may end and another open.
    pub(crate) room_id: u64,
    pub(crate) session: SessionId,
}

/// A valid token; invalidated on drop.
pub(crate) struct Ticket {
    token: ResumeToken,
    tickets: Arc<Tickets>,
}

impl Tickets {
    /// Issues a ticket for a seat; `None` if the system has no randomness.
    pub(crate) fn issue(self: &Arc<Self>, location: SeatLocation) -> Option<Ticket> {
        let mut bytes = [0; TOKEN_BYTES];
        if let Err(error) = getrandom::fill(&mut bytes) {
            warn!(%error, "cannot hold seats: no system randomness");
            return None;
        }
        Some(self.register(ResumeToken(bytes), location))
    }

    /// Lets a token lead to a seat that another server issued, or this one for a seat that ended.
    pub(crate) fn register(self: &Arc<Self>, token: ResumeToken, location: SeatLocation) -> Ticket {
        self.lock().insert(token, location);
        Ticket { token, tickets: self.clone() }
    }

    /// The seat of a token, unless it is invalid.
    pub(crate) fn location_of(&self, token: &ResumeToken) -> Option<SeatLocation> {
        self.lock().get(token).cloned()
    }

    /// How many tokens are valid.
    pub(crate) fn n_valid(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ResumeToken, SeatLocation>> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    pub(crate) fn token(&self) -> ResumeToken {
        self.token
    }

    /// Moves the ticket to this seat.
    pub(crate) fn redirect_to(&self, location: SeatLocation) {
        self.tickets.lock().insert(self.token, location);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut all = self.tickets.lock();
        all.remove(&self.token);
        // Shrinks the table after a peak.
        if all.len() < all.capacity() / 4 {
            all.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_until_its_ticket_is_dropped() {
        let tickets = Arc::new(Tickets::default());
        let location = SeatLocation {
            room: RoomKey::from_typed("duel").unwrap(),
            room_id: 7,
            session: SessionId(3),
        };
        let ticket = tickets.issue(location.clone()).unwrap();
        let other = tickets.issue(location.clone()).unwrap();
        assert_ne!(ticket.token(), other.token());
        assert_eq!(tickets.location_of(&ticket.token()), Some(location.clone()));
        let other_seat = SeatLocation { session: SessionId(4), ..location };
        ticket.redirect_to(other_seat.clone());
        assert_eq!(tickets.location_of(&ticket.token()), Some(other_seat.clone()));
        let token = ticket.token();
        drop(ticket);
        assert_eq!(tickets.location_of(&token), None);
        assert_eq!(tickets.location_of(&ResumeToken([0; TOKEN_BYTES])), None);
        assert!(tickets.location_of(&other.token()).is_some());
        let foreign = tickets.register(ResumeToken([9; TOKEN_BYTES]), other_seat.clone());
        assert_eq!(tickets.location_of(&foreign.token()), Some(other_seat));
        drop((foreign, other));
        assert_eq!(tickets.n_valid(), 0);
    }
}

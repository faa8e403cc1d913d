//! By what players come back to their seats: a room's task asks for a ticket when it gives somebody
//! a seat, and whoever shows its token later is told where that seat is. A ticket that is dropped
//! is void.
//!
//! A token is 128 bits of the system's randomness, sent to its player and kept in memory: it stands
//! in no log, metric, file or link.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::room::SessionId;
use shared::wire::seat::{ResumeToken, TOKEN_BYTES};
use tracing::warn;

use crate::rooms::RoomKey;

/// All that are out: one for each player, and one for each seat that is held.
#[derive(Default)]
pub(crate) struct Tickets(Mutex<HashMap<ResumeToken, Place>>);

/// Where a seat is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) room: RoomKey,
    /// Which of the rooms of that key, for one may end and another begin.
    pub(crate) room_id: u64,
    pub(crate) session: SessionId,
}

/// One that is out; void when it is dropped.
pub(crate) struct Ticket {
    token: ResumeToken,
    tickets: Arc<Tickets>,
}

impl Tickets {
    /// A ticket for a seat; none if the system has no randomness to give.
    pub(crate) fn issue(self: &Arc<Self>, place: Place) -> Option<Ticket> {
        let mut bytes = [0; TOKEN_BYTES];
        if let Err(error) = getrandom::fill(&mut bytes) {
            warn!(%error, "no seat can be held: the system gives no randomness");
            return None;
        }
        let token = ResumeToken(bytes);
        self.all().insert(token, place);
        Some(Ticket { token, tickets: self.clone() })
    }

    /// Where the seat of a token is, unless it is void.
    pub(crate) fn place_of(&self, token: &ResumeToken) -> Option<Place> {
        self.all().get(token).cloned()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ResumeToken, Place>> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    pub(crate) fn token(&self) -> ResumeToken {
        self.token
    }

    /// It is good for this seat from now on.
    pub(crate) fn lead_to(&self, place: Place) {
        self.tickets.all().insert(self.token, place);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut all = self.tickets.all();
        all.remove(&self.token);
        // A full house leaves no empty one behind.
        if all.len() < all.capacity() / 4 {
            all.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_good_until_it_is_dropped() {
        let tickets = Arc::new(Tickets::default());
        let place =
            Place { room: RoomKey::from_typed("duel").unwrap(), room_id: 7, session: SessionId(3) };
        let ticket = tickets.issue(place.clone()).unwrap();
        let other = tickets.issue(place.clone()).unwrap();
        assert_ne!(ticket.token(), other.token());
        assert_eq!(tickets.place_of(&ticket.token()), Some(place.clone()));
        let elsewhere = Place { session: SessionId(4), ..place };
        ticket.lead_to(elsewhere.clone());
        assert_eq!(tickets.place_of(&ticket.token()), Some(elsewhere));
        let token = ticket.token();
        drop(ticket);
        assert_eq!(tickets.place_of(&token), None);
        assert_eq!(tickets.place_of(&ResumeToken([0; TOKEN_BYTES])), None);
        assert!(tickets.place_of(&other.token()).is_some());
    }
}

//! The watchers of a room: who they are, and who of them waits for a seat. They hold no seat, and
//! whatever they send stays out of the match.
use std::collections::BTreeMap;

use shared::base::limits::WATCHERS_MAX;
use shared::room::HeldSeats;
use shared::wire::close_reason::CloseReason;
use shared::wire::message::{Hello, ServerControl};
use shared::wire::seat::{Admission, SeatGrant};
use shared::wire::watch::{Turn, TurnWish};

use super::{HeldSeat, RunningRoom, SeatTickets};
use crate::per_address::share::Share;
use crate::rooms::{Stand, WatchRequest, WatcherId};
use crate::socket::closing::Closing;
use crate::socket::outbox::OutboxSender;
use crate::watch_feed::FeedSender;

/// The watchers of a room.
pub(super) struct Watchers {
    pub(super) feed: FeedSender,
    /// Connected watchers. Dropping an outbox, as in a panic, closes its connection.
    by_id: BTreeMap<WatcherId, Watcher>,
    /// Those who wait for a seat, first in line first.
    line: Vec<WatcherId>,
    n_ever: u32,
}

struct Watcher {
    /// For what is sent to this watcher alone.
    outbox: OutboxSender,
    /// By which it joins.
    hello: Hello,
    share: Share,
    /// Its place in line, as last sent.
    told: Option<Turn>,
}

impl Watchers {
    pub(super) fn new() -> Self {
        Self { feed: FeedSender::new(), by_id: BTreeMap::new(), line: Vec::new(), n_ever: 0 }
    }

    /// Removes one who no longer watches.
    fn remove(&mut self, id: WatcherId) -> Option<Watcher> {
        self.line.retain(|waiting| *waiting != id);
        self.by_id.remove(&id)
    }

    /// How many watch, up to [`WATCHERS_MAX`].
    pub(super) fn count(&self) -> u16 {
        self.by_id.len() as u16
    }

    /// Sends each the place in line that it does not know yet.
    fn send_places(&mut self) {
        let place = |id: &WatcherId| self.line.iter().position(|waiting| waiting == id);
        let turn = |id| place(id).map(|at| Turn { place: at as u16 + 1 });
        for (id, watcher) in &mut self.by_id {
            let now = turn(id);
            if watcher.told != now && watcher.outbox.push(ServerControl::Turn(now).encode()).is_ok()
            {
                watcher.told = now;
                watcher.outbox.wake();
            }
        }
    }
}

impl RunningRoom {
    /// Lets somebody watch.
    pub(super) fn add_watcher(&mut self, request: WatchRequest) {
        let WatchRequest { hello, share, outbox, reply } = request;
        if let Some(route) = self.drain.route() {
            let _ = reply.send(Err(Closing::moved(route)));
            return;
        }
        if self.watchers.count() >= WATCHERS_MAX {
            let text = format!("{WATCHERS_MAX} people watch this room already.");
            let _ = reply.send(Err(Closing::new(CloseReason::RoomFull, text)));
            return;
        }
        let id = WatcherId(self.watchers.n_ever);
        let feed = self.watchers.feed.subscribe(self.room.watch_start(), self.room.watch_welcome());
        if reply.send(Ok(Stand { watcher: id, feed })).is_err() {
            // The connection closed meanwhile.
            return;
        }
        self.watchers.n_ever += 1;
        self.watchers.by_id.insert(id, Watcher { outbox, hello, share, told: None });
        self.room.handle_watchers(self.watchers.count());
    }

    pub(super) fn remove_watcher(&mut self, id: WatcherId) {
        if self.watchers.remove(id).is_some() {
            self.room.handle_watchers(self.watchers.count());
            self.watchers.send_places();
        }
    }

    /// Sends all watchers to the server that the room moves to.
    pub(super) fn move_watchers(&mut self, order: &Closing) {
        self.watchers.line.clear();
        for watcher in std::mem::take(&mut self.watchers.by_id).into_values() {
            watcher.outbox.close(order.clone());
        }
    }

    /// A watcher enters the line for a seat, or leaves it.
    pub(super) fn handle_turn(&mut self, id: WatcherId, wish: TurnWish) {
        let line = &mut self.watchers.line;
        match (wish, line.contains(&id)) {
            (TurnWish::Yes, false) if self.watchers.by_id.contains_key(&id) => line.push(id),
            (TurnWish::No, true) => line.retain(|waiting| *waiting != id),
            _ => return,
        }
        self.watchers.send_places();
    }

    /// Gives free seats to the watchers who wait, in line. A seat is held for its watcher, whose
    /// page takes it by the token it is sent, as a player returns to a held seat.
    pub(super) fn seat_watchers(&mut self) {
        while let Some(id) = self.watchers.line.first().copied() {
            let Some(Watcher { hello, share, .. }) = self.watchers.by_id.get(&id) else {
                self.watchers.line.remove(0);
                continue;
            };
            let (hello, share) = (hello.clone(), share.clone());
            if self.room.check_join(&hello, self.held_seats_for_watcher(&share)).is_err() {
                return;
            }
            self.watchers.line.remove(0);
            match self.hold_seat(hello, share) {
                Ok(token) => {
                    if let Some(watcher) = self.watchers.by_id.get(&id) {
                        // A watcher who reads nothing loses the seat after a while.
                        let _ = watcher.outbox.push(token.encode());
                        watcher.outbox.wake();
                    }
                }
                Err(closing) => {
                    if let Some(watcher) = self.watchers.remove(id) {
                        watcher.outbox.close(closing);
                        self.room.handle_watchers(self.watchers.count());
                    }
                }
            }
            self.watchers.send_places();
        }
    }

    /// Watchers take no held seat from a player who may still return.
    fn held_seats_for_watcher(&self, share: &Share) -> HeldSeats {
        match self.held_seats_for(share) {
            HeldSeats::Any => HeldSeats::LongHeld,
            other => other,
        }
    }

    /// Joins for a watcher whose page comes later.
    fn hold_seat(&mut self, hello: Hello, share: Share) -> Result<SeatGrant, Closing> {
        let session = self.join(hello, &share)?;
        let place = self.registration.location(session);
        let Some(ticket) = self.registration.rooms().tickets.issue(place) else {
            self.room.handle_leave(session);
            return Err(CloseReason::Busy.into());
        };
        let node = self.registration.rooms().config.node.clone();
        let grant = SeatGrant { admission: Admission::New, token: ticket.token(), node };
        self.room.handle_lost(session);
        let tickets = SeatTickets { own: Some(ticket), presented: None };
        self.held_seats.insert(session, HeldSeat { share, tickets });
        Ok(grant)
    }
}

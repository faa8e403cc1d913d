//! Opens a room: adds it to the registry and spawns its task.
use std::sync::Arc;
use std::sync::atomic::Ordering;

use shared::wire::close_reason::CloseReason;
use shared::wire::message::RoomRequest;

use super::{
    EvictionReason, Handle, Heartbeat, ListEntry, Newcomer, Occupancy, Registration, RoomInbox,
    RoomKey, Rooms,
};
use crate::drain::any_route;
use crate::inbox::inbox;
use crate::metrics::Refused;
use crate::per_address::bound::{Count, Rate};
use crate::per_address::share::{Reservation, Share};
use crate::room_task::{self, RoomTask};
use crate::socket::closing::Closing;

impl Rooms {
    /// Opens the default room if it is not open.
    pub(crate) fn open_default(self: &Arc<Self>) -> Result<(), Closing> {
        self.open(&RoomKey::DEFAULT, None, None).map(drop)
    }

    /// Finds a room, or opens it. A lobby belongs to the server: it counts towards no address's
    /// limit, and no room request applies to it. Any other room counts towards the address that
    /// opens it and follows the request.
    pub(super) fn open(
        self: &Arc<Self>,
        key: &RoomKey,
        asked_by: Option<Newcomer<'_>>,
        request: Option<RoomRequest>,
    ) -> Result<RoomInbox, Closing> {
        let mut registry = self.registry();
        if registry.closed {
            return Err(CloseReason::Shutdown.into());
        }
        if let Some(handle) = registry.open.get(key) {
            return Ok(handle.inbox.clone());
        }
        if registry.draining {
            return Err(Closing::moved(&any_route()));
        }
        if let Some(wait) = registry.failures.closed_for(key) {
            let s = wait.as_secs() + 1;
            let text = format!("This room failed repeatedly. It reopens in {s} s.");
            return Err(Closing::new(CloseReason::RoomEnded, text));
        }
        let max = self.config.rooms_max;
        let founder = asked_by.filter(|_| matches!(key, RoomKey::Named(_)));
        let mut to_evict = None;
        if registry.open.len() >= max && *key != RoomKey::DEFAULT {
            let is_first = founder.is_some_and(|founder| !founder.share.has_any(Count::Rooms));
            let reason = if is_first { EvictionReason::FirstRoom } else { EvictionReason::Another };
            to_evict = registry.room_to_evict(reason);
            if to_evict.is_none() {
                self.metrics.count_refused(Refused::ServerRooms);
                let text = format!("All {max} rooms of this server are in use. Join one of them.");
                return Err(Closing::new(CloseReason::RoomFull, text));
            }
        }
        let reservation = founder.map(|founder| self.new_room(founder.share)).transpose()?;
        if let Some(evicted) = to_evict {
            registry.open.remove(&evicted);
            self.note_end(&evicted);
        }
        let (inbox, events) = inbox();
        let heartbeat = Heartbeat::new(self.clock.now());
        let occupancy = Occupancy::new(self.clock.now());
        let entry = ListEntry::of(key, request);
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let handle = Handle {
            id,
            inbox: inbox.clone(),
            heartbeat: heartbeat.clone(),
            occupancy: occupancy.clone(),
            entry: entry.clone(),
        };
        registry.open.insert(key.clone(), handle);
        let registration = Registration {
            rooms: self.clone(),
            key: key.clone(),
            id,
            founder: founder.map(|founder| founder.share.address()),
            _reservation: reservation,
        };
        tokio::spawn(room_task::supervise(RoomTask {
            registration,
            room_request: request.filter(|_| matches!(key, RoomKey::Named(_))),
            inbox: events,
            heartbeat,
            occupancy,
            entry,
        }));
        Ok(inbox)
    }

    /// Counts a new room towards the address that opens it.
    fn new_room(&self, founder: &Share) -> Result<Reservation, Closing> {
        let reservation = founder.reserve(Count::Rooms).and_then(|reservation| {
            founder.use_once(Rate::NewRooms)?;
            Ok(reservation)
        });
        reservation.map_err(|exceeded| {
            self.metrics.count_refused(exceeded);
            Closing::new(CloseReason::RoomFull, exceeded.to_string())
        })
    }
}

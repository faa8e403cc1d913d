//! Opens a room: its entry among the rooms, and the task that runs it.
use std::sync::Arc;
use std::sync::atomic::Ordering;

use shared::wire::close_reason::CloseReason;
use shared::wire::message::RoomRequest;

use super::{DEFAULT_ROOM, Handle, Heartbeat, Registration, RoomInbox, Rooms, Vacancy, is_lobby};
use crate::inbox::inbox;
use crate::metrics::Refused;
use crate::per_address::bound::{Count, Rate};
use crate::per_address::share::{Part, Share};
use crate::room_task::{self, RoomTask};
use crate::socket::closing::Closing;

impl Rooms {
    /// The room of a name, opened if need be, as its founder wants it. The name is clean. Lobbies
    /// are nobody's own, and count for no address.
    pub(crate) fn open(
        self: &Arc<Self>,
        name: &str,
        room_request: Option<RoomRequest>,
        founder: Option<&Share>,
    ) -> Result<RoomInbox, Closing> {
        let mut registry = self.registry();
        if registry.closed {
            return Err(CloseReason::Shutdown.into());
        }
        if let Some(handle) = registry.open.get(name) {
            return Ok(handle.inbox.clone());
        }
        if let Some(wait) = registry.failures.closed_for(name) {
            let s = wait.as_secs() + 1;
            let text = format!("This room failed again and again. It opens in {s} s.");
            return Err(Closing::new(CloseReason::RoomEnded, text));
        }
        let max = self.config.rooms_max;
        let is_free = registry.open.len() < max || name == DEFAULT_ROOM;
        if !is_free && !registry.make_room() {
            self.metrics.count_refused(Refused::ServerRooms);
            let text = format!("All {max} rooms of this server are taken. Join one of them.");
            return Err(Closing::new(CloseReason::RoomFull, text));
        }
        let founder = founder.filter(|_| !is_lobby(name));
        let part = founder.map(|founder| self.new_room(founder)).transpose()?;
        let (inbox, events) = inbox();
        let heartbeat = Heartbeat::new(self.clock.now());
        let vacancy = Vacancy::new(self.clock.now());
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let handle = Handle {
            id,
            inbox: inbox.clone(),
            heartbeat: heartbeat.clone(),
            vacancy: vacancy.clone(),
        };
        registry.open.insert(name.into(), handle);
        let registration = Registration { rooms: self.clone(), name: name.into(), id, _part: part };
        tokio::spawn(room_task::watch(RoomTask::new(
            registration,
            room_request,
            events,
            heartbeat,
            vacancy,
        )));
        Ok(inbox)
    }

    /// A room more of whoever opens it.
    fn new_room(&self, founder: &Share) -> Result<Part, Closing> {
        let part = founder.take(Count::Rooms).and_then(|part| {
            founder.do_once(Rate::NewRooms)?;
            Ok(part)
        });
        part.map_err(|exceeded| {
            self.metrics.count_refused(exceeded);
            Closing::new(CloseReason::RoomFull, exceeded.to_string())
        })
    }
}

//! Several servers with one set of rooms: where a named room is, as the directory of the cluster
//! decides.
//!
//! A [`Cluster`] is what the rest of the server holds: it asks, reports and is asked. A task of its
//! own (`driver`) owns the [`Directory`](directory::Directory) and carries out its effects over a
//! connection to NATS (`nats`).
mod driver;
mod lists;
pub(crate) mod metrics;
#[cfg(feature = "cluster")]
mod nats;
#[cfg(not(feature = "cluster"))]
mod no_nats;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use directory::message::{RoomList, Wishes};
use directory::{Hello, Hop, RoomKey};
use shared::wire::message::RoomRequest;
use shared::wire::route::{NodeName, Route};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::config::Config;
use crate::metrics::Metrics;
use crate::scores::Scores;

/// The longest that a hello waits for the directory, which answers within
/// [`FLIGHT_MAX`](directory::limits::FLIGHT_MAX).
const ANSWER_MAX: Duration = Duration::from_secs(6);

/// What the rest of the server tells the directory.
pub(crate) enum Event {
    /// Somebody asks for a room that is not open here.
    Hello {
        hello: Hello,
        reply: oneshot::Sender<Placement>,
    },
    /// Somebody wants to watch a room that is not open here.
    OwnerElsewhere {
        key: RoomKey,
        reply: oneshot::Sender<Option<NodeName>>,
    },
    Opened(RoomKey),
    OpenFailed(RoomKey),
    Ended(RoomKey),
    Changed(RoomKey, Wishes),
    /// The server is told to stop.
    Drain,
    /// The room may be adopted by another server.
    MayGo(RoomKey),
    /// Asks to be told when no claim is being written any more.
    Drained(oneshot::Sender<()>),
}

/// Where a room is.
pub(crate) enum Placement {
    /// Open here, or adopted from another server and to be opened now.
    Here,
    /// To be opened here.
    Open(OpenOrder),
    /// On another server.
    Moved(Route),
    /// Not now, and why.
    Wait(directory::Reason),
}

/// A server's part in a cluster: what it holds, and the driver that it runs.
pub(crate) struct Member {
    pub(crate) cluster: Cluster,
    pub(crate) driver: driver::Driver,
}

/// The order to open a room. Dropped without a report, it reports a failure, so that the directory
/// never waits for a room that nobody opens.
pub(crate) struct OpenOrder {
    key: RoomKey,
    wishes: Wishes,
    events: Option<mpsc::UnboundedSender<Event>>,
}

/// A server's end of its cluster.
pub(crate) struct Cluster {
    /// Unbounded: what is sent is bounded by the rooms and the connections of this server.
    events: mpsc::UnboundedSender<Event>,
    adopted: Arc<Adopted>,
    standing: watch::Receiver<Standing>,
    lists: watch::Receiver<Vec<(NodeName, RoomList)>>,
}

/// What the directory says of this server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) is_connected: bool,
    /// Servers heard lately, this one among them.
    pub(crate) n_nodes: usize,
    /// Another server of this name is running, so this one must stop.
    pub(crate) is_refused: bool,
    /// It knows as well as the others who is gone, or NATS does not come.
    pub(crate) is_settled: bool,
}

/// Rooms taken over from servers that stop, until the first player comes: only a player knows the
/// name of a room. With their founders' wishes.
#[derive(Default)]
pub(crate) struct Adopted(Mutex<HashMap<RoomKey, Wishes>>);

/// Joins the cluster of the configuration, which also keeps the scores; `None` if there is none.
pub(crate) fn join(config: &Config, metrics: &Arc<Metrics>) -> Option<(Member, Arc<dyn Scores>)> {
    let (cluster, node) = config.cluster.as_ref().zip(config.node.clone())?;
    Some(driver::start(config, cluster, node, metrics.clone()))
}

impl Cluster {
    /// Asks where a room is. The wishes are those with which it would be opened.
    pub(crate) async fn place(
        &self,
        key: RoomKey,
        request: Option<RoomRequest>,
        hop: Hop,
    ) -> Placement {
        let (reply, placement) = oneshot::channel();
        let hello = Hello { key, wishes: encode(request), hop };
        self.tell(Event::Hello { hello, reply });
        let placement = timeout(ANSWER_MAX, placement).await.ok().and_then(Result::ok);
        placement.unwrap_or(Placement::Wait(directory::Reason::Busy))
    }

    /// The server on which a room is, if it is known to be on another one.
    pub(crate) async fn owner_elsewhere(&self, key: RoomKey) -> Option<NodeName> {
        let (reply, owner) = oneshot::channel();
        self.tell(Event::OwnerElsewhere { key, reply });
        timeout(ANSWER_MAX, owner).await.ok()?.ok()?
    }

    /// What the founder of an adopted room wished; `None` if the room was not adopted, or is open.
    pub(crate) fn adopted(&self, key: RoomKey) -> Option<Option<RoomRequest>> {
        self.adopted.lock().get(&key).map(decode)
    }

    /// An adopted room was opened for its first player.
    pub(crate) fn adopted_opened(&self, key: RoomKey) {
        self.adopted.lock().remove(&key);
    }

    pub(crate) fn room_ended(&self, key: RoomKey) {
        self.tell(Event::Ended(key));
    }

    /// The rules of an open room have changed.
    pub(crate) fn room_changed(&self, key: RoomKey, request: RoomRequest) {
        self.tell(Event::Changed(key, encode(Some(request))));
    }

    pub(crate) fn begin_drain(&self) {
        self.tell(Event::Drain);
    }

    /// A draining server's room may move now.
    pub(crate) fn may_go(&self, key: RoomKey) {
        self.tell(Event::MayGo(key));
    }

    /// Waits until no claim of this server is being written any more, at most this long.
    pub(crate) async fn drained(&self, at_most: Duration) {
        let (reply, drained) = oneshot::channel();
        self.tell(Event::Drained(reply));
        let _ = timeout(at_most, drained).await;
    }

    /// The rooms of the other servers that everybody may know of.
    pub(crate) fn room_lists(&self) -> Vec<(NodeName, RoomList)> {
        self.lists.borrow().clone()
    }

    pub(crate) fn standing(&self) -> Standing {
        *self.standing.borrow()
    }

    /// Waits until the directory refuses this server.
    pub(crate) async fn refused(&self) {
        let mut standing = self.standing.clone();
        if standing.wait_for(|standing| standing.is_refused).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    fn tell(&self, event: Event) {
        // The driver lives as long as the server.
        let _ = self.events.send(event);
    }
}

impl OpenOrder {
    /// What the founder wished.
    pub(crate) fn request(&self) -> Option<RoomRequest> {
        decode(&self.wishes)
    }

    /// The room is open.
    pub(crate) fn opened(mut self) {
        if let Some(events) = self.events.take() {
            let _ = events.send(Event::Opened(self.key));
        }
    }
}

impl Drop for OpenOrder {
    fn drop(&mut self) {
        if let Some(events) = self.events.take() {
            let _ = events.send(Event::OpenFailed(self.key));
        }
    }
}

impl Adopted {
    fn lock(&self) -> MutexGuard<'_, HashMap<RoomKey, Wishes>> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A founder's wishes as the directory keeps them.
fn encode(request: Option<RoomRequest>) -> Wishes {
    let bytes = postcard::to_allocvec(&request).unwrap_or_default();
    Wishes::try_from(bytes).unwrap_or_default()
}

/// Reads wishes; those of another version count as none.
fn decode(wishes: &Wishes) -> Option<RoomRequest> {
    postcard::from_bytes(wishes.as_bytes()).ok().flatten()
}

#[cfg(test)]
mod tests {
    use shared::netcode::values::RoomNetcode;

    use super::*;

    #[test]
    fn wishes_come_back_and_fit() {
        let endless = RoomRequest::endless();
        for request in [None, Some(RoomRequest::default()), Some(endless)] {
            assert_eq!(decode(&encode(request)), request);
        }
        let netcode = RoomNetcode::default();
        let bytes = encode(Some(RoomRequest { netcode, ..endless })).as_bytes().len();
        assert!(bytes * 2 < directory::limits::WISHES_MAX_BYTES, "{bytes}");
        assert_eq!(decode(&Wishes::try_from(vec![1, 255, 255]).unwrap()), None);
    }
}

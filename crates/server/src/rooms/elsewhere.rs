//! Rooms of a cluster: finds out where a named room is before it is opened here, and sends its
//! players away when it is not here any more.
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use directory::Hop;
use shared::wire::close_reason::CloseReason;
use shared::wire::message::RoomRequest;
use shared::wire::route::{HOPS_MAX, NodeName, Route};
use tokio::time::sleep;

use super::event::RoomEvent;
use super::{JOIN_ATTEMPTS, Newcomer, RoomInbox, RoomKey, Rooms};
use crate::cluster::{Cluster, Placement};
use crate::inbox::Urgency;
use crate::scores::key_of;
use crate::socket::closing::Closing;

/// Before a room that has just ended here is asked for again.
const ENDED_PAUSE: Duration = Duration::from_millis(10);

impl Rooms {
    /// Finds a room, or opens it: in a cluster only if it is not, and shall not be, on another
    /// server.
    pub(super) async fn find_or_open(
        self: &Arc<Self>,
        key: &RoomKey,
        newcomer: Newcomer<'_>,
    ) -> Result<RoomInbox, Closing> {
        let Some((cluster, hash)) = self.cluster_of(key) else {
            return self.open(key, Some(newcomer), newcomer.hello.room_request);
        };
        for _ in 0..JOIN_ATTEMPTS {
            if let Some(room) = self.open_here(key) {
                return Ok(room);
            }
            let hop = self.hop(newcomer.route);
            match cluster.place(hash, newcomer.hello.room_request, hop).await {
                Placement::Here => match self.open_adopted((cluster, hash), key, newcomer) {
                    Some(opened) => return opened,
                    // It has just ended, and the directory is about to hear it.
                    None => sleep(ENDED_PAUSE).await,
                },
                Placement::Open(order) => {
                    let room = self.open(key, Some(newcomer), order.request())?;
                    order.opened();
                    return Ok(room);
                }
                Placement::Moved(route) => return Err(Closing::moved(&route)),
                Placement::Wait(reason) => {
                    return Err(Closing::new(CloseReason::Busy, reason.text()));
                }
            }
        }
        Err(CloseReason::RoomEnded.into())
    }

    /// Opens a room that another server gave away, for its first player: with the limits of that
    /// player's address, or, if they are used up, on the server's own account.
    fn open_adopted(
        self: &Arc<Self>,
        (cluster, hash): (&Cluster, directory::RoomKey),
        key: &RoomKey,
        newcomer: Newcomer<'_>,
    ) -> Option<Result<RoomInbox, Closing>> {
        let request = cluster.adopted(hash)?;
        let opened =
            self.open(key, Some(newcomer), request).or_else(|_| self.open(key, None, request));
        if opened.is_ok() {
            cluster.adopted_opened(hash);
        }
        Some(opened)
    }

    /// The cluster that decides where a room is, and the room's name there; `None` for lobbies,
    /// which each server has for itself, and where there is no cluster.
    pub(super) fn cluster_of(&self, key: &RoomKey) -> Option<(&Cluster, directory::RoomKey)> {
        let is_shared = matches!(key, RoomKey::Named(_));
        let cluster = self.cluster.as_ref().filter(|_| is_shared)?;
        Some((cluster, key_of(key)))
    }

    /// What a page's way here says: it was chosen for a new room if it was sent to this server.
    fn hop(&self, route: &Route) -> Hop {
        let is_named = route.node.is_some() && route.node == self.config.node;
        Hop { moves: route.hops, chosen: is_named && route.hops > 0 }
    }

    /// Where somebody finds a room to watch that is not open here.
    pub(super) async fn watched_elsewhere(&self, key: &RoomKey, route: &Route) -> Option<Route> {
        let (cluster, hash) = self.cluster_of(key)?;
        let node = cluster.owner_elsewhere(hash).await?;
        let hops = route.hops + 1;
        (hops <= HOPS_MAX).then_some(Route { node: Some(node), hops })
    }

    /// Sends everybody in a room away by this route; false if it is not open here.
    pub(crate) fn send_away(&self, key: directory::RoomKey, route: Route) -> bool {
        let registry = self.registry();
        let is_it = |open: &RoomKey| self.cluster_of(open).is_some_and(|(_, hash)| hash == key);
        let Some((_, handle)) = registry.open.iter().find(|(open, _)| is_it(open)) else {
            return false;
        };
        let room = handle.inbox.clone();
        tokio::spawn(async move {
            // If it has ended meanwhile, nobody is in it.
            let _ = room.send(RoomEvent::SendAway(route), Urgency::AtOnce).await;
        });
        true
    }

    /// The players of this server's lobbies go there when it drains.
    pub(crate) fn set_lobby_target(&self, node: NodeName) {
        self.registry().lobby_target = Some(node);
    }

    /// By which route the players of a draining lobby go.
    pub(crate) fn lobby_route(&self) -> Route {
        Route { node: self.registry().lobby_target.clone(), hops: 1 }
    }

    /// Waits until the cluster refuses this server.
    pub(crate) async fn refused(&self) {
        match &self.cluster {
            Some(cluster) => cluster.refused().await,
            None => pending().await,
        }
    }

    /// Asks the cluster to find another server for a room; false if there is none to ask.
    pub(crate) fn offer(&self, key: &RoomKey) -> bool {
        let offered = self.cluster_of(key).map(|(cluster, hash)| cluster.may_go(hash));
        offered.is_some()
    }

    /// A room has left the registry.
    pub(super) fn note_end(&self, key: &RoomKey) {
        if let Some((cluster, hash)) = self.cluster_of(key) {
            cluster.room_ended(hash);
        }
    }

    /// The rules of a room have changed.
    pub(crate) fn note_rules(&self, key: &RoomKey, request: RoomRequest) {
        if let Some((cluster, hash)) = self.cluster_of(key) {
            cluster.room_changed(hash, request);
        }
    }

    fn open_here(&self, key: &RoomKey) -> Option<RoomInbox> {
        self.registry().open.get(key).map(|handle| handle.inbox.clone())
    }
}

//! The open rooms. Seats each hello in the room it names, and opens the room first if need be.
mod drain;
mod elsewhere;
mod event;
mod failures;
mod key;
mod listing;
mod open;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use directory::TokenHash;
use shared::{
    base::time::Micros,
    room::{RoomKind, SessionId},
    wire::{
        close_reason::CloseReason,
        message::Hello,
        route::{NodeName, Route},
        seat::ResumeToken,
    },
};
use tokio::sync::oneshot;

use crate::address::Address;
use crate::clock::Clock;
use crate::cluster::{self, Cluster};
use crate::config::Config;
use crate::heap_trim::HeapTrim;
use crate::inbox::{InboxSender, Urgency};
use crate::limits::HEARTBEAT_STALE;
use crate::metrics::Metrics;
use crate::per_address::share::{Reservation, Share};
use crate::scores::{self, KeptScore, Scores};
use crate::socket::closing::Closing;
use crate::socket::outbox::{OutboxReceiver, outbox};
use crate::tickets::{SeatLocation, Tickets};
pub(crate) use event::{
    Arrival, Drain, JoinReply, JoinRequest, RoomEvent, Stand, WatchRequest, WatcherId, Watching,
};
use failures::Failures;
use key::Lobby;
pub(crate) use key::RoomKey;
pub(crate) use listing::{ListEntry, RoomOpen, RoomsOpen};

/// How often a hello is retried when its room ends at that moment, before that is an error.
const JOIN_ATTEMPTS: usize = 3;

/// The text of a refused request for sides.
const NO_SIDES: &str = "Only a private room can have two sides: give the room a name of its own.";

/// Sends events to a room.
pub(crate) type RoomInbox = InboxSender<RoomEvent>;

/// A connection's seat in a room.
pub(crate) struct Seat {
    pub(crate) session: SessionId,
    /// Where its events go.
    pub(crate) room: RoomInbox,
    /// Where the room's messages for it come from.
    pub(crate) outbox: OutboxReceiver,
}

/// The open rooms, and what a new one is built from.
pub(crate) struct Rooms {
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) heap_trim: HeapTrim,
    /// Tokens by which players resume their seats.
    pub(crate) tickets: Arc<Tickets>,
    /// Scores of players whose seats ended with a room or server.
    pub(crate) scores: Arc<dyn Scores>,
    /// The servers with which this one shares the named rooms.
    pub(crate) cluster: Option<Cluster>,
    registry: Mutex<Registry>,
    /// Id of the next room to open.
    next_id: AtomicU64,
}

#[derive(Default)]
struct Registry {
    /// Up to `rooms_max` of them.
    open: HashMap<RoomKey, Handle>,
    failures: Failures,
    /// Set when the rooms move to another server and none may open.
    draining: bool,
    /// Where the players of lobbies go then, if it is known.
    lobby_target: Option<NodeName>,
    /// Set when the server is ending and no room may open.
    closed: bool,
}

/// What the registry knows about an open room.
struct Handle {
    /// Tells a room from a later one with the same key.
    id: u64,
    inbox: RoomInbox,
    heartbeat: Heartbeat,
    occupancy: Occupancy,
    /// `None` if it is not listed.
    entry: Option<ListEntry>,
}

/// A newcomer, while a room is found for it.
#[derive(Clone, Copy)]
struct Newcomer<'a> {
    hello: &'a Hello,
    share: &'a Share,
    /// By which it came.
    route: &'a Route,
    arrival: Arrival,
}

/// A room's reply to a request for a seat.
enum SeatReply {
    Seated(Seat),
    Refused(Closing),
    /// The seat to resume is gone.
    SeatGone,
    /// The room was about to end.
    Ended,
    /// The room failed before it replied.
    Failed,
}

/// The last iteration of a room's loop, in µs of the server's clock.
#[derive(Clone)]
pub(crate) struct Heartbeat(Arc<AtomicI64>);

/// Who is in a room, as last reported by its task.
#[derive(Clone)]
pub(crate) struct Occupancy(Arc<Mutex<Occupied>>);

/// Who is in a room. Smaller values are evicted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Occupied {
    /// Empty since this time on the server's clock.
    Empty(Micros),
    /// Nobody is connected since this time, but at least one seat is held.
    Held(Micros),
    /// At least one player is connected.
    Played,
}

/// Why another room has to be evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EvictionReason {
    /// For the first room of an address in whose networks nobody has opened one.
    FirstRoom,
    /// For a further room of an address, or one of the server's own.
    Another,
}

/// A room's entry in the registry; dropping it removes the entry.
pub(crate) struct Registration {
    rooms: Arc<Rooms>,
    key: RoomKey,
    id: u64,
    /// The address that opened the room, if it is a player's.
    founder: Option<Address>,
    /// The founder's share of the room limit.
    _reservation: Option<Reservation>,
}

impl Rooms {
    pub(crate) fn new(config: Arc<Config>, metrics: Arc<Metrics>, clock: Clock) -> Arc<Self> {
        let (member, scores) = match cluster::join(&config, &metrics) {
            Some((member, scores)) => (Some(member), scores),
            None => (None, scores::from_config(&config)),
        };
        let (cluster, driver) = member.map(|member| (member.cluster, member.driver)).unzip();
        let rooms = Arc::new(Self {
            metrics,
            clock,
            heap_trim: HeapTrim::default(),
            tickets: Arc::default(),
            scores,
            cluster,
            registry: Mutex::default(),
            next_id: AtomicU64::new(0),
            config,
        });
        if let Some(driver) = driver {
            tokio::spawn(driver.run(Arc::downgrade(&rooms)));
        }
        rooms
    }

    /// Resumes the seat of the token if it is valid and in the room that the hello names. Otherwise
    /// finds a seat in that room, or in a lobby. In a cluster the room may be on another server, to
    /// which the player is sent on.
    pub(crate) async fn join(
        self: &Arc<Self>,
        hello: Hello,
        token: Option<ResumeToken>,
        share: Share,
        route: &Route,
    ) -> Result<Seat, Closing> {
        let asked = RoomKey::from_typed(&hello.room).ok_or(CloseReason::RoomName)?;
        let asks_for_sides = hello.room_request.is_some_and(|asked| asked.sides.is_some());
        if asks_for_sides && asked.kind() != RoomKind::Private {
            return Err(Closing::new(CloseReason::RoomName, NO_SIDES));
        }
        let location = token.and_then(|token| Some((self.tickets.location_of(&token)?, token)));
        // A player who follows a link to another room does not resume.
        let is_elsewhere =
            location.as_ref().is_some_and(|(location, _)| !asked.leads_to(&location.room));
        if let Some(before) = location
            && !is_elsewhere
            && let Some(seat) = self.resume(before, &hello, &share, route).await?
        {
            return Ok(seat);
        }
        let mut newcomer = Newcomer { hello: &hello, share: &share, route, arrival: Arrival::New };
        if let Some(token) = token.filter(|_| !is_elsewhere) {
            if self.cluster_of(&asked).is_some() {
                // A score is redeemed only where its room is.
                self.find_or_open(&asked, newcomer).await?;
            }
            newcomer.arrival = self.redeem(&token, &asked).await;
        }
        let arrival = newcomer.arrival;
        let seat = match &asked {
            RoomKey::Lobby(lobby) => self.join_lobby(*lobby, newcomer).await,
            key @ RoomKey::Named(_) => self.join_room(key, newcomer).await,
        };
        if let (Err(_), Arrival::ScoreKept(token, score)) = (&seat, arrival) {
            // It may try again.
            self.scores.keep(vec![(TokenHash::of(&token.0), KeptScore::new(&asked, score))]).await;
        }
        seat
    }

    /// How a player arrives whose token leads to no seat here.
    async fn redeem(&self, token: &ResumeToken, room: &RoomKey) -> Arrival {
        let kept = self.scores.redeem(TokenHash::of(&token.0), room).await;
        kept.map_or(Arrival::SeatExpired, |score| Arrival::ScoreKept(*token, score))
    }

    /// Tries the requested lobby if it is open, then every lobby in order. Each is opened only when
    /// those before it are full.
    async fn join_lobby(
        self: &Arc<Self>,
        asked: Lobby,
        newcomer: Newcomer<'_>,
    ) -> Result<Seat, Closing> {
        let open = self.registry().open.get(&RoomKey::Lobby(asked)).map(|room| room.inbox.clone());
        if let Some(room) = open.filter(|_| asked != Lobby::FIRST) {
            match ask(room, newcomer).await {
                SeatReply::Seated(seat) => return Ok(seat),
                SeatReply::Refused(closing) if !closing.is_full() => return Err(closing),
                SeatReply::Refused(_)
                | SeatReply::SeatGone
                | SeatReply::Ended
                | SeatReply::Failed => {}
            }
        }
        let mut refused = CloseReason::RoomFull.into();
        for lobby in Lobby::all() {
            match self.join_room(&RoomKey::Lobby(lobby), newcomer).await {
                Err(closing) if closing.is_full() => refused = closing,
                seated => return seated,
            }
        }
        Err(refused)
    }

    /// Resumes a held seat; `None` if it is gone.
    async fn resume(
        &self,
        (location, token): (SeatLocation, ResumeToken),
        hello: &Hello,
        share: &Share,
        route: &Route,
    ) -> Result<Option<Seat>, Closing> {
        let room = {
            let registry = self.registry();
            let found = registry.open.get(&location.room);
            found.filter(|handle| handle.id == location.room_id).map(|handle| handle.inbox.clone())
        };
        let Some(room) = room else { return Ok(None) };
        let arrival = Arrival::Resume(location.session, token);
        match ask(room, Newcomer { hello, share, route, arrival }).await {
            SeatReply::Seated(seat) => Ok(Some(seat)),
            SeatReply::Refused(closing) => Err(closing),
            SeatReply::SeatGone | SeatReply::Ended | SeatReply::Failed => Ok(None),
        }
    }

    async fn join_room(
        self: &Arc<Self>,
        key: &RoomKey,
        newcomer: Newcomer<'_>,
    ) -> Result<Seat, Closing> {
        for _ in 0..JOIN_ATTEMPTS {
            let room = self.find_or_open(key, newcomer).await?;
            match ask(room, newcomer).await {
                SeatReply::Seated(seat) => return Ok(seat),
                SeatReply::Refused(closing) => return Err(closing),
                SeatReply::SeatGone | SeatReply::Ended => {}
                SeatReply::Failed => return Err(CloseReason::RoomEnded.into()),
            }
        }
        Err(CloseReason::RoomEnded.into())
    }

    /// Finds a place to watch a room that is open. Nobody opens a room by watching it.
    pub(crate) async fn watch(
        &self,
        hello: Hello,
        share: Share,
        route: &Route,
    ) -> Result<Watching, Closing> {
        let key = RoomKey::from_typed(&hello.room).ok_or(CloseReason::RoomName)?;
        let room = self.registry().open.get(&key).map(|handle| handle.inbox.clone());
        let Some(room) = room else {
            let elsewhere = self.watched_elsewhere(&key, route).await;
            let nobody = || Closing::from(CloseReason::NobodyThere);
            return Err(elsewhere.as_ref().map_or_else(nobody, Closing::moved));
        };
        let (sender, receiver) = outbox();
        let (reply, answer) = oneshot::channel();
        let request = RoomEvent::Watch(WatchRequest { hello, share, outbox: sender, reply });
        let ended = Closing::from(CloseReason::RoomEnded);
        room.send(request, Urgency::AtOnce).await.map_err(|_| ended.clone())?;
        let stand = answer.await.map_err(|_| ended)??;
        Ok(Watching { stand, room, outbox: receiver })
    }

    /// Checks that every room's loop is alive and that the default room is open.
    pub(crate) fn health(&self) -> Result<(), &'static str> {
        let stale = i64::try_from(HEARTBEAT_STALE.as_micros()).unwrap_or(i64::MAX);
        let oldest = self.clock.now() - Micros(stale);
        let registry = self.registry();
        if !registry.draining && !registry.open.contains_key(&RoomKey::DEFAULT) {
            return Err("the lobby is not open");
        }
        // The answer does not name the room: with its name, anyone could join it.
        let is_stale = |handle: &Handle| handle.heartbeat.last() < oldest;
        if registry.open.values().any(is_stale) { Err("a room is stalled") } else { Ok(()) }
    }

    /// Records that a room ended with an error.
    pub(crate) fn note_failure(&self, key: &RoomKey) {
        self.registry().failures.note(key);
    }

    /// Whether the server is ending and no room may open.
    pub(crate) fn is_closed(&self) -> bool {
        let registry = self.registry();
        registry.closed || registry.draining
    }

    /// Opens no more rooms; each open one ends when its last player leaves.
    pub(crate) fn close(&self) {
        let mut registry = self.registry();
        registry.closed = true;
        registry.open.clear();
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        // No code panics while it holds the lock, and the registry is consistent at every step.
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Heartbeat {
    fn new(now: Micros) -> Self {
        Self(Arc::new(AtomicI64::new(now.0)))
    }

    pub(crate) fn beat(&self, now: Micros) {
        self.0.store(now.0, Ordering::Relaxed);
    }

    fn last(&self) -> Micros {
        Micros(self.0.load(Ordering::Relaxed))
    }
}

impl Occupancy {
    fn new(now: Micros) -> Self {
        Self(Arc::new(Mutex::new(Occupied::Empty(now))))
    }

    pub(crate) fn get(&self) -> Occupied {
        *self.lock()
    }

    pub(crate) fn set(&self, occupied: Occupied) {
        *self.lock() = occupied;
    }

    fn lock(&self) -> MutexGuard<'_, Occupied> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Occupied {
    /// Since when nobody is connected.
    pub(crate) fn vacant_since(self) -> Option<Micros> {
        match self {
            Self::Empty(since) | Self::Held(since) => Some(since),
            Self::Played => None,
        }
    }

    /// Whether its room may be evicted for this reason.
    fn is_evictable(self, reason: EvictionReason) -> bool {
        match self {
            Self::Empty(_) => true,
            Self::Held(_) => reason == EvictionReason::FirstRoom,
            Self::Played => false,
        }
    }
}

impl Registry {
    /// The room to evict: the one that has been empty longest or, if none is empty, one that only
    /// holds seats. Never the default room, nor one whose inbox has another sender: a newcomer is
    /// on its way there.
    fn room_to_evict(&self, reason: EvictionReason) -> Option<RoomKey> {
        let others = self.open.iter().filter(|(key, _)| **key != RoomKey::DEFAULT);
        let vacant = others.filter(|(_, handle)| handle.inbox.is_only());
        let occupied = vacant.map(|(key, handle)| (handle.occupancy.get(), key));
        let evictable = occupied.filter(|(occupied, _)| occupied.is_evictable(reason));
        evictable.min_by_key(|(occupied, _)| *occupied).map(|(_, key)| key.clone())
    }
}

impl Registration {
    pub(crate) fn rooms(&self) -> &Arc<Rooms> {
        &self.rooms
    }

    pub(crate) fn key(&self) -> &RoomKey {
        &self.key
    }

    /// Tells the room from a later one with the same key.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The location of a seat in this room, for its ticket.
    pub(crate) fn location(&self, session: SessionId) -> SeatLocation {
        SeatLocation { room: self.key.clone(), room_id: self.id, session }
    }

    /// Whether the room's founder is in this network.
    pub(crate) fn is_founder_in(&self, network: Address) -> bool {
        self.founder.is_some_and(|founder| network.contains(founder))
    }

    pub(crate) fn is_default(&self) -> bool {
        self.key == RoomKey::DEFAULT
    }

    /// Removes the room from the registry. The next hello for its key opens another one.
    pub(crate) fn remove(&self) {
        let mut registry = self.rooms.registry();
        let own = registry.open.get(&self.key);
        if own.is_some_and(|handle| handle.id == self.id) {
            registry.open.remove(&self.key);
            self.rooms.note_end(&self.key);
        }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.remove();
        self.rooms.heap_trim.note_end();
    }
}

/// Asks a room for a seat.
async fn ask(room: RoomInbox, newcomer: Newcomer<'_>) -> SeatReply {
    let Newcomer { hello, share, arrival, route: _ } = newcomer;
    let (sender, receiver) = outbox();
    let (reply, answer) = oneshot::channel();
    let (hello, share) = (hello.clone(), share.clone());
    let join = RoomEvent::Join(JoinRequest { hello, share, arrival, outbox: sender, reply });
    if room.send(join, Urgency::AtOnce).await.is_err() {
        return SeatReply::Ended;
    }
    match answer.await {
        Ok(JoinReply::Seated(session)) => {
            SeatReply::Seated(Seat { session, room, outbox: receiver })
        }
        Ok(JoinReply::Refused(closing)) => SeatReply::Refused(closing),
        Ok(JoinReply::SeatGone) => SeatReply::SeatGone,
        Ok(JoinReply::Ended) => SeatReply::Ended,
        Err(_) => SeatReply::Failed,
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;
    use crate::app::App;

    #[tokio::test(start_paused = true)]
    async fn health_response_names_no_room() {
        let app = App::new(Config::default());
        for room in ["lobby", "secret"] {
            assert!(app.rooms.open(&RoomKey::from_typed(room).unwrap(), None, None).is_ok());
        }
        assert_eq!(app.rooms.health(), Ok(()));
        // Time passes before the room's task has run.
        let mut passing = pin!(advance(HEARTBEAT_STALE + Duration::from_secs(1)));
        assert!(passing.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert_eq!(app.rooms.health(), Err("a room is stalled"));
    }
}

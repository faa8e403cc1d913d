//! The rooms there are: a hello goes in, a seat in the room it names comes out; the room is opened
//! if it is not there.
mod failures;
mod key;
mod open;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use shared::{
    base::time::Micros,
    room::SessionId,
    wire::{close_reason::CloseReason, message::Hello, seat::ResumeToken},
};
use tokio::sync::oneshot;

use crate::address::Address;
use crate::clock::Clock;
use crate::config::Config;
use crate::heap_trim::HeapTrim;
use crate::inbox::{InboxSender, Urgency};
use crate::join_queue::Waits;
use crate::limits::HEARTBEAT_STALE;
use crate::metrics::Metrics;
use crate::per_address::share::{Part, Share};
use crate::socket::closing::Closing;
use crate::socket::outbox::{OutboxReceiver, OutboxSender, outbox};
use crate::tickets::{Place, Tickets};
use failures::Failures;
use key::Lobby;
pub(crate) use key::RoomKey;

/// How often a hello is sent to a room that ends just then, before that is an error.
const JOIN_ATTEMPTS: usize = 3;

/// What a room is told.
pub(crate) enum RoomEvent {
    /// Somebody wants to play.
    Join(Joining),
    /// A client said something.
    Message {
        session: SessionId,
        message: Bytes,
        /// When it came, on the server's clock.
        at: Micros,
    },
    /// A client is gone for good.
    Leave { session: SessionId },
    /// A client's connection is lost: it may come back.
    Lose { session: SessionId },
}

/// Somebody who wants to play.
pub(crate) struct Joining {
    /// What they said.
    pub(crate) hello: Hello,
    /// What their address may use.
    pub(crate) share: Share,
    /// Whether they have been here before.
    pub(crate) came: Arrival,
    /// Where what the room says to them goes.
    pub(crate) outbox: OutboxSender,
    /// What comes of it.
    pub(crate) reply: oneshot::Sender<JoinReply>,
}

impl Waits for Joining {
    fn address(&self) -> Address {
        self.share.address()
    }

    fn is_resuming(&self) -> bool {
        matches!(self.came, Arrival::Resume(..))
    }

    fn is_gone(&self) -> bool {
        self.reply.is_closed()
    }
}

/// Whether somebody who wants to play has been here before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It does not say so.
    New,
    /// To this seat, by this token.
    Resume(SessionId, ResumeToken),
    /// Its seat is not there any more.
    SeatExpired,
}

/// What comes of a join.
#[derive(Debug)]
pub(crate) enum JoinReply {
    /// A seat.
    Seated(SessionId),
    /// None.
    Refused(Closing),
    /// The seat that it had is not there any more.
    Gone,
    /// The room was about to end, for nobody was in it. The next one of its name will do.
    Ended,
}

/// Where a room is told things.
pub(crate) type RoomInbox = InboxSender<RoomEvent>;

/// A connection's place in a room.
pub(crate) struct Seat {
    /// Its name there.
    pub(crate) session: SessionId,
    /// What to tell the room.
    pub(crate) room: RoomInbox,
    /// What the room has to say.
    pub(crate) outbox: OutboxReceiver,
}

/// The rooms there are, and what a new one is made with.
pub(crate) struct Rooms {
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) heap_trim: HeapTrim,
    /// By what players come back.
    pub(crate) tickets: Arc<Tickets>,
    registry: Mutex<Registry>,
    /// Of the room that is opened next.
    next_id: AtomicU64,
}

/// The rooms that are open.
#[derive(Default)]
struct Registry {
    /// At most as many as configured.
    open: HashMap<RoomKey, Handle>,
    failures: Failures,
    /// Nothing opens any more.
    closed: bool,
}

/// What is known of an open room.
struct Handle {
    /// Tells a room from the next one of its key.
    id: u64,
    inbox: RoomInbox,
    heartbeat: Heartbeat,
    occupancy: Occupancy,
}

/// Somebody who wants to play.
#[derive(Clone, Copy)]
struct Newcomer<'a> {
    hello: &'a Hello,
    share: &'a Share,
    came: Arrival,
}

/// What came of asking a room for a seat.
enum SeatReply {
    Seated(Seat),
    Refused(Closing),
    /// The seat that it had is not there any more.
    Gone,
    /// The room was about to end.
    Ended,
    /// The room failed meanwhile.
    Failed,
}

/// When a room's loop last came round, in µs of the server's clock.
#[derive(Clone)]
pub(crate) struct Heartbeat(Arc<AtomicI64>);

/// Who is in a room, as its task said last.
#[derive(Clone)]
pub(crate) struct Occupancy(Arc<Mutex<Occupied>>);

/// Who is in a room. What is less makes way sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Occupied {
    /// Nobody since then, on the server's clock.
    Empty(Micros),
    /// Nobody is connected since then, but somebody's seat is held.
    Held(Micros),
    /// Somebody is connected.
    Played,
}

/// For what another room is to make way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EvictionReason {
    /// The first room of an address in whose networks nobody has one.
    FirstRoom,
    /// One more of an address, or one of the server's own.
    Another,
}

/// A room's entry among the rooms; dropping it removes it.
pub(crate) struct Registration {
    rooms: Arc<Rooms>,
    key: RoomKey,
    id: u64,
    /// The address that opened it, if it is a player's.
    founder: Option<Address>,
    /// Of its founder's share.
    _part: Option<Part>,
}

impl Rooms {
    pub(crate) fn new(config: Arc<Config>, metrics: Arc<Metrics>, clock: Clock) -> Arc<Self> {
        Arc::new(Self {
            config,
            metrics,
            clock,
            heap_trim: HeapTrim::default(),
            tickets: Arc::default(),
            registry: Mutex::default(),
            next_id: AtomicU64::new(0),
        })
    }

    /// The seat of a token, if there is one, it is good, and in the room that the hello names; else
    /// a seat in that room, or in a lobby.
    pub(crate) async fn join(
        self: &Arc<Self>,
        hello: Hello,
        token: Option<ResumeToken>,
        share: Share,
    ) -> Result<Seat, Closing> {
        let asked = RoomKey::from_typed(&hello.room).ok_or(CloseReason::RoomName)?;
        let place = token.and_then(|token| Some((self.tickets.place_of(&token)?, token)));
        // Whoever follows a link to another room does not come back.
        let is_elsewhere = place.as_ref().is_some_and(|(place, _)| !asked.leads_to(&place.room));
        if let Some(before) = place
            && !is_elsewhere
            && let Some(seat) = self.resume(before, &hello, &share).await?
        {
            return Ok(seat);
        }
        let came =
            if token.is_none() || is_elsewhere { Arrival::New } else { Arrival::SeatExpired };
        let newcomer = Newcomer { hello: &hello, share: &share, came };
        match asked {
            RoomKey::Lobby(lobby) => self.join_lobby(lobby, newcomer).await,
            key @ RoomKey::Named(_) => self.join_room(&key, newcomer).await,
        }
    }

    /// A seat in the lobby that was asked for, if that is open and has one; else in the first that
    /// has one, which is opened when those before it are full.
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
                SeatReply::Refused(_) | SeatReply::Gone | SeatReply::Ended | SeatReply::Failed => {}
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

    /// The seat that somebody had, unless it is not there any more.
    async fn resume(
        &self,
        (place, token): (Place, ResumeToken),
        hello: &Hello,
        share: &Share,
    ) -> Result<Option<Seat>, Closing> {
        let room = {
            let registry = self.registry();
            let found = registry.open.get(&place.room);
            found.filter(|handle| handle.id == place.room_id).map(|handle| handle.inbox.clone())
        };
        let Some(room) = room else { return Ok(None) };
        let came = Arrival::Resume(place.session, token);
        match ask(room, Newcomer { hello, share, came }).await {
            SeatReply::Seated(seat) => Ok(Some(seat)),
            SeatReply::Refused(closing) => Err(closing),
            SeatReply::Gone | SeatReply::Ended | SeatReply::Failed => Ok(None),
        }
    }

    async fn join_room(
        self: &Arc<Self>,
        key: &RoomKey,
        newcomer: Newcomer<'_>,
    ) -> Result<Seat, Closing> {
        for _ in 0..JOIN_ATTEMPTS {
            let room = self.open(key, Some(newcomer))?;
            match ask(room, newcomer).await {
                SeatReply::Seated(seat) => return Ok(seat),
                SeatReply::Refused(closing) => return Err(closing),
                SeatReply::Gone | SeatReply::Ended => {}
                SeatReply::Failed => return Err(CloseReason::RoomEnded.into()),
            }
        }
        Err(CloseReason::RoomEnded.into())
    }

    /// Whether every room's loop is alive, the default one's among them; else what is wrong.
    pub(crate) fn health(&self) -> Result<(), &'static str> {
        let stale = i64::try_from(HEARTBEAT_STALE.as_micros()).unwrap_or(i64::MAX);
        let oldest = self.clock.now() - Micros(stale);
        let registry = self.registry();
        if !registry.open.contains_key(&RoomKey::DEFAULT) {
            return Err("the lobby is not there");
        }
        // Which one is not said: whoever knows a room's name may join it.
        let is_stale = |handle: &Handle| handle.heartbeat.last() < oldest;
        if registry.open.values().any(is_stale) { Err("a room stands still") } else { Ok(()) }
    }

    /// A room ended by an error of its own.
    pub(crate) fn note_failure(&self, key: &RoomKey) {
        self.registry().failures.note(key);
    }

    /// Whether no room opens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.registry().closed
    }

    /// No room opens any more, and each ends when its last player is gone.
    pub(crate) fn close(&self) {
        let mut registry = self.registry();
        registry.closed = true;
        registry.open.clear();
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        // No code panics while it holds the lock, and the registry is sound at every step.
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

    /// Whether its room makes way for another one.
    fn makes_way(self, newcomer: EvictionReason) -> bool {
        match self {
            Self::Empty(_) => true,
            Self::Held(_) => newcomer == EvictionReason::FirstRoom,
            Self::Played => false,
        }
    }
}

impl Registry {
    /// The room that makes way: the one that has been empty for longest, and only where none is
    /// empty one in which a seat is held; none into which somebody is on the way. The default room
    /// stays.
    fn makes_way(&self, newcomer: EvictionReason) -> Option<RoomKey> {
        let others = self.open.iter().filter(|(key, _)| **key != RoomKey::DEFAULT);
        let vacant = others.filter(|(_, handle)| handle.inbox.is_only());
        let occupied = vacant.map(|(key, handle)| (handle.occupancy.get(), key));
        let making_way = occupied.filter(|(occupied, _)| occupied.makes_way(newcomer));
        making_way.min_by_key(|(occupied, _)| *occupied).map(|(_, key)| key.clone())
    }
}

impl Registration {
    pub(crate) fn rooms(&self) -> &Arc<Rooms> {
        &self.rooms
    }

    pub(crate) fn key(&self) -> &RoomKey {
        &self.key
    }

    /// What tells the room from the next one of its key.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Where a session of this room sits.
    pub(crate) fn place(&self, session: SessionId) -> Place {
        Place { room: self.key.clone(), room_id: self.id, session }
    }

    /// Whether the room is a player's in this network.
    pub(crate) fn is_founder_in(&self, network: Address) -> bool {
        self.founder.is_some_and(|founder| network.contains(founder))
    }

    pub(crate) fn is_default(&self) -> bool {
        self.key == RoomKey::DEFAULT
    }

    /// Whoever asks for this room from now on gets another one.
    pub(crate) fn remove(&self) {
        let mut registry = self.rooms.registry();
        let own = registry.open.get(&self.key);
        if own.is_some_and(|handle| handle.id == self.id) {
            registry.open.remove(&self.key);
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
async fn ask(room: RoomInbox, Newcomer { hello, share, came }: Newcomer<'_>) -> SeatReply {
    let (sender, receiver) = outbox();
    let (reply, answer) = oneshot::channel();
    let (hello, share) = (hello.clone(), share.clone());
    let join = RoomEvent::Join(Joining { hello, share, came, outbox: sender, reply });
    if room.send(join, Urgency::AtOnce).await.is_err() {
        return SeatReply::Ended;
    }
    match answer.await {
        Ok(JoinReply::Seated(session)) => {
            SeatReply::Seated(Seat { session, room, outbox: receiver })
        }
        Ok(JoinReply::Refused(closing)) => SeatReply::Refused(closing),
        Ok(JoinReply::Gone) => SeatReply::Gone,
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
    async fn health_names_no_room() {
        let app = App::new(Config::default());
        for room in ["lobby", "secret"] {
            assert!(app.rooms.open(&RoomKey::from_typed(room).unwrap(), None).is_ok());
        }
        assert_eq!(app.rooms.health(), Ok(()));
        // Time passes, and no room's task has run yet.
        let mut passing = pin!(advance(HEARTBEAT_STALE + Duration::from_secs(1)));
        assert!(passing.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert_eq!(app.rooms.health(), Err("a room stands still"));
    }
}

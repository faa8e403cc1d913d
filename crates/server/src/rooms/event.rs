//! What is sent to a room's task: events of connections, and orders of the server.
use std::sync::Arc;

use axum::body::Bytes;
use directory::TokenHash;
use shared::{
    base::time::Micros,
    room::SessionId,
    wire::{message::Hello, round::Score, route::Route, seat::ResumeToken, watch::TurnWish},
};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::RoomInbox;
use crate::address::Address;
use crate::drain::Pace;
use crate::join_queue::QueuedJoin;
use crate::per_address::share::Share;
use crate::scores::KeptScore;
use crate::socket::closing::Closing;
use crate::socket::outbox::{OutboxReceiver, OutboxSender};
use crate::watch_feed::FeedReceiver;
/// Events from connections to a room's task.
pub(crate) enum RoomEvent {
    /// A newcomer asks for a seat.
    Join(JoinRequest),
    /// A client sent a message.
    Message {
        session: SessionId,
        message: Bytes,
        /// Arrival time on the server's clock.
        at: Micros,
    },
    /// A client left for good.
    Leave { session: SessionId },
    /// A client lost its connection and may resume.
    Disconnect { session: SessionId },
    /// A client asks to watch.
    Watch(WatchRequest),
    /// A watcher wants a seat, or no longer does.
    Turn { watcher: WatcherId, wish: TurnWish },
    /// A watcher's connection ended.
    Unwatch { watcher: WatcherId },
    /// The server asks for the scores to keep.
    KeepScores { reply: oneshot::Sender<Vec<(TokenHash, KeptScore)>> },
    /// The server drains: the room moves to another one.
    Drain(Drain),
    /// The room is on another server: everybody goes there.
    SendAway(Route),
}

/// When and how a room moves to another server.
#[derive(Clone, Debug)]
pub(crate) struct Drain {
    /// Not before this time.
    pub(crate) from: Instant,
    /// As soon as no round is in progress, and at the latest at this time.
    pub(crate) until: Instant,
    /// How fast its players move.
    pub(crate) pace: Arc<Pace>,
}

/// A newcomer's request for a seat, queued by the room's task.
pub(crate) struct JoinRequest {
    pub(crate) hello: Hello,
    /// What its address may use.
    pub(crate) share: Share,
    /// Whether it was here before.
    pub(crate) arrival: Arrival,
    /// Where the room puts messages for it.
    pub(crate) outbox: OutboxSender,
    /// Where the result is sent.
    pub(crate) reply: oneshot::Sender<JoinReply>,
}

/// A watcher's connection to a room; never reused within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WatcherId(pub(crate) u32);

/// A request to watch.
pub(crate) struct WatchRequest {
    /// By which it joins if it gets a seat.
    pub(crate) hello: Hello,
    /// What its address may use.
    pub(crate) share: Share,
    /// Where the room puts messages for this watcher alone.
    pub(crate) outbox: OutboxSender,
    /// Where the result is sent.
    pub(crate) reply: oneshot::Sender<Result<Stand, Closing>>,
}

/// A watcher's place at a room.
pub(crate) struct Stand {
    pub(crate) watcher: WatcherId,
    /// What all watchers are sent.
    pub(crate) feed: FeedReceiver,
}

/// A connection that watches a room.
pub(crate) struct Watching {
    pub(crate) stand: Stand,
    /// Where its events go.
    pub(crate) room: RoomInbox,
    /// Where the room's messages for this watcher alone come from.
    pub(crate) outbox: OutboxReceiver,
}

impl QueuedJoin for JoinRequest {
    fn address(&self) -> Address {
        self.share.address()
    }

    fn is_resuming(&self) -> bool {
        matches!(self.arrival, Arrival::Resume(..))
    }

    fn is_disconnected(&self) -> bool {
        self.reply.is_closed()
    }
}

/// Whether a newcomer was here before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It presented no seat token.
    New,
    /// It resumes this seat with this token.
    Resume(SessionId, ResumeToken),
    /// Its former seat is gone.
    SeatExpired,
    /// Its former seat ended with its room or server; this was its score.
    ScoreKept(Score),
}

/// The result of a join.
#[derive(Debug)]
pub(crate) enum JoinReply {
    Seated(SessionId),
    Refused(Closing),
    /// The seat to resume is gone.
    SeatGone,
    /// The room was empty and about to end. The next room of the same name can take the newcomer.
    Ended,
}

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
        // A player whose score is given out gets its seat, which is held with the score.
        self.reply.is_closed() && !matches!(self.arrival, Arrival::ScoreKept(..))
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
    /// Its former seat, to which this token led, ended with its room or server; this was its score.
    ScoreKept(ResumeToken, Score),
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use futures_util::FutureExt;
    use shared::wire::seat::TOKEN_BYTES;
    use tokio::time::sleep;

    use super::*;
    use crate::awake::Awake;
    use crate::clock::Clock;
    use crate::config::Config;
    use crate::metrics::Metrics;
    use crate::per_address::PerAddress;
    use crate::rooms::{RoomKey, Rooms};
    use crate::scores::{Pending, Scores};

    /// Gives out the same score to all who come.
    struct Generous;

    impl Scores for Generous {
        fn keep(&self, _: Vec<(TokenHash, KeptScore)>) -> Pending<'_, ()> {
            Box::pin(async {})
        }

        fn redeem(&self, _: TokenHash, _: &RoomKey) -> Pending<'_, Option<Score>> {
            Box::pin(async { Some(Score { kills: 7, deaths: 3 }) })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_score_is_not_lost_with_a_connection_that_waits_for_a_seat() {
        let config = Arc::new(Config::default());
        let mut rooms = Rooms::new(config.clone(), Arc::new(Metrics::new()), Clock::start());
        Arc::get_mut(&mut rooms).unwrap().scores = Arc::new(Generous);
        rooms.open_default().ok().unwrap();
        let addresses = PerAddress::new(&config, rooms.clock, Arc::new(Awake::new()));
        let share = addresses.share(Ipv4Addr::LOCALHOST.into());
        let token = ResumeToken([9; TOKEN_BYTES]);
        let (hello, route) = (Hello::new("ada", "duel"), Route::default());
        // It asks, and is gone before the room answers.
        let joined = rooms.join(hello, Some(token), share, &route).now_or_never();
        assert!(joined.is_none());
        sleep(Duration::from_millis(100)).await;
        let seat = rooms.tickets.location_of(&token).unwrap();
        assert_eq!(seat.room, RoomKey::from_typed("duel").unwrap());
    }
}

//! Keeps a player in its seat across lost connections: times out connection attempts and silent
//! servers, reconnects with backoff, and resumes the seat with its token.
//!
//! Where several servers share the rooms, it also chooses the [path](Route) of each attempt: to the
//! server that it was sent to, or that it was on, and to any, by turns.
//!
//! [`Reconnect`] is sans-IO: the shell owns the socket, reports what happens to it, and opens a new
//! one when [`Reconnect::poll_connect`] says so. Each connection gets its own
//! [`Client`](super::Client), whose hello follows [`Reconnect::handle_open`].

mod after_close;
mod backoff;
mod silence;

use alloc::vec::Vec;

pub use after_close::AfterClose;
use backoff::Backoff;
use silence::{LinkState, SILENCE_AMONG_SEVERAL_MAX, SILENCE_MAX, Silence};

use crate::{
    base::{rng::Rng, time::Micros},
    wire::{
        close_reason::CloseReason,
        message::{ServerMessage, encode_resume},
        route::{HOPS_MAX, NodeName, Route},
        seat::{ResumeToken, SeatGrant},
    },
};

/// Longest wait before an order to move is followed, so that the players of a room do not all come
/// at once.
const MOVE_WAIT_MAX: Micros = Micros::from_ms(100);

/// Timeout of an attempt to connect, from opening the socket to the welcome.
pub const CONNECT_MAX: Micros = Micros::from_ms(10_000);

/// State of a player's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionState {
    /// Not connected, until [`Reconnect::connect`] is called.
    Offline,
    /// Waiting for the welcome, up to this time.
    Connecting { until: Micros },
    /// In the match.
    Joined,
    /// Lost; reconnects at this time.
    Waiting { until: Micros },
}

/// A connection that the player's end gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeout {
    /// No welcome arrived within [`CONNECT_MAX`].
    Connect,
    /// Nothing arrived for too long: 20 s, or 10 s where another server may have the room by then.
    Silence,
}

/// A player's connection, its seat and its attempts to get back.
#[derive(Clone, Debug)]
pub struct Reconnect {
    state: ConnectionState,
    token: Option<ResumeToken>,
    /// The server that the player was on, or was sent to.
    node: Option<NodeName>,
    /// Whether the next attempt goes to that server, and not to any.
    tries_node: bool,
    /// Orders to move since the last welcome.
    hops: u8,
    backoff: Backoff,
    silence: Silence,
    rng: Rng,
}

impl Reconnect {
    /// A player that is offline. A token resumes a seat of an earlier run, on the server of this
    /// name; the seed decides the jitter of the backoff.
    #[must_use]
    pub fn new(token: Option<ResumeToken>, node: Option<NodeName>, seed: u64) -> Self {
        Self {
            state: ConnectionState::Offline,
            token,
            tries_node: node.is_some(),
            node,
            hops: 0,
            backoff: Backoff::default(),
            silence: Silence::new(SILENCE_MAX),
            rng: Rng::new(seed, 0),
        }
    }

    /// The server that the player is or was on, by its name among several.
    #[must_use]
    pub fn node(&self) -> Option<&NodeName> {
        self.node.as_ref()
    }

    /// Asks for the room at this server first.
    pub fn prefer(&mut self, node: Option<NodeName>) {
        (self.tries_node, self.node) = (node.is_some(), node);
    }

    /// How much silence times the connection out.
    #[must_use]
    pub fn silence_max(&self) -> Micros {
        self.silence.max()
    }

    /// The token that resumes the player's seat.
    #[must_use]
    pub fn token(&self) -> Option<ResumeToken> {
        self.token
    }

    /// For how many seconds the server has been silent, once that is long enough to tell the
    /// player.
    #[must_use]
    pub fn silent_s(&self) -> Option<i64> {
        match self.silence.link() {
            LinkState::SilentFor { s } => Some(s),
            LinkState::Receiving | LinkState::TimedOut => None,
        }
    }

    /// Starts an attempt to connect; the shell opens a socket by this route.
    pub fn connect(&mut self, now: Micros) -> Route {
        self.state = ConnectionState::Connecting { until: now + CONNECT_MAX };
        let node = self.node.clone().filter(|_| self.tries_node);
        self.tries_node = self.node.is_some() && !self.tries_node;
        Route { node, hops: self.hops }
    }

    /// Goes offline and gives up the seat.
    pub fn leave(&mut self) {
        self.state = ConnectionState::Offline;
        self.token = None;
        self.hops = 0;
        self.prefer(None);
    }

    /// Handles the opened socket. Returns the message that must be sent before the hello, if the
    /// player has a seat to resume.
    #[must_use]
    pub fn handle_open(&self) -> Option<Vec<u8>> {
        self.token.as_ref().map(encode_resume)
    }

    /// Handles a message from the server, which breaks the silence. Returns the seat if the message
    /// grants one; all other messages are for the client.
    pub fn handle_message(&mut self, message: &[u8]) -> Option<SeatGrant> {
        self.silence.reset();
        let Ok(ServerMessage::Seat(grant)) = ServerMessage::decode(message) else { return None };
        self.token = Some(grant.token);
        self.prefer(grant.node.clone());
        Some(grant)
    }

    /// Handles the welcome, once the client has joined.
    pub fn handle_joined(&mut self, now: Micros) {
        self.state = ConnectionState::Joined;
        self.backoff.note_joined(now);
        self.hops = 0;
        let is_one_of_several = self.node.is_some();
        let max = if is_one_of_several { SILENCE_AMONG_SEVERAL_MAX } else { SILENCE_MAX };
        self.silence = Silence::new(max);
    }

    /// Handles the end of the connection, by the code and text of its close frame. Returns what the
    /// player does next: if it reconnects, [`Reconnect::poll_connect`] becomes due; otherwise the
    /// seat is forgotten.
    pub fn handle_closed(&mut self, now: Micros, code: u16, text: &str) -> AfterClose {
        let next = AfterClose::for_code(code);
        let is_move = code == CloseReason::Moved.code();
        match next {
            AfterClose::Reconnect if is_move => self.follow(now, text),
            AfterClose::Reconnect => self.wait(now),
            AfterClose::OfferRejoin | AfterClose::OfferPlay | AfterClose::OfferReload => {
                self.leave();
            }
        }
        next
    }

    /// Checks the timeouts. Call several times a second; after a timeout the shell closes the
    /// socket, and [`Reconnect::poll_connect`] becomes due.
    pub fn handle_time(&mut self, now: Micros) -> Option<Timeout> {
        let timeout = match self.state {
            ConnectionState::Connecting { until } => (now > until).then_some(Timeout::Connect),
            ConnectionState::Joined => {
                (self.silence.check(now) == LinkState::TimedOut).then_some(Timeout::Silence)
            }
            ConnectionState::Offline | ConnectionState::Waiting { .. } => None,
        };
        if timeout == Some(Timeout::Silence) {
            // Elsewhere first: this server says nothing.
            self.tries_node = false;
        }
        if timeout.is_some() {
            self.wait(now);
        }
        timeout
    }

    /// When to call [`Reconnect::connect`] next, while a lost connection waits for it.
    #[must_use]
    pub fn poll_connect(&self) -> Option<Micros> {
        match self.state {
            ConnectionState::Waiting { until } => Some(until),
            _ => None,
        }
    }

    /// Follows an order to move, at once unless there were too many.
    fn follow(&mut self, now: Micros, text: &str) {
        let Route { node, hops } = Route::from_order(text).unwrap_or_default();
        self.prefer(node);
        self.hops = self.hops.saturating_add(1).max(hops);
        if self.hops > HOPS_MAX {
            self.hops = 0;
            self.prefer(None);
            return self.wait(now);
        }
        let wait = (MOVE_WAIT_MAX.0 * i64::from(self.rng.next_u32())) >> 32;
        self.state = ConnectionState::Waiting { until: now + Micros(wait) };
    }

    fn wait(&mut self, now: Micros) {
        let wait = self.backoff.next_wait(now, self.rng.next_u32());
        self.state = ConnectionState::Waiting { until: now + wait };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{close_reason::LOST_CODE, message::ClientMessage, seat::Admission};

    const TOKEN: ResumeToken = ResumeToken(*b"sixteen bytes of");
    const SEED: u64 = 7;

    fn joined(now: Micros) -> Reconnect {
        let mut player = Reconnect::new(None, None, SEED);
        player.connect(now);
        let grant = SeatGrant { admission: Admission::New, token: TOKEN, node: None };
        assert_eq!(player.handle_message(&grant.encode()), Some(grant));
        player.handle_joined(now);
        player
    }

    #[test]
    fn a_lost_player_returns_to_its_seat() {
        let mut player = joined(Micros::ZERO);
        let lost = Micros::from_ms(60_000);
        assert_eq!(player.handle_closed(lost, LOST_CODE, ""), AfterClose::Reconnect);
        let at = player.poll_connect().expect("it reconnects");
        assert!((lost..lost + Micros::from_ms(250)).contains(&at), "{at:?}");
        player.connect(at);
        assert_eq!(player.poll_connect(), None);
        let resume = player.handle_open().expect("it resumes its seat");
        let decoded = ClientMessage::decode(&resume);
        assert!(matches!(decoded, Ok(ClientMessage::Resume(token)) if token == TOKEN));
    }

    #[test]
    fn a_final_closure_forgets_the_seat() {
        for (reason, next) in [
            (CloseReason::Replaced, AfterClose::OfferRejoin),
            (CloseReason::Idle, AfterClose::OfferPlay),
            (CloseReason::Version, AfterClose::OfferReload),
        ] {
            let mut player = joined(Micros::ZERO);
            assert_eq!(player.handle_closed(Micros::ZERO, reason.code(), ""), next);
            assert_eq!((player.state, player.token()), (ConnectionState::Offline, None));
            assert_eq!(player.poll_connect(), None);
        }
    }

    #[test]
    fn an_attempt_without_a_welcome_times_out() {
        let mut player = Reconnect::new(Some(TOKEN), None, SEED);
        player.connect(Micros::ZERO);
        assert_eq!(player.handle_time(CONNECT_MAX), None);
        assert_eq!(player.handle_time(CONNECT_MAX + Micros(1)), Some(Timeout::Connect));
        assert!(player.poll_connect().is_some());
        assert_eq!(player.token(), Some(TOKEN), "a later attempt resumes the seat");
        assert_eq!(player.handle_time(CONNECT_MAX + CONNECT_MAX), None, "it is over");
    }

    #[test]
    fn a_silent_connection_is_closed() {
        for (message_at_ms, until_ms, expected) in [
            (0, 19_750, (None, Some(19))),
            (0, 20_000, (Some(Timeout::Silence), None)),
            (9_000, 11_750, (None, None)),
            (9_000, 12_000, (None, Some(3))),
            (9_000, 29_000, (Some(Timeout::Silence), None)),
        ] {
            let mut player = joined(Micros::ZERO);
            let mut timeout = None;
            for at_ms in (0..=until_ms).step_by(250) {
                timeout = player.handle_time(Micros::from_ms(at_ms));
                if at_ms == message_at_ms {
                    player.handle_message(&[]);
                }
            }
            assert_eq!((timeout, player.silent_s()), expected, "{message_at_ms} {until_ms}");
        }
    }

    fn node(name: &str) -> NodeName {
        name.parse().expect("a name")
    }

    fn ordered_to(player: &mut Reconnect, now: Micros, text: &str) -> Option<Micros> {
        player.handle_closed(now, CloseReason::Moved.code(), text);
        player.poll_connect()
    }

    #[test]
    fn an_order_to_move_is_followed_at_once() {
        let mut player = joined(Micros::ZERO);
        let now = Micros::from_ms(60_000);
        let at = ordered_to(&mut player, now, "n2/1").expect("it goes on");
        assert!((now..=now + MOVE_WAIT_MAX).contains(&at), "{at:?}");
        assert_eq!(player.connect(at), Route { node: Some(node("n2")), hops: 1 });
        assert_eq!(player.token(), Some(TOKEN), "its score is kept by the token");
        // If that server is gone, any may know more.
        player.handle_closed(at, LOST_CODE, "");
        assert_eq!(player.connect(at), Route { node: None, hops: 1 });
        player.handle_closed(at, LOST_CODE, "");
        assert_eq!(player.connect(at), Route { node: Some(node("n2")), hops: 1 }, "by turns");
        player.handle_joined(at);
        assert_eq!(player.connect(at).hops, 0);
    }

    #[test]
    fn after_three_moves_a_page_waits() {
        let mut player = joined(Micros::ZERO);
        let mut now = Micros::from_ms(60_000);
        for hops in 1..=HOPS_MAX {
            now = ordered_to(&mut player, now, "n2/0").expect("it goes on");
            assert_eq!(player.connect(now), Route { node: Some(node("n2")), hops });
        }
        now = ordered_to(&mut player, now, "n2/0").expect("it waits");
        assert_eq!(player.connect(now), Route::default(), "and asks any");
        let order = ordered_to(&mut player, now, "not an order").expect("it goes on");
        assert_eq!(player.connect(order), Route { node: None, hops: 1 });
    }

    #[test]
    fn among_several_a_silent_server_is_left_after_10_s() {
        let mut player = Reconnect::new(Some(TOKEN), Some(node("n1")), SEED);
        assert_eq!(player.connect(Micros::ZERO).node, Some(node("n1")), "as after a reload");
        let grant =
            SeatGrant { admission: Admission::Resumed, token: TOKEN, node: Some(node("n1")) };
        player.handle_message(&grant.encode());
        player.handle_joined(Micros::ZERO);
        let timeouts = (0..=40).map(|n| player.handle_time(Micros::from_ms(n * 250)));
        assert_eq!(timeouts.last(), Some(Some(Timeout::Silence)));
        assert_eq!(player.connect(Micros::from_ms(11_000)).node, None, "elsewhere first");
        assert_eq!(player.connect(Micros::from_ms(22_000)).node, Some(node("n1")));
    }
}

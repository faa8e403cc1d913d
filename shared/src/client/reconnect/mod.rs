//! Keeps a player in its seat across lost connections: times out connection attempts and silent
//! servers, reconnects with backoff, and resumes the seat with its token.
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
pub use silence::SILENCE_MAX;
use silence::{LinkState, Silence};

use crate::{
    base::{rng::Rng, time::Micros},
    wire::{
        message::{ServerMessage, encode_resume},
        seat::{ResumeToken, SeatGrant},
    },
};

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
    /// Nothing arrived for [`SILENCE_MAX`].
    Silence,
}

/// A player's connection, its seat and its attempts to get back.
#[derive(Clone, Debug)]
pub struct Reconnect {
    state: ConnectionState,
    token: Option<ResumeToken>,
    backoff: Backoff,
    silence: Silence,
    rng: Rng,
}

impl Reconnect {
    /// A player that is offline. A token resumes a seat of an earlier run; the seed decides the
    /// jitter of the backoff.
    #[must_use]
    pub fn new(token: Option<ResumeToken>, seed: u64) -> Self {
        Self {
            state: ConnectionState::Offline,
            token,
            backoff: Backoff::default(),
            silence: Silence::default(),
            rng: Rng::new(seed, 0),
        }
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

    /// Starts an attempt to connect; the shell opens a socket.
    pub fn connect(&mut self, now: Micros) {
        self.state = ConnectionState::Connecting { until: now + CONNECT_MAX };
    }

    /// Goes offline and gives up the seat.
    pub fn leave(&mut self) {
        self.state = ConnectionState::Offline;
        self.token = None;
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
        Some(grant)
    }

    /// Handles the welcome, once the client has joined.
    pub fn handle_joined(&mut self, now: Micros) {
        self.state = ConnectionState::Joined;
        self.backoff.note_joined(now);
        self.silence = Silence::default();
    }

    /// Handles the end of the connection. Returns what the player does next: if it reconnects,
    /// [`Reconnect::poll_connect`] becomes due; otherwise the seat is forgotten.
    pub fn handle_closed(&mut self, now: Micros, code: u16) -> AfterClose {
        let next = AfterClose::for_code(code);
        match next {
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

    fn wait(&mut self, now: Micros) {
        let wait = self.backoff.next_wait(now, self.rng.next_u32());
        self.state = ConnectionState::Waiting { until: now + wait };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{
        close_reason::{CloseReason, LOST_CODE},
        message::ClientMessage,
        seat::Admission,
    };

    const TOKEN: ResumeToken = ResumeToken(*b"sixteen bytes of");
    const SEED: u64 = 7;

    fn joined(now: Micros) -> Reconnect {
        let mut player = Reconnect::new(None, SEED);
        player.connect(now);
        let grant = SeatGrant { admission: Admission::New, token: TOKEN };
        assert_eq!(player.handle_message(&grant.encode()), Some(grant));
        player.handle_joined(now);
        player
    }

    #[test]
    fn a_lost_player_returns_to_its_seat() {
        let mut player = joined(Micros::ZERO);
        let lost = Micros::from_ms(60_000);
        assert_eq!(player.handle_closed(lost, LOST_CODE), AfterClose::Reconnect);
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
            assert_eq!(player.handle_closed(Micros::ZERO, reason.code()), next);
            assert_eq!((player.state, player.token()), (ConnectionState::Offline, None));
            assert_eq!(player.poll_connect(), None);
        }
    }

    #[test]
    fn an_attempt_without_a_welcome_times_out() {
        let mut player = Reconnect::new(Some(TOKEN), SEED);
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
}

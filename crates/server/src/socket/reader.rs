//! The reading half of a connection. Turns frames from an untrusted client into messages for its
//! room, or into the reason to end the connection.
use std::collections::VecDeque;
use std::future::pending;
use std::num::NonZeroU32;
use std::pin::pin;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use shared::room::SessionId;
use shared::wire::close_reason::{CloseReason, LEFT_CODE};
use shared::wire::message::{
    ClientControl, ClientMessage, Hello, Lane, MessageError, ServerControl,
};
use shared::wire::seat::ResumeToken;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Error as WebSocketError;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};

use super::closing::Closing;
use super::end::End;
use crate::app::App;
use crate::awake::Awake;
use crate::budget::Budget;
use crate::clock::Clock;
use crate::config::Timeouts;
use crate::inbox::Urgency;
use crate::limits::{DISCARDED_MESSAGES_MAX, EARLY_MESSAGES_MAX, MESSAGES_BURST, MESSAGES_PER_S};
use crate::metered::Meter;
use crate::metrics::{Metrics, Rejection};
use crate::rooms::{RoomEvent, RoomInbox, WatcherId};

/// What a client asks for with its first messages.
pub(super) enum Asked {
    /// A seat; from a returning client, that of the token.
    Seat(Option<ResumeToken>, Hello),
    /// To watch.
    Stand(Hello),
}

/// The reading half of a connection.
pub(super) struct Reader {
    stream: SplitStream<WebSocket>,
    /// Messages that arrived before the client had its seat, in order; up to
    /// [`EARLY_MESSAGES_MAX`].
    early: VecDeque<Bytes>,
    /// The client's message rate limit.
    messages: Budget,
    /// Reports when the client exceeds its byte rate limit.
    meter: Meter,
    metrics: Arc<Metrics>,
    timeouts: Timeouts,
    clock: Clock,
    awake: Arc<Awake>,
}

impl Reader {
    pub(super) fn new(stream: SplitStream<WebSocket>, meter: Meter, app: &App) -> Self {
        Self {
            stream,
            early: VecDeque::new(),
            messages: Budget::new(MESSAGES_PER_S, MESSAGES_BURST, app.clock, &app.awake),
            meter,
            awake: app.awake.clone(),
            metrics: app.metrics.clone(),
            timeouts: app.config.timeouts,
            clock: app.clock,
        }
    }

    /// Reads the first messages: a hello, and before it, from a returning client, the token of its
    /// seat.
    pub(super) async fn hello(&mut self) -> Result<Asked, End> {
        let awake = self.awake.clone();
        let hello = awake.timeout(self.timeouts.hello, self.read_hello()).await;
        hello.map_err(|_| End::Close(CloseReason::Silent.into()))?
    }

    async fn read_hello(&mut self) -> Result<Asked, End> {
        let mut token = None;
        loop {
            let message = self.next().await?;
            let out_of_place = |what| MessageError::OutOfPlace { what };
            let error = match ClientMessage::decode(&message) {
                Ok(ClientMessage::Resume(shown)) if token.is_none() => {
                    token = Some(shown);
                    continue;
                }
                Ok(ClientMessage::Hello(hello)) => return Ok(Asked::Seat(token, hello)),
                Ok(ClientMessage::Watch(hello)) if token.is_none() => {
                    return Ok(Asked::Stand(hello));
                }
                Ok(ClientMessage::Watch(_)) => out_of_place("watch"),
                Ok(ClientMessage::Resume(_)) => out_of_place("resume"),
                Ok(ClientMessage::Commands(_)) => out_of_place("command"),
                Ok(ClientMessage::Control(_)) => out_of_place("control"),
                Err(error) => error,
            };
            let closing = Closing::unreadable(error);
            return Err(self.reject(Rejection::Unreadable(error), End::Close(closing)));
        }
    }

    /// Reads while the client waits for its seat, so that a disconnect is noticed. Messages are
    /// kept for the room. Cancel safe.
    pub(super) async fn read_ahead(&mut self) -> End {
        loop {
            match self.receive().await {
                Ok(message) if self.early.len() < EARLY_MESSAGES_MAX => {
                    self.early.push_back(message);
                }
                Ok(_) => {
                    let end = End::Close(CloseReason::Flood.into());
                    return self.reject(Rejection::Flood, end);
                }
                Err(end) => return end,
            }
        }
    }

    /// Passes messages to the room. While the room's inbox is full nothing is read, and the rest
    /// waits in the client's network.
    pub(super) async fn run(&mut self, room: &RoomInbox, session: SessionId) -> End {
        let idle = self.timeouts.idle;
        let awake = self.awake.clone();
        let mut heard_at = Instant::now();
        let mut suspended = awake.suspended();
        let mut alarm = pin!(sleep_until(heard_at + idle));
        loop {
            let message = tokio::select! {
                biased;
                message = self.next() => message,
                // Restarted when it expires, not for each message.
                () = &mut alarm => {
                    let before = suspended;
                    suspended = awake.suspended();
                    let due = heard_at + idle + (suspended - before);
                    if due <= Instant::now() {
                        return End::Close(CloseReason::Silent.into());
                    }
                    alarm.as_mut().reset(due);
                    continue;
                }
            };
            let message = match message {
                Ok(message) => message,
                Err(end) => return end,
            };
            heard_at = Instant::now();
            let urgency = urgency(&message);
            let event = RoomEvent::Message { session, message, at: self.clock.now() };
            if room.send(event, urgency).await.is_err() {
                return End::Close(CloseReason::RoomEnded.into());
            }
        }
    }

    /// Reads what a watcher sends: pings, answered by the writer, and whether it wants a seat.
    /// Anything else ends its connection.
    pub(super) async fn run_watcher(
        &mut self,
        room: &RoomInbox,
        watcher: WatcherId,
        answers: &mpsc::Sender<Vec<u8>>,
    ) -> End {
        let (awake, idle) = (self.awake.clone(), self.timeouts.idle);
        loop {
            let message = match awake.timeout(idle, self.next()).await {
                Ok(Ok(message)) => message,
                Ok(Err(end)) => return end,
                Err(_) => return End::Close(CloseReason::Silent.into()),
            };
            let out_of_place = |what| MessageError::OutOfPlace { what };
            let error = match ClientMessage::decode(&message) {
                Ok(ClientMessage::Control(ClientControl::Ping { stamp })) => {
                    // A watcher who reads nothing needs no answer.
                    let _ = answers.try_send(ServerControl::Pong { stamp }.encode());
                    continue;
                }
                Ok(ClientMessage::Control(ClientControl::Turn(wish))) => {
                    let event = RoomEvent::Turn { watcher, wish };
                    if room.send(event, Urgency::AtNextTick).await.is_err() {
                        return End::Close(CloseReason::RoomEnded.into());
                    }
                    continue;
                }
                Ok(ClientMessage::Commands(_)) => out_of_place("command"),
                Ok(ClientMessage::Control(_)) => out_of_place("control"),
                Ok(ClientMessage::Hello(_)) => out_of_place("hello"),
                Ok(ClientMessage::Watch(_)) => out_of_place("watch"),
                Ok(ClientMessage::Resume(_)) => out_of_place("resume"),
                Err(error) => error,
            };
            let closing = Closing::unreadable(error);
            return self.reject(Rejection::Unreadable(error), End::Close(closing));
        }
    }

    /// Reads and discards until the client answers the close frame, or for ever; gives up after a
    /// bounded number of messages.
    pub(super) async fn discard(&mut self) {
        for _ in 0..DISCARDED_MESSAGES_MAX {
            match self.stream.next().await.map(|message| message.map_err(classify_error)) {
                Some(Ok(_)) => {}
                Some(Err(Some(_))) => break,
                Some(Err(None)) | None => return,
            }
        }
        pending::<()>().await;
    }

    /// The next binary message, or why there is none.
    async fn next(&mut self) -> Result<Bytes, End> {
        match self.early.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    /// The next frame that is a message.
    async fn receive(&mut self) -> Result<Bytes, End> {
        loop {
            let message = self.stream.next().await.ok_or(End::Gone)?;
            let message = message.map_err(|error| match classify_error(error) {
                Some((rejection, closing)) => self.reject(rejection, End::Break(closing)),
                None if self.meter.is_overdrawn() => {
                    self.reject(Rejection::Flood, End::Break(CloseReason::Flood.into()))
                }
                None => End::Gone,
            })?;
            if !self.messages.take(NonZeroU32::MIN) {
                let end = End::Close(CloseReason::Flood.into());
                return Err(self.reject(Rejection::Flood, end));
            }
            match message {
                Message::Binary(message) => {
                    self.metrics.bytes_in.increment(message.len() as u64);
                    return Ok(message);
                }
                Message::Text(_) => {
                    let end = End::Close(CloseReason::TextFrame.into());
                    return Err(self.reject(Rejection::Text, end));
                }
                // Pings are answered by the WebSocket library.
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(Some(frame)) if frame.code == LEFT_CODE => return Err(End::Left),
                Message::Close(_) => return Err(End::Gone),
            }
        }
    }

    fn reject(&self, rejection: Rejection, end: End) -> End {
        self.metrics.count_rejection(rejection);
        end
    }
}

/// Whether a message must wake the room before its next tick. Commands need not, since they are for
/// later ticks and only the room parses them; nor do echoes, which carry their arrival time.
fn urgency(message: &[u8]) -> Urgency {
    if Lane::of(message) == Lane::Lossy {
        return Urgency::AtNextTick;
    }
    match ClientMessage::decode(message) {
        Ok(ClientMessage::Control(ClientControl::Echo { .. })) => Urgency::AtNextTick,
        _ => Urgency::AtOnce,
    }
}

/// What was wrong with a frame that could not be read; `None` if the connection was lost.
fn classify_error(error: axum::Error) -> Option<(Rejection, Closing)> {
    let error = *error.into_inner().downcast::<WebSocketError>().ok()?;
    match error {
        WebSocketError::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
            let error = MessageError::TooLong { bytes: size, max: max_size };
            Some((Rejection::Unreadable(error), Closing::unreadable(error)))
        }
        WebSocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        WebSocketError::Capacity(_) | WebSocketError::Protocol(_) | WebSocketError::Utf8(_) => {
            let utf8 = matches!(error, WebSocketError::Utf8(_));
            let reason = if utf8 { CloseReason::NotUtf8 } else { CloseReason::Framing };
            let closing = Closing::new(reason, error.to_string());
            Some((Rejection::Protocol, closing))
        }
        _ => None,
    }
}

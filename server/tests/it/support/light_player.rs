//! A light bot of `lagrange load` on a test's connection. It answers the server with command
//! packets and acknowledgements, and reports what it received after each message. One core can run
//! hundreds of them.

use std::pin::pin;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::load::Light;
use shared::{
    base::time::{Micros, Tick},
    wire::{
        message::ServerMessage,
        snapshot::{SnapshotHead, decode},
    },
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

/// A light player.
pub(crate) struct LightPlayer<S> {
    light: Light,
    socket: WebSocketStream<S>,
    start: Instant,
    received: Received,
}

/// What a player has received from the server so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Received {
    /// Whether its welcome has arrived.
    pub(crate) is_welcomed: bool,
    /// The tick of the newest snapshot.
    pub(crate) newest: Option<Tick>,
    /// Snapshots received without a baseline.
    pub(crate) n_keyframes: u32,
}

impl<S: AsyncRead + AsyncWrite + Unpin> LightPlayer<S> {
    /// A player that has not said hello yet, over this connection.
    pub(crate) fn over(socket: WebSocketStream<S>, light: Light) -> Self {
        Self { light, socket, start: Instant::now(), received: Received::default() }
    }

    /// Plays until the connection ends, and returns the reason. Reports progress to `report`.
    pub(crate) async fn play(mut self, report: impl Fn(Received)) -> String {
        let mut alarm = pin!(sleep_until(self.start));
        loop {
            let now = self.now();
            self.light.handle_time(now);
            if let Err(error) = self.send().await {
                return error.to_string();
            }
            let due = self.light.poll_time(now);
            alarm.as_mut().reset(self.start + Duration::from_micros(due.0.unsigned_abs()));
            let message = tokio::select! {
                message = self.socket.next() => message,
                () = &mut alarm => continue,
            };
            match message {
                Some(Ok(Message::Binary(message))) => {
                    self.take(&message);
                    report(self.received);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(Some(frame)))) => return frame.to_string(),
                Some(Ok(other)) => return format!("no message: {other:?}"),
                Some(Err(error)) => return error.to_string(),
                None => return "the connection is lost".into(),
            }
        }
    }

    /// Sends all queued messages in one piece.
    async fn send(&mut self) -> Result<(), Error> {
        let mut is_said = false;
        while let Some(message) = self.light.poll_transmit() {
            self.socket.feed(Message::Binary(message.into())).await?;
            is_said = true;
        }
        if is_said { self.socket.flush().await } else { Ok(()) }
    }

    fn take(&mut self, message: &[u8]) {
        self.light.handle_message(self.now(), message).unwrap();
        self.received.is_welcomed = self.light.joined();
        if let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(message) {
            let (SnapshotHead { tick, baseline, .. }, _) = decode(bytes).unwrap();
            self.received.newest = Some(tick);
            self.received.n_keyframes += u32::from(baseline.is_none());
        }
    }

    fn now(&self) -> Micros {
        Micros(self.start.elapsed().as_micros() as i64)
    }
}

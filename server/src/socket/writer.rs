//! The writing half of a connection: messages from its outbox go in, frames on the socket come
//! out, as fast as the client reads them.
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use metrics::Counter;
use shared::wire::message::CloseReason;
use tokio::time::timeout;

use super::End;
use super::closing::Closing;
use super::outbox::{OutboxReceiver, Outgoing};
use crate::app::App;

/// The writing half of a connection.
pub(super) struct Writer {
    sink: SplitSink<WebSocket, Message>,
    bytes_out: Counter,
    send_timeout: Duration,
}

impl Writer {
    pub(super) fn new(sink: SplitSink<WebSocket, Message>, app: &App) -> Self {
        Self {
            sink,
            bytes_out: app.metrics.bytes_out.clone(),
            send_timeout: app.config.timeouts.send,
        }
    }

    /// Sends what the room has to say, until the room, the client or its patience ends.
    pub(super) async fn run(&mut self, outbox: &mut OutboxReceiver) -> End {
        loop {
            let sent = match outbox.next().await {
                Outgoing::Message(message) => self.send(message).await,
                Outgoing::Close(closing) => Err(End::Close(closing)),
            };
            if let Err(end) = sent {
                return end;
            }
        }
    }

    async fn send(&mut self, message: Bytes) -> Result<(), End> {
        let n_bytes = message.len() as u64;
        let sending = self.sink.send(Message::Binary(message));
        match timeout(self.send_timeout, sending).await {
            Ok(Ok(())) => {
                self.bytes_out.increment(n_bytes);
                Ok(())
            }
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Close(CloseReason::Slow.into())),
        }
    }

    /// Sends the close frame, after whatever was half sent.
    pub(super) async fn close(&mut self, closing: &Closing) {
        // Whoever cannot be told is gone.
        let _ = self.sink.send(Message::Close(Some(closing.frame()))).await;
    }

    /// Sends the answer to the client's own close frame, if it sent one.
    pub(super) async fn finish(&mut self) {
        let _ = self.sink.close().await;
    }
}

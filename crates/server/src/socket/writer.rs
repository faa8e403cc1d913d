//! The writing half of a connection. Writes messages from its outbox as frames to the socket, as
//! fast as the client reads; those queued together leave together.
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use metrics::Counter;
use shared::wire::close_reason::CloseReason;
use tokio::sync::mpsc;

use super::closing::Closing;
use super::end::End;
use super::outbox::{OutboxReceiver, Outgoing};
use crate::app::App;
use crate::awake::{Awake, Expired};
use crate::limits::WRITE_BUFFER_BYTES;
use crate::watch_feed::FeedReceiver;

/// The writing half of a connection.
pub(super) struct Writer {
    sink: SplitSink<WebSocket, Message>,
    bytes_out: Counter,
    send_timeout: Duration,
    awake: Arc<Awake>,
}

impl Writer {
    pub(super) fn new(sink: SplitSink<WebSocket, Message>, app: &App) -> Self {
        Self {
            sink,
            bytes_out: app.metrics.bytes_out.clone(),
            send_timeout: app.config.timeouts.send,
            awake: app.awake.clone(),
        }
    }

    /// Sends the room's messages until the room closes the outbox, the client is gone or too slow,
    /// or the writer is stopped. Returns itself for the closing handshake.
    pub(super) async fn run(mut self, mut outbox: OutboxReceiver) -> (Self, End) {
        let (awake, limit) = (self.awake.clone(), self.send_timeout);
        let abandoned = outbox.abandoned();
        loop {
            let Some(first) = outbox.next().await else { return (self, End::Gone) };
            let sent = self.send(first, &mut outbox);
            let sent = tokio::select! {
                biased;
                sent = awake.timeout(limit, sent) => sent,
                () = abandoned.wait() => Err(Expired),
            };
            let end = match sent {
                Ok(Ok(None)) => continue,
                Ok(Ok(Some(closing))) => End::Close(closing),
                Ok(Err(_)) => End::Gone,
                Err(Expired) => End::Close(CloseReason::Slow.into()),
            };
            return (self, end);
        }
    }

    /// Sends what all watchers of a room are sent, what this one alone is sent, and the answers to
    /// its pings, until the room ends or closes the outbox, or the client is gone or too slow.
    /// Returns itself for the closing handshake.
    pub(super) async fn run_watcher(
        mut self,
        mut outbox: OutboxReceiver,
        mut feed: FeedReceiver,
        mut answers: mpsc::Receiver<Vec<u8>>,
    ) -> (Self, End) {
        let (awake, limit) = (self.awake.clone(), self.send_timeout);
        loop {
            let messages = tokio::select! {
                biased;
                outgoing = outbox.next() => match outgoing {
                    Some(Outgoing::Message(message) | Outgoing::Snapshot(_, message)) => {
                        vec![message]
                    }
                    Some(Outgoing::Close(closing)) => return (self, End::Close(closing)),
                    None => return (self, End::Gone),
                },
                Some(answer) = answers.recv() => vec![answer.into()],
                messages = feed.next() => match messages {
                    Some(messages) => messages,
                    None => return (self, End::Close(CloseReason::RoomEnded.into())),
                },
            };
            let end = match awake.timeout(limit, self.send_all(messages)).await {
                Ok(Ok(())) => continue,
                Ok(Err(_)) => End::Gone,
                Err(Expired) => End::Close(CloseReason::Slow.into()),
            };
            return (self, end);
        }
    }

    /// Sends messages in one piece.
    async fn send_all(&mut self, messages: Vec<Bytes>) -> Result<(), axum::Error> {
        let n_bytes: usize = messages.iter().map(Bytes::len).sum();
        for message in messages {
            self.sink.feed(Message::Binary(message)).await?;
        }
        self.sink.flush().await?;
        self.bytes_out.increment(n_bytes as u64);
        Ok(())
    }

    /// Sends one message and all others queued, in one piece: the reliable messages, then the
    /// newest snapshot at that time.
    async fn send(
        &mut self,
        first: Outgoing,
        outbox: &mut OutboxReceiver,
    ) -> Result<Option<Closing>, axum::Error> {
        let mut next = Some(first);
        let (mut n_bytes, mut shown, mut closing) = (0, None, None);
        while let Some(outgoing) = next {
            let message = match outgoing {
                Outgoing::Message(message) => message,
                Outgoing::Snapshot(tick, message) => {
                    shown = Some(tick);
                    message
                }
                Outgoing::Close(reason) => {
                    closing = Some(reason);
                    break;
                }
            };
            n_bytes += message.len();
            self.sink.feed(Message::Binary(message)).await?;
            // What comes after a snapshot, or exceeds one piece, waits for the next round.
            let is_last = shown.is_some() || n_bytes >= WRITE_BUFFER_BYTES;
            next = if is_last { None } else { outbox.take() };
        }
        self.sink.flush().await?;
        self.bytes_out.increment(n_bytes as u64);
        if let Some(tick) = shown {
            outbox.note_written(tick);
        }
        Ok(closing)
    }

    /// Sends the close frame, after any partly written message.
    pub(super) async fn close(&mut self, closing: &Closing) {
        // If it fails, the client is gone.
        let _ = self.sink.send(Message::Close(Some(closing.frame()))).await;
    }

    /// Sends the answer to the client's own close frame, if there was one.
    pub(super) async fn finish(&mut self) {
        let _ = self.sink.close().await;
    }
}

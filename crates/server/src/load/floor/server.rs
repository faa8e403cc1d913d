//! The server of a floor. It fills rooms with clients one after the other and sends messages of a
//! shape's sizes at its rates. It discards what clients send, except for pings, which it answers.
//! As in the game, each client has a reader and a writer task, and a room's task wakes 60 times a
//! second; between them are plain tokio channels.
use std::io::{self, Write};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use shared::base::time::TickRate;
use shared::wire::message::{Lane, snapshot_message};
use tokio::net::TcpListener;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::shape::Shape;
use crate::limits::{READ_BUFFER_BYTES, ROOM_INBOX_EVENTS, WRITE_BUFFER_BYTES};
use crate::listener::tune;
use crate::load::crew::UPDATES_PER_S;
use crate::process::Usage;

/// Capacity of a client's outbox, in messages; further ones are dropped.
const OUTBOX_MESSAGES: usize = 64;
/// Messages written in one piece.
const BATCH_MESSAGES: usize = 16;

/// An event for a room.
enum Event {
    /// A client joined, with its outbox.
    Join(Sender<Bytes>),
    /// A client sent a message.
    Message(Bytes),
}

/// The room that is being filled.
struct OpenRoom {
    inbox: Sender<Event>,
    n_clients: u16,
}

struct Floor {
    shape: Shape,
    open_room: Mutex<Option<OpenRoom>>,
}

/// Serves on a free port of this machine, prints its address, and ends when standard input closes.
///
/// # Errors
/// If no port is free, or the address cannot be printed.
pub fn run(shape: Shape, out: &mut dyn Write) -> Pin<Box<dyn Future<Output = Result<()>> + '_>> {
    Box::pin(listen(shape, out))
}

async fn listen(shape: Shape, out: &mut dyn Write) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await.context("no free port")?;
    writeln!(out, "{}", listener.local_addr()?)?;
    out.flush()?;
    let listener = listener.tap_io(|stream| {
        // A socket option that cannot be set keeps its default, as in the game.
        let _ = tune(stream);
    });
    let floor = Arc::new(Floor { shape, open_room: Mutex::new(None) });
    let router =
        Router::new().route("/metrics", get(metrics)).fallback(get(upgrade)).with_state(floor);
    let mut input_ends = pin!(spawn_blocking(|| io::copy(&mut io::stdin(), &mut io::sink())));
    tokio::select! {
        ended = axum::serve(listener, router) => ended.context("cannot serve the floor"),
        _ = &mut input_ends => Ok(()),
    }
}

/// Uses the same metric names as the game.
async fn metrics() -> String {
    let Usage { cpu_s, resident_bytes } = Usage::now();
    format!("process_cpu_seconds_total {cpu_s}\nprocess_resident_memory_bytes {resident_bytes}\n")
}

async fn upgrade(State(floor): State<Arc<Floor>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .on_upgrade(async move |socket| serve(socket, &floor).await)
}

async fn serve(socket: WebSocket, floor: &Floor) {
    let (sink, mut stream) = socket.split();
    let (outbox, waiting) = channel(OUTBOX_MESSAGES);
    let writing = tokio::spawn(write(sink, waiting));
    let room = floor.place();
    if room.send(Event::Join(outbox.clone())).await.is_err() {
        return;
    }
    let answer = Bytes::from(vec![0; floor.shape.message_bytes]);
    while let Some(Ok(message)) = stream.next().await {
        let Message::Binary(message) = message else { continue };
        let is_taken = match Lane::of(&message) {
            Lane::Lossy => room.send(Event::Message(message)).await.is_ok(),
            Lane::Reliable => outbox.send(answer.clone()).await.is_ok(),
        };
        if !is_taken {
            break;
        }
    }
    writing.abort();
}

async fn write(mut sink: SplitSink<WebSocket, Message>, mut waiting: Receiver<Bytes>) {
    let mut batch = Vec::with_capacity(BATCH_MESSAGES);
    while waiting.recv_many(&mut batch, BATCH_MESSAGES).await > 0 {
        for message in batch.drain(..) {
            if sink.feed(Message::Binary(message)).await.is_err() {
                return;
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
}

impl Floor {
    /// The room for the next client.
    fn place(&self) -> Sender<Event> {
        // No code panics while it holds the lock.
        let mut open_room = self.open_room.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = |open_room: &OpenRoom| {
            open_room.n_clients < self.shape.room_size && !open_room.inbox.is_closed()
        };
        if !open_room.as_ref().is_some_and(has_room) {
            *open_room = None;
        }
        let open_room = open_room.get_or_insert_with(|| {
            let (inbox, events) = channel(ROOM_INBOX_EVENTS);
            tokio::spawn(play(self.shape, events));
            OpenRoom { inbox, n_clients: 0 }
        });
        open_room.n_clients += 1;
        open_room.inbox.clone()
    }
}

/// A room's task, until its last client is gone.
async fn play(shape: Shape, mut inbox: Receiver<Event>) {
    let hz = TickRate::DEFAULT.hz();
    let mut ticks = interval(Duration::from_secs(1) / u32::from(hz));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let snapshot = vec![0; shape.snapshot_bytes.saturating_sub(1)];
    let snapshot = Bytes::from(snapshot_message(&snapshot));
    let message = Bytes::from(vec![0; shape.message_bytes]);
    let (mut clients, mut owed): (Vec<Sender<Bytes>>, f64) = (Vec::new(), 0.0);
    for n in 1_u64.. {
        ticks.tick().await;
        loop {
            match inbox.try_recv() {
                Ok(Event::Join(client)) => clients.push(client),
                Ok(Event::Message(message)) => drop(message),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        if !n.is_multiple_of((hz / UPDATES_PER_S).into()) {
            continue;
        }
        owed += shape.messages_per_snapshot;
        let n_messages = owed as usize;
        owed -= n_messages as f64;
        let had_clients = !clients.is_empty();
        clients.retain(|client| {
            // A message that does not fit in a slow client's outbox is dropped.
            for _ in 0..n_messages {
                let _ = client.try_send(message.clone());
            }
            let _ = client.try_send(snapshot.clone());
            !client.is_closed()
        });
        if had_clients && clients.is_empty() {
            return;
        }
    }
}

//! Watchers of the rooms in which the bots play. Each reads all that it is sent and decodes
//! nothing: that would cost the generator more than sending it costs the server.
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::wire::message::{ClientControl, Hello, ServerControl, ServerMessage};
use shared::wire::route::Route;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::bot::{RunState, connect, reason};
use super::figures::{End, Figures};

/// Between two pings of a watcher, as on the page.
const PING_PERIOD: Duration = Duration::from_secs(1);
/// Interval between the connects of two watchers.
const STAGGER: Duration = Duration::from_millis(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for all closing handshakes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The running watchers.
pub(super) struct Audience {
    watchers: JoinSet<Figures>,
    n: u32,
    stop: watch::Sender<bool>,
}

impl Audience {
    /// Starts `n` watchers, evenly spread over the rooms.
    pub(super) fn start(run_state: &Arc<RunState>, n: u32, rooms: u32) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut watchers = JoinSet::new();
        for nth in 0..n {
            let (run_state, stopped) = (run_state.clone(), stopped.clone());
            let room = format!("load-{}", nth % rooms.max(1));
            watchers.spawn(async move {
                sleep(STAGGER * nth).await;
                watch_room(&run_state, &room, stopped).await
            });
        }
        Self { watchers, n, stop }
    }

    /// How long they take to connect.
    pub(super) fn seating_time(&self) -> Duration {
        STAGGER * self.n
    }

    /// Stops all watchers and adds up their figures.
    pub(super) async fn stop_all(mut self) -> Figures {
        self.stop.send_replace(true);
        let mut all = Figures::default();
        let goodbyes = async {
            while let Some(one) = self.watchers.join_next().await {
                if let Ok(one) = one {
                    all.add(&one);
                }
            }
        };
        // Those that do not stop in time are dropped.
        let _ = timeout(CLOSE_TIMEOUT, goodbyes).await;
        all
    }
}

async fn watch_room(
    run_state: &RunState,
    room: &str,
    mut stopped: watch::Receiver<bool>,
) -> Figures {
    let mut figures = Figures::default();
    let end = tokio::select! {
        // If the sender is gone, stop as well.
        _ = stopped.wait_for(|stop| *stop) => End::Stopped,
        end = read_all(run_state, room, &mut figures) => end,
    };
    figures.ends.insert(end, 1);
    figures
}

/// Reads until the connection ends.
async fn read_all(run_state: &RunState, room: &str, figures: &mut Figures) -> End {
    let mut socket = match connect(run_state, &Route::default(), room, CONNECT_TIMEOUT).await {
        Ok(socket) => socket,
        Err(end) => return end,
    };
    let hello = Hello::new("watcher", room).encode_watch();
    if socket.send(Message::Binary(hello.into())).await.is_err() {
        return End::Lost;
    }
    let mut ping = interval(PING_PERIOD);
    let mut snapshot_at: Option<Instant> = None;
    loop {
        let message = tokio::select! {
            message = socket.next() => message,
            _ = ping.tick() => {
                let ping = ClientControl::Ping { stamp: 0 }.encode();
                if socket.send(Message::Binary(ping.into())).await.is_err() {
                    return End::Lost;
                }
                continue;
            }
        };
        match message {
            Some(Ok(Message::Binary(message))) => {
                let is_measuring = run_state.measuring.load(Ordering::Relaxed);
                if is_measuring {
                    figures.down.count_down(message.len());
                }
                match ServerMessage::decode(&message) {
                    Ok(ServerMessage::Control(ServerControl::Watching(_))) => figures.joined = 1,
                    Ok(ServerMessage::Snapshot(_)) => {
                        let now = Instant::now();
                        if let Some(before) = snapshot_at.replace(now).filter(|_| is_measuring) {
                            figures.snapshots += 1;
                            figures.snapshot_bytes += message.len() as u64;
                            figures.count_gap(now - before);
                        }
                    }
                    _ => {}
                }
            }
            Some(Ok(Message::Close(frame))) => {
                return End::Closed(reason(frame.as_ref()));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return End::Lost,
        }
    }
}

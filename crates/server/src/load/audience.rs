//! Watchers of the rooms in which the bots play. Each reads all that it is sent and decodes
//! nothing: that would cost the generator more than sending it costs the server. They follow their
//! room to another server, and come back, as the bots do.
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::base::rng::mix_all;
use shared::wire::message::{ClientControl, Hello, ServerControl, ServerMessage};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::bot::{CONNECT_TIMEOUT, RunState, connect};
use super::figures::{End, Figures};
use super::plan::Plan;
use super::presence::Presence;
use super::way_back::WayBack;
use crate::dial::Socket;

/// Between two pings of a watcher, as on the page.
const PING_PERIOD: Duration = Duration::from_secs(1);
/// Interval between the connects of two watchers.
const STAGGER: Duration = Duration::from_millis(5);
/// Tells the seeds of watchers from those of bots.
const SEED: u64 = 1;
/// Timeout for all closing handshakes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The running watchers.
pub(super) struct Audience {
    watchers: JoinSet<Figures>,
    n: u32,
    stop: watch::Sender<bool>,
}

impl Audience {
    /// Starts the plan's watchers, evenly spread over the rooms.
    pub(super) fn start(run_state: &Arc<RunState>, plan: &Plan, rooms: u32) -> Self {
        let n = plan.watchers;
        let (stop, stopped) = watch::channel(false);
        let mut watchers = JoinSet::new();
        for nth in 0..n {
            let (run_state, stopped) = (run_state.clone(), stopped.clone());
            let room = format!("load-{}", nth % rooms.max(1));
            let way = WayBack::new(plan.come_back, mix_all(&[plan.seed, SEED, nth.into()]));
            watchers.spawn(async move {
                sleep(STAGGER * nth).await;
                watch_room(&run_state, &room, way, stopped).await
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

/// A watcher, connected or on its way back.
struct Watcher<'a> {
    run_state: &'a RunState,
    room: &'a str,
    way: WayBack,
    presence: Presence,
    figures: Figures,
    /// When the last counted snapshot arrived.
    snapshot_at: Option<Instant>,
}

/// Watches a room until it is stopped or its connection ends for good.
async fn watch_room(
    run_state: &RunState,
    room: &str,
    way: WayBack,
    mut stopped: watch::Receiver<bool>,
) -> Figures {
    let presence = Presence::new(room.into());
    let figures = Figures::default();
    let mut watcher = Watcher { run_state, room, way, presence, figures, snapshot_at: None };
    let end = tokio::select! {
        // If the sender is gone, stop as well.
        _ = stopped.wait_for(|stop| *stop) => End::Stopped,
        end = watcher.watch() => end,
    };
    watcher.into_figures(end)
}

impl Watcher<'_> {
    /// Watches over one connection after the other, as long as it is one that comes back.
    async fn watch(&mut self) -> End {
        let clock = self.run_state.clock;
        loop {
            let route = self.way.reconnect.connect(clock.now());
            let end = match connect(self.run_state, &route, self.room, CONNECT_TIMEOUT).await {
                Ok(socket) => self.read_all(socket).await,
                Err(end) => end,
            };
            self.snapshot_at = None;
            self.presence.handle_end(end.label());
            let Some(at) = self.way.next(clock.now(), &end) else { return end };
            sleep_until(clock.instant(at)).await;
        }
    }

    /// Reads until the connection ends.
    async fn read_all(&mut self, mut socket: Socket) -> End {
        let hello = Hello::new("watcher", self.room).encode_watch();
        if socket.send(Message::Binary(hello.into())).await.is_err() {
            return End::Lost;
        }
        let mut ping = interval(PING_PERIOD);
        loop {
            let message = tokio::select! {
                message = socket.next() => message,
                _ = ping.tick() => {
                    if self.way.is_given_up(self.run_state.clock.now()) {
                        return End::TimedOut;
                    }
                    let ping = ClientControl::Ping { stamp: 0 }.encode();
                    if socket.send(Message::Binary(ping.into())).await.is_err() {
                        return End::Lost;
                    }
                    continue;
                }
            };
            match message {
                Some(Ok(Message::Binary(message))) => self.read(&message),
                Some(Ok(Message::Close(frame))) => {
                    return self.way.handle_close(self.run_state.clock.now(), frame.as_ref());
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return End::Lost,
            }
        }
    }

    fn read(&mut self, message: &[u8]) {
        let is_measuring = self.run_state.measuring.load(Ordering::Relaxed);
        if is_measuring {
            self.figures.down.count_down(message.len());
        }
        self.way.reconnect.handle_message(message);
        match ServerMessage::decode(message) {
            Ok(ServerMessage::Control(ServerControl::Watching(_))) => {
                self.way.handle_joined(self.run_state.clock.now());
                self.figures.joined = 1;
            }
            Ok(ServerMessage::Snapshot(_)) => {
                self.presence.handle_snapshot(self.run_state.clock.now());
                let now = Instant::now();
                if let Some(before) = self.snapshot_at.replace(now).filter(|_| is_measuring) {
                    self.figures.snapshots += 1;
                    self.figures.snapshot_bytes += message.len() as u64;
                    self.figures.count_gap(now - before);
                }
            }
            _ => {}
        }
    }

    fn into_figures(mut self, end: End) -> Figures {
        self.figures.ends.insert(end, 1);
        // A watcher is in no place where its room could be doubled.
        let (outages, _) = self.presence.finish(self.run_state.clock.now());
        Figures { outages, ..self.figures }
    }
}

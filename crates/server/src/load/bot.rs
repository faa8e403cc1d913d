//! Runs one bot until it is stopped or the server disconnects it, and collects its figures. A bot
//! that is sent to another server goes there as a page does, and some come back after every loss.
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::{
    base::time::Micros,
    netcode::values::PlayerNetcode,
    wire::{
        message::{Lane, ServerControl, ServerMessage},
        route::Route,
        snapshot::decode,
    },
};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::doubled::Place;
use super::driver::{Driver, Kind};
use super::figures::{End, Figures};
use super::floor::shape::Shape;
use super::plan::ComeBack;
use super::presence::Presence;
use super::way_back::WayBack;
use crate::clock::Clock;
use crate::dial::websocket::close;
use crate::dial::{DialError, Dialer, Socket};

/// Timeout of connecting.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of sending one message, for a server that does not read.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// What all bots of a run share.
pub(super) struct RunState {
    pub(super) dialer: Dialer,
    /// Message sizes and rates of a floor measurement; `None` for the game.
    pub(super) floor: Option<Shape>,
    pub(super) clock: Clock,
    /// Whether messages are being counted.
    pub(super) measuring: AtomicBool,
    /// Bots that got a seat.
    pub(super) joined: AtomicU32,
    /// Bots that have ended.
    pub(super) ended: AtomicU32,
}

/// The configuration of a bot.
#[derive(Clone, Debug)]
pub(super) struct BotConfig {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) room: String,
    pub(super) netcode: PlayerNetcode,
    /// How early a light bot's commands should arrive.
    pub(super) target_margin: Micros,
    pub(super) seed: u64,
    pub(super) starts_at: Instant,
    pub(super) come_back: ComeBack,
}

/// A bot, connected or on its way back.
struct Bot<'a> {
    config: &'a BotConfig,
    run_state: &'a RunState,
    /// The client of the newest connection.
    driver: Driver,
    way: WayBack,
    presence: Presence,
    figures: Figures,
    /// When the last counted snapshot arrived.
    snapshot_at: Option<Instant>,
}

/// Runs a bot to its end.
pub(super) async fn play(
    config: BotConfig,
    run_state: Arc<RunState>,
    mut stop: watch::Receiver<bool>,
) -> Figures {
    let stopped = async {
        // If the sender is gone, stop as well.
        let _ = stop.wait_for(|stop| *stop).await;
    };
    let mut bot = Bot::new(&config, &run_state);
    let mut socket = None;
    let end = tokio::select! {
        () = stopped => End::Stopped,
        end = bot.play(&mut socket) => end,
    };
    let mut figures = bot.into_figures();
    if let (End::Stopped, Some(mut socket)) = (&end, socket) {
        let _ = timeout(CLOSE_TIMEOUT, close(&mut socket)).await;
    }
    run_state.ended.fetch_add(1, Ordering::Relaxed);
    figures.ends.insert(end, 1);
    figures
}

/// Connects to the server for a room by a route, within a time.
pub(super) async fn connect(
    run_state: &RunState,
    route: &Route,
    room: &str,
    within: Duration,
) -> Result<Socket, End> {
    match timeout(within, run_state.dialer.websocket_to(route, room)).await {
        Ok(Ok(socket)) => Ok(socket),
        Ok(Err(DialError::Refused(refusal))) => Err(End::Refused(refusal.status().as_u16())),
        Ok(Err(_)) | Err(_) => Err(End::Unconnected),
    }
}

impl<'a> Bot<'a> {
    fn new(config: &'a BotConfig, run_state: &'a RunState) -> Self {
        Self {
            config,
            run_state,
            driver: Driver::new(config, run_state),
            way: WayBack::new(config.come_back, config.seed),
            presence: Presence::new(config.room.clone()),
            figures: Figures::default(),
            snapshot_at: None,
        }
    }

    /// Plays from its start time on, over one connection after the other, as long as it is one
    /// that comes back.
    async fn play(&mut self, socket: &mut Option<Socket>) -> End {
        sleep_until(self.config.starts_at).await;
        let clock = self.run_state.clock;
        loop {
            *socket = None;
            let route = self.way.reconnect.connect(clock.now());
            let end =
                match connect(self.run_state, &route, &self.config.room, CONNECT_TIMEOUT).await {
                    Ok(open) => {
                        self.renew_driver();
                        self.run(socket.insert(open)).await
                    }
                    Err(end) => end,
                };
            self.presence.handle_end(end.label());
            let Some(at) = self.way.next(clock.now(), &end) else { return end };
            sleep_until(clock.instant(at)).await;
        }
    }

    async fn run(&mut self, socket: &mut Socket) -> End {
        let clock = self.run_state.clock;
        if let Some(resume) = self.way.reconnect.handle_open()
            && socket.feed(Message::Binary(resume.into())).await.is_err()
        {
            return End::Lost;
        }
        let mut alarm = pin!(sleep_until(Instant::now()));
        loop {
            let now = clock.now();
            self.driver.handle_time(now);
            if self.way.is_given_up(now) {
                return End::TimedOut;
            }
            match timeout(SEND_TIMEOUT, self.send(socket)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return End::Lost,
            }
            let due = clock.instant(self.driver.poll_time(now));
            if alarm.deadline() != due {
                alarm.as_mut().reset(due);
            }
            let message = tokio::select! {
                message = socket.next() => message,
                () = &mut alarm => continue,
            };
            let Some(Ok(message)) = message else { return End::Lost };
            if let Some(end) = self.take(&message) {
                return end;
            }
        }
    }

    /// Sends all queued messages in one piece.
    async fn send(&mut self, socket: &mut Socket) -> Result<(), Error> {
        let mut any_queued = false;
        while let Some(message) = self.driver.poll_transmit() {
            if self.measuring() {
                self.figures.up.count_up(message.len());
            }
            socket.feed(Message::Binary(message.into())).await?;
            any_queued = true;
        }
        if any_queued { socket.flush().await } else { Ok(()) }
    }

    fn take(&mut self, message: &Message) -> Option<End> {
        match message {
            Message::Binary(bytes) => self.read(bytes),
            Message::Close(frame) => {
                Some(self.way.handle_close(self.run_state.clock.now(), frame.as_ref()))
            }
            _ => None,
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Option<End> {
        let now = self.run_state.clock.now();
        self.count(bytes);
        let had_joined = self.driver.joined();
        if self.driver.handle_message(now, bytes).is_err() {
            self.figures.decode_errors += 1;
            return Some(End::Unreadable);
        }
        self.way.reconnect.handle_message(bytes);
        if !had_joined && self.driver.joined() {
            self.welcome(now, bytes);
        }
        if Lane::of(bytes) == Lane::Lossy {
            self.presence.handle_snapshot(now);
        }
        if let Some(told) = self.driver.told() {
            self.presence.handle_score(told);
        }
        None
    }

    fn welcome(&mut self, now: Micros, bytes: &[u8]) {
        self.way.handle_joined(now);
        if let Ok(ServerMessage::Control(ServerControl::Welcome(welcome))) =
            ServerMessage::decode(bytes)
        {
            self.presence.handle_welcome(Place::new(self.way.reconnect.node(), &welcome));
        }
        if self.figures.joined == 0 {
            self.figures.joined = 1;
            self.run_state.joined.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn count(&mut self, message: &[u8]) {
        if !self.measuring() {
            self.snapshot_at = None;
            return;
        }
        self.figures.down.count_down(message.len());
        if Lane::of(message) != Lane::Lossy {
            return;
        }
        let now = Instant::now();
        if let Some(before) = self.snapshot_at.replace(now) {
            self.figures.count_gap(now - before);
        }
        self.figures.snapshots += 1;
        self.figures.snapshot_bytes += message.len() as u64;
        if matches!(self.driver, Driver::Echo(_)) {
            return;
        }
        if let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(message)
            && let Ok((head, _)) = decode(bytes)
        {
            self.figures.keyframes += u64::from(head.baseline.is_none());
        }
    }

    fn measuring(&self) -> bool {
        self.run_state.measuring.load(Ordering::Relaxed)
    }

    /// Begins anew, as a page does for each connection.
    fn renew_driver(&mut self) {
        self.count_full();
        self.snapshot_at = None;
        self.driver = Driver::new(self.config, self.run_state);
    }

    /// Counts what only a full bot knows.
    fn count_full(&mut self) {
        if let Driver::Full(full) = &self.driver {
            self.figures.keyframe_requests += u64::from(full.keyframe_requests());
            self.figures.hash_mismatches += full.hash_mismatches();
        }
    }

    fn into_figures(mut self) -> Figures {
        self.count_full();
        let (outages, visits) = self.presence.finish(self.run_state.clock.now());
        Figures { outages, visits, ..self.figures }
    }
}

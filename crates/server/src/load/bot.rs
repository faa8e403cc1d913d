//! Runs one bot on its socket until it is stopped or the server disconnects it, and collects its
//! figures.
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::{
    base::time::Micros,
    netcode::values::PlayerNetcode,
    wire::{
        close_reason::CloseReason,
        message::{Lane, MessageError, RoomRequest, ServerMessage},
        snapshot::decode,
    },
};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::figures::{End, Figures};
use super::floor::echo::Echo;
use super::floor::shape::Shape;
use super::full::FullBot;
use super::light::Light;
use crate::clock::Clock;
use crate::dial::websocket::close;
use crate::dial::{DialError, Dialer, Socket};
use crate::metrics::close_label;

/// Timeout of connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
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

/// Which client a bot runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Flies a script and reads only the heads of snapshots.
    Light,
    /// Runs the game's own client.
    Full,
    /// Sends as much as a player without playing.
    Echo(Shape),
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
}

enum Driver {
    Light(Light),
    Full(Box<FullBot>),
    Echo(Echo),
}

/// A connected bot.
struct Bot<'a> {
    driver: Driver,
    run_state: &'a RunState,
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
    let mut stopped = pin!(stopped);
    let mut bot = None;
    let end = tokio::select! {
        () = &mut stopped => End::Stopped,
        end = begin(&config, &run_state, &mut bot) => end.err().unwrap_or(End::Lost),
    };
    let Some((mut bot, mut socket)) = bot else {
        return finish(Figures::default(), end, &run_state);
    };
    let end = tokio::select! {
        () = stopped => End::Stopped,
        end = bot.run(&mut socket) => end,
    };
    if end == End::Stopped {
        let _ = timeout(CLOSE_TIMEOUT, close(&mut socket)).await;
    }
    let figures = bot.into_figures();
    finish(figures, end, &run_state)
}

/// Waits for its start time and connects.
async fn begin<'a>(
    config: &BotConfig,
    run_state: &'a RunState,
    bot: &mut Option<(Bot<'a>, Socket)>,
) -> Result<(), End> {
    sleep_until(config.starts_at).await;
    let socket = connect(run_state, &config.room, CONNECT_TIMEOUT).await?;
    let figures = Figures::default();
    *bot = Some((
        Bot { driver: Driver::new(config, run_state), run_state, figures, snapshot_at: None },
        socket,
    ));
    Ok(())
}

/// Connects to the server for a room, within a time.
pub(super) async fn connect(
    run_state: &RunState,
    room: &str,
    within: Duration,
) -> Result<Socket, End> {
    match timeout(within, run_state.dialer.websocket_to(room)).await {
        Ok(Ok(socket)) => Ok(socket),
        Ok(Err(DialError::Refused(refusal))) => Err(End::Refused(refusal.status().as_u16())),
        Ok(Err(_)) | Err(_) => Err(End::Unconnected),
    }
}

fn finish(mut figures: Figures, end: End, run_state: &RunState) -> Figures {
    run_state.ended.fetch_add(1, Ordering::Relaxed);
    figures.ends.insert(end, 1);
    figures
}

impl Driver {
    fn new(config: &BotConfig, run_state: &RunState) -> Self {
        let BotConfig { name, room, netcode, target_margin, seed, .. } = config.clone();
        match config.kind {
            Kind::Light => Self::Light(Light::new(name, room, netcode, target_margin, seed)),
            Kind::Full => {
                let (endless, now) = (RoomRequest::endless(), run_state.clock.now());
                Self::Full(FullBot::new(name, room, netcode, endless, seed, now).into())
            }
            Kind::Echo(shape) => {
                let packets_per_s = netcode.command_rate_hz;
                Self::Echo(Echo::new(shape, packets_per_s, target_margin, run_state.clock.now()))
            }
        }
    }

    fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        match self {
            Self::Light(light) => light.handle_message(now, message),
            Self::Full(full) => full.handle_message(now, message),
            Self::Echo(echo) => {
                echo.handle_message();
                Ok(())
            }
        }
    }

    fn handle_time(&mut self, now: Micros) {
        match self {
            Self::Light(light) => light.handle_time(now),
            Self::Full(full) => full.handle_time(now),
            Self::Echo(echo) => echo.handle_time(now),
        }
    }

    fn poll_time(&self, now: Micros) -> Micros {
        match self {
            Self::Light(light) => light.poll_time(now),
            Self::Full(full) => full.poll_time(),
            Self::Echo(echo) => echo.poll_time(),
        }
    }

    fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        match self {
            Self::Light(light) => light.poll_transmit(),
            Self::Full(full) => full.poll_transmit(),
            Self::Echo(echo) => echo.poll_transmit(),
        }
    }

    fn joined(&self) -> bool {
        match self {
            Self::Light(light) => light.joined(),
            Self::Full(full) => full.joined(),
            Self::Echo(echo) => echo.joined(),
        }
    }
}

impl Bot<'_> {
    async fn run(&mut self, socket: &mut Socket) -> End {
        let clock = self.run_state.clock;
        let mut alarm = pin!(sleep_until(Instant::now()));
        loop {
            let now = clock.now();
            self.driver.handle_time(now);
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
            Message::Binary(bytes) => {
                self.count(bytes);
                let read = self.driver.handle_message(self.run_state.clock.now(), bytes);
                if read.is_err() {
                    self.figures.decode_errors += 1;
                    return Some(End::Unreadable);
                }
                if self.figures.joined == 0 && self.driver.joined() {
                    self.figures.joined = 1;
                    self.run_state.joined.fetch_add(1, Ordering::Relaxed);
                }
                None
            }
            Message::Close(frame) => Some(End::Closed(reason(frame.as_ref()))),
            _ => None,
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

    fn into_figures(mut self) -> Figures {
        if let Driver::Full(full) = &self.driver {
            self.figures.keyframe_requests = full.keyframe_requests().into();
            self.figures.hash_mismatches = full.hash_mismatches();
        }
        self.figures
    }
}

pub(super) fn reason(frame: Option<&CloseFrame>) -> String {
    let Some(frame) = frame else { return "no_reason".into() };
    let code = u16::from(frame.code);
    let known = CloseReason::from_code(code);
    known.map_or_else(|| code.to_string(), |reason| close_label(reason).into())
}

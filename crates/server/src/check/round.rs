//! The last step: plays in a room of its own with bots, as a page does, and leaves.
use std::pin::pin;
use std::time::Duration;

use anyhow::Result;
use futures_util::{SinkExt, StreamExt};
use shared::base::limits::BOT_LEVEL_MAX;
use shared::netcode::values::PlayerNetcode;
use shared::pilot::skill::{BotLevelNumber, RequestedLevel};
use shared::wire::close_reason::CloseReason;
use shared::wire::message::{BotsRequest, Lane, MessageError, RoomRequest, ServerMessage};
use shared::wire::route::Route;
use shared::wire::snapshot::decode;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::Stopped;
use super::address::sentence;
use super::arrivals::Arrivals;
use super::finding::{Finding, Report, Topic};
use crate::clock::Clock;
use crate::dial::{Dialer, Socket, websocket};
use crate::load::full::FullBot;

/// The name of its player.
const NAME: &str = "lagrange check";
/// Ships that it asks for, its own and bots.
const SHIPS: u16 = 4;
/// Random bits in the name of its room, of what a name has space for.
const ROOM_BITS: u64 = 0xFF_FFFF_FFFF;
/// Timeout of getting a seat.
const SEAT_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer it plays if none of its shots is judged: its opponents may be far away.
const SHOT_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeout of sending one message, to a server that does not read.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// A player in its room.
struct Player {
    bot: FullBot,
    clock: Clock,
    arrivals: Arrivals,
    /// When the welcome arrived.
    seated_at: Option<Instant>,
}

/// Why a round was not played to its end.
#[derive(Debug, thiserror::Error)]
enum RoundError {
    #[error("the server closed the connection with {0}: {1}")]
    Closed(u16, String),
    #[error("the room moves on from the server that it moved to")]
    Moved(Route),
    #[error("the connection broke: {0}")]
    Lost(Error),
    #[error("the connection ended without a reason")]
    Ended,
    #[error("no seat was given within {} s", SEAT_TIMEOUT.as_secs())]
    NoSeat,
    #[error("the server does not read")]
    Unread,
    #[error("a message of the server cannot be read: {0}")]
    Unreadable(#[source] MessageError),
}

/// Plays for a while and reports the round and its snapshots. If the room moves to another server,
/// it plays there, once.
pub(super) async fn play(
    dialer: &Dialer,
    length: Duration,
    report: &mut Report<'_>,
    mut stopped: Stopped,
) -> Result<()> {
    let seed = random();
    let room = format!("check-{:010x}", seed & ROOM_BITS);
    let mut route = Route::default();
    loop {
        let mut socket = match dialer.websocket_to(&route, &room).await {
            Ok(socket) => socket,
            Err(error) => {
                let sentence = sentence(&format!("no round was played: {error}"));
                let advice = ["Check again: the WebSocket before this one did open."];
                return report.print(&Finding::wrong(Topic::Round, sentence, &advice));
            }
        };
        let mut player = Player::new(seed, room.clone());
        let played = tokio::select! {
            played = player.run(&mut socket, length) => Some(played),
            // If the sender is gone, stop as well.
            _ = stopped.wait_for(|stop| *stop) => None,
        };
        websocket::leave(&mut socket).await;
        let Some(played) = played else { return Ok(()) };
        match played {
            Err(RoundError::Moved(order)) if route.hops == 0 => {
                route = Route { hops: order.hops.max(1), ..order };
                continue;
            }
            played => report.print(&player.judge(played))?,
        }
        return match player.bot.tick_rate().and_then(|rate| player.arrivals.judge(rate)) {
            Some(finding) => report.print(&finding),
            None => Ok(()),
        };
    }
}

/// A number that nobody else draws: the room is nobody else's.
fn random() -> u64 {
    // Without the system's randomness there is no TLS either, and rooms of checks may meet.
    getrandom::u64().unwrap_or_default()
}

impl RoundError {
    /// What a server closed with.
    fn of(frame: CloseFrame) -> Self {
        let code = u16::from(frame.code);
        match Route::from_order(&frame.reason) {
            Some(order) if code == CloseReason::Moved.code() => Self::Moved(order),
            _ => Self::Closed(code, frame.reason.to_string()),
        }
    }
}

impl Player {
    fn new(seed: u64, room: String) -> Self {
        // At full strength they are all there at once.
        let level = BotLevelNumber::new(BOT_LEVEL_MAX).map(RequestedLevel::Fixed).ok();
        let bots = BotsRequest { ships: Some(SHIPS), level };
        let room_request = RoomRequest { bots, ..RoomRequest::endless() };
        let (netcode, clock) = (PlayerNetcode::default(), Clock::start());
        let bot = FullBot::new(NAME.into(), room, netcode, room_request, seed, clock.now());
        Self { bot, clock, arrivals: Arrivals::default(), seated_at: None }
    }

    /// Plays for `length` since its welcome, and on until a shot is judged.
    async fn run(&mut self, socket: &mut Socket, length: Duration) -> Result<(), RoundError> {
        let begun = Instant::now();
        let mut alarm = pin!(sleep_until(begun));
        loop {
            match self.seated_at {
                None if begun.elapsed() >= SEAT_TIMEOUT => return Err(RoundError::NoSeat),
                Some(seated_at) if self.is_over(seated_at.elapsed(), length) => return Ok(()),
                _ => {}
            }
            self.bot.handle_time(self.clock.now());
            let sent = timeout(SEND_TIMEOUT, self.send(socket)).await;
            sent.map_err(|_| RoundError::Unread)?.map_err(RoundError::Lost)?;
            alarm.as_mut().reset(self.clock.instant(self.bot.poll_time()));
            let message = tokio::select! {
                message = socket.next() => message,
                () = &mut alarm => continue,
            };
            match message {
                Some(Ok(Message::Binary(message))) => self.take(&message)?,
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(RoundError::Ended, RoundError::of));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(RoundError::Lost(error)),
                None => return Err(RoundError::Ended),
            }
        }
    }

    /// Whether a round is over that has lasted so long.
    fn is_over(&self, lasted: Duration, length: Duration) -> bool {
        let until_judged = if self.bot.shots_judged() > 0 { Duration::ZERO } else { SHOT_TIMEOUT };
        lasted >= length + until_judged
    }

    async fn send(&mut self, socket: &mut Socket) -> Result<(), Error> {
        while let Some(message) = self.bot.poll_transmit() {
            socket.feed(Message::Binary(message.into())).await?;
        }
        socket.flush().await
    }

    fn take(&mut self, message: &[u8]) -> Result<(), RoundError> {
        let now = Instant::now();
        if Lane::of(message) == Lane::Lossy
            && let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(message)
            && let Ok((head, _)) = decode(bytes)
        {
            self.arrivals.add(now, head.tick);
        }
        let read = self.bot.handle_message(self.clock.now(), message);
        read.map_err(RoundError::Unreadable)?;
        if self.seated_at.is_none() && self.bot.joined() {
            self.seated_at = Some(now);
        }
        Ok(())
    }

    fn judge(&self, played: Result<(), RoundError>) -> Finding {
        let wrong =
            |sentence: String, advice: &str| Finding::wrong(Topic::Round, sentence, &[advice]);
        if let Err(error) = played {
            let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
            let sentence = sentence(&format!("{error}{}", cause.unwrap_or_default()));
            return wrong(sentence, "See the log of the server, and of the proxy.");
        }
        let (stats, judged) = (self.bot.net_stats(), self.bot.shots_judged());
        let bots = match self.bot.n_ships().saturating_sub(1) {
            1 => "1 bot".to_string(),
            n => format!("{n} bots"),
        };
        let ping = stats.ping_ms.map_or(String::new(), |ms| format!(", at a ping of {ms} ms"));
        let round = format!("A round against {bots} was played{ping}");
        if self.bot.hash_mismatches() > 0 {
            let n = self.bot.hash_mismatches();
            let sentence = format!("{round}, but {n} snapshots did not show the server's state.");
            return wrong(sentence, "Check with the server's own version of this program.");
        }
        match (judged, stats.shots_fired) {
            (0, 0) => Finding::note(Topic::Round, format!("{round}; nobody came within range.")),
            (0, fired) => wrong(
                format!("{round}, but none of its {fired} shots was judged."),
                "See the log of the server.",
            ),
            (judged, _) => Finding::right(Topic::Round, format!("{round}; {judged} shots judged.")),
        }
    }
}

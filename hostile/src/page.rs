//! A player like the game's page: the game's own client over a WebSocket at sixty frames a second,
//! which reconnects to its seat by the page's rules.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::base::rng::Rng;
use shared::base::time::{Micros, Tick};
use shared::client::reconnect::{AfterClose, CONNECT_MAX, Reconnect};
use shared::client::{Client, ClientConfig, Controls};
use shared::netcode::values::{PlayerNetcode, SnapshotDelivery};
use shared::sim::command::Thrust;
use shared::sim::ship::ShipId;
use shared::wire::close_reason::{CloseReason, LOST_CODE, NO_CODE};
use shared::wire::codec::CodecId;
use shared::wire::command_packet::CommandPacket;
use shared::wire::message::{ClientMessage, ServerMessage};
use shared::wire::seat::Admission;
use shared::wire::snapshot::{SnapshotHead, decode};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::figures::Times;
use crate::socket::{Socket, open};
use crate::tally::Tally;

/// Frame interval of a page.
pub(crate) const FRAME: Duration = Duration::from_micros(16_667);
/// For how many frames a direction is held.
const DIRECTION_FRAMES: u32 = 40;
/// Keys that are remembered: a few seconds of them.
const SENT_MAX: usize = 512;

/// Who plays, and where.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) from: IpAddr,
    pub(crate) to: SocketAddr,
    pub(crate) name: String,
    pub(crate) room: String,
    pub(crate) seed: u64,
}

/// A lost connection.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) at: Instant,
    pub(crate) code: u16,
    /// When a command was executed again.
    pub(crate) resumed_at: Option<Instant>,
    /// How the player then got its seat.
    pub(crate) admission: Option<Admission>,
    /// Whether it is the previous seat.
    pub(crate) same_seat: bool,
}

/// A command that arrived in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Executed {
    pub(crate) sent_at: Instant,
    /// When the player learned of it.
    pub(crate) reported_at: Instant,
}

/// What a player has seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The newest command that a snapshot reported as in time.
    pub(crate) executed: Option<Executed>,
    pub(crate) losses: Vec<Loss>,
    /// Times between the snapshots of one connection.
    pub(crate) gaps: Times,
    seat: Option<ShipId>,
    admission: Option<Admission>,
    snapshot_at: Option<Instant>,
}

/// A [`Log`] shared with readers.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedLog(Arc<Mutex<Log>>);

/// The state that outlives a connection.
struct Player {
    page: Page,
    log: SharedLog,
    start: Instant,
    reconnect: Reconnect,
    rng: Rng,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug)]
enum End {
    /// With this close code, or one for a lost connection.
    Closed(u16),
    /// The player gave it up.
    TimedOut,
}

/// One connection.
struct Visit {
    client: Client,
    frames: u32,
    controls: Controls,
    /// The newest keys sent, with their times, in the order sent.
    sent: VecDeque<(Tick, Instant)>,
}

impl SharedLog {
    pub(crate) fn look(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays until the page would no longer reconnect, or until dropped.
pub(crate) async fn play(page: Page, log: SharedLog) {
    let rng = Rng::new(page.seed, 0);
    let start = Instant::now();
    let reconnect = Reconnect::new(None, None, page.seed);
    let mut player = Player { page, log, start, reconnect, rng };
    loop {
        player.reconnect.connect(player.now());
        let end = player.visit().await;
        player.log.look().lose(Instant::now(), end.code());
        if let End::Closed(code) = end
            && player.reconnect.handle_closed(player.now(), code, "") != AfterClose::Reconnect
        {
            return;
        }
        let wait = player.reconnect.poll_connect().map_or(Micros::ZERO, |at| at - player.now());
        sleep(Duration::from_micros(wait.0.max(0).unsigned_abs())).await;
    }
}

impl End {
    const LOST: Self = Self::Closed(LOST_CODE);

    fn code(self) -> u16 {
        match self {
            Self::Closed(code) => code,
            Self::TimedOut => LOST_CODE,
        }
    }
}

impl Player {
    fn now(&self) -> Micros {
        Micros(self.start.elapsed().as_micros() as i64)
    }

    /// Connects, and plays until the connection is lost.
    async fn visit(&mut self) -> End {
        let uncounted = Tally::default();
        let opening = open(self.page.from, self.page.to, &uncounted);
        let connect_max = Duration::from_micros(CONNECT_MAX.0.unsigned_abs());
        let Ok(Some(mut socket)) = timeout(connect_max, opening).await else { return End::LOST };
        if let Some(resume) = self.reconnect.handle_open()
            && socket.send(Message::Binary(resume.into())).await.is_err()
        {
            return End::LOST;
        }
        let config = ClientConfig {
            name: self.page.name.clone(),
            room: self.page.room.clone(),
            netcode: PlayerNetcode::default(),
            room_request: None,
            delivery: SnapshotDelivery::Stream,
        };
        let client = Client::offering(config, &[CodecId::Replay], self.now());
        let controls = Controls::default();
        let mut visit = Visit { client, frames: 0, controls, sent: VecDeque::new() };
        let mut frames = interval(FRAME);
        frames.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            let end = tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(message)) => self.take(&mut visit, &message),
                    Some(Err(_)) | None => Some(End::LOST),
                },
                _ = frames.tick() => self.draw(&mut visit),
            };
            let sent = visit.send(&mut socket).await;
            if let Some(end) = end.or((!sent).then_some(End::LOST)) {
                return end;
            }
        }
    }

    /// Receives a message. Returns how the connection ended, if it did.
    fn take(&mut self, visit: &mut Visit, message: &Message) -> Option<End> {
        let now = self.now();
        let bytes = match message {
            Message::Binary(bytes) => bytes,
            Message::Close(frame) => {
                let code = frame.as_ref().map_or(NO_CODE, |frame| frame.code.into());
                return Some(End::Closed(code));
            }
            _ => return None,
        };
        let before = visit.client.joined();
        if let Some(grant) = self.reconnect.handle_message(bytes) {
            self.log.look().admission = Some(grant.admission);
        } else if let Ok(ServerMessage::Snapshot(snapshot)) = ServerMessage::decode(bytes) {
            let head = decode(snapshot).ok().map(|(head, _)| head);
            let sent_at = head.and_then(|head| visit.executed(&head));
            self.log.look().take_snapshot(sent_at, visit.client.own_id());
        }
        // A message that the client cannot decode is our fault, and must not count as a network
        // fault.
        let read = visit.client.handle_message(now, bytes);
        if !before && visit.client.joined() {
            self.reconnect.handle_joined(now);
        }
        read.is_err().then_some(End::Closed(CloseReason::Malformed.code()))
    }

    /// Runs a frame. Returns how the connection ended if the page gives it up.
    fn draw(&mut self, visit: &mut Visit) -> Option<End> {
        let now = self.now();
        if visit.frames.is_multiple_of(DIRECTION_FRAMES) {
            let n = self.rng.below(Thrust::ALL.len() as u32);
            visit.controls.thrust = Thrust::ALL[n as usize];
        }
        visit.frames += 1;
        visit.client.handle_frame(now, visit.controls);
        visit.client.drain_notices();
        visit.client.drain_records();
        self.reconnect.handle_time(now).map(|_| End::TimedOut)
    }
}

impl Visit {
    /// Sends what is queued. Returns whether that succeeded.
    async fn send(&mut self, socket: &mut Socket) -> bool {
        let mut said = false;
        while let Some(message) = self.client.poll_transmit() {
            said = true;
            self.note(&message);
            if socket.feed(Message::Binary(message.into())).await.is_err() {
                return false;
            }
        }
        !said || socket.flush().await.is_ok()
    }

    fn note(&mut self, message: &[u8]) {
        let Ok(ClientMessage::Commands(packet)) = ClientMessage::decode(message) else { return };
        let Ok(packet) = CommandPacket::decode(packet) else { return };
        // After a stall, keys start afresh at lower numbers, so the newest entry of a key counts.
        let now = Instant::now();
        self.sent.extend(packet.commands.iter().map(|command| (command.tick, now)));
        while self.sent.len() > SENT_MAX {
            self.sent.pop_front();
        }
    }

    /// When the command was sent that a snapshot reports as in time.
    fn executed(&self, head: &SnapshotHead) -> Option<Instant> {
        let margin = head.viewer.margin.filter(|margin| margin.sixteenths >= 0)?;
        self.sent.iter().rev().find(|(tick, _)| *tick == margin.tick).map(|(_, at)| *at)
    }
}

impl Log {
    /// Notes a snapshot, and the command that it reports as in time, sent at `sent_at`.
    fn take_snapshot(&mut self, sent_at: Option<Instant>, own: Option<ShipId>) {
        let now = Instant::now();
        if let Some(before) = self.snapshot_at.replace(now) {
            self.gaps.push(now - before);
        }
        let Some(sent_at) = sent_at else { return };
        self.executed = Some(Executed { sent_at, reported_at: now });
        let same_seat = own.is_some() && self.seat == own;
        self.seat = own;
        let admission = self.admission;
        // Failed attempts end with the successful one.
        for loss in self.losses.iter_mut().rev().take_while(|loss| loss.resumed_at.is_none()) {
            (loss.resumed_at, loss.admission, loss.same_seat) = (Some(now), admission, same_seat);
        }
    }

    fn lose(&mut self, at: Instant, code: u16) {
        self.snapshot_at = None;
        // A failed attempt is not another loss.
        if self.losses.last().is_none_or(|loss| loss.resumed_at.is_some()) {
            self.losses.push(Loss {
                at,
                code,
                resumed_at: None,
                admission: None,
                same_seat: false,
            });
        }
    }
}

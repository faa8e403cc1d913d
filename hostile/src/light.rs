//! A lightweight player, honest or not: decodes only the heads of snapshots, sends a command each
//! tick, and acknowledges by its manner.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::base::geometry::Turn;
use shared::base::limits::COMMANDS_PER_PACKET_MAX;
use shared::base::rng::Rng;
use shared::base::time::{Micros, Tick, TickRate};
use shared::netcode::values::{PlayerNetcode, SnapshotDelivery};
use shared::sim::command::{Thrust, Trigger, UserCommand};
use shared::wire::close_reason::NO_CODE;
use shared::wire::command_packet::CommandPacket;
use shared::wire::message::{ClientControl, ServerControl, ServerMessage, commands_message};
use shared::wire::snapshot::decode;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_tungstenite::tungstenite::Message;

use crate::page::FRAME;
use crate::socket::{Socket, hello, open};
use crate::tally::Tally;

/// How far its commands are keyed ahead of the newest tick it can know.
const LEAD_TICKS: u32 = 4;
/// Nearly the age of the oldest baseline that the server accepts, in ticks of 60 Hz.
const OLDEST_TICKS: u32 = 118;
/// How long a circling player flies in one of eight directions.
const TURN_TICKS: u32 = 20;
/// Circling players, including the honest one, key their commands this much further ahead, so that
/// even on a busy machine none is late and only the number of commands differs.
const AHEAD_TICKS: u32 = 20;
/// Ticks of a burst: a packet holds twice as many commands.
const BURST_TICKS: u32 = 7;
/// Read interval of a slow reader.
const SLOW_READ_INTERVAL: Duration = Duration::from_millis(100);
/// Pause between two connections.
const RECONNECT_DELAY: Duration = Duration::from_millis(100);
/// Commands repeated in a packet besides the newest.
const EARLIER_MAX: u32 = 3;

/// How it differs from an honest player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Acknowledges what it received, over a stream, as the page does.
    Honest,
    /// Declares lossy delivery, and acknowledges any snapshot that is nearly too old, so that each
    /// body is encoded for it alone.
    OldAcks,
    /// [`Self::OldAcks`], and reads only every 100 ms.
    OldAcksSlowReader,
    /// Flies in a circle and holds the trigger; otherwise honest.
    Circles,
    /// [`Self::Circles`] with two commands for each tick, as long as the server accepts them.
    DoubleSpeed,
    /// [`Self::Circles`] with commands sent in bursts of seven ticks.
    Bursts,
}

/// Who plays, and where.
#[derive(Clone, Debug)]
pub(crate) struct PlayerConfig {
    pub(crate) from: IpAddr,
    pub(crate) to: SocketAddr,
    pub(crate) room: String,
    pub(crate) manner: Manner,
    pub(crate) update_rate_hz: u16,
    pub(crate) seed: u64,
}

/// What it knows of the match.
struct MatchState {
    manner: Manner,
    rate: TickRate,
    /// The newest tick received, and when.
    newest: (Tick, Instant),
    /// Ticks received in the last two seconds, in order.
    received: Vec<Tick>,
    sent: Tick,
    /// Frames so far; each may send a packet.
    frames: u32,
    rng: Rng,
    held: UserCommand,
}

/// Plays until a moment, and reconnects whenever it is disconnected.
pub(crate) async fn play(config: PlayerConfig, until: Instant, tally: Tally) {
    while Instant::now() < until {
        if let Some(mut socket) = open(config.from, config.to, &tally).await {
            visit(&config, &mut socket, until, &tally).await;
        }
        sleep(RECONNECT_DELAY).await;
    }
}

async fn visit(config: &PlayerConfig, socket: &mut Socket, until: Instant, tally: &Tally) {
    let way = match config.manner {
        Manner::OldAcks | Manner::OldAcksSlowReader => SnapshotDelivery::Datagram,
        _ => SnapshotDelivery::Stream,
    };
    let player =
        PlayerNetcode { update_rate_hz: config.update_rate_hz, ..PlayerNetcode::default() };
    let hello = hello("guest", &config.room, player, way);
    let _ = socket.send(Message::Binary(hello.into())).await;
    let mut game: Option<MatchState> = None;
    let mut ticks = interval(FRAME);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut reads_at = Instant::now();
    while Instant::now() < until {
        let reads = config.manner != Manner::OldAcksSlowReader || Instant::now() >= reads_at;
        tokio::select! {
            message = socket.next(), if reads => match message {
                Some(Ok(Message::Binary(bytes))) => {
                    tally.received(bytes.len());
                    if is_own_shot_record(&bytes) {
                        tally.answered("judged");
                    }
                    let answer = take(config, &mut game, &bytes, &mut reads_at);
                    if let Some(answer) = answer {
                        let _ = socket.send(Message::Binary(answer.into())).await;
                    }
                }
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(NO_CODE, |frame| frame.code.into());
                    return tally.answered(code.to_string());
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return tally.answered("cut off"),
            },
            _ = ticks.tick() => if let Some(packet) = game.as_mut().and_then(MatchState::packet) {
                tally.sent(1, packet.len());
                if socket.send(Message::Binary(packet.into())).await.is_err() {
                    return tally.answered("cut off");
                }
            },
        }
    }
}

/// Whether a message is the record of one of its own shots.
fn is_own_shot_record(bytes: &[u8]) -> bool {
    let message = ServerMessage::decode(bytes);
    matches!(message, Ok(ServerMessage::Control(ServerControl::Judged(_))))
}

/// Receives a message. Returns the immediate answer, if any.
fn take(
    config: &PlayerConfig,
    game: &mut Option<MatchState>,
    bytes: &[u8],
    reads_at: &mut Instant,
) -> Option<Vec<u8>> {
    match ServerMessage::decode(bytes).ok()? {
        ServerMessage::Control(ServerControl::Welcome(welcome)) => {
            *game = Some(MatchState {
                manner: config.manner,
                rate: welcome.rate,
                newest: (welcome.tick, Instant::now()),
                received: Vec::new(),
                sent: welcome.tick.plus(LEAD_TICKS),
                frames: 0,
                rng: Rng::new(config.seed, 0),
                held: UserCommand::default(),
            });
            None
        }
        ServerMessage::Control(ServerControl::Probe { nonce }) => {
            Some(ClientControl::Echo { nonce }.encode())
        }
        // After a stall of the server, keys start afresh.
        ServerMessage::Control(ServerControl::Epoch(epoch)) => {
            let game = game.as_mut()?;
            (game.sent, game.newest) = (epoch.after, (epoch.after, Instant::now()));
            Some(ClientControl::Epoch { number: epoch.number, view_epoch: 0 }.encode())
        }
        ServerMessage::Control(_) | ServerMessage::Seat(_) => None,
        ServerMessage::Snapshot(snapshot) => {
            let (head, _) = decode(snapshot).ok()?;
            let game = game.as_mut()?;
            game.newest = (head.tick, Instant::now());
            game.received.push(head.tick);
            game.received.retain(|tick| head.tick.since(*tick) <= i64::from(OLDEST_TICKS));
            *reads_at = Instant::now() + SLOW_READ_INTERVAL;
            None
        }
    }
}

impl MatchState {
    /// The commands of the ticks since the last packet.
    fn packet(&mut self) -> Option<Vec<u8>> {
        self.frames += 1;
        let (tick, at) = self.newest;
        let since = Micros(at.elapsed().as_micros() as i64);
        let due = tick.plus(self.rate.tick_at(since).0).plus(LEAD_TICKS);
        let ahead = due.plus(AHEAD_TICKS);
        let (first, due) = match self.manner {
            Manner::Circles => (self.sent.next(), ahead),
            Manner::DoubleSpeed => (self.sent.next(), self.sent.plus(2).min(ahead)),
            Manner::Bursts if !self.frames.is_multiple_of(BURST_TICKS) => return None,
            Manner::Bursts => (self.sent.next(), self.sent.plus(2 * BURST_TICKS).min(ahead)),
            _ => (self.sent.next().max(due.minus(EARLIER_MAX)), due),
        };
        let due = due.min(first.plus(COMMANDS_PER_PACKET_MAX as u32 - 1));
        if due < first {
            return None;
        }
        let commands = (first.0..=due.0).map(|key| self.command(Tick(key))).collect();
        self.sent = due;
        let packet = CommandPacket { ack: self.ack(), view_epoch: 0, commands };
        Some(commands_message(&packet.encode()))
    }

    fn ack(&mut self) -> Option<Tick> {
        let newest = self.received.last().copied()?;
        if !matches!(self.manner, Manner::OldAcks | Manner::OldAcksSlowReader) {
            return Some(newest);
        }
        let oldest = newest.minus(self.rng.below(OLDEST_TICKS));
        self.received.iter().copied().find(|tick| *tick >= oldest)
    }

    fn command(&mut self, tick: Tick) -> UserCommand {
        if matches!(self.manner, Manner::Circles | Manner::DoubleSpeed | Manner::Bursts) {
            // The first one is no thrust.
            let n = 1 + tick.0 / TURN_TICKS % (Thrust::ALL.len() as u32 - 1);
            let (thrust, trigger) = (Thrust::ALL[n as usize], Trigger::from_pressed((true, false)));
            return UserCommand { tick, thrust, trigger, ..self.held };
        }
        if self.rng.below(30) == 0 {
            self.held.thrust = Thrust::ALL[self.rng.below(Thrust::ALL.len() as u32) as usize];
            self.held.aim = Turn(self.rng.next_u32() as u16);
            let (laser, beam) = (self.rng.below(2) == 0, self.rng.below(16) == 0);
            self.held.trigger = Trigger::from_pressed((laser, beam));
        }
        self.held.aim = Turn(self.held.aim.0.wrapping_add(200));
        UserCommand { tick, ..self.held }
    }
}

//! A player without a screen, honest or not: reads the heads of snapshots, sends a command each
//! tick, and acknowledges what its manner says.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::base::geometry::Turn;
use shared::base::limits::COMMANDS_PER_PACKET_MAX;
use shared::base::rng::Rng;
use shared::base::time::{Micros, Tick, TickRate};
use shared::netcode::values::{Delivery, PlayerNetcode};
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

/// How far its commands are ahead of the newest tick that it could know of.
const LEAD_TICKS: u32 = 4;
/// The oldest snapshot that can be built upon is nearly so many ticks old, at 60 Hz.
const OLDEST_TICKS: u32 = 118;
/// How long one who circles flies into one of eight directions.
const TURN_TICKS: u32 = 20;
/// Those who circle key their commands so much further ahead, the honest one too, so that on a busy
/// machine none is late and only the number of commands differs.
const AHEAD_TICKS: u32 = 20;
/// Ticks of a burst: twice as many commands fit into a packet.
const BURST_TICKS: u32 = 7;
/// Who reads slowly reads so often.
const READS_AFTER: Duration = Duration::from_millis(100);
/// From one connection's end to the next one's beginning.
const COMES_AGAIN_AFTER: Duration = Duration::from_millis(100);
/// Commands of a packet at most, beside the newest.
const EARLIER_MAX: u32 = 3;

/// What it does otherwise than an honest player, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Acknowledges what came, over a stream: as the page does.
    Honest,
    /// Says that snapshots may be lost, and acknowledges any that are nearly too old, so that each
    /// of its own is made for it alone.
    AcksAnything,
    /// The same, and reads only every 100 ms.
    AcksAnythingSlowly,
    /// Flies in a circle and holds the trigger, and else is honest.
    Circles,
    /// The same, and makes two commands for each tick, as long as the server takes them.
    TwiceAsFast,
    /// The same, and sends them seven ticks at a time.
    InBursts,
}

/// Who plays, and where.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) from: IpAddr,
    pub(crate) to: SocketAddr,
    pub(crate) room: String,
    pub(crate) manner: Manner,
    pub(crate) update_rate_hz: u16,
    pub(crate) seed: u64,
}

/// What it knows of the match.
struct Game {
    manner: Manner,
    rate: TickRate,
    /// The newest tick that came, and when.
    newest: (Tick, Instant),
    /// Those that came, in order, of the last two seconds.
    told: Vec<Tick>,
    sent: Tick,
    /// Frames so far: a packet may go in each.
    frames: u32,
    rng: Rng,
    held: UserCommand,
}

/// Plays until a moment; when it is thrown out, it comes again.
pub(crate) async fn play(guest: Guest, until: Instant, tally: Tally) {
    while Instant::now() < until {
        if let Some(mut socket) = open(guest.from, guest.to, &tally).await {
            visit(&guest, &mut socket, until, &tally).await;
        }
        sleep(COMES_AGAIN_AFTER).await;
    }
}

async fn visit(guest: &Guest, socket: &mut Socket, until: Instant, tally: &Tally) {
    let way = match guest.manner {
        Manner::AcksAnything | Manner::AcksAnythingSlowly => Delivery::Datagram,
        _ => Delivery::Stream,
    };
    let player = PlayerNetcode { update_rate_hz: guest.update_rate_hz, ..PlayerNetcode::default() };
    let hello = hello("guest", &guest.room, player, way);
    let _ = socket.send(Message::Binary(hello.into())).await;
    let mut game: Option<Game> = None;
    let mut ticks = interval(FRAME);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut reads_at = Instant::now();
    while Instant::now() < until {
        let reads = guest.manner != Manner::AcksAnythingSlowly || Instant::now() >= reads_at;
        tokio::select! {
            message = socket.next(), if reads => match message {
                Some(Ok(Message::Binary(bytes))) => {
                    tally.received(bytes.len());
                    if judged(&bytes) {
                        tally.answered("judged");
                    }
                    let answer = take(guest, &mut game, &bytes, &mut reads_at);
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
            _ = ticks.tick() => if let Some(packet) = game.as_mut().and_then(Game::packet) {
                tally.sent(1, packet.len());
                if socket.send(Message::Binary(packet.into())).await.is_err() {
                    return tally.answered("cut off");
                }
            },
        }
    }
}

/// Whether a message tells of a shot of one's own, which was fired and is over.
fn judged(bytes: &[u8]) -> bool {
    let message = ServerMessage::decode(bytes);
    matches!(message, Ok(ServerMessage::Control(ServerControl::Judged(_))))
}

/// A message came; what is said to it at once.
fn take(
    guest: &Guest,
    game: &mut Option<Game>,
    bytes: &[u8],
    reads_at: &mut Instant,
) -> Option<Vec<u8>> {
    match ServerMessage::decode(bytes).ok()? {
        ServerMessage::Control(ServerControl::Welcome(welcome)) => {
            *game = Some(Game {
                manner: guest.manner,
                rate: welcome.rate,
                newest: (welcome.tick, Instant::now()),
                told: Vec::new(),
                sent: welcome.tick.plus(LEAD_TICKS),
                frames: 0,
                rng: Rng::new(guest.seed, 0),
                held: UserCommand::default(),
            });
            None
        }
        ServerMessage::Control(ServerControl::Probe { nonce }) => {
            Some(ClientControl::Echo { nonce }.encode())
        }
        // After a stall of the server keys begin anew.
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
            game.told.push(head.tick);
            game.told.retain(|tick| head.tick.since(*tick) <= i64::from(OLDEST_TICKS));
            *reads_at = Instant::now() + READS_AFTER;
            None
        }
    }
}

impl Game {
    /// The commands of the ticks that have come since the last packet.
    fn packet(&mut self) -> Option<Vec<u8>> {
        self.frames += 1;
        let (tick, at) = self.newest;
        let since = Micros(at.elapsed().as_micros() as i64);
        let due = tick.plus(self.rate.tick_at(since).0).plus(LEAD_TICKS);
        let ahead = due.plus(AHEAD_TICKS);
        let (first, due) = match self.manner {
            Manner::Circles => (self.sent.next(), ahead),
            Manner::TwiceAsFast => (self.sent.next(), self.sent.plus(2).min(ahead)),
            Manner::InBursts if !self.frames.is_multiple_of(BURST_TICKS) => return None,
            Manner::InBursts => (self.sent.next(), self.sent.plus(2 * BURST_TICKS).min(ahead)),
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
        let newest = self.told.last().copied()?;
        if !matches!(self.manner, Manner::AcksAnything | Manner::AcksAnythingSlowly) {
            return Some(newest);
        }
        let oldest = newest.minus(self.rng.below(OLDEST_TICKS));
        self.told.iter().copied().find(|tick| *tick >= oldest)
    }

    fn command(&mut self, tick: Tick) -> UserCommand {
        if matches!(self.manner, Manner::Circles | Manner::TwiceAsFast | Manner::InBursts) {
            // The first is no thrust.
            let n = 1 + tick.0 / TURN_TICKS % (Thrust::ALL.len() as u32 - 1);
            let (thrust, trigger) = (Thrust::ALL[n as usize], Trigger::from_held((true, false)));
            return UserCommand { tick, thrust, trigger, ..self.held };
        }
        if self.rng.below(30) == 0 {
            self.held.thrust = Thrust::ALL[self.rng.below(Thrust::ALL.len() as u32) as usize];
            self.held.aim = Turn(self.rng.next_u32() as u16);
            let (laser, beam) = (self.rng.below(2) == 0, self.rng.below(16) == 0);
            self.held.trigger = Trigger::from_held((laser, beam));
        }
        self.held.aim = Turn(self.held.aim.0.wrapping_add(200));
        UserCommand { tick, ..self.held }
    }
}

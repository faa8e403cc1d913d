//! Many lightweight players in one room, in virtual time, each with its own manner and link. A
//! seeded hand flies each ship; commands arrive just in time, while snapshots and their
//! acknowledgements take the way down and up.

use std::collections::BTreeMap;

use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    room::{Output, Room, SessionId},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand},
    },
    wire::{
        command_packet::CommandPacket,
        conditions::{LinkConditions, LinkMode},
        link::Link,
        message::{ClientControl, Hello, Lane, ServerMessage, commands_message},
        snapshot::decode,
    },
};

use super::manner::Manner;
use crate::support::guest::config_of;

/// Header bytes of a WebSocket frame with TCP and IP, as `lagrange load` counts them.
const FRAME_BYTES: u64 = 54;

/// What a player was sent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    pub(super) snapshots: u64,
    pub(super) keyframes: u64,
    /// Total of the ticks that its snapshots cover.
    pub(super) ticks: u64,
    /// Of all messages.
    pub(super) bytes: u64,
    /// With the headers that carry them.
    pub(super) wire_bytes: u64,
}

/// A player and its link.
#[derive(Debug)]
pub(super) struct Guest {
    session: SessionId,
    manner: Manner,
    update_rate_hz: u16,
    up: Link,
    down: Link,
    /// The newest acknowledgement that arrived at the room.
    came: Option<Tick>,
    /// Ticks of its snapshots since it last joined, in order.
    received: Vec<Tick>,
    /// The snapshot that its socket has not taken yet, and the tick at which it will.
    unread: Option<(Tick, Tick)>,
    /// Until then its socket takes nothing.
    stalled_until: Tick,
    held: UserCommand,
    pub(super) sent: Sent,
    /// Histogram of the gaps between snapshots, in ticks.
    pub(super) gaps: BTreeMap<u32, u32>,
    /// How often it rejoined after the room closed its session.
    pub(super) joins: u32,
    /// Ticks of its keyframes since it last joined.
    pub(super) keyframes: Vec<Tick>,
}

/// A room and its players.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) room: Room,
    pub(super) guests: Vec<Guest>,
    rng: Rng,
    seed: u64,
    /// The most bodies encoded in one tick.
    pub(super) bodies_most: u64,
}

/// A link with this round trip, a tenth of which is jitter, and this loss each way, in permille.
pub(super) fn line(mode: LinkMode, round_trip_ms: u16, loss_permille: u16) -> LinkConditions {
    let jitter_ms = round_trip_ms / 20;
    let latency_ms = round_trip_ms / 2 - jitter_ms;
    LinkConditions { latency_ms, jitter_ms, loss_permille, mode, ..LinkConditions::default() }
}

fn hello(manner: Manner, update_rate_hz: u16) -> Hello {
    Hello { subscription: manner.subscription(update_rate_hz), ..Hello::new("guest", "") }
}

impl Lines {
    pub(super) fn new(seed: u64, seats: u16) -> Self {
        let config = config_of(seats, 0, Arena::strewn(seed), seed);
        let room = Room::new(config, Micros::ZERO).unwrap();
        Self { room, guests: Vec::new(), rng: Rng::new(seed, 5), seed, bodies_most: 0 }
    }

    pub(super) fn join(
        &mut self,
        manner: Manner,
        update_rate_hz: u16,
        line: LinkConditions,
    ) -> usize {
        let hello = hello(manner, update_rate_hz);
        let session = self.room.handle_join(self.now(), &hello).unwrap();
        let n = self.guests.len();
        let link = |direction| Link::new(line, self.seed, 2 * n as u32 + direction);
        self.guests.push(Guest {
            session,
            manner,
            update_rate_hz,
            up: link(0),
            down: link(1),
            came: None,
            received: Vec::new(),
            unread: None,
            stalled_until: Tick::ZERO,
            held: UserCommand::default(),
            sent: Sent::default(),
            gaps: BTreeMap::new(),
            joins: 0,
            keyframes: Vec::new(),
        });
        n
    }

    pub(super) fn run(&mut self, seconds: u32) {
        for _ in 0..seconds * u32::from(TickRate::DEFAULT.hz()) {
            self.step();
        }
    }

    /// Stalls the server's process for so long; it resumes with the next tick.
    pub(super) fn stall(&mut self, seconds: i64) {
        let late = self.room.poll_time() + Micros(seconds * 1_000_000);
        self.room.handle_time(late);
        self.hear();
        for n in 0..self.guests.len() {
            // Every client answers the stall at once.
            let number = self.room.stats().stalls as u32;
            let answer = ClientControl::Epoch { number, view_epoch: 0 };
            let (now, session) = (self.now(), self.guests[n].session);
            self.room.handle_message(now, session, &answer.encode());
        }
    }

    /// Runs one tick: delivers what came up, advances the room, and sends its output.
    pub(super) fn step(&mut self) {
        let bodies = self.room.stats().bodies;
        for n in 0..self.guests.len() {
            self.speak(n);
        }
        self.room.handle_time(self.room.poll_time());
        self.bodies_most = self.bodies_most.max(self.room.stats().bodies - bodies);
        self.hear();
        let (now, tick) = (self.now(), self.room.tick());
        for guest in &mut self.guests {
            if let Some((unread, _)) = guest.unread.filter(|(_, from)| *from <= tick) {
                guest.unread = None;
                self.room.handle_written(guest.session, unread);
            }
            while let Some(message) = guest.down.poll_deliver(now) {
                guest.up.send(now, Lane::Lossy.into(), message);
            }
        }
    }

    /// The time of the room's newest tick, on a clock that stalls advance.
    fn now(&self) -> Micros {
        self.room.poll_time() - self.room.config().rate.micros_at(Tick(1))
    }

    fn speak(&mut self, n: usize) {
        let (now, tick) = (self.now(), self.room.tick());
        let (guest, rng) = (&mut self.guests[n], &mut self.rng);
        while let Some(message) = guest.up.poll_deliver(now) {
            let shown = message.try_into().map(u32::from_le_bytes).map(Tick).unwrap();
            guest.came = guest.came.max(Some(shown));
        }
        if rng.below(30) == 0 {
            guest.held.thrust = Thrust::ALL[rng.below(9) as usize];
            guest.held.aim = Turn(rng.next_u32() as u16);
            let (laser, beam) = (rng.below(2) == 0, rng.below(16) == 0);
            guest.held.trigger = Trigger::from_pressed((laser, beam));
        }
        guest.held.aim = Turn(guest.held.aim.0.wrapping_add(200));
        let command = UserCommand { tick: tick.next(), ..guest.held };
        let ack = guest.manner.ack(tick, &guest.received, guest.came, rng);
        let packet = CommandPacket { ack, view_epoch: 0, commands: vec![command] };
        self.room.handle_message(now, guest.session, &commands_message(&packet.encode()));
        let wish = guest.manner.resubscription(tick, guest.update_rate_hz);
        let asks = guest.manner == Manner::AsksForFullUpdates && tick.0.is_multiple_of(61);
        let wish = wish.map(ClientControl::Subscribe);
        for control in wish.into_iter().chain(asks.then_some(ClientControl::FullUpdate)) {
            self.room.handle_message(now, guest.session, &control.encode());
        }
    }

    fn hear(&mut self) {
        let now = self.now();
        while let Some(output) = self.room.poll_output() {
            let to = match output {
                Output::Reliable { session, .. }
                | Output::Snapshot { session, .. }
                | Output::Close { session, .. } => session,
                Output::GivenUp { .. } | Output::Watch(_) => continue,
            };
            let found = self.guests.iter_mut().find(|guest| guest.session == to);
            let Some(guest) = found else { continue };
            match output {
                Output::Reliable { message, .. } => guest.sent.count(&message),
                Output::GivenUp { .. } | Output::Watch(_) => {}
                Output::Snapshot { tick, message, .. } => {
                    let rng = &mut self.rng;
                    guest.take(now, tick, &message, rng);
                }
                // It rejoins at once.
                Output::Close { .. } => {
                    let hello = hello(guest.manner, guest.update_rate_hz);
                    let back = self.room.handle_resume(now, guest.session, &hello);
                    let back = back.or_else(|_| self.room.handle_join(now, &hello));
                    guest.session = back.unwrap();
                    guest.received.clear();
                    guest.keyframes.clear();
                    (guest.came, guest.unread) = (None, None);
                    guest.joins += 1;
                }
            }
        }
    }
}

impl Sent {
    fn count(&mut self, message: &[u8]) {
        self.bytes += message.len() as u64;
        self.wire_bytes += message.len() as u64 + FRAME_BYTES;
    }
}

impl Guest {
    /// The tick of its newest snapshot.
    pub(super) fn newest(&self) -> Option<Tick> {
        self.received.last().copied()
    }

    fn take(&mut self, now: Micros, tick: Tick, message: &[u8], rng: &mut Rng) {
        let Ok(ServerMessage::Snapshot(bytes)) = ServerMessage::decode(message) else {
            panic!("the room sends valid messages");
        };
        let baseline = decode(bytes).unwrap().0.baseline;
        self.sent.count(message);
        self.sent.snapshots += 1;
        match baseline {
            Some(baseline) => self.sent.ticks += tick.since(baseline).unsigned_abs(),
            None => {
                self.sent.keyframes += 1;
                self.keyframes.push(tick);
            }
        }
        if let Some(last) = self.received.last() {
            *self.gaps.entry(tick.since(*last) as u32).or_default() += 1;
        }
        self.received.push(tick);
        let conditions = self.down.conditions();
        let loses = rng.below(1000) < conditions.loss_permille.into();
        if conditions.mode == LinkMode::Stream && loses {
            // A lost segment is resent after a while; meanwhile the socket is full.
            let rate = TickRate::DEFAULT;
            let wait_ms = 200.max(2 * u32::from(conditions.latency_ms));
            self.stalled_until = self.stalled_until.max(tick.plus(rate.ticks_in_ms(wait_ms)));
        }
        let read = self.manner.reads_after().map(|ticks| tick.plus(ticks));
        self.unread = read.map(|at| (tick, at.max(self.stalled_until)));
        let shown = tick.0.to_le_bytes().to_vec();
        match conditions.mode {
            LinkMode::Datagram => self.down.send(now, Lane::Lossy.into(), shown),
            LinkMode::Stream => self.down.send(now, Lane::Reliable.into(), shown),
        }
    }
}

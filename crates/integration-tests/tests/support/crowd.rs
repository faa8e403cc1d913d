//! For benchmarks and allocation tests: a room full of players flown by a seeded hand, who never
//! read replies. Their commands arrive just in time, so that a tick can be simulated by itself.
#![allow(dead_code, reason = "each test and benchmark uses a part of it")]

use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    netcode::{
        rates::RateBounds,
        values::{RoomNetcode, Subscription},
    },
    room::{Difficulty, Output, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand, View},
        ship::ShipId,
    },
    wire::{
        command_packet::CommandPacket,
        message::{Hello, ServerControl, ServerMessage, commands_message},
        snapshot::snapshot_interval,
    },
};

/// How far every player's view of the others lags, in ticks: 100 ms.
const VIEW_BACK: u32 = 6;

/// The room and its players.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    pub(crate) room: Room,
    /// The players' ships.
    pub(crate) ships: Vec<ShipId>,
    sessions: Vec<SessionId>,
    held: Vec<UserCommand>,
    /// The newest snapshot that was sent.
    newest: Option<Tick>,
    armed: u32,
    rng: Rng,
}

impl Crowd {
    /// A room at 60 Hz with some players and bots. A player holds its trigger in `armed` of a
    /// thousand moments.
    pub(crate) fn new(players: u16, bots: u16, netcode: RoomNetcode, armed: u32) -> Self {
        Self::within(Arena::strewn(7), players, bots, netcode, armed)
    }

    /// The same in an arena.
    pub(crate) fn within(
        arena: Arena,
        players: u16,
        bots: u16,
        netcode: RoomNetcode,
        armed: u32,
    ) -> Self {
        Self::in_room(Self::config(arena, players, bots, netcode), players, armed)
    }

    /// The settings of such a room.
    pub(crate) fn config(
        arena: Arena,
        players: u16,
        bots: u16,
        netcode: RoomNetcode,
    ) -> RoomConfig {
        RoomConfig {
            name: "crowd".into(),
            seats: players + bots,
            bots: if bots == 0 { 0 } else { players + bots },
            difficulty: Difficulty::Full,
            rounds: None,
            watch_delay_ms: 0,
            sides: None,
            series: None,
            rate: TickRate::DEFAULT,
            arena,
            netcode,
            kind: RoomKind::Private,
            rate_bounds: RateBounds::default(),
            seed: 7,
        }
    }

    /// A room with these settings and so many players.
    pub(crate) fn in_room(config: RoomConfig, players: u16, armed: u32) -> Self {
        let mut room = Room::new(config, Micros::ZERO).unwrap();
        let (mut sessions, mut ships) = (Vec::new(), Vec::new());
        for n in 0..players {
            let hello = Hello::new(&n.to_string(), "");
            sessions.push(room.handle_join(Micros::ZERO, &hello).unwrap());
            while let Some(output) = room.poll_output() {
                let Output::Reliable { message, .. } = output else { continue };
                if let Ok(ServerMessage::Control(ServerControl::Welcome(welcome))) =
                    ServerMessage::decode(&message)
                {
                    ships.push(welcome.ship);
                }
            }
        }
        let held = vec![UserCommand::default(); players.into()];
        Self { room, ships, sessions, held, newest: None, armed, rng: Rng::new(7, 3) }
    }

    /// Removes this many players.
    pub(crate) fn leave(&mut self, players: usize) {
        self.ships.truncate(self.ships.len().saturating_sub(players));
        for session in self.sessions.split_off(self.ships.len()) {
            self.room.handle_leave(session);
            self.hear();
        }
    }

    /// Takes the room's output. Returns the number of snapshots and of other messages.
    pub(crate) fn hear(&mut self) -> (usize, usize) {
        let (mut snapshots, mut others) = (0, 0);
        while let Some(output) = self.room.poll_output() {
            if let Output::Snapshot { session, tick, message } = output {
                self.room.handle_written(session, tick);
                self.newest = Some(tick);
                self.room.recycle_message(message);
                snapshots += 1;
            } else {
                others += 1;
            }
        }
        (snapshots, others)
    }

    /// Sends every player's command for the next tick, and acknowledges the newest snapshot.
    pub(crate) fn feed(&mut self) {
        self.feed_with(self.room.tick().minus(VIEW_BACK), 1);
    }

    /// The same, with views between two snapshots that were sent.
    pub(crate) fn feed_as_drawn(&mut self) {
        let update_rate_hz = Subscription::default().update_rate_hz;
        let interval = snapshot_interval(self.room.config().rate, update_rate_hz);
        let newest = self.room.tick().minus(VIEW_BACK);
        self.feed_with(newest.minus(newest.0 % interval), interval as u8);
    }

    /// Every player sees a moment between a tick and `span` ticks later.
    fn feed_with(&mut self, older: Tick, span: u8) {
        self.hear();
        let (tick, now) = (self.room.tick().next(), self.room.config().rate);
        let now = now.micros_at(self.room.tick());
        let within = u32::from(span) * VIEW_STEPS_PER_TICK as u32;
        let steps = ViewTime::from_tick(older).0 + i64::from(self.rng.below(within));
        let view = View { time: ViewTime(steps.min(VIEW_STEPS_PER_TICK * 1_000_000)), older, span };
        for (session, held) in self.sessions.iter().zip(&mut self.held) {
            if self.rng.below(30) == 0 {
                held.thrust = Thrust::ALL[self.rng.below(9) as usize];
                held.aim = Turn(self.rng.next_u32() as u16);
                let armed = self.rng.below(1000) < self.armed;
                let beam = self.rng.below(8) == 0;
                held.trigger = Trigger::from_pressed((armed, armed && beam));
            }
            let command = UserCommand { tick, view, ..*held };
            let packet = CommandPacket { ack: self.newest, view_epoch: 0, commands: vec![command] };
            self.room.handle_message(now, *session, &commands_message(&packet.encode()));
        }
    }

    /// Runs the next tick and takes its output.
    pub(crate) fn serve(&mut self) {
        let next = self.room.tick().next();
        self.room.handle_time(self.room.config().rate.micros_at(next));
    }

    pub(crate) fn run(&mut self, ticks: usize) {
        for _ in 0..ticks {
            self.feed();
            self.room.simulate();
        }
    }
}

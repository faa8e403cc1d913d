//! A player of a room without a real client: a test decides what it sends, and it keeps what the
//! room sends.
#![allow(dead_code, reason = "each test and benchmark uses a part of it")]

use shared::{
    base::time::{Micros, Tick, TickRate},
    netcode::{rates::RateBounds, values::RoomNetcode},
    report::shot_record::ShotRecord,
    room::{Difficulty, Output, ResumeError, Room, RoomConfig, RoomKind, SessionId, WatchPart},
    sim::{arena::Arena, command::UserCommand, event::Event, ship::ShipId, state::WorldState},
    wire::{
        close_reason::CloseReason,
        codec::{Baseline, CodecContext, CodecId, DecodedSnapshot},
        command_packet::CommandPacket,
        message::{Hello, ServerControl, ServerMessage, commands_message},
        snapshot::decode,
    },
};

/// A player.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) session: SessionId,
    pub(crate) ship: ShipId,
    /// Every snapshot, as decoded.
    pub(crate) states: Vec<WorldState>,
    /// The tick and the baseline of each.
    parents: Vec<(Tick, Option<Tick>)>,
    /// Events that no earlier snapshot had.
    pub(crate) events: Vec<Event>,
    pub(crate) records: Vec<ShotRecord>,
    /// Everything that the room sent, in order.
    pub(crate) messages: Vec<Vec<u8>>,
    pub(crate) closed: Option<CloseReason>,
}

/// A room and its players.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub(crate) room: Room,
    pub(crate) guests: Vec<Guest>,
    /// Sessions whose held seats have been given up.
    pub(crate) given_up: Vec<SessionId>,
    /// What watchers were sent.
    pub(crate) watched: Vec<WatchPart>,
}

/// A room's settings: 60 Hz, the game's netcode.
pub(crate) fn config_of(seats: u16, bots: u16, arena: Arena, seed: u64) -> RoomConfig {
    RoomConfig {
        name: "party".into(),
        seats,
        bots,
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate: TickRate::DEFAULT,
        arena,
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed,
    }
}

impl Party {
    pub(crate) fn new(config: RoomConfig, guests: usize) -> Self {
        let room = Room::new(config, Micros::ZERO).unwrap();
        let mut party =
            Self { room, guests: Vec::new(), given_up: Vec::new(), watched: Vec::new() };
        for _ in 0..guests {
            party.join();
        }
        party
    }

    pub(crate) fn join(&mut self) -> usize {
        let hello = Hello::new(&format!("guest {}", self.guests.len()), "");
        let session = self.room.handle_join(self.now(), &hello).unwrap();
        self.seat(session)
    }

    /// Resumes the seat of an earlier session, if that is still held.
    pub(crate) fn resume(&mut self, earlier: SessionId) -> Result<usize, ResumeError> {
        let session = self.room.handle_resume(self.now(), earlier, &Hello::new("back", ""))?;
        Ok(self.seat(session))
    }

    fn seat(&mut self, session: SessionId) -> usize {
        self.guests.push(Guest {
            session,
            ship: ShipId::default(),
            states: Vec::new(),
            parents: Vec::new(),
            events: Vec::new(),
            records: Vec::new(),
            messages: Vec::new(),
            closed: None,
        });
        self.deliver();
        self.guests.len() - 1
    }

    /// The time of the room's newest tick.
    pub(crate) fn now(&self) -> Micros {
        self.room.config().rate.micros_at(self.room.tick())
    }

    /// Delivers a command packet just in time for the next tick.
    pub(crate) fn say(&mut self, guest: usize, ack: Option<Tick>, commands: Vec<UserCommand>) {
        let packet = CommandPacket { ack, view_epoch: 0, commands };
        self.say_bytes(guest, &commands_message(&packet.encode()));
    }

    /// Delivers a message.
    pub(crate) fn say_bytes(&mut self, guest: usize, message: &[u8]) {
        let now = self.now();
        self.room.handle_message(now, self.guests[guest].session, message);
        self.deliver();
    }

    /// Runs some ticks in which every guest acknowledges what it received.
    pub(crate) fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            for guest in 0..self.guests.len() {
                let ack = self.guests[guest].newest();
                self.say(guest, ack, Vec::new());
            }
            self.step();
        }
    }

    pub(crate) fn n_bots(&self) -> usize {
        self.room.roster().iter().filter(|entry| entry.bot).count()
    }

    /// Runs the next tick.
    pub(crate) fn step(&mut self) {
        let due = self.room.poll_time();
        self.room.handle_time(due);
        self.deliver();
    }

    fn deliver(&mut self) {
        while let Some(output) = self.room.poll_output() {
            let (to, message) = match output {
                Output::Reliable { session, message } => (session, message),
                Output::Snapshot { session, tick, message } => {
                    self.room.handle_written(session, tick);
                    (session, message)
                }
                Output::Close { session, reason, .. } => {
                    if let Some(guest) = self.guests.iter_mut().find(|g| g.session == session) {
                        guest.closed = Some(reason);
                    }
                    continue;
                }
                Output::Watch(part) => {
                    self.watched.push(part);
                    continue;
                }
                Output::GivenUp { session } => {
                    self.given_up.push(session);
                    continue;
                }
            };
            if let Some(guest) = self.guests.iter_mut().find(|guest| guest.session == to) {
                guest.take(&message, &self.room);
            }
        }
    }
}

impl Guest {
    /// The tick of the newest snapshot.
    pub(crate) fn newest(&self) -> Option<Tick> {
        self.states.last().map(|state| state.tick)
    }

    fn take(&mut self, message: &[u8], room: &Room) {
        self.messages.push(message.to_vec());
        match ServerMessage::decode(message).expect("the room sends valid messages") {
            ServerMessage::Control(ServerControl::Welcome(welcome)) => self.ship = welcome.ship,
            ServerMessage::Control(ServerControl::Judged(record)) => self.records.push(record),
            ServerMessage::Control(_) | ServerMessage::Seat(_) => {}
            ServerMessage::Snapshot(bytes) => self.take_snapshot(bytes, room),
        }
    }

    fn take_snapshot(&mut self, bytes: &[u8], room: &Room) {
        let (head, body) = decode(bytes).expect("the room sends valid messages");
        let context = CodecContext { params: room.world().params(), seats: room.config().seats };
        let find = |tick| self.states.iter().rev().find(|state: &&WorldState| state.tick == tick);
        let parent = |tick| self.parents.iter().rev().find(|(decoded, _)| *decoded == tick)?.1;
        let baseline = head.baseline.map(|tick| Baseline {
            state: find(tick).expect("a baseline that was sent"),
            before: parent(tick).and_then(find),
        });
        let decoded = CodecId::Replay.decode(None, &context, baseline, head.tick, body);
        let DecodedSnapshot { state, events, .. } = decoded.expect("the room sends valid messages");
        self.parents.push((head.tick, head.baseline));
        let known = self.newest().unwrap_or_default();
        self.events.extend(events.into_iter().filter(|event| event.tick > known));
        self.states.push(state);
    }
}

//! A whole room driven by one input: messages of several sessions, joins, leaves, lost and resumed
//! connections, and time. A passive player must not be affected by any of it.
//!
//! The first bytes are the room's settings; then come [`Op`]s, each a byte and its arguments.

use std::collections::BTreeSet;

use shared::{
    base::{
        geometry::Turn,
        time::{Micros, TickRate},
    },
    judge::shot::HitClaim,
    netcode::{
        rates::RateBounds,
        setting::Setting,
        values::{Netcode, PlayerNetcode, RoomNetcode, SnapshotDelivery},
    },
    room::{Difficulty, Output, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand, View},
        event::{EventKind, ShotId, Weapon},
        ship::ShipId,
    },
    wire::{
        codec::CodecId,
        command_packet::CommandPacket,
        message::{ClientControl, Hello, ServerMessage, commands_message},
        sides::Sides,
    },
};

use super::{Count, input::Input, onlooker::Onlooker};

/// Ops in an input, and ticks in one op: up to 48 s at the lowest rate.
const OPS_MAX: u32 = 256;
const TICKS_MAX: u8 = 32;
/// Ticks within which the onlooker receives the newest tick once all others are silent.
const SILENT_TICKS: u32 = 160;
/// Messages are shorter: in a match, players send no more than 36 bytes.
pub const MESSAGE_BYTES_MAX: u8 = 64;
/// Bytes of the room's settings, at the start of an input.
pub const SETTINGS_BYTES: u32 = 6;
/// Sessions that are remembered, to send for or to resume.
const SESSIONS_MAX: usize = 64;

/// The next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// A session sends these bytes.
    Bytes,
    /// A session sends commands, some of which may be valid.
    Commands,
    /// A session claims a hit for a shot that was announced.
    Claim,
    /// A session requests a report on a shot.
    RequestReport,
    /// A session changes one of its own settings.
    Subscribe,
    /// A session changes a setting of the room.
    SetRules,
    /// The stream has taken a snapshot of the newest tick.
    Written,
    /// A player joins.
    Join,
    /// A session's connection is lost.
    Lose,
    /// A session is resumed.
    Resume,
    /// A session leaves for good.
    Leave,
    /// Ticks pass, each when it is due.
    Ticks,
    /// Time passes without a call: a stall.
    Stall,
}

/// The ops by byte, modulo the length of this table.
pub const OPS: [Op; 16] = [
    Op::Bytes,
    Op::Bytes,
    Op::Commands,
    Op::Commands,
    Op::Claim,
    Op::RequestReport,
    Op::Subscribe,
    Op::SetRules,
    Op::Written,
    Op::Join,
    Op::Lose,
    Op::Resume,
    Op::Leave,
    Op::Ticks,
    Op::Ticks,
    Op::Stall,
];

/// The smallest byte that encodes an op.
#[must_use]
pub fn byte_of(op: Op) -> u8 {
    OPS.iter().position(|one| *one == op).expect("every op has a place") as u8
}

/// The room and the state of the driver.
struct Stage {
    room: Room,
    now: Micros,
    onlooker: Onlooker,
    /// The newest [`SESSIONS_MAX`] sessions, oldest first.
    sessions: Vec<SessionId>,
    /// Shots that were fired, newest last.
    shots: Vec<ShotId>,
    count: Count,
}

/// Asserts that the room stays consistent, and serves the onlooker as if it were alone.
pub fn check(bytes: &[u8]) -> Count {
    let mut input = Input(bytes);
    let mut stage = Stage::new(&mut input);
    for _ in 0..OPS_MAX {
        if input.is_over() {
            break;
        }
        let op = input.one_of(&OPS);
        stage.run_op(op, &mut input);
        stage.deliver();
        check_consistent(&stage.room);
    }
    stage.onlooker.compared = 0;
    for _ in 0..SILENT_TICKS {
        stage.tick();
    }
    assert!(stage.onlooker.compared > 0, "the onlooker receives no more snapshots");
    check_consistent(&stage.room);
    stage.count
}

/// Each ship has one seat, each seat one ship, and no two have the same name.
fn check_consistent(room: &Room) {
    let (roster, world) = (room.roster(), room.world());
    assert!(roster.is_sorted_by(|a, b| a.ship.idx < b.ship.idx), "{roster:?}");
    assert!(world.ships().map(|ship| ship.id).eq(roster.iter().map(|entry| entry.ship)));
    let bots = roster.iter().filter(|entry| entry.bot).count();
    assert_eq!(roster.len(), room.n_ships());
    assert_eq!(room.n_players() + bots, room.n_ships());
    assert!(room.n_ships() <= room.config().seats.into() && room.n_held() <= room.n_players());
    let names: BTreeSet<&str> = roster.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names.len(), roster.len(), "{roster:?}");
}

/// The server's own bounds, so that no session's rules change the rates of the onlooker.
fn rate_bounds() -> RateBounds {
    let PlayerNetcode { update_rate_hz, rate_kb_per_s, .. } = PlayerNetcode::default();
    RateBounds {
        update_min_hz: update_rate_hz,
        update_max_hz: update_rate_hz,
        bytes_min_kb_per_s: rate_kb_per_s,
        bytes_max_kb_per_s: rate_kb_per_s,
    }
}

impl Stage {
    fn new(input: &mut Input) -> Self {
        let kinds = [RoomKind::Public, RoomKind::Private, RoomKind::Experimental];
        let seats = 2 + u16::from(input.u8() % 7);
        let bots = u16::from(input.u8()) % (seats + 1);
        let rate = TickRate::new(input.one_of(&[60, 20, 30, 128])).expect("a rate");
        let arena = Arena::strewn(u64::from(input.u8() % 4));
        let (kind, seed) = (input.one_of(&kinds), u64::from(input.u8()));
        let has_sides = kind == RoomKind::Private && !seed.is_multiple_of(2);
        let config = RoomConfig {
            name: "fuzz".into(),
            seats,
            bots,
            difficulty: Difficulty::Full,
            rounds: None,
            watch_delay_ms: 0,
            sides: has_sides.then_some(Sides { round_trip_ms: [20, 150] }),
            series: None,
            rate,
            arena,
            netcode: RoomNetcode::default(),
            kind,
            rate_bounds: rate_bounds(),
            seed,
        };
        let mut room = Room::new(config, Micros::ZERO).expect("a valid room");
        let hello = Hello { codecs: vec![CodecId::Replay], ..Hello::new("onlooker", "") };
        let session = room.handle_join(Micros::ZERO, &hello).expect("there is a seat");
        let mut stage = Self {
            room,
            now: Micros::ZERO,
            onlooker: Onlooker::new(session),
            sessions: Vec::new(),
            shots: Vec::new(),
            count: Count::default(),
        };
        stage.deliver();
        stage
    }

    fn run_op(&mut self, op: Op, input: &mut Input) {
        match op {
            Op::Bytes => {
                let session = self.session(input);
                let length = input.u8() % MESSAGE_BYTES_MAX;
                let message = input.bytes(length.into());
                self.say(session, message);
            }
            Op::Commands => self.command(input),
            Op::Claim => {
                let (session, shot) = (self.session(input), self.shot(input));
                let victim = self.ship(input);
                let age = u32::from(input.u16());
                self.say(session, &ClientControl::Claim(HitClaim { shot, victim, age }).encode());
            }
            Op::RequestReport => {
                let (session, shot) = (self.session(input), self.shot(input));
                self.say(session, &ClientControl::RequestReport(shot).encode());
            }
            Op::Subscribe => {
                let (session, delivery) = (
                    self.session(input),
                    input.one_of(&[SnapshotDelivery::Stream, SnapshotDelivery::Datagram]),
                );
                let subscription = set(input).player.subscription(delivery);
                self.say(session, &ClientControl::Subscribe(subscription).encode());
            }
            Op::SetRules => {
                let session = self.session(input);
                self.say(session, &ClientControl::SetRules(set(input).room).encode());
            }
            Op::Written => {
                let (session, ago) = (self.session(input), input.u8());
                self.room.handle_written(session, self.room.tick().minus(ago.into()));
            }
            Op::Join | Op::Lose | Op::Resume | Op::Leave => self.come_or_go(op, input),
            Op::Ticks => (0..=input.u8() % TICKS_MAX).for_each(|_| self.tick()),
            Op::Stall => {
                self.now += Micros::from_ms(input.u16().into());
                self.onlooker.say(self.now, &mut self.room);
                self.room.handle_time(self.now);
            }
        }
    }

    fn come_or_go(&mut self, op: Op, input: &mut Input) {
        let session = self.session(input);
        let length = usize::from(input.u8() % 24);
        let name = String::from_utf8_lossy(input.bytes(length)).into_owned();
        let hello = Hello { codecs: vec![input.one_of(&CodecId::ALL)], ..Hello::new(&name, "") };
        let came = match op {
            Op::Join => self.room.handle_join(self.now, &hello).ok(),
            Op::Resume => self.room.handle_resume(self.now, session, &hello).ok(),
            Op::Lose => {
                self.room.handle_lost(session);
                None
            }
            _ => {
                self.room.handle_leave(session);
                None
            }
        };
        if let Some(session) = came {
            if self.sessions.len() == SESSIONS_MAX {
                self.sessions.remove(0);
            }
            self.sessions.push(session);
        }
    }

    /// Commands for about the next ticks, with views of about what was drawn.
    fn command(&mut self, input: &mut Input) {
        let session = self.session(input);
        let tick = self.room.tick();
        let first = tick.minus(4).plus(u32::from(input.u8() % 80));
        let ack = input.u8();
        let ack = (ack > 0).then(|| tick.minus(u32::from(ack) - 1));
        let view_epoch = input.u8() % 4;
        let command = |n| {
            let held = input.u8();
            let mut view = View::present(tick.minus(u32::from(held >> 4)));
            view.span = held >> 6;
            UserCommand {
                tick: first.plus(n),
                thrust: input.one_of(&Thrust::ALL),
                aim: Turn(input.u16()),
                trigger: Trigger::from_pressed((held & 1 > 0, held & 2 > 0)),
                view,
            }
        };
        let packet = CommandPacket { ack, view_epoch, commands: (0..3).map(command).collect() };
        self.say(session, &commands_message(&packet.encode()));
    }

    fn say(&mut self, session: SessionId, message: &[u8]) {
        self.room.handle_message(self.now, session, message);
        self.count += Count { read: 1, refused: 0 };
    }

    /// A session other than the onlooker's, or an unknown one if there is none.
    fn session(&self, input: &mut Input) -> SessionId {
        let at = usize::from(input.u8()) % (self.sessions.len() + 1);
        self.sessions.get(at).copied().unwrap_or(SessionId(u32::MAX))
    }

    /// The ship in a seat, or one that might be.
    fn ship(&self, input: &mut Input) -> ShipId {
        let (idx, generation) = (u16::from(input.u8() % 10), u16::from(input.u8() % 4));
        let known = self.room.roster().iter().find(|entry| entry.ship.idx == idx);
        known.filter(|_| generation == 0).map_or(ShipId { idx, generation }, |entry| entry.ship)
    }

    /// A shot that was fired, or one that might have been.
    fn shot(&self, input: &mut Input) -> ShotId {
        let at = usize::from(input.u8());
        let fired = self.shots.len().checked_sub(1 + at).map(|at| self.shots[at]);
        let tick = self.room.tick().minus(u32::from(input.u8()));
        let weapon = input.one_of(&[Weapon::Laser, Weapon::Beam]);
        fired.unwrap_or_else(|| ShotId { tick, shooter: self.ship(input), weapon })
    }

    fn tick(&mut self) {
        self.now = self.now.max(self.room.poll_time());
        self.onlooker.say(self.now, &mut self.room);
        self.room.handle_time(self.now);
        let fired = self.room.events_now().filter_map(|event| match event.kind {
            EventKind::Fired { shot, .. } => Some(shot),
            _ => None,
        });
        self.shots.extend(fired);
        self.deliver();
    }

    /// Asserts that everything the room sends can be decoded.
    fn deliver(&mut self) {
        while let Some(output) = self.room.poll_output() {
            let (session, message) = match output {
                Output::Reliable { session, message }
                | Output::Snapshot { session, message, .. } => (session, message),
                Output::Close { session, reason, .. } => {
                    assert_ne!(session, self.onlooker.session, "closed: {reason:?}");
                    self.count.refused += 1;
                    continue;
                }
                Output::GivenUp { .. } | Output::Watch(_) => continue,
            };
            let read = ServerMessage::decode(&message).expect("the room sends valid messages");
            if let ServerMessage::Snapshot(bytes) = read
                && session == self.onlooker.session
            {
                // It reads immediately.
                let tick = self.onlooker.take_snapshot(bytes, &self.room);
                self.room.handle_written(session, tick);
            }
            self.room.recycle_message(message);
        }
    }
}

/// The default with one setting changed.
fn set(input: &mut Input) -> Netcode {
    let mut netcode = Netcode::default();
    let setting = input.one_of(Setting::ALL);
    let spec = setting.spec();
    let value = spec.min + input.u32() % (spec.max - spec.min + 1);
    // The value is within its range.
    let _ = netcode.set(setting, value);
    netcode
}

//! The byte format of all messages between client and server, and the protocol version.
//!
//! The first byte of a message is its kind; all numbers are little-endian.
//!
//! | from | byte 0 | then |
//! |---|---|---|
//! | client | `0` hello | [`PROTOCOL_VERSION`] as `u16`, then [`Hello`] in postcard |
//! | client | `1` commands | a [command packet](super::command_packet) |
//! | client | `2` control | [`ClientControl`] in postcard |
//! | client | `3` resume | a [token](super::seat) |
//! | client | `4` watch | as a hello, from a client that [watches](super::watch) |
//! | server | `0` control | [`ServerControl`] in postcard |
//! | server | `1` snapshot | a [snapshot](super::snapshot) |
//! | server | `2` seat | a [token](super::seat) |
//!
//! The version comes before anything that may change, so any two versions can recognise a mismatch.
//! The names in a hello may be four times the usual length and may contain control or bidirectional
//! characters. The server's shell, which has the tables of user-perceived characters, truncates
//! them, and [`clean_name`](super::name::clean_name) cleans them when a player enters a room, so no
//! roster contains such characters.

mod hello;

use alloc::{boxed::Box, string::String, vec::Vec};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    codec::CodecId,
    command_packet::CommandError,
    round::Round,
    seat::{self, ResumeToken, SeatGrant},
    sides::SidesState,
    snapshot::{SnapshotError, SnapshotHead, encode_onto},
    watch::{PlayerViews, Turn, TurnWish, WatchWelcome},
};
use crate::{
    base::{
        encoding::{append, read},
        geometry::Vec2,
        limits::{
            BOT_LEVEL_MAX, CHART_ROWS_MAX, CLIENT_MESSAGE_BYTES_MAX, SEATS_MAX,
            SERVER_MESSAGE_BYTES_MAX, TICK_MAX, WATCHERS_MAX,
        },
        pressure::Pressure,
        time::{ClockEpoch, Tick, TickRate},
    },
    judge::shot::HitClaim,
    netcode::{
        laboratory::LaboratoryOnly,
        rates::RateBounds,
        values::{RoomNetcode, Subscription},
    },
    report::{
        shot_record::ShotRecord,
        shot_report::{ReportRefusal, ReportsWanted, ShotReport},
    },
    schemes::claims::ClaimRefusal,
    sim::{
        arena::Arena,
        event::ShotId,
        ship::{Ship, ShipId},
    },
};
use hello::decode_hello;
pub use hello::{BotsRequest, Hello, Listing, RoomRequest};

/// The version of the wire format. Bumped whenever the meaning of any byte changes.
pub const PROTOCOL_VERSION: u16 = 14;

/// Message kinds, in the first byte.
const HELLO: u8 = 0;
const COMMANDS: u8 = 1;
const CLIENT_CONTROL: u8 = 2;
const WATCH: u8 = 4;
const SERVER_CONTROL: u8 = 0;
const SNAPSHOT: u8 = 1;

/// The delivery guarantee of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// In order and without loss.
    Reliable,
    /// May be lost, since the next message supersedes it.
    Lossy,
}

impl Lane {
    /// The lane of an encoded message from either end. Commands and snapshots, which share their
    /// first byte, are lossy.
    #[must_use]
    pub fn of(message: &[u8]) -> Self {
        const { assert!(COMMANDS == SNAPSHOT) };
        if message.first() == Some(&COMMANDS) { Self::Lossy } else { Self::Reliable }
    }
}

/// Whether a player may change the room's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    May,
    /// The room is public and several people are in it, so nobody may.
    Public,
    /// The room is private, so only the player who joined it first may.
    FirstOnly {
        /// The ship of that player.
        first: ShipId,
    },
}

/// Why the room refused a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// This player may not change the room's rules.
    Rules(Access),
    /// A setting is out of range.
    Setting,
    /// A full update was sent less than a second ago.
    FullUpdate {
        /// Time until the next request is allowed, in ms.
        wait_ms: u16,
    },
    /// A claimed hit is not plausible.
    Claim { claim: HitClaim, why: ClaimRefusal },
    /// There is no report of the shot.
    Report { shot: ShotId, why: ReportRefusal },
    /// The setting is available only in the laboratory.
    LaboratoryOnly,
}

/// Client messages other than commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClientControl {
    /// Asks the server to return this stamp at once, to measure the round trip.
    Ping {
        /// Any number; the client uses its clock in µs, wrapping.
        stamp: u32,
    },
    /// Returns the server's probe at once.
    Echo {
        /// The number from the probe.
        nonce: u32,
    },
    /// Changes what the server sends to this client and stores about it.
    Subscribe(Subscription),
    /// Asks the room to change its rules.
    SetRules(RoomNetcode),
    /// Claims a hit that a shot had on the shooter's screen.
    Claim(HitClaim),
    /// Whether to send a report, without its track, of each own shot.
    WantReports(ReportsWanted),
    /// Requests the report of a shot that this player fired or was hit by. The server replies at
    /// once with what has been decided, again whenever that changes, and finally with the complete
    /// report; or it refuses.
    RequestReport(ShotId),
    /// Answers [`ServerControl::Epoch`]: from now on commands are keyed by ticks of that epoch, and
    /// sent in packets of this view epoch or a later one.
    Epoch {
        /// The number of the clock epoch.
        number: u32,
        /// The first view epoch within it.
        view_epoch: u8,
    },
    /// Requests a keyframe; up to one a second is sent.
    FullUpdate,
    /// Answers [`ServerControl::AreYouThere`].
    Here,
    /// Whether the player's page assists the aim from now on; off after a hello.
    AimAssist(AimAssist),
    /// Whether this watcher takes the next seat that gets free; initially not. From watchers only.
    Turn(TurnWish),
    /// Asks for the next round at once, after one is over. Ignored at any other time, since the
    /// round may have begun while it was on its way.
    Rematch,
}

/// Whether a player's page assists the aim: pulls the direction of a stick towards ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AimAssist {
    #[default]
    Off,
    On,
}

/// A decoded client message. The bodies of command packets stay encoded.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientMessage<'a> {
    Hello(Hello),
    /// A hello from a client that watches. If a seat is found for it, it joins with the same hello.
    Watch(Hello),
    /// A command packet, still encoded.
    Commands(&'a [u8]),
    Control(ClientControl),
    /// The token for resuming a seat; the hello follows.
    Resume(ResumeToken),
}

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterEntry {
    pub ship: ShipId,
    /// After cleaning.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
}

/// Whether an event of another player is announced to the players, or only shown in the roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Announced {
    #[default]
    No,
    Yes,
}

/// The latency of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerLatency {
    pub ship: ShipId,
    /// Round trip, in ms.
    pub round_trip_ms: u16,
    /// Delay from trigger to execution, in ms: half the round trip plus the command margin.
    pub lead_ms: u16,
}

/// The approximate position of a seat's ship, and its score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartRow {
    /// Along x, from 1 to 255 across the arena; 0 if no ship is alive in the seat.
    pub x: u8,
    /// Along y, likewise.
    pub y: u8,
    /// Ships it killed.
    pub kills: u16,
    /// Times it was killed.
    pub deaths: u16,
}

/// Part of the chart of a large room, sent occasionally for the map and the scoreboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// The seat of the first row.
    pub first: u16,
    /// A row for each seat from `first` on; up to [`CHART_ROWS_MAX`].
    pub rows: Vec<ChartRow>,
}

impl ChartRow {
    /// The row of a ship.
    #[must_use]
    pub fn of(ship: &Ship, arena: &Arena) -> Self {
        let share = ship.body.pos / arena.size();
        let cell = |share: f32| (1.0 + share.clamp(0.0, 1.0) * 254.0) as u8;
        let (x, y) = if ship.alive() { (cell(share.x), cell(share.y)) } else { (0, 0) };
        Self { x, y, kills: ship.kills, deaths: ship.deaths }
    }

    /// The approximate position of the ship, in u, if it is alive.
    #[must_use]
    pub fn place(&self, arena: &Arena) -> Option<Vec2> {
        let cells = Vec2::new(self.x.into(), self.y.into()) - Vec2::splat(1.0);
        (self.x > 0 && self.y > 0).then(|| (cells + Vec2::splat(0.5)) / 255.0 * arena.size())
    }
}

/// What a client needs to play, sent once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The client's ship.
    pub ship: ShipId,
    /// The room's name.
    pub room: String,
    /// The room's tick when the welcome was written.
    pub tick: Tick,
    pub rate: TickRate,
    /// The number of seats in the room.
    pub seats: u16,
    pub arena: Arena,
    /// The room's rules.
    pub netcode: RoomNetcode,
    /// The server's limits on the rates players may request, in addition to the room's rules.
    pub rate_bounds: RateBounds,
    /// Whether this player may change the rules.
    pub access: Access,
    /// The codec of the snapshots that follow.
    pub codec: CodecId,
    /// All players in the room, including the new one, in seat order.
    pub roster: Vec<RosterEntry>,
}

/// Server messages other than snapshots, reliable and in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ServerControl {
    /// The first control message.
    Welcome(Welcome),
    /// A player took a seat.
    Joined(RosterEntry),
    /// A player left its seat.
    Left { ship: ShipId, announced: Announced },
    /// Latencies, once a second: a few of those that changed since they were last sent. A new
    /// player gets all of them.
    Latencies(Vec<PlayerLatency>),
    /// Approximate positions of ships in some seats, including ships outside this player's
    /// snapshots.
    Chart(Chart),
    /// The answer to a ping.
    Pong {
        /// The stamp of the ping.
        stamp: u32,
    },
    /// Asks the client for an echo.
    Probe {
        /// The number to return.
        nonce: u32,
    },
    /// The verdict on one of this client's shots.
    Judged(ShotRecord),
    /// The room's rules change from a tick on.
    Rules {
        netcode: RoomNetcode,
        /// The first tick under them.
        from: Tick,
        /// The ship of the player who changed them; `None` if the room restored its own.
        by: Option<ShipId>,
    },
    /// Whether this player may change the room's rules from now on.
    Access(Access),
    /// The room refused a request of this player.
    Refused(Refusal),
    /// The report of a shot, up to [`REPORT_BYTES_MAX`](crate::base::limits::REPORT_BYTES_MAX)
    /// bytes. It is not final until it contains the verdicts of the other schemes. The report of
    /// the shot that killed this player is sent unasked.
    Report(Box<ShotReport>),
    /// The room's clock begins a new epoch after the server stalled. Commands for ticks after the
    /// epoch's first are ignored if they were sent before the answer to this message.
    Epoch(ClockEpoch),
    /// A player lost its connection; the seat is held for a while.
    Away { ship: ShipId, announced: Announced },
    /// A player that was away is back.
    Back { ship: ShipId, announced: Announced },
    /// The server's load level for the room, sent when a change lasts. Initially calm.
    Pressure(Pressure),
    /// The room is full and this player has been idle: asks whether the player is still there.
    AreYouThere {
        /// Time to answer before the seat is given up, in ms; `None` if a seat is free again and no
        /// answer is needed.
        answer_within_ms: Option<u32>,
    },
    /// Whether the room's bots spare this player's ship, because the player has been idle.
    Truce {
        /// Longest time left, in ms; `None` if the truce is over.
        ends_within_ms: Option<u32>,
    },
    /// The level of the room's bots, which follows this player's fortune.
    BotLevel {
        /// From 1 to [`BOT_LEVEL_MAX`]; `None`, as initially, if the bots have no level.
        level: Option<u8>,
    },
    /// The room's round, at each change of its phase and after the welcome; never in an endless
    /// match.
    Round(Round),
    /// Whether a player uses aim assist from now on, as that player's page says; initially not.
    AimAssist { ship: ShipId, assist: AimAssist },
    /// How many watch the room, at each change; initially nobody.
    Watchers { n: u16 },
    /// To a watcher: the room at the keyframe that follows. The first message, and again where the
    /// watcher was too slow to get all that was in between.
    Watching(Box<WatchWelcome>),
    /// To a watcher: the views of the players at the snapshot that follows.
    Views(PlayerViews),
    /// To a watcher who waits for a seat: its place in line; `None` if it no longer waits.
    Turn(Option<Turn>),
    /// The room's two sides, after the welcome and when a ship with kills leaves or a round begins;
    /// never where each fights all others. A ship's side is [that of its
    /// seat](crate::sim::side::Side::of_seat).
    Sides(SidesState),
    /// A player wants the next round at once. It begins as soon as all connected players do.
    Rematch { ship: ShipId },
}

/// A decoded server message. Snapshots stay encoded.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerMessage<'a> {
    Control(ServerControl),
    /// A snapshot, still encoded.
    Snapshot(&'a [u8]),
    /// The token for resuming the seat. For the shell only.
    Seat(SeatGrant),
}

/// Why a message cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MessageError {
    /// It has no bytes.
    #[error("empty message")]
    Empty,
    /// It is longer than allowed.
    #[error("message of {bytes} bytes exceeds the limit of {max}")]
    TooLong { bytes: usize, max: usize },
    /// Its first byte is not a known kind.
    #[error("unknown message kind {kind}")]
    UnknownKind { kind: u8 },
    /// The other end speaks a different version.
    #[error("protocol version {theirs} does not match {ours}")]
    Version {
        /// The sender's version.
        theirs: u16,
        /// The reader's version.
        ours: u16,
    },
    /// Its body does not match its kind.
    #[error("malformed {what} message")]
    Body { what: &'static str },
    /// Its commands cannot be decoded.
    #[error(transparent)]
    Commands(#[from] CommandError),
    /// Its snapshot cannot be decoded.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// It requests a room with rules available only in the laboratory.
    #[error(transparent)]
    LaboratoryOnly(#[from] LaboratoryOnly),
    /// It is well-formed but not valid at this point.
    #[error("unexpected {what} message")]
    OutOfPlace { what: &'static str },
}

impl ClientMessage<'_> {
    /// Decodes a client message.
    ///
    /// # Errors
    /// If it is empty, too long, of an unknown kind or version, or malformed.
    pub fn decode(bytes: &[u8]) -> Result<ClientMessage<'_>, MessageError> {
        check_length(bytes, CLIENT_MESSAGE_BYTES_MAX)?;
        let (&kind, body) = bytes.split_first().ok_or(MessageError::Empty)?;
        match kind {
            HELLO => decode_hello(body, "hello").map(ClientMessage::Hello),
            WATCH => decode_hello(body, "watch").map(ClientMessage::Watch),
            COMMANDS => Ok(ClientMessage::Commands(body)),
            CLIENT_CONTROL => from_postcard(body, "control").map(ClientMessage::Control),
            seat::RESUME => {
                let token = ResumeToken::of(same_version(body, "resume")?);
                let malformed = MessageError::Body { what: "resume" };
                token.map(ClientMessage::Resume).ok_or(malformed)
            }
            _ => Err(MessageError::UnknownKind { kind }),
        }
    }
}

impl ServerMessage<'_> {
    /// Decodes a server message.
    ///
    /// # Errors
    /// If it is empty, too long, of an unknown kind, or malformed.
    pub fn decode(bytes: &[u8]) -> Result<ServerMessage<'_>, MessageError> {
        check_length(bytes, SERVER_MESSAGE_BYTES_MAX)?;
        let (&kind, body) = bytes.split_first().ok_or(MessageError::Empty)?;
        match kind {
            SERVER_CONTROL => decode_server_control(body).map(ServerMessage::Control),
            SNAPSHOT => Ok(ServerMessage::Snapshot(body)),
            seat::SEAT => {
                let malformed = MessageError::Body { what: "seat" };
                SeatGrant::decode(body).map(ServerMessage::Seat).ok_or(malformed)
            }
            _ => Err(MessageError::UnknownKind { kind }),
        }
    }
}

impl Welcome {
    /// Whether every field is within its limits.
    fn is_valid(&self) -> bool {
        self.tick.0 <= TICK_MAX
            && (1..=SEATS_MAX).contains(&self.seats)
            && self.arena.is_valid()
            && self.netcode.check().is_ok()
            && self.rate_bounds.is_valid()
            && self.roster.len() <= self.seats.into()
    }
}

impl ClientControl {
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        append(alloc::vec![CLIENT_CONTROL], self)
    }
}

impl ServerControl {
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        append(alloc::vec![SERVER_CONTROL], self)
    }
}

/// Encodes a command packet as a message.
#[must_use]
pub fn commands_message(packet: &[u8]) -> Vec<u8> {
    with_kind(COMMANDS, packet)
}

/// Encodes a snapshot as a message.
#[must_use]
pub fn snapshot_message(snapshot: &[u8]) -> Vec<u8> {
    with_kind(SNAPSHOT, snapshot)
}

/// Encodes a snapshot as a message, replacing the contents of a buffer.
#[must_use]
pub fn snapshot_message_in(mut buffer: Vec<u8>, head: &SnapshotHead, body: &[u8]) -> Vec<u8> {
    buffer.clear();
    buffer.push(SNAPSHOT);
    encode_onto(buffer, head, body)
}

/// Encodes a request to resume the seat of a token.
#[must_use]
pub fn encode_resume(token: &ResumeToken) -> Vec<u8> {
    let mut bytes = alloc::vec![seat::RESUME];
    bytes.extend_from_slice(&PROTOCOL_VERSION.to_le_bytes());
    bytes.extend_from_slice(&token.0);
    bytes
}

/// Strips the version from a body that begins with one, if it is ours.
fn same_version<'a>(body: &'a [u8], what: &'static str) -> Result<&'a [u8], MessageError> {
    let (version, rest) = body.split_first_chunk::<2>().ok_or(MessageError::Body { what })?;
    let theirs = u16::from_le_bytes(*version);
    if theirs != PROTOCOL_VERSION {
        return Err(MessageError::Version { theirs, ours: PROTOCOL_VERSION });
    }
    Ok(rest)
}

fn decode_server_control(body: &[u8]) -> Result<ServerControl, MessageError> {
    let control: ServerControl = from_postcard(body, "control")?;
    let (what, sound) = match &control {
        ServerControl::Welcome(welcome) => ("welcome", welcome.is_valid()),
        ServerControl::Judged(record) => ("shot record", record.is_valid()),
        ServerControl::Report(report) => ("report", report.is_valid() && report.fits()),
        ServerControl::Latencies(latencies) => ("latencies", latencies.len() <= SEATS_MAX.into()),
        ServerControl::Chart(chart) => ("chart", chart.rows.len() <= CHART_ROWS_MAX),
        ServerControl::Epoch(epoch) => ("epoch", epoch.is_valid()),
        ServerControl::BotLevel { level } => {
            ("bot level", level.is_none_or(|level| (1..=BOT_LEVEL_MAX).contains(&level)))
        }
        ServerControl::Round(round) => ("round", round.is_valid()),
        ServerControl::Watchers { n } => ("watchers", *n <= WATCHERS_MAX),
        ServerControl::Watching(welcome) => ("watch welcome", welcome.is_valid()),
        ServerControl::Views(views) => ("views", views.are_valid()),
        ServerControl::Turn(turn) => ("turn", turn.is_none_or(Turn::is_valid)),
        ServerControl::Sides(state) => ("sides", state.sides.is_valid()),
        ServerControl::Rules { netcode, from, .. } => {
            ("rules", netcode.check().is_ok() && from.0 <= TICK_MAX)
        }
        _ => return Ok(control),
    };
    if sound { Ok(control) } else { Err(MessageError::Body { what }) }
}

fn check_length(bytes: &[u8], max: usize) -> Result<(), MessageError> {
    if bytes.len() > max {
        return Err(MessageError::TooLong { bytes: bytes.len(), max });
    }
    Ok(())
}

fn from_postcard<T: DeserializeOwned>(body: &[u8], what: &'static str) -> Result<T, MessageError> {
    read(body).map_err(|_| MessageError::Body { what })
}

fn with_kind(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + 1);
    bytes.push(kind);
    bytes.extend_from_slice(body);
    bytes
}

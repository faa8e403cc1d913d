//! The messages between client and server, byte by byte, and the version that both must speak.
//!
//! The first byte of a message says what it is; all numbers are little-endian.
//!
//! | from | byte 0 | then |
//! |---|---|---|
//! | client | `0` hello | [`PROTOCOL_VERSION`] as `u16`, then [`Hello`] in postcard |
//! | client | `1` commands | a [command packet](super::command_packet) |
//! | client | `2` control | [`ClientControl`] in postcard |
//! | client | `3` resume | a [token](super::seat) |
//! | server | `0` control | [`ServerControl`] in postcard |
//! | server | `1` snapshot | a [snapshot](super::snapshot) |
//! | server | `2` seat | a [token](super::seat) |
//!
//! The version stands before anything that could change, so that any two versions can tell each
//! other apart. A hello's names may be four times as long as names are, and hold control or
//! bidirectional characters: they are cut by the server's shell, which knows what people take for
//! one character, and cleaned by [`clean_name`](super::name::clean_name) where a player enters a
//! room, so that no roster has any.

use alloc::{boxed::Box, string::String, vec::Vec};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    codec::CodecId,
    command_packet::CommandError,
    seat::{self, ResumeToken, SeatGrant},
    snapshot::{SnapshotError, SnapshotHead, encode_onto},
};
use crate::{
    base::{
        encoding::{append, read},
        geometry::Vec2,
        limits::{
            CHART_ROWS_MAX, CLIENT_MESSAGE_BYTES_MAX, SEATS_MAX, SERVER_MESSAGE_BYTES_MAX,
            TICK_MAX, TYPED_NAME_BYTES_MAX,
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
    schemes::targeting::ClaimRefusal,
    sim::{
        arena::Arena,
        event::ShotId,
        ship::{Ship, ShipId},
    },
};

/// The version of everything in this layer. It changes whenever any byte changes its meaning.
pub const PROTOCOL_VERSION: u16 = 11;

/// The kinds of messages: the first byte.
const HELLO: u8 = 0;
const COMMANDS: u8 = 1;
const CLIENT_CONTROL: u8 = 2;
const SERVER_CONTROL: u8 = 0;
const SNAPSHOT: u8 = 1;

/// How a message may travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Lane {
    /// In order and without loss.
    Reliable,
    /// Losing it loses nothing: the next one makes up for it.
    Lossy,
}

impl Lane {
    /// The lane of an encoded message, from either end: commands and snapshots, which share their
    /// first byte, may be lost.
    #[must_use]
    pub fn of(message: &[u8]) -> Self {
        const { assert!(COMMANDS == SNAPSHOT) };
        if message.first() == Some(&COMMANDS) { Self::Lossy } else { Self::Reliable }
    }
}

/// The first message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The player's name.
    pub name: String,
    /// The room to join; empty for the default one.
    pub room: String,
    /// The snapshot codecs the client can read, best first.
    pub codecs: Vec<CodecId>,
    /// What the client wants of the server's sending.
    pub subscription: Subscription,
    /// How the room shall be if this hello makes it.
    pub room_request: Option<RoomRequest>,
}

/// How a new room shall be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomRequest {
    /// Ticks a second; `None`: the server's choice.
    pub rate: Option<TickRate>,
    /// What it decides by.
    pub netcode: RoomNetcode,
}

/// Whether a player may change what the room decides by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// It may.
    May,
    /// Nobody may while several people are in the public room.
    Public,
    /// Only whoever came first to this private room.
    FirstOnly {
        /// The ship of the one who may.
        first: ShipId,
    },
}

/// Why the room did not do what a player asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The room's rules are not this player's to change.
    Rules(Access),
    /// A setting is out of its range.
    Setting,
    /// A full update was sent less than a second ago.
    FullUpdate {
        /// When the next may be asked for, in ms from now.
        wait_ms: u16,
    },
    /// A claimed hit is not plausible.
    Claim {
        /// What was claimed.
        claim: HitClaim,
        why: ClaimRefusal,
    },
    /// There is no report of a shot.
    Report {
        /// Of which shot.
        shot: ShotId,
        why: ReportRefusal,
    },
    /// Only the laboratory plays by a setting.
    LaboratoryOnly,
}

/// What a client says besides its commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClientControl {
    /// Asks the server to send this stamp back at once: the client's own measure of the round
    /// trip.
    Ping {
        /// Any number; the client's clock in µs, wrapping.
        stamp: u32,
    },
    /// Sends a server's probe back at once.
    Echo {
        /// The probe's number.
        nonce: u32,
    },
    /// Changes what the server sends to this client, and keeps of it.
    Subscribe(Subscription),
    /// Asks for other rules of the room.
    SetRules(RoomNetcode),
    /// Says what a shot hit on the shooter's screen.
    Claim(HitClaim),
    /// Whether to send a report of each own shot, without its track.
    WantReports(ReportsWanted),
    /// Asks for the report of a shot of this player's, or of one that hit it. It is answered with
    /// what has been decided, at once and again when that changes, and with the whole report in the
    /// end; or with a refusal.
    LookInto(ShotId),
    /// Answers [`ServerControl::Epoch`]: from now on commands are keyed by ticks of that epoch, and
    /// sent in packets of this view epoch or a later one.
    Epoch {
        /// The number of the epoch of the room's clock.
        number: u32,
        /// The first view epoch within it.
        view_epoch: u8,
    },
    /// Asks for a snapshot that builds upon nothing; at most one a second.
    FullUpdate,
    /// Answers [`ServerControl::AreYouThere`].
    Here,
}

/// A message of a client, taken apart as far as the kinds differ.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientMessage<'a> {
    /// The first message.
    Hello(Hello),
    /// A command packet, still encoded.
    Commands(&'a [u8]),
    /// Something else.
    Control(ClientControl),
    /// By what the player comes back to a seat: the hello follows.
    Resume(ResumeToken),
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterEntry {
    /// The seat.
    pub ship: ShipId,
    /// The name, cleaned.
    pub name: String,
    /// Whether a bot flies it.
    pub bot: bool,
}

/// Whether the players read of what happened to another one; else only their rosters show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Announced {
    #[default]
    No,
    Yes,
}

/// How far away a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The player's ship.
    pub ship: ShipId,
    /// Round trip, in ms.
    pub round_trip_ms: u16,
    /// From trigger to execution, in ms: half the round trip and the margin of the commands.
    pub lead_ms: u16,
}

/// Where a seat's ship is, coarsely, and how it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartRow {
    /// Along x, 1 to 255 across the arena; 0 where nobody flies.
    pub x: u8,
    /// Along y, likewise.
    pub y: u8,
    /// Ships it shot down.
    pub kills: u16,
    /// Times it was shot down.
    pub deaths: u16,
}

/// A part of the chart of a large room, told now and then: for the map and the table of scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// The seat of the first row.
    pub first: u16,
    /// A row for each seat from there on; at most [`CHART_ROWS_MAX`].
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

    /// About where the ship is, in u, if it flies.
    #[must_use]
    pub fn place(&self, arena: &Arena) -> Option<Vec2> {
        let cells = Vec2::new(self.x.into(), self.y.into()) - Vec2::splat(1.0);
        (self.x > 0 && self.y > 0).then(|| (cells + Vec2::splat(0.5)) / 255.0 * arena.size())
    }
}

/// What a client must know to play, sent once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The ship it flies.
    pub ship: ShipId,
    /// The room's name.
    pub room: String,
    /// The room's tick when this was written.
    pub tick: Tick,
    /// The room's tick rate.
    pub rate: TickRate,
    /// Seats of the room.
    pub seats: u16,
    pub arena: Arena,
    /// What the room decides by.
    pub netcode: RoomNetcode,
    /// What whoever runs the server holds the player's wishes to, besides the room's rules.
    pub rate_bounds: RateBounds,
    /// Whether this player may change that.
    pub access: Access,
    /// The codec of the snapshots that follow.
    pub codec: CodecId,
    /// Everybody in the room, the newcomer included, in the order of their seats.
    pub roster: Vec<RosterEntry>,
}

/// What a server says besides its snapshots, in order and without loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ServerControl {
    /// The first message.
    Welcome(Welcome),
    /// Somebody took a seat.
    Joined(RosterEntry),
    /// Somebody left a seat.
    Left { ship: ShipId, announced: Announced },
    /// How far away players are, once a second: a few of those whose times have changed since they
    /// were told; a newcomer is told of all.
    Standings(Vec<Standing>),
    /// Where the ships of some seats are that this player may not be told of otherwise.
    Chart(Chart),
    /// The answer to a ping.
    Pong {
        /// The stamp of the ping.
        stamp: u32,
    },
    /// Asks the client for an echo.
    Probe {
        /// The number to send back.
        nonce: u32,
    },
    /// How a shot of this client's was judged.
    Judged(ShotRecord),
    /// The room decides by other rules from this tick on.
    Rules {
        /// The rules.
        netcode: RoomNetcode,
        /// The first tick under them.
        from: Tick,
        /// Whose ship's player changed them; `None`: the room took its own ones up again.
        by: Option<ShipId>,
    },
    /// Whether this player may change the room's rules, from now on.
    Access(Access),
    /// The room did not do what this player asked for.
    Refused(Refusal),
    /// The report of a shot, at most
    /// [`REPORT_BYTES_MAX`](crate::base::limits::REPORT_BYTES_MAX) bytes. Without the verdicts of
    /// the other schemes it is not final yet. That of the shot that shot this player down comes
    /// unasked.
    Report(Box<ShotReport>),
    /// The room's clock has a new epoch, after a stall of the server: commands for ticks after its
    /// first that were sent before the answer to this do not count.
    Epoch(ClockEpoch),
    /// Somebody's connection is lost, and the seat is held for a while.
    Away { ship: ShipId, announced: Announced },
    /// Somebody who was away is back.
    Back { ship: ShipId, announced: Announced },
    /// How hard the server works for the room, where that lasts; until it is told, it is calm.
    Pressure(Pressure),
    /// Whether somebody is there, where the room is full and this player has done nothing for long.
    AreYouThere {
        /// How long there is for an answer until the seat is given up, in ms; `None`: there is a
        /// free seat again, and no answer is needed.
        answer_within_ms: Option<u32>,
    },
    /// Whether the room's bots spare this player's ship, which has done nothing for a while.
    Truce {
        /// How long they spare it at most, in ms; `None`: they do no longer.
        ends_within_ms: Option<u32>,
    },
}

/// A message of a server, taken apart as far as the kinds differ.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerMessage<'a> {
    /// Everything but snapshots.
    Control(ServerControl),
    /// A snapshot, still encoded.
    Snapshot(&'a [u8]),
    /// By what the player comes back to its seat: for its shell alone.
    Seat(SeatGrant),
}

/// Why a message cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MessageError {
    /// It has no bytes.
    #[error("the message is empty")]
    Empty,
    /// It is longer than allowed.
    #[error("the message has {bytes} bytes, more than {max}")]
    TooLong { bytes: usize, max: usize },
    /// Its first byte is none of the known kinds.
    #[error("the message's kind {kind} is unknown")]
    UnknownKind { kind: u8 },
    /// The other end speaks another version.
    #[error("protocol version {theirs} meets version {ours}")]
    Version {
        /// The version of the sender.
        theirs: u16,
        /// The version of the reader.
        ours: u16,
    },
    /// Its body does not read as what its kind says.
    #[error("the {what} message is malformed")]
    Body { what: &'static str },
    /// Its commands cannot be read.
    #[error(transparent)]
    Commands(#[from] CommandError),
    /// Its snapshot cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// It asks for a room with rules that only the laboratory plays by.
    #[error(transparent)]
    LaboratoryOnly(#[from] LaboratoryOnly),
    /// It is well-formed but not now.
    #[error("a {what} message is out of place here")]
    OutOfPlace { what: &'static str },
}

impl ClientMessage<'_> {
    /// Takes a message apart.
    ///
    /// # Errors
    /// When it is empty, too long, of an unknown kind or version, or malformed.
    pub fn decode(bytes: &[u8]) -> Result<ClientMessage<'_>, MessageError> {
        check_length(bytes, CLIENT_MESSAGE_BYTES_MAX)?;
        let (&kind, body) = bytes.split_first().ok_or(MessageError::Empty)?;
        match kind {
            HELLO => decode_hello(body).map(ClientMessage::Hello),
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
    /// Takes a message apart.
    ///
    /// # Errors
    /// When it is empty, too long, of an unknown kind, or malformed.
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

impl Hello {
    /// The bytes of the message.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = alloc::vec![HELLO];
        bytes.extend_from_slice(&PROTOCOL_VERSION.to_le_bytes());
        append(bytes, self)
    }
}

impl Welcome {
    /// Whether it is of a room that can be.
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
    /// The bytes of the message.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        append(alloc::vec![CLIENT_CONTROL], self)
    }
}

impl ServerControl {
    /// The bytes of the message.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        append(alloc::vec![SERVER_CONTROL], self)
    }
}

/// A command packet as a message.
#[must_use]
pub fn commands_message(packet: &[u8]) -> Vec<u8> {
    with_kind(COMMANDS, packet)
}

/// A snapshot as a message.
#[must_use]
pub fn snapshot_message(snapshot: &[u8]) -> Vec<u8> {
    with_kind(SNAPSHOT, snapshot)
}

/// A snapshot as a message, in place of what is in a buffer.
#[must_use]
pub fn snapshot_message_in(mut buffer: Vec<u8>, head: &SnapshotHead, body: &[u8]) -> Vec<u8> {
    buffer.clear();
    buffer.push(SNAPSHOT);
    encode_onto(buffer, head, body)
}

/// The message that asks for the seat of a token.
#[must_use]
pub fn encode_resume(token: &ResumeToken) -> Vec<u8> {
    let mut bytes = alloc::vec![seat::RESUME];
    bytes.extend_from_slice(&PROTOCOL_VERSION.to_le_bytes());
    bytes.extend_from_slice(&token.0);
    bytes
}

/// What follows the version of a body that begins with one, if it is ours.
fn same_version<'a>(body: &'a [u8], what: &'static str) -> Result<&'a [u8], MessageError> {
    let (version, rest) = body.split_first_chunk::<2>().ok_or(MessageError::Body { what })?;
    let theirs = u16::from_le_bytes(*version);
    if theirs != PROTOCOL_VERSION {
        return Err(MessageError::Version { theirs, ours: PROTOCOL_VERSION });
    }
    Ok(rest)
}

fn decode_hello(body: &[u8]) -> Result<Hello, MessageError> {
    let malformed = MessageError::Body { what: "hello" };
    let hello: Hello = from_postcard(same_version(body, "hello")?, "hello")?;
    hello.room_request.map_or(Ok(()), |asked| asked.netcode.check_outside_laboratory())?;
    let fits = hello.name.len() <= TYPED_NAME_BYTES_MAX
        && hello.room.len() <= TYPED_NAME_BYTES_MAX
        && hello.subscription.check().is_ok()
        && hello.room_request.is_none_or(|room_request| room_request.netcode.check().is_ok());
    if fits { Ok(hello) } else { Err(malformed) }
}

fn decode_server_control(body: &[u8]) -> Result<ServerControl, MessageError> {
    let control: ServerControl = from_postcard(body, "control")?;
    let (what, sound) = match &control {
        ServerControl::Welcome(welcome) => ("welcome", welcome.is_valid()),
        ServerControl::Judged(record) => ("shot record", record.is_valid()),
        ServerControl::Report(report) => ("report", report.is_valid() && report.fits()),
        ServerControl::Standings(standings) => ("standings", standings.len() <= SEATS_MAX.into()),
        ServerControl::Chart(chart) => ("chart", chart.rows.len() <= CHART_ROWS_MAX),
        ServerControl::Epoch(epoch) => ("epoch", epoch.is_valid()),
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

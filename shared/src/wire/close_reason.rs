//! Why a connection was closed: the WebSocket close codes, and the texts shown to the player.
//! Shared, so that both ends agree on them.

use serde::{Deserialize, Serialize};

use crate::base::limits::NAME_CHARS_MAX;

/// The close code of a page that leaves for good, so that its seat is not held. The codes browsers
/// send do not distinguish a reload, a closed page and a lost network.
pub const LEFT_CODE: u16 = 4000;
/// The code browsers report for a close frame without a code (RFC 6455, 7.4.1).
pub const NO_CODE: u16 = 1005;
/// The code browsers report for a connection that ended without a close frame.
pub const LOST_CODE: u16 = 1006;

/// The reason for closing a connection; each has a WebSocket close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CloseReason {
    /// The server is shutting down.
    Shutdown,
    /// Received a text frame; the game uses binary frames only.
    TextFrame,
    /// A frame violated the WebSocket protocol.
    Framing,
    /// A text frame was not valid UTF-8.
    NotUtf8,
    /// A message was longer than any client needs to send.
    TooLong,
    /// Messages arrived faster than any client needs to send.
    Flood,
    /// A message could not be decoded.
    Malformed,
    /// The page and the server have different versions.
    Version,
    /// The client did not read or acknowledge snapshots.
    Slow,
    /// The server is too loaded to admit players to the room.
    Busy,
    RoomFull,
    /// No hello arrived in time, or nothing at all for too long.
    Silent,
    /// The room ended after an internal error.
    RoomEnded,
    /// The same player continues over another connection.
    Replaced,
    /// The room is full, and the player was idle and did not respond.
    Idle,
    /// The requested room name is too long, or is not that of a private room although the request
    /// has settings for one only.
    RoomName,
    /// The room to watch is not open.
    NobodyThere,
    /// The room is, or will be, on another server. The text is the
    /// [route](super::route::Route) to it.
    Moved,
}

impl CloseReason {
    /// Every reason, for tables and metrics.
    pub const ALL: [Self; 18] = [
        Self::Shutdown,
        Self::Framing,
        Self::TextFrame,
        Self::NotUtf8,
        Self::Flood,
        Self::TooLong,
        Self::Malformed,
        Self::Version,
        Self::Slow,
        Self::Busy,
        Self::RoomFull,
        Self::Silent,
        Self::RoomEnded,
        Self::Replaced,
        Self::Idle,
        Self::RoomName,
        Self::NobodyThere,
        Self::Moved,
    ];

    #[must_use]
    pub const fn code(self) -> u16 {
        match self {
            Self::Shutdown => 1001,
            Self::Framing => 1002,
            Self::TextFrame => 1003,
            Self::NotUtf8 => 1007,
            Self::Flood => 1008,
            Self::TooLong => 1009,
            Self::RoomEnded => 1012,
            Self::Busy => 1013,
            Self::Malformed => 4400,
            Self::NobodyThere => 4404,
            Self::Silent => 4401,
            Self::Idle => 4403,
            Self::Version => 4406,
            Self::Slow => 4408,
            Self::RoomFull => 4409,
            Self::Replaced => 4410,
            Self::Moved => 4411,
            Self::RoomName => 4414,
        }
    }

    /// The reason of a close code, if it is one of the server's.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    /// The text shown to the player.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Shutdown => "The server is shutting down.",
            Self::TextFrame => "The server accepts binary messages only.",
            Self::Flood => "Too many messages were sent at once.",
            Self::Framing => "A frame violated the WebSocket protocol.",
            Self::NotUtf8 => "A text frame was not valid UTF-8.",
            Self::TooLong => "A message was too long.",
            Self::Malformed => "The server could not decode a message.",
            Self::Version => "This page and the server have different versions. Reload the page.",
            Self::Slow => "The server’s messages did not get through in time.",
            Self::Busy => "The server is too busy to admit players to this room.",
            Self::RoomFull => "Every seat of this room is taken. Try another room.",
            Self::Silent => "The server received nothing from you for too long.",
            Self::RoomEnded => "The room ended after a server error.",
            Self::Idle => "The room was full and you were away, so your seat was given up.",
            Self::Replaced => "This game continues in another window.",
            Self::NobodyThere => "Nobody is in this room.",
            Self::Moved => "The room moves to another server.",
            Self::RoomName => "The room name is too long; the limit is 16 characters.",
        }
    }
}

const _: () = assert!(NAME_CHARS_MAX == 16, "the text for a long room name states the limit");

//! A client's first message: who it is, which room it wants, and what it asks of a new one.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{HELLO, MessageError, PROTOCOL_VERSION, WATCH, from_postcard, same_version};
use crate::{
    base::{
        encoding::append,
        limits::{BOTS_REQUESTED_MAX, TYPED_NAME_BYTES_MAX, WATCH_DELAY_MAX_MS},
        time::TickRate,
    },
    netcode::values::{RoomNetcode, Subscription},
    pilot::skill::RequestedLevel,
    wire::{codec::CodecId, round::MatchMode, series::BestOf, sides::Sides},
};

/// The client's first message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub name: String,
    /// The room to join; empty for the default one.
    pub room: String,
    /// The snapshot codecs the client supports, best first.
    pub codecs: Vec<CodecId>,
    /// What the client wants to receive, and how.
    pub subscription: Subscription,
    /// The settings of the room, if this hello creates it.
    pub room_request: Option<RoomRequest>,
}

/// The settings of a new room; by default the server's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomRequest {
    /// `None` for the server's default.
    pub rate: Option<TickRate>,
    pub netcode: RoomNetcode,
    /// `None` for the server's default.
    pub mode: Option<MatchMode>,
    pub bots: BotsRequest,
    /// How much later than it happens watchers see the match, in ms, up to
    /// [`WATCH_DELAY_MAX_MS`]; `None` for the server's default.
    pub watch_delay_ms: Option<u16>,
    /// The two sides on which its players fight; `None` if each fights all others.
    pub sides: Option<Sides>,
    /// The series that its rounds are grouped into; `None` for none. An endless match has none.
    pub series: Option<BestOf>,
    pub listing: Listing,
}

/// Whether a room and its players' number are shown to everybody who is about to join a game. Only
/// who knows the name of an unlisted room finds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Listing {
    #[default]
    Unlisted,
    Listed,
}

/// The bots of a new room; `None` where the server's defaults hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotsRequest {
    /// They fill the room up to this many ships, at most [`BOTS_REQUESTED_MAX`].
    pub ships: Option<u16>,
    pub level: Option<RequestedLevel>,
}

impl RoomRequest {
    /// A room with the default rules and an endless match.
    #[must_use]
    pub fn endless() -> Self {
        Self { mode: Some(MatchMode::Endless), ..Self::default() }
    }

    /// Whether its settings are in range.
    fn is_valid(&self) -> bool {
        self.netcode.check().is_ok()
            && self.mode.is_none_or(MatchMode::is_valid)
            && self.bots.ships.is_none_or(|ships| ships <= BOTS_REQUESTED_MAX)
            && self.watch_delay_ms.is_none_or(|ms| u32::from(ms) <= WATCH_DELAY_MAX_MS)
            && self.sides.is_none_or(|sides| sides.is_valid())
    }
}

impl Hello {
    /// The hello of a player who accepts every codec, the default subscription and the room's
    /// rules. An empty room is the default one.
    #[must_use]
    pub fn new(name: &str, room: &str) -> Self {
        Self {
            name: name.into(),
            room: room.into(),
            codecs: CodecId::ALL.to_vec(),
            subscription: Subscription::default(),
            room_request: None,
        }
    }

    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        self.encode_as(HELLO)
    }

    /// Encodes it for a client that watches.
    #[must_use]
    pub fn encode_watch(&self) -> Vec<u8> {
        self.encode_as(WATCH)
    }

    fn encode_as(&self, kind: u8) -> Vec<u8> {
        let mut bytes = alloc::vec![kind];
        bytes.extend_from_slice(&PROTOCOL_VERSION.to_le_bytes());
        append(bytes, self)
    }
}

/// Decodes a hello of our version, of a player or a watcher.
pub(super) fn decode_hello(body: &[u8], what: &'static str) -> Result<Hello, MessageError> {
    let malformed = MessageError::Body { what };
    let hello: Hello = from_postcard(same_version(body, what)?, what)?;
    hello.room_request.map_or(Ok(()), |asked| asked.netcode.check_outside_laboratory())?;
    let fits = hello.name.len() <= TYPED_NAME_BYTES_MAX
        && hello.room.len() <= TYPED_NAME_BYTES_MAX
        && hello.subscription.check().is_ok()
        && hello.room_request.is_none_or(|room_request| room_request.is_valid());
    if fits { Ok(hello) } else { Err(malformed) }
}

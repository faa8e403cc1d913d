//! What nodes say to each other on NATS: a version byte and then
//! [postcard](https://postcard.jamesmunns.com/wire-format), decoded strictly.
//!
//! | where | value |
//! |---|---|
//! | bucket `lag_rooms`, key `r.HEX` | [`Claim`] |
//! | subject `lag.beacon.NODE`, each 500 ms | [`Beacon`] |
//! | subject `lag.node.NODE.INCARNATION` | [`Request`], answered by [`Reply`] |
//! | subject `lag.rooms.NODE`, each 2 s | [`RoomList`] |
//!
//! A message of another version is an error of its own: during an upgrade it is expected, and
//! ignored with a count.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use shared::base::time::TickRate;
use shared::netcode::preset::Preset;
use shared::wire::round::MatchMode;
use shared::wire::route::NodeName;

use crate::identity::{Identity, Incarnation};
use crate::key::{Revision, RoomKey};
use crate::limits::{
    LISTED_NAME_MAX_BYTES, LISTED_ROOMS_MAX, MESSAGE_MAX_BYTES, ROOM_LIST_MAX_BYTES,
    WISHES_MAX_BYTES,
};
use crate::reason::Reason;

/// Changes with every change of the types below, and then old nodes and new ones do not hear each
/// other.
pub const MESSAGE_VERSION: u8 = 1;

/// The value of a room in the bucket: who owns it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    pub owner: Identity,
    /// What the founder wished (rules, rate, whether the room is listed): the server's own bytes,
    /// which survive a move.
    pub wishes: Wishes,
}

/// Bytes of the server, at most [`WISHES_MAX_BYTES`]; the directory does not read them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>")]
pub struct Wishes(Vec<u8>);

/// Why bytes are no wishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the wishes are {0} bytes; {WISHES_MAX_BYTES} is the limit")]
pub struct WishesError(pub usize);

/// That a node lives, and how much it carries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beacon {
    pub node: NodeName,
    pub incarnation: Incarnation,
    pub stage: NodeStage,
    /// The version of the game's own protocol: pages are moved between equal ones only.
    pub protocol: u32,
    /// Since the process started. A length of time, so no clocks are compared.
    pub age_s: u32,
    pub load: Load,
}

/// What a node does with hellos, as others hear it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NodeStage {
    /// It has just started, and listens whether its name is free.
    Joining,
    Open,
    Draining,
}

/// How much a node carries.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Load {
    pub players: u32,
    pub seats: u32,
    pub rooms: u32,
    pub rooms_max: u32,
    /// How far its processor is behind: 0 idle, 1000 late, in permille.
    pub pressure_permille: u16,
}

/// A question to one process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Do you live, and is this room open there?
    Alive { key: RoomKey },
    /// Take this room over, whose claim has this revision. Only for draining.
    Adopt { key: RoomKey, revision: Revision, wishes: Wishes, protocol: u32 },
}

/// Its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reply {
    Alive {
        protocol: u32,
        holds: bool,
    },
    /// The room is open here.
    Adopted,
    Refused(Refusal),
}

/// Why a room is not adopted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refusal {
    NotOpen,
    Full,
    AnotherVersion,
    /// The claim has changed, or could not be written.
    ClaimLost,
    OpenFailed,
}

/// The rooms of a node that everybody may know of: its lobbies, and those whose founders asked for
/// it. No other name of a room is in any message.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct RoomList {
    /// The version of the game's own protocol, which pages of another one cannot join.
    pub protocol: u32,
    pub rooms: ListedRooms,
    /// Rooms left out, beyond [`LISTED_ROOMS_MAX`].
    pub more: u32,
}

/// At most [`LISTED_ROOMS_MAX`] rooms.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<ListedRoom>")]
pub struct ListedRooms(Vec<ListedRoom>);

/// A room as the list shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListedRoom {
    pub name: ListedName,
    /// People, connected.
    pub players: u16,
    pub bots: u16,
    pub seats: u16,
    pub watchers: u16,
    pub rate: TickRate,
    pub mode: MatchMode,
    /// `None` for rules that are no preset's.
    pub preset: Option<Preset>,
}

/// The name of a listed room, at most [`LISTED_NAME_MAX_BYTES`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ListedName(String);

/// Why rooms cannot be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ListError {
    #[error("the name of a listed room has {0} bytes; 1 to {LISTED_NAME_MAX_BYTES} are allowed")]
    Name(usize),
    #[error("{0} rooms are listed; {LISTED_ROOMS_MAX} is the limit")]
    TooMany(usize),
}

/// What a page carries from node to node; it comes from the page, so it is only ever to the page's
/// own harm if untrue.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Hop {
    /// How often the page was sent on since it last waited.
    pub moves: u8,
    /// This node was chosen for a new room: it opens the room here if it can.
    pub chosen: bool,
}

/// Why bytes are no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    #[error("a message without a byte")]
    Empty,
    #[error("a message of {bytes} bytes; {max} is the limit")]
    TooLarge { bytes: usize, max: usize },
    #[error("a message of version {0}; {MESSAGE_VERSION} is spoken here")]
    AnotherVersion(u8),
    #[error("a message that is cut short, too long or out of range")]
    Malformed,
}

/// Encodes a message or a value.
#[must_use]
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Every type above serialises into memory.
    postcard::to_extend(message, Vec::from([MESSAGE_VERSION])).unwrap_or_default()
}

/// Decodes a message or a value.
///
/// # Errors
/// When the bytes are too many, of another version, or not exactly one message.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, MessageError> {
    decode_within(bytes, MESSAGE_MAX_BYTES)
}

/// Decodes a list of rooms, which is larger than other messages.
///
/// # Errors
/// When the bytes are too many, of another version, or not exactly one list, or when a room's
/// match is out of range.
pub fn decode_room_list(bytes: &[u8]) -> Result<RoomList, MessageError> {
    let list: RoomList = decode_within(bytes, ROOM_LIST_MAX_BYTES)?;
    let are_valid = list.rooms.as_slice().iter().all(|room| room.mode.is_valid());
    if are_valid { Ok(list) } else { Err(MessageError::Malformed) }
}

pub(crate) fn decode_within<T: DeserializeOwned>(
    bytes: &[u8],
    max: usize,
) -> Result<T, MessageError> {
    if bytes.len() > max {
        return Err(MessageError::TooLarge { bytes: bytes.len(), max });
    }
    let (version, body) = bytes.split_first().ok_or(MessageError::Empty)?;
    if *version != MESSAGE_VERSION {
        return Err(MessageError::AnotherVersion(*version));
    }
    match postcard::take_from_bytes(body) {
        Ok((message, [])) => Ok(message),
        _ => Err(MessageError::Malformed),
    }
}

impl Wishes {
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<Vec<u8>> for Wishes {
    type Error = WishesError;

    fn try_from(bytes: Vec<u8>) -> Result<Self, WishesError> {
        if bytes.len() > WISHES_MAX_BYTES { Err(WishesError(bytes.len())) } else { Ok(Self(bytes)) }
    }
}

impl ListedName {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ListedName {
    type Error = ListError;

    fn try_from(name: String) -> Result<Self, ListError> {
        let fits = (1..=LISTED_NAME_MAX_BYTES).contains(&name.len());
        if fits { Ok(Self(name)) } else { Err(ListError::Name(name.len())) }
    }
}

impl ListedRooms {
    #[must_use]
    pub fn as_slice(&self) -> &[ListedRoom] {
        &self.0
    }
}

impl TryFrom<Vec<ListedRoom>> for ListedRooms {
    type Error = ListError;

    fn try_from(rooms: Vec<ListedRoom>) -> Result<Self, ListError> {
        if rooms.len() > LISTED_ROOMS_MAX {
            return Err(ListError::TooMany(rooms.len()));
        }
        Ok(Self(rooms))
    }
}

impl Beacon {
    #[must_use]
    pub fn identity(&self) -> Identity {
        Identity { node: self.node.clone(), incarnation: self.incarnation }
    }
}

impl Refusal {
    /// What a player would be told.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Self::NotOpen => Reason::Draining,
            Self::Full => Reason::Full,
            Self::AnotherVersion => Reason::AnotherVersion,
            Self::ClaimLost => Reason::Contended,
            Self::OpenFailed => Reason::OpenFailed,
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;
    use core::fmt::Debug;

    use proptest::prelude::*;
    use shared::wire::round::RoundLimits;

    use super::*;

    fn name(text: &str) -> NodeName {
        NodeName::try_from(text.to_string()).unwrap()
    }

    fn claim(wishes: Vec<u8>) -> Claim {
        let owner = Identity { node: name("n1"), incarnation: Incarnation(7) };
        Claim { owner, wishes: Wishes::try_from(wishes).unwrap() }
    }

    fn beacon() -> Beacon {
        Beacon {
            node: name("n1"),
            incarnation: Incarnation(u64::MAX),
            stage: NodeStage::Draining,
            protocol: u32::MAX,
            age_s: u32::MAX,
            load: Load {
                players: u32::MAX,
                seats: u32::MAX,
                rooms: u32::MAX,
                rooms_max: u32::MAX,
                pressure_permille: u16::MAX,
            },
        }
    }

    /// It survives the way, and no shorter or longer bytes pass for it.
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T) {
        let bytes = encode(message);
        assert_eq!(decode::<T>(&bytes).as_ref(), Ok(message));
        for n in 1..bytes.len() {
            assert_eq!(decode::<T>(&bytes[..n]), Err(MessageError::Malformed), "{n} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(decode::<T>(&longer), Err(MessageError::Malformed));
        let newer = [&[MESSAGE_VERSION + 1], &bytes[1..]].concat();
        assert_eq!(decode::<T>(&newer), Err(MessageError::AnotherVersion(MESSAGE_VERSION + 1)));
    }

    #[test]
    fn messages_survive_the_way() {
        let key = RoomKey::of("duel");
        let wishes = Wishes::try_from(vec![1, 2, 3]).unwrap();
        check(&claim(vec![1, 2, 3]));
        check(&beacon());
        check(&Request::Alive { key });
        check(&Request::Adopt { key, revision: Revision(9), wishes, protocol: 4 });
        check(&Reply::Alive { protocol: 1, holds: true });
        check(&Reply::Adopted);
        check(&Reply::Refused(Refusal::Full));
    }

    /// Pins the bytes: another node of this version reads them.
    #[test]
    fn a_claim_has_the_bytes_that_are_published() {
        assert_eq!(encode(&claim(vec![5])), [1, 2, b'n', b'1', 7, 1, 5]);
    }

    fn room(name: &str) -> ListedRoom {
        ListedRoom {
            name: name.to_string().try_into().unwrap(),
            players: u16::MAX,
            bots: u16::MAX,
            seats: u16::MAX,
            watchers: u16::MAX,
            rate: TickRate::DEFAULT,
            mode: MatchMode::default(),
            preset: Some(Preset::Lagrange),
        }
    }

    fn list(rooms: Vec<ListedRoom>) -> RoomList {
        RoomList { protocol: u32::MAX, rooms: rooms.try_into().unwrap(), more: u32::MAX }
    }

    #[test]
    fn a_list_of_rooms_is_bounded_and_in_range() {
        for rooms in [vec![], vec![room("duel"), ListedRoom { preset: None, ..room("a") }]] {
            check(&list(rooms.clone()));
            assert_eq!(decode_room_list(&encode(&list(rooms.clone()))), Ok(list(rooms)));
        }
        let longest = "\u{1F680}".repeat(LISTED_NAME_MAX_BYTES / 4);
        let full = vec![room(&longest); LISTED_ROOMS_MAX];
        let bytes = encode(&list(full.clone()));
        assert!(bytes.len() <= ROOM_LIST_MAX_BYTES, "{}", bytes.len());
        assert_eq!(decode_room_list(&bytes), Ok(list(full.clone())));
        let one_more = [full, vec![room("a")]].concat();
        let too_many = ListError::TooMany(LISTED_ROOMS_MAX + 1);
        assert_eq!(ListedRooms::try_from(one_more), Err(too_many));
        for (name, n) in [(String::new(), 0), (longest + "a", 65)] {
            assert_eq!(ListedName::try_from(name), Err(ListError::Name(n)));
        }
        // A match that no room may have.
        let mode = MatchMode::Rounds(RoundLimits { players: 0, ..RoundLimits::default() });
        let bytes = encode(&list(vec![ListedRoom { mode, ..room("a") }]));
        assert_eq!(decode_room_list(&bytes), Err(MessageError::Malformed));
    }

    #[test]
    fn sizes_are_bounded() {
        assert!(encode(&beacon()).len() < 200, "{}", encode(&beacon()).len());
        let largest = encode(&claim(vec![0; WISHES_MAX_BYTES]));
        assert!(decode::<Claim>(&largest).is_ok());
        assert!(Wishes::try_from(vec![0; WISHES_MAX_BYTES + 1]).is_err());
        // Longer wishes than may be made are not read either: 1 version, 2 + 1 node, 1 incarnation.
        let mut smuggled = encode(&claim(vec![0; 200]));
        smuggled.splice(5..7, [0x88, 0x06]);
        smuggled.resize(7 + 776, 0);
        assert_eq!(decode::<Claim>(&smuggled), Err(MessageError::Malformed));
        let too_large = MessageError::TooLarge { bytes: 1025, max: MESSAGE_MAX_BYTES };
        assert_eq!(decode::<Claim>(&[0; 1025]), Err(too_large));
        assert_eq!(decode::<Claim>(&[]), Err(MessageError::Empty));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..1100), current: bool) {
            let mut bytes = bytes;
            if let Some(first) = bytes.first_mut().filter(|_| current) {
                *first = MESSAGE_VERSION;
            }
            // What decodes is within its bounds, and has one encoding of at most as many bytes.
            if let Ok(claim) = decode::<Claim>(&bytes) {
                prop_assert!(encode(&claim).len() <= bytes.len());
            }
            let _ = (decode::<Beacon>(&bytes), decode::<Request>(&bytes), decode::<Reply>(&bytes));
            let _ = decode_room_list(&bytes);
        }
    }
}

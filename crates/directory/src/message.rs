//! What nodes say to each other on NATS: a version byte and then
//! [postcard](https://postcard.jamesmunns.com/wire-format), decoded strictly.
//!
//! | where | value |
//! |---|---|
//! | bucket `lag_rooms`, key `r.HEX` | [`Claim`] |
//! | subject `lag.beacon.NODE`, each 500 ms | [`Beacon`] |
//! | subject `lag.node.NODE.INCARNATION` | [`Request`], answered by [`Reply`] |
//!
//! A message of another version is an error of its own: during an upgrade it is expected, and
//! ignored with a count.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use shared::wire::route::NodeName;

use crate::identity::{Identity, Incarnation};
use crate::key::{Revision, RoomKey};
use crate::limits::{MESSAGE_MAX_BYTES, WISHES_MAX_BYTES};
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
        }
    }
}

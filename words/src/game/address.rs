//! Texts on a link to a room that the page does not understand.

use alloc::string::String;

use shared::wire::{conditions::ParseConditionsError, round::MatchModeError, sides::SidesError};

/// What is wrong with a piece of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// It is not `key=value`.
    NoPair,
    Encoding,
    UnknownKey,
    Twice,
    TickRate,
    Rounds(MatchModeError),
    Sides(SidesError),
    /// Only a private room has two sides.
    SidesInPublic,
    Link(ParseConditionsError),
    Bots,
    /// Bots have no such level.
    Level,
    /// No series has so many rounds.
    BestOf,
    WatchDelay,
    /// A room is listed, or the link says nothing.
    Listed,
    RoomWithoutName,
    /// No server among several has such a name.
    Node,
    InvisibleInRoom,
    UnknownPreset,
    LaboratoryOnly,
    /// A setting, by its key, has no such value.
    UnknownValue {
        key: &'static str,
        value: String,
    },
    NotWhole {
        key: &'static str,
    },
    OutOfRange {
        key: &'static str,
        min: u32,
        max: u32,
    },
}

pub struct AddressWords {
    /// What is wrong with which piece.
    pub refusal: fn(piece: &str, why: &AddressFault) -> String,
}

//! What a room gives its shell to do, and the names of those it is for.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    base::time::Tick,
    wire::{close_reason::CloseReason, message::MessageError},
};

/// A player's connection to a room; never reused within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SessionId(pub u32);

/// Which held seats somebody may be given who finds no other free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldSeats {
    /// Any.
    Any,
    /// Those that have been held for 10 s: their players would be back by now if it were a short
    /// loss.
    NotFirm,
    /// That of this session, which is its own as far as the shell can tell.
    Own(SessionId),
}

/// Why a hello was not answered with a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Every seat is taken.
    #[error("all {seats} seats are taken")]
    Full {
        /// Seats of the room.
        seats: u16,
    },
    /// The client and the server have no snapshot codec in common.
    #[error("no common snapshot codec")]
    NoCodec,
}

/// Why an earlier session cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// Its seat was given up.
    #[error("the seat was given up")]
    Gone,
    /// The client and the server have no snapshot codec in common.
    #[error("no common snapshot codec")]
    NoCodec,
}

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send this in order and without loss.
    Reliable {
        /// To whom.
        session: SessionId,
        /// The message.
        message: Vec<u8>,
    },
    /// Send this, unless a newer one for the same session takes its place first.
    Snapshot {
        /// To whom.
        session: SessionId,
        /// The tick it shows: [`handle_written`] must hear of it once it is on its way, or no other
        /// snapshot is made for this session.
        ///
        /// [`handle_written`]: super::Room::handle_written
        tick: Tick,
        /// The message.
        message: Vec<u8>,
    },
    /// A seat that was held for a lost connection is not held any more.
    GivenUp {
        /// Whose.
        session: SessionId,
    },
    /// Close this connection; nothing more is said to the session.
    Close {
        session: SessionId,
        reason: CloseReason,
        /// The error in its own words, where a message was at fault.
        detail: Option<MessageError>,
    },
}

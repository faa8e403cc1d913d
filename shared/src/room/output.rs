//! What a room outputs for its shell to do, and the ids it uses.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::watching::WatchPart;
use crate::{
    base::time::Tick,
    wire::{close_reason::CloseReason, message::MessageError},
};

/// A player's connection to a room; never reused within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SessionId(pub u32);

/// Which held seats a newcomer may be given when no other is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldSeats {
    Any,
    /// Those held for 10 s or more: after a short loss the player would be back by then.
    LongHeld,
    /// That of this session, which is the newcomer's own as far as the shell can tell.
    Own(SessionId),
}

/// Why a hello was not answered with a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
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

/// An action for the shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send this in order and without loss.
    Reliable { session: SessionId, message: Vec<u8> },
    /// Send this, unless a newer one for the same session replaces it first.
    Snapshot {
        session: SessionId,
        /// The tick it shows. Call [`handle_written`] once it has been handed to the transport;
        /// until then no other snapshot is made for this session.
        ///
        /// [`handle_written`]: super::Room::handle_written
        tick: Tick,
        message: Vec<u8>,
    },
    /// Send this to all watchers, in order.
    Watch(WatchPart),
    /// A seat held for a lost connection was released.
    GivenUp { session: SessionId },
    /// Close this connection; nothing more is sent to the session.
    Close {
        session: SessionId,
        reason: CloseReason,
        /// The decoding error, if a message was at fault.
        detail: Option<MessageError>,
    },
}

//! The authority over one match, sans-IO.
//!
//! [`Room`] has four kinds of method: *getters*; `handle_*` (something happened); commands; and
//! `poll_*` (something to do). Time comes in as a parameter, in microseconds on any clock that does
//! not run backwards; randomness as a seed.

use alloc::{string::String, sync::Arc, vec::Vec};

use crate::{
    base::time::{Micros, Tick, TickRate},
    scheme::netcode::RoomNetcode,
    sim::arena::Arena,
    wire::message::{CloseReason, Hello, MessageError},
};

/// A player's connection to a room; never reused within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u32);

/// What a room is made with.
#[derive(Clone, Debug)]
pub struct RoomConfig {
    /// Its name, shown to everyone.
    pub name: String,
    /// Seats, 1 to 1024.
    pub seats: u16,
    /// Bots fill the room up to this many ships; they make way for players.
    pub bots: u16,
    /// Ticks a second.
    pub rate: TickRate,
    /// Walls and asteroids.
    pub arena: Arena,
    /// What it decides by.
    pub netcode: RoomNetcode,
    /// The seed of everything random in it.
    pub seed: u64,
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

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq)]
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
        /// The message.
        message: Arc<[u8]>,
    },
    /// Close this connection; the session is already gone from the room.
    Close {
        /// Whose.
        session: SessionId,
        /// Why.
        reason: CloseReason,
        /// The error in its own words, where a message was at fault.
        detail: Option<MessageError>,
    },
}

/// Counters of a room, from its making.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoomStats {
    /// Ticks that were due long ago and were skipped by a new epoch of the clock.
    pub stalls: u64,
    /// Commands that came too late and were dropped.
    pub late_commands: u64,
    /// Keyframes sent.
    pub keyframes: u64,
    /// Snapshots sent, keyframes among them.
    pub snapshots: u64,
    /// Bytes of snapshots made, before any was replaced.
    pub snapshot_bytes: u64,
}

/// The authority over one match.
pub struct Room {}

#[allow(
    unused_variables,
    missing_docs,
    clippy::todo,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "outline"
)]
impl Room {
    /// A room whose tick 0 is due at `now`.
    pub fn new(config: RoomConfig, now: Micros) -> Self {
        Self {}
    }
    /// Somebody wants to play.
    pub fn handle_join(&mut self, now: Micros, hello: &Hello) -> Result<SessionId, JoinError> {
        todo!()
    }
    /// A message came (not a hello).
    pub fn handle_message(&mut self, now: Micros, session: SessionId, message: &[u8]) {
        todo!()
    }
    /// A connection is gone.
    pub fn handle_leave(&mut self, session: SessionId) {
        todo!()
    }
    /// Time has passed: runs the ticks that are due.
    pub fn handle_time(&mut self, now: Micros) {
        todo!()
    }
    /// When the next tick is due.
    pub fn poll_time(&self) -> Micros {
        todo!()
    }
    /// The next thing to do.
    pub fn poll_output(&mut self) -> Option<Output> {
        todo!()
    }
    pub fn tick(&self) -> Tick {
        todo!()
    }
    pub fn n_players(&self) -> usize {
        todo!()
    }
    pub fn n_ships(&self) -> usize {
        todo!()
    }
    pub fn config(&self) -> &RoomConfig {
        todo!()
    }
    pub fn stats(&self) -> RoomStats {
        todo!()
    }
}

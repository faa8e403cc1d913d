//! What a room is made with, and why none can be made of it.

use alloc::string::String;

use serde::Serialize;

use crate::{
    base::{limits::SEATS_MAX, time::TickRate},
    netcode::{
        laboratory::LaboratoryOnly,
        rates::{RateBounds, RateLimits},
        setting::NetcodeError,
        values::RoomNetcode,
    },
    sim::arena::Arena,
};

/// What kind of room it is: who may change its rules depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum RoomKind {
    /// Open to everybody; its rules change only while one person is in it, and are its own again
    /// when somebody else comes or that person goes.
    Public,
    /// Somebody's own: whoever came first changes its rules.
    #[default]
    Private,
    /// For experiments on a server: everybody changes its rules.
    Experimental,
    /// The laboratory's own, in virtual time, which nobody else enters: everybody changes its
    /// rules, and it plays by what no other room does.
    Simulated,
}

/// What a room is made with.
#[derive(Clone, Debug, Serialize)]
pub struct RoomConfig {
    /// Its name, shown to everyone.
    pub name: String,
    /// Seats, 1 to 1024.
    pub seats: u16,
    /// Bots fill the room up to this many ships; they make way for players.
    pub bots: u16,
    pub rate: TickRate,
    pub arena: Arena,
    /// What it decides by.
    pub netcode: RoomNetcode,
    /// What whoever runs the server holds the wishes of players to, whatever the room's rules say.
    pub rate_bounds: RateBounds,
    /// Who may change that.
    pub kind: RoomKind,
    /// The seed of everything random in it.
    pub seed: u64,
}

impl RoomConfig {
    /// What the wishes of players are held to.
    #[must_use]
    pub fn rate_limits(&self) -> RateLimits {
        let (room, server) = (self.netcode.rate_bounds(), self.rate_bounds);
        RateLimits { ticks: self.rate, room, server }
    }

    /// Whether its bots spare players who do nothing. Those of a laboratory fight whatever flies:
    /// there nobody reads while the match goes on.
    pub(super) fn has_truces(&self) -> bool {
        self.kind != RoomKind::Simulated
    }

    /// Whether this room can play by some rules.
    ///
    /// # Errors
    /// The first setting that is out of its range, or by which only the laboratory plays.
    pub(super) fn check_rules(&self, netcode: &RoomNetcode) -> Result<(), ConfigError> {
        netcode.check()?;
        match self.kind {
            RoomKind::Simulated => {}
            RoomKind::Public | RoomKind::Private | RoomKind::Experimental => {
                netcode.check_outside_laboratory()?;
            }
        }
        Ok(())
    }
}

/// Why a room cannot be made, or cannot play by some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Too few or too many seats.
    #[error("a room has 1 to {max} seats, not {given}", max = SEATS_MAX)]
    Seats {
        /// What was asked for.
        given: u16,
    },
    /// A setting of the netcode is out of range.
    #[error(transparent)]
    Netcode(#[from] NetcodeError),
    /// Only the laboratory plays by a value.
    #[error(transparent)]
    LaboratoryOnly(#[from] LaboratoryOnly),
    /// Whether ticks wait for everybody's commands is settled when a match begins.
    #[error("a match under lockstep begins anew")]
    Anew,
}

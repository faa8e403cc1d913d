//! The configuration of a room, and the errors that reject one.

use alloc::string::String;

use serde::Serialize;

use crate::{
    base::{
        limits::{SEATS_MAX, WATCH_DELAY_MAX_MS},
        time::TickRate,
    },
    netcode::{
        laboratory::LaboratoryOnly,
        rates::{RateBounds, RateLimits},
        setting::NetcodeError,
        values::RoomNetcode,
    },
    pilot::skill::{BotLevelNumber, RequestedLevel},
    sim::arena::Arena,
    wire::{round::RoundLimits, series::BestOf, sides::Sides},
};

/// The kind of a room, which decides who may change its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum RoomKind {
    /// Open to all. Its rules can be changed only while it has a single player, and are reset when
    /// another joins or that player leaves.
    Public,
    /// Opened by a player; its founder changes its rules.
    #[default]
    Private,
    /// For experiments on a server: every player changes its rules.
    Experimental,
    /// A room of the laboratory, in virtual time and closed to other players. Everyone in it
    /// changes its rules, and it accepts settings that no other room does.
    Simulated,
}

/// How hard a room's bots fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Difficulty {
    /// All at once, each with the skill of its temper.
    #[default]
    Full,
    /// Against a single player: gently in its first life, then at a level that follows its fortune.
    /// Otherwise, and in experimental and simulated rooms, as `Full`.
    Adaptive,
    /// All at once, at this level, in every kind of game room. In experimental and simulated rooms
    /// as `Full`.
    Level(BotLevelNumber),
}

impl Difficulty {
    fn is_full(&self) -> bool {
        *self == Self::Full
    }
}

impl From<RequestedLevel> for Difficulty {
    fn from(level: RequestedLevel) -> Self {
        match level {
            RequestedLevel::Adaptive => Self::Adaptive,
            RequestedLevel::Fixed(level) => Self::Level(level),
        }
    }
}

/// The configuration of a room.
#[derive(Clone, Debug, Serialize)]
pub struct RoomConfig {
    /// Its name, shown to everyone.
    pub name: String,
    /// Seats, 1 to 1024.
    pub seats: u16,
    /// Bots fill the room up to this many ships, and make way for players.
    pub bots: u16,
    #[serde(skip_serializing_if = "Difficulty::is_full")]
    pub difficulty: Difficulty,
    pub rate: TickRate,
    pub arena: Arena,
    /// Its rules.
    pub netcode: RoomNetcode,
    /// The server operator's bounds on the rates that players ask for, whatever the room's rules.
    pub rate_bounds: RateBounds,
    /// The limits of its rounds; `None` for an endless match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundLimits>,
    /// How much later than it happens watchers see its match, in ms, up to
    /// [`WATCH_DELAY_MAX_MS`]; not part of the match's state.
    #[serde(skip)]
    pub watch_delay_ms: u32,
    /// The two sides on which its players fight; `None` if each fights all others. Only private
    /// rooms have sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Sides>,
    /// The series that its rounds are grouped into; `None` where each stands alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<BestOf>,
    /// Who may change the rules.
    pub kind: RoomKind,
    /// The seed of everything random in it.
    pub seed: u64,
}

impl RoomConfig {
    /// The limits on the rates that players ask for.
    #[must_use]
    pub fn rate_limits(&self) -> RateLimits {
        let (room, server) = (self.netcode.rate_bounds(), self.rate_bounds);
        RateLimits { ticks: self.rate, room, server }
    }

    /// Whether its bots spare players who do nothing. In the laboratory bots attack every ship: no
    /// one there stops to read during a match.
    pub(super) fn has_truces(&self) -> bool {
        self.kind != RoomKind::Simulated
    }

    /// Whether its bots adapt to a single player. Experiments need bots that stay the same, and so
    /// does lockstep, which only simulated rooms have.
    pub(super) fn is_adaptive(&self) -> bool {
        self.difficulty == Difficulty::Adaptive && self.is_game() && self.has_bots()
    }

    /// The level at which its bots play whatever happens.
    pub(super) fn fixed_level(&self) -> Option<BotLevelNumber> {
        match self.difficulty {
            Difficulty::Level(level) if self.is_game() && self.has_bots() => Some(level),
            Difficulty::Level(_) | Difficulty::Full | Difficulty::Adaptive => None,
        }
    }

    fn is_game(&self) -> bool {
        match self.kind {
            RoomKind::Public | RoomKind::Private => true,
            RoomKind::Experimental | RoomKind::Simulated => false,
        }
    }

    fn has_bots(&self) -> bool {
        self.bots.min(self.seats) > 1
    }

    /// Checks its sides.
    ///
    /// # Errors
    /// When they are out of range, or the room is of a kind that has none.
    pub(super) fn check_sides(&self) -> Result<(), ConfigError> {
        match self.sides {
            Some(sides) if !sides.is_valid() => Err(ConfigError::Sides(sides)),
            Some(_) if self.kind != RoomKind::Private => Err(ConfigError::SidesNotPrivate),
            _ => Ok(()),
        }
    }

    /// Checks whether this room can play by the given rules.
    ///
    /// # Errors
    /// The first setting that is out of its range, or that only the laboratory supports.
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
    #[error("{given} seats are outside the range of 1 to {max}", max = SEATS_MAX)]
    Seats {
        /// The number requested.
        given: u16,
    },
    /// A limit of the rounds is out of range.
    #[error("a round with {0:?} is out of range")]
    Rounds(RoundLimits),
    /// Watchers would see the match too late.
    #[error("watchers {given_ms} ms late are outside the range of 0 to {WATCH_DELAY_MAX_MS} ms")]
    WatchDelay { given_ms: u32 },
    /// A round trip of the sides is out of range.
    #[error("sides with {0:?} are out of range")]
    Sides(Sides),
    /// Only a private room has sides.
    #[error("only a private room can have two sides")]
    SidesNotPrivate,
    /// A setting of the netcode is out of range.
    #[error(transparent)]
    Netcode(#[from] NetcodeError),
    /// A value that only the laboratory supports.
    #[error(transparent)]
    LaboratoryOnly(#[from] LaboratoryOnly),
    /// Whether ticks wait for all players' commands is fixed when a match begins.
    #[error("lockstep cannot change during a match")]
    LockstepFixed,
}

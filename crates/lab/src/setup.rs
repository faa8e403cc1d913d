//! What a match of the laboratory begins with: who flies, where, over which links, under which
//! schemes, under which seed. Plain data that fits a link; read once, when a match is begun.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use shared::{
    base::{
        geometry::Turn,
        limits::{
            LAB_BOTS_MAX, LAB_COLUMNS_MAX, LAB_LEGS_MAX, LAB_PLAYERS, LAB_SHOTS_MAX,
            LAB_THROW_MAX_U_PER_S, LAB_THROWS_MAX,
        },
        time::TickRate,
    },
    netcode::{setting::NetcodeError, values::Netcode},
    sim::{arena::Arena, command::Thrust, event::Weapon},
    wire::{
        codec::CodecId,
        conditions::{ConditionError, Conditions},
    },
};

use super::{
    lie::{Liar, Lie, LieNumber, LieUnit},
    scenario::Scenario,
};

/// Frames a second: the pace of inputs, and of every player's pictures.
pub const FRAMES: TickRate = TickRate::DEFAULT;

/// The players of a laboratory, by what their panes are called.
pub const NAMES: [&str; LAB_PLAYERS] = ["You", "Other", "Third"];
/// Its columns, by what they are called.
pub const COLUMN_LETTERS: [&str; LAB_COLUMNS_MAX] = ["A", "B"];

/// A stretch of a path: one thrust for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    /// Where to thrust.
    pub thrust: Thrust,
    /// For how long, in frames.
    pub frames: u16,
}

/// Where a scripted gun aims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// At the middle of the target as its own screen draws it.
    Seen,
    /// Ahead of that, so that on its own screen a bolt meets the target.
    Lead,
    /// Always in one direction.
    Fixed(Turn),
}

/// A gun that fires by the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    /// The player it aims at, 0 to 2.
    pub target: u8,
    pub weapon: Weapon,
    pub aim: Aim,
    /// At which frames of the loop it fires, rising; at most [`LAB_SHOTS_MAX`].
    pub shots: Vec<u16>,
}

/// A path and a gun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// Flown in turn, over and over; at most [`LAB_LEGS_MAX`]. None: it stands.
    pub legs: Vec<Leg>,
    /// What it fires.
    pub gun: Option<Gun>,
}

/// Who flies a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controller {
    /// The person at the page.
    You,
    /// A pilot who sees that player's screen.
    Bot,
    /// A script.
    Script(Script),
}

/// A place in the arena, in whole u.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// From the left wall.
    pub x_u: u16,
    /// From the upper wall.
    pub y_u: u16,
}

/// A catapult: the room gives a ship a speed that no engine has. Nobody predicts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// Before which frame of the loop.
    pub frame: u16,
    /// Whose ship, 0 to 2.
    pub player: u8,
    /// To the right, in u/s, at most [`LAB_THROW_MAX_U_PER_S`] either way.
    pub x_u_per_s: i16,
    /// Down, in u/s, likewise.
    pub y_u_per_s: i16,
}

/// A player of the laboratory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSetup {
    /// Who flies.
    pub controller: Controller,
    /// Where its ship stands at frame 0; `None`: where it spawned.
    pub place: Option<Place>,
    /// Its links.
    pub conditions: Conditions,
    /// What its program lies about. It is not written with the player, but by itself behind a run.
    #[serde(skip)]
    pub liar: Option<Liar>,
}

/// What a match begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Which scenario it came from: its words and its outcome.
    pub scenario: Scenario,
    /// The seed of room, pilots and links.
    pub seed: u64,
    /// Ticks a second of the room.
    pub rate: TickRate,
    /// How the snapshots of all players are written.
    pub codec: CodecId,
    pub arena: Arena,
    /// Bots of the room, at most [`LAB_BOTS_MAX`].
    pub bots: u8,
    /// What each column runs under, for its room and all of its players; one or two.
    pub columns: Vec<Netcode>,
    /// The players; the first pane is the first one's.
    pub players: [PlayerSetup; LAB_PLAYERS],
    /// Ships that are thrown; at most [`LAB_THROWS_MAX`].
    pub throws: Vec<Throw>,
    /// Frames after which it begins anew, as long as nobody flies it; 0: never.
    pub loop_frames: u16,
}

/// What is wrong with a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A number is above what is allowed.
    #[error("{what} is {given}, and {max} is the most")]
    TooMuch {
        /// Which number.
        what: &'static str,
        /// What it is.
        given: u32,
        /// The most allowed.
        max: u32,
    },
    /// There is no column to run.
    #[error("it has no column")]
    NoColumn,
    /// The arena is none.
    #[error("its arena is too small, too large or has too many asteroids")]
    Arena,
    /// A setting of a scheme is out of its range.
    #[error(transparent)]
    Netcode(#[from] NetcodeError),
    /// A condition of a link is above its bound.
    #[error(transparent)]
    Conditions(#[from] ConditionError),
}

impl Controller {
    /// A ship that stands still.
    #[must_use]
    pub fn still() -> Self {
        Self::Script(Script::default())
    }

    /// Checks every bound.
    ///
    /// # Errors
    /// The first that is broken.
    pub fn check(&self) -> Result<(), SetupError> {
        let Self::Script(script) = self else { return Ok(()) };
        at_most("the number of legs", script.legs.len(), LAB_LEGS_MAX)?;
        let Some(gun) = &script.gun else { return Ok(()) };
        at_most("the number of shots", gun.shots.len(), LAB_SHOTS_MAX)?;
        at_most("the target's number", gun.target.into(), LAB_PLAYERS - 1)
    }
}

impl Setup {
    /// Checks every bound.
    ///
    /// # Errors
    /// The first that is broken.
    pub fn check(&self) -> Result<(), SetupError> {
        if self.columns.is_empty() {
            return Err(SetupError::NoColumn);
        }
        at_most("the number of columns", self.columns.len(), LAB_COLUMNS_MAX)?;
        at_most("the number of bots", self.bots.into(), LAB_BOTS_MAX.into())?;
        if !self.arena.is_valid() {
            return Err(SetupError::Arena);
        }
        for column in &self.columns {
            column.check()?;
        }
        for player in &self.players {
            player.controller.check()?;
            player.conditions.check()?;
            let lie = player.liar.map(|liar| liar.lie);
            if let Some(LieNumber { what, value, most }) = lie.and_then(Lie::above_bound) {
                let what = match what {
                    LieUnit::Player => "a claimed victim's number",
                    LieUnit::Ticks => "the ticks of a burst",
                    LieUnit::Ms => "the time of a lie, in ms,",
                };
                at_most(what, value.into(), most.into())?;
            }
        }
        at_most("the number of throws", self.throws.len(), LAB_THROWS_MAX)?;
        for throw in &self.throws {
            at_most("a thrown player's number", throw.player.into(), LAB_PLAYERS - 1)?;
            for speed in [throw.x_u_per_s, throw.y_u_per_s] {
                let speed = speed.unsigned_abs().into();
                at_most("the speed of a throw, in u/s,", speed, LAB_THROW_MAX_U_PER_S.into())?;
            }
        }
        Ok(())
    }
}

fn at_most(what: &'static str, given: usize, max: usize) -> Result<(), SetupError> {
    let [given, max] = [given, max].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    if given > max { Err(SetupError::TooMuch { what, given, max }) } else { Ok(()) }
}

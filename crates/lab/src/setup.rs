//! The setup of a laboratory match: controllers, positions, links, schemes and seed. Plain data
//! that fits into a link, read once when the match starts.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use shared::{
    base::{geometry::Turn, time::TickRate},
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
use crate::limits::{
    LAB_BOTS_MAX, LAB_COLUMNS_MAX, LAB_LEGS_MAX, LAB_PLAYERS, LAB_SHOTS_MAX, LAB_THROW_MAX_U_PER_S,
    LAB_THROWS_MAX,
};

/// Frames per second, of inputs and of every player's screen.
pub const FRAMES: TickRate = TickRate::DEFAULT;

/// The players' names, as shown on their panes.
pub const NAMES: [&str; LAB_PLAYERS] = ["You", "Other", "Third"];
/// Names of the columns.
pub const COLUMN_LETTERS: [&str; LAB_COLUMNS_MAX] = ["A", "B"];

/// Frames from a shot to the end of its loop, at least: its flight and its report.
const SHOT_FRAMES: u16 = 120;

/// A leg of a path: one thrust for a number of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    pub thrust: Thrust,
    /// Duration in frames.
    pub frames: u16,
}

/// Where a scripted gun aims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// At the centre of the target as drawn on its own screen.
    Seen,
    /// Ahead of that, so that a bolt hits the target on its own screen.
    Lead,
    /// Always in one direction.
    Fixed(Turn),
}

/// A gun that fires on a timer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    /// The target player, 0 to 2.
    pub target: u8,
    pub weapon: Weapon,
    pub aim: Aim,
    /// Frames of the loop at which it fires, ascending; up to [`LAB_SHOTS_MAX`].
    pub shots: Vec<u16>,
}

/// A path and a gun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// Flown in turn and repeated; up to [`LAB_LEGS_MAX`]. Without legs the ship rests.
    pub legs: Vec<Leg>,
    pub gun: Option<Gun>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controller {
    /// The person at the page.
    You,
    /// A pilot that sees that player's screen.
    Bot,
    Script(Script),
}

/// A position in the arena, in whole u.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaPos {
    /// From the left wall.
    pub x_u: u16,
    /// From the top wall.
    pub y_u: u16,
}

/// A catapult: the room gives a ship a velocity that no engine could. It cannot be predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// The frame of the loop before which it happens.
    pub frame: u16,
    /// Player of the ship, 0 to 2.
    pub player: u8,
    /// To the right, in u/s, up to [`LAB_THROW_MAX_U_PER_S`] either way.
    pub x_u_per_s: i16,
    /// Down, in u/s, likewise.
    pub y_u_per_s: i16,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSetup {
    pub controller: Controller,
    /// Position of its ship at frame 0; `None` leaves it where it spawned.
    pub place: Option<ArenaPos>,
    pub conditions: Conditions,
    /// Its cheat. Not serialised with the player, but separately after a run.
    #[serde(skip)]
    pub liar: Option<Liar>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The scenario it is based on, which supplies texts and outcome.
    pub scenario: Scenario,
    /// Seed of room, pilots and links.
    pub seed: u64,
    /// Tick rate of the room.
    pub rate: TickRate,
    /// Snapshot codec of all players.
    pub codec: CodecId,
    pub arena: Arena,
    /// Bots of the room, up to [`LAB_BOTS_MAX`].
    pub bots: u8,
    /// One or two netcodes, each for a column's room and all of its players.
    pub columns: Vec<Netcode>,
    /// The players; the first pane shows the first one.
    pub players: [PlayerSetup; LAB_PLAYERS],
    /// Up to [`LAB_THROWS_MAX`].
    pub throws: Vec<Throw>,
    /// Frames after which it restarts, while no person flies; 0: never.
    pub loop_frames: u16,
}

/// Errors of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("{what} is {given}; the limit is {max}")]
    TooMuch { what: &'static str, given: u32, max: u32 },
    #[error("no columns")]
    NoColumn,
    #[error("the arena is too small, too large or has too many asteroids")]
    Arena,
    /// A netcode setting is out of range.
    #[error(transparent)]
    Netcode(#[from] NetcodeError),
    /// A link condition is out of range.
    #[error(transparent)]
    Conditions(#[from] ConditionError),
}

impl Controller {
    /// A ship at rest.
    #[must_use]
    pub fn still() -> Self {
        Self::Script(Script::default())
    }

    /// Checks every bound.
    ///
    /// # Errors
    /// The first violated bound.
    pub fn check(&self) -> Result<(), SetupError> {
        let Self::Script(script) = self else { return Ok(()) };
        at_most("the number of legs", script.legs.len(), LAB_LEGS_MAX)?;
        let Some(gun) = &script.gun else { return Ok(()) };
        at_most("the number of shots", gun.shots.len(), LAB_SHOTS_MAX)?;
        at_most("the target's number", gun.target.into(), LAB_PLAYERS - 1)
    }
}

impl Setup {
    /// The same match, in which the first player's gun fires at a frame, with time left in the loop
    /// for the shot to end; `None` if its script does not fire exactly once.
    #[must_use]
    pub fn with_shot_at(&self, frame: u16) -> Option<Self> {
        let mut setup = self.with_shots(&[frame])?;
        let ends_at = frame.saturating_add(SHOT_FRAMES);
        if setup.loop_frames > 0 && setup.loop_frames < ends_at {
            setup.loop_frames = ends_at;
        }
        Some(setup)
    }

    /// The same match without that shot.
    #[must_use]
    pub fn without_shot(&self) -> Option<Self> {
        self.with_shots(&[])
    }

    fn with_shots(&self, shots: &[u16]) -> Option<Self> {
        let mut setup = self.clone();
        let Controller::Script(Script { gun: Some(gun), .. }) = &mut setup.players[0].controller
        else {
            return None;
        };
        if gun.shots.len() != 1 {
            return None;
        }
        gun.shots = shots.into();
        Some(setup)
    }

    /// Checks every bound.
    ///
    /// # Errors
    /// The first violated bound.
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
                    LieUnit::Ms => "the delay of a lie in ms",
                };
                at_most(what, value.into(), most.into())?;
            }
        }
        at_most("the number of throws", self.throws.len(), LAB_THROWS_MAX)?;
        for throw in &self.throws {
            at_most("a thrown player's number", throw.player.into(), LAB_PLAYERS - 1)?;
            for speed in [throw.x_u_per_s, throw.y_u_per_s] {
                let speed = speed.unsigned_abs().into();
                at_most("the speed of a throw in u/s", speed, LAB_THROW_MAX_U_PER_S.into())?;
            }
        }
        Ok(())
    }
}

fn at_most(what: &'static str, given: usize, max: usize) -> Result<(), SetupError> {
    let [given, max] = [given, max].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    if given > max { Err(SetupError::TooMuch { what, given, max }) } else { Ok(()) }
}

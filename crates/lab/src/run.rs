//! A run: the setup of a match and every external input since, by frame. Replaying it reproduces
//! the match bit for bit.

use alloc::vec::Vec;

use capture::limits::RUN_FRAMES_MAX;
use serde::{Deserialize, Serialize};
use shared::{
    client::Controls, netcode::values::Netcode, room::ConfigError, wire::conditions::Conditions,
};

use super::setup::{Controller, Setup, SetupError};
use crate::limits::{LAB_COLUMNS_MAX, LAB_INPUTS_MAX, LAB_PLAYERS};

/// An external input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// The person's controls change; effective while the person flies that ship.
    Fly {
        player: u8,
        /// Controls held from now on.
        controls: Controls,
    },
    /// A ship changes hands.
    Controller {
        player: u8,
        /// Who flies it from now on.
        controller: Controller,
    },
    /// A player's link conditions change for everything sent from now on.
    Conditions { player: u8, conditions: Conditions },
    /// A column changes its netcode, for its room and all of its players.
    Netcode { column: u8, netcode: Netcode },
    /// A second column starts as a copy of the first one, under another netcode. An existing second
    /// column is replaced.
    Split {
        /// Netcode of the second column.
        netcode: Netcode,
    },
    /// Removes the second column.
    Merge,
    /// A player requests a full update in every column.
    FullUpdate { player: u8 },
}

/// An input with its frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedInput {
    /// It applies before this frame runs.
    pub frame: u32,
    pub input: Input,
}

/// A match that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub setup: Setup,
    /// In order of arrival; up to [`LAB_INPUTS_MAX`].
    pub inputs: Vec<TimedInput>,
    /// Length in frames; up to [`RUN_FRAMES_MAX`].
    pub frames: u32,
}

/// Errors of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    #[error("invalid setup: {0}")]
    Setup(SetupError),
    #[error(transparent)]
    Room(#[from] ConfigError),
    #[error("{frames} frames exceed the limit of {max}", max = RUN_FRAMES_MAX)]
    TooLong { frames: u32 },
    #[error("{n} inputs exceed the limit of {max}", max = LAB_INPUTS_MAX)]
    TooManyInputs { n: usize },
    /// The viewed frame is after its end.
    #[error("frame {frame} is after the end, frame {frames}")]
    Beyond { frame: u32, frames: u32 },
    /// The selected shot is in a column that does not exist.
    #[error("the shot is in column {}, but the run has only {columns}", u32::from(*.column) + 1)]
    NoColumn {
        /// Column of the shot, from 0.
        column: u8,
        /// Columns at the viewed frame.
        columns: usize,
    },
    /// An input precedes the previous one, or follows the end.
    #[error("input {n} is out of order")]
    Order {
        /// Index from 0.
        n: usize,
    },
    /// An input names a player or column that does not exist.
    #[error("input {n} names an unknown player or column")]
    UnknownTarget {
        /// Index from 0.
        n: usize,
    },
}

impl Input {
    /// Checks every bound.
    ///
    /// # Errors
    /// The first violated bound; `None` for a player or column that does not exist.
    fn check(&self) -> Result<(), Option<SetupError>> {
        let (who, most) = match self {
            Self::Fly { player, .. } | Self::Controller { player, .. } => (*player, LAB_PLAYERS),
            Self::Conditions { player, .. } | Self::FullUpdate { player } => (*player, LAB_PLAYERS),
            Self::Netcode { column, .. } => (*column, LAB_COLUMNS_MAX),
            Self::Split { .. } | Self::Merge => (0, 1),
        };
        if usize::from(who) >= most {
            return Err(None);
        }
        match self {
            Self::Controller { controller, .. } => controller.check()?,
            Self::Conditions { conditions, .. } => {
                conditions.check().map_err(SetupError::from)?;
            }
            Self::Netcode { netcode, .. } | Self::Split { netcode } => {
                netcode.check().map_err(SetupError::from)?;
            }
            Self::Fly { .. } | Self::Merge | Self::FullUpdate { .. } => {}
        }
        Ok(())
    }

    /// Whether an earlier input in the same frame has no effect because of this one.
    pub(super) fn replaces(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::Fly { player, .. }, Self::Fly { player: other, .. })
            | (Self::Conditions { player, .. }, Self::Conditions { player: other, .. })
            | (Self::FullUpdate { player }, Self::FullUpdate { player: other }) => player == other,
            _ => false,
        }
    }
}

impl Run {
    /// Frames after which it restarts; `None` if it does not loop, or a person flies in it.
    #[must_use]
    pub fn loop_frames(&self) -> Option<u32> {
        let flown = |input: &Input| matches!(input, Input::Fly { .. } | Input::Controller { .. });
        let is_flown = self.inputs.iter().any(|timed| flown(&timed.input));
        let frames = u32::from(self.setup.loop_frames);
        (frames > 0 && !is_flown).then_some(frames)
    }

    /// A run of length 0.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { setup, inputs: Vec::new(), frames: 0 }
    }

    /// Checks every bound: a run that passes can be run.
    ///
    /// # Errors
    /// The first violated bound.
    pub fn check(&self) -> Result<(), RunError> {
        self.setup.check().map_err(RunError::Setup)?;
        if self.frames > RUN_FRAMES_MAX {
            return Err(RunError::TooLong { frames: self.frames });
        }
        if self.inputs.len() > LAB_INPUTS_MAX {
            return Err(RunError::TooManyInputs { n: self.inputs.len() });
        }
        let mut before = 0;
        for (n, input) in self.inputs.iter().enumerate() {
            if input.frame < before || input.frame > self.frames {
                return Err(RunError::Order { n });
            }
            before = input.frame;
            input
                .input
                .check()
                .map_err(|why| why.map_or(RunError::UnknownTarget { n }, RunError::Setup))?;
        }
        Ok(())
    }

    /// Number of columns at a frame, after its inputs.
    #[must_use]
    pub fn columns_at(&self, frame: u32) -> usize {
        let applied = self.inputs.iter().take_while(|input| input.frame <= frame);
        applied.fold(self.setup.columns.len(), |columns, timed| match timed.input {
            Input::Split { .. } => LAB_COLUMNS_MAX,
            Input::Merge => 1,
            _ => columns,
        })
    }

    /// The inputs that apply before a frame runs.
    #[must_use]
    pub fn inputs_at(&self, frame: u32) -> &[TimedInput] {
        let from = self.inputs.partition_point(|input| input.frame < frame);
        let to = self.inputs.partition_point(|input| input.frame <= frame);
        &self.inputs[from..to]
    }
}

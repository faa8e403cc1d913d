//! A run: what a match begins with and everything that came from outside since, frame by frame.
//! Whoever plays it again gets the same match, bit for bit.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use shared::{
    base::limits::{LAB_COLUMNS_MAX, LAB_INPUTS_MAX, LAB_PLAYERS, RUN_FRAMES_MAX},
    client::Controls,
    netcode::values::Netcode,
    room::ConfigError,
    wire::conditions::Conditions,
};

use super::setup::{Controller, Setup, SetupError};

/// Something that came from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// The person holds other controls; they count where the person flies that ship.
    Fly {
        player: u8,
        /// What is held from now on.
        controls: Controls,
    },
    /// Somebody else flies a ship.
    Controller {
        player: u8,
        /// Who flies it from now on.
        controller: Controller,
    },
    /// A player's links change for what is sent from now on.
    Conditions {
        /// Whose links.
        player: u8,
        /// The conditions.
        conditions: Conditions,
    },
    /// A column runs under another netcode: its room, and all of its players.
    Netcode {
        /// Which column.
        column: u8,
        /// The netcode.
        netcode: Netcode,
    },
    /// A second column begins where the first one is, under another netcode. With two columns the
    /// second begins anew.
    Split {
        /// The netcode of the second.
        netcode: Netcode,
    },
    /// The second column goes.
    Merge,
    /// A player asks its server, in every column, for a full update.
    FullUpdate {
        /// Who asks.
        player: u8,
    },
}

/// An input and when it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedInput {
    /// Before this frame is run.
    pub frame: u32,
    /// What came.
    pub input: Input,
}

/// A match that can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What it begins with.
    pub setup: Setup,
    /// What came from outside, in the order in which it came; at most [`LAB_INPUTS_MAX`].
    pub inputs: Vec<TimedInput>,
    /// How long it is, in frames; at most [`RUN_FRAMES_MAX`].
    pub frames: u32,
}

/// What is wrong with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// Its beginning.
    #[error("the setup is not sound: {0}")]
    Setup(SetupError),
    /// Its room cannot be made.
    #[error(transparent)]
    Room(#[from] ConfigError),
    /// It is too long.
    #[error("it has {frames} frames, and {max} are the most", max = RUN_FRAMES_MAX)]
    TooLong { frames: u32 },
    /// Too much came from outside.
    #[error("it has {n} inputs, and {max} are the most", max = LAB_INPUTS_MAX)]
    TooManyInputs { n: usize },
    /// The frame to look at is after its end.
    #[error("frame {frame} is after its end, which is frame {frames}")]
    Beyond {
        /// The frame.
        frame: u32,
        frames: u32,
    },
    /// The shot to look at is in a column that is not there.
    #[error("its shot is in column {}, and there are only {columns}", u32::from(*.column) + 1)]
    NoColumn {
        /// Which column, from 0.
        column: u8,
        /// How many there are at the frame to look at.
        columns: usize,
    },
    /// An input comes before the one before it, or after the end.
    #[error("input {n} is out of order")]
    Order {
        /// Which input, from 0.
        n: usize,
    },
    /// An input means a player or a column that cannot be.
    #[error("input {n} names a player or column that is not there")]
    NoSuch {
        /// Which input, from 0.
        n: usize,
    },
}

impl Input {
    /// Checks every bound.
    ///
    /// # Errors
    /// The first that is broken; `None` where it names nobody.
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

    /// Whether an input before it in the same frame is as if it had never been.
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
    /// After how many frames it begins anew; none where it goes on, or somebody flies in it.
    #[must_use]
    pub fn loop_frames(&self) -> Option<u32> {
        let flown = |input: &Input| matches!(input, Input::Fly { .. } | Input::Controller { .. });
        let is_flown = self.inputs.iter().any(|timed| flown(&timed.input));
        let frames = u32::from(self.setup.loop_frames);
        (frames > 0 && !is_flown).then_some(frames)
    }

    /// A run that has only begun.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { setup, inputs: Vec::new(), frames: 0 }
    }

    /// Checks every bound: what passes can be run.
    ///
    /// # Errors
    /// The first that is broken.
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
                .map_err(|why| why.map_or(RunError::NoSuch { n }, RunError::Setup))?;
        }
        Ok(())
    }

    /// How many columns there are at a frame, its inputs heard.
    #[must_use]
    pub fn columns_at(&self, frame: u32) -> usize {
        let heard = self.inputs.iter().take_while(|input| input.frame <= frame);
        heard.fold(self.setup.columns.len(), |columns, timed| match timed.input {
            Input::Split { .. } => LAB_COLUMNS_MAX,
            Input::Merge => 1,
            _ => columns,
        })
    }

    /// What comes before a frame is run.
    #[must_use]
    pub fn inputs_at(&self, frame: u32) -> &[TimedInput] {
        let from = self.inputs.partition_point(|input| input.frame < frame);
        let to = self.inputs.partition_point(|input| input.frame <= frame);
        &self.inputs[from..to]
    }
}

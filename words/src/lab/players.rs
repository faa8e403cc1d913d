//! The players of a match of the laboratory, as they are told apart.

use crate::language::{Language, in_language};

/// A player of a match of the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabPlayer {
    /// Who is told.
    You,
    Other,
    Third,
}

impl LabPlayer {
    /// The player of an index.
    #[must_use]
    pub const fn of(index: usize) -> Self {
        match index {
            0 => Self::You,
            1 => Self::Other,
            _ => Self::Third,
        }
    }
}

impl Language {
    /// What a player is called on buttons and beside lanes.
    #[must_use]
    pub const fn lab_player(self, player: LabPlayer) -> &'static str {
        in_language!(self, lab::players::name(player))
    }
}

//! What a player's program lies about in a match of the laboratory: plain data that belongs to a
//! setup. Read when a match is begun.

use serde::{Deserialize, Serialize};

use crate::base::limits::{LIE_MAX_MS, LIE_TICKS_MAX};

/// A lie, told by a program between a client that knows nothing of it and its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lie {
    /// Every laser is claimed as a hit at once, wherever it flies.
    FalseClaim {
        /// On whose ship, 0 to 2.
        victim: u8,
    },
    /// Views run backwards from the first shot on, as fast as time runs forwards.
    BackwardsView,
    /// Each pull of the laser's trigger is made again in every command of the next 50 ms.
    NoCooldown,
    /// When the ship begins to thrust, commands are held back for so many ticks, and made at twice
    /// the rate meanwhile; then all of them are sent at once.
    Burst {
        /// At most [`LIE_TICKS_MAX`].
        ticks: u8,
    },
    /// Shots claim the view of a moment `ms` before their command.
    OldView {
        /// At most [`LIE_MAX_MS`].
        ms: u16,
    },
    /// The server's probes are answered `ms` late.
    LateEcho {
        /// At most [`LIE_MAX_MS`].
        ms: u16,
    },
}

/// In which columns a program lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LyingColumns {
    /// In every one.
    All,
    /// In the second, beside the same match with an honest program.
    Second,
}

/// A player whose program lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Liar {
    pub lie: Lie,
    pub columns: LyingColumns,
}

impl Liar {
    /// The lie in a column, if it lies there.
    #[must_use]
    pub const fn lie_in(&self, column: usize) -> Option<Lie> {
        match self.columns {
            LyingColumns::Second if column == 0 => None,
            LyingColumns::All | LyingColumns::Second => Some(self.lie),
        }
    }
}

impl Lie {
    /// What it is, for people, in a word or two.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::FalseClaim { .. } => "false claims",
            Self::BackwardsView => "views run backwards",
            Self::NoCooldown => "no cooldown",
            Self::Burst { .. } => "commands held back",
            Self::OldView { .. } => "old views",
            Self::LateEcho { .. } => "late echoes",
        }
    }

    /// The number of this lie that is above its bound, if one is: its name, its value, and the
    /// largest allowed.
    #[must_use]
    pub fn above_bound(self, players: usize) -> Option<(&'static str, usize, usize)> {
        let (what, given, most) = match self {
            Self::FalseClaim { victim } => {
                ("a claimed victim's number", victim.into(), players - 1)
            }
            Self::Burst { ticks } => ("the ticks of a burst", ticks.into(), LIE_TICKS_MAX.into()),
            Self::OldView { ms } | Self::LateEcho { ms } => {
                ("the time of a lie, in ms,", ms.into(), LIE_MAX_MS.into())
            }
            Self::BackwardsView | Self::NoCooldown => return None,
        };
        (given > most).then_some((what, given, most))
    }
}

//! What a player's program lies about in a match of the laboratory: plain data that belongs to a
//! setup. Read when a match is begun.

use serde::{Deserialize, Serialize};
use shared::base::limits::{LAB_PLAYERS, LIE_MAX_MS, LIE_TICKS_MAX};

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

/// The number of a lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LieNumber {
    /// What it is.
    pub what: LieUnit,
    /// Its value.
    pub value: u16,
    /// The largest that is allowed; the least is 0.
    pub most: u16,
}

/// What the number of a lie is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LieUnit {
    /// A player, from 0.
    Player,
    /// Ticks.
    Ticks,
    /// Milliseconds.
    Ms,
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
    /// One of each kind, with the numbers of the scenarios that show them.
    pub const ALL: [Self; 6] = [
        Self::FalseClaim { victim: 1 },
        Self::NoCooldown,
        Self::BackwardsView,
        Self::OldView { ms: 1000 },
        Self::Burst { ticks: 40 },
        Self::LateEcho { ms: 200 },
    ];

    /// Its word in the names of buttons.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::FalseClaim { .. } => "claim",
            Self::BackwardsView => "backwards",
            Self::NoCooldown => "cooldown",
            Self::Burst { .. } => "burst",
            Self::OldView { .. } => "old-view",
            Self::LateEcho { .. } => "late-echo",
        }
    }

    /// The lie of a word.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lie| lie.key() == key)
    }

    /// Its number, if it has one.
    #[must_use]
    pub const fn number(self) -> Option<LieNumber> {
        let (what, value, most) = match self {
            Self::FalseClaim { victim } => (LieUnit::Player, victim as u16, LAB_PLAYERS as u16 - 1),
            Self::Burst { ticks } => (LieUnit::Ticks, ticks as u16, LIE_TICKS_MAX as u16),
            Self::OldView { ms } | Self::LateEcho { ms } => (LieUnit::Ms, ms, LIE_MAX_MS),
            Self::BackwardsView | Self::NoCooldown => return None,
        };
        Some(LieNumber { what, value, most })
    }

    /// The same lie with another number, which is held to its bound; one without stays as it is.
    #[must_use]
    pub fn with_number(self, value: u16) -> Self {
        let Some(number) = self.number() else { return self };
        let value = value.min(number.most);
        match self {
            // The bounds of these two are below 256.
            Self::FalseClaim { .. } => Self::FalseClaim { victim: value as u8 },
            Self::Burst { .. } => Self::Burst { ticks: value as u8 },
            Self::OldView { .. } => Self::OldView { ms: value },
            Self::LateEcho { .. } => Self::LateEcho { ms: value },
            Self::BackwardsView | Self::NoCooldown => self,
        }
    }

    /// The number of this lie, if it is above its bound.
    #[must_use]
    pub fn above_bound(self) -> Option<LieNumber> {
        self.number().filter(|number| number.value > number.most)
    }
}

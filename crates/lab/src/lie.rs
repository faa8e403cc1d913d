//! A player's cheat in a laboratory match: plain data in a setup, read when the match starts.

use serde::{Deserialize, Serialize};

use crate::limits::{LAB_PLAYERS, LIE_MAX_MS, LIE_TICKS_MAX};

/// A cheat, performed by a program between an unsuspecting client and its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lie {
    /// Claims a hit for every laser shot immediately, wherever it flies.
    FalseClaim {
        /// The claimed victim, 0 to 2.
        victim: u8,
    },
    /// From the first shot on, view times run backwards as fast as time runs forwards.
    BackwardsView,
    /// Repeats each pull of the laser's trigger in every command of the next 50 ms.
    NoCooldown,
    /// When the ship starts to thrust, holds commands back for some ticks while doubling them, then
    /// sends all of them at once.
    Burst {
        /// Up to [`LIE_TICKS_MAX`].
        ticks: u8,
    },
    /// Shots claim a view `ms` before their command.
    OldView {
        /// Up to [`LIE_MAX_MS`].
        ms: u16,
    },
    /// Answers the server's probes `ms` late.
    LateEcho {
        /// Up to [`LIE_MAX_MS`].
        ms: u16,
    },
}

/// The parameter of a cheat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LieNumber {
    pub what: LieUnit,
    pub value: u16,
    /// The largest allowed value; the smallest is 0.
    pub most: u16,
}

/// The unit of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LieUnit {
    /// A player, from 0.
    Player,
    Ticks,
    Ms,
}

/// The columns in which a player cheats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LyingColumns {
    All,
    /// The second, next to the same match with an honest player.
    Second,
}

/// A player who cheats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Liar {
    pub lie: Lie,
    pub columns: LyingColumns,
}

impl Liar {
    /// The cheat in a column, if it applies there.
    #[must_use]
    pub const fn lie_in(&self, column: usize) -> Option<Lie> {
        match self.columns {
            LyingColumns::Second if column == 0 => None,
            LyingColumns::All | LyingColumns::Second => Some(self.lie),
        }
    }
}

impl Lie {
    /// One of each kind, with the parameters used by their scenarios.
    pub const ALL: [Self; 6] = [
        Self::FalseClaim { victim: 1 },
        Self::NoCooldown,
        Self::BackwardsView,
        Self::OldView { ms: 1000 },
        Self::Burst { ticks: 40 },
        Self::LateEcho { ms: 200 },
    ];

    /// Its key in button names.
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

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lie| lie.key() == key)
    }

    /// Its parameter, if it has one.
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

    /// With another parameter, clamped to its maximum; no effect on cheats without one.
    #[must_use]
    pub fn with_number(self, value: u16) -> Self {
        let Some(number) = self.number() else { return self };
        let value = value.min(number.most);
        match self {
            // Both maxima are below 256.
            Self::FalseClaim { .. } => Self::FalseClaim { victim: value as u8 },
            Self::Burst { .. } => Self::Burst { ticks: value as u8 },
            Self::OldView { .. } => Self::OldView { ms: value },
            Self::LateEcho { .. } => Self::LateEcho { ms: value },
            Self::BackwardsView | Self::NoCooldown => self,
        }
    }

    /// The parameter, if it exceeds its maximum.
    #[must_use]
    pub fn above_bound(self) -> Option<LieNumber> {
        self.number().filter(|number| number.value > number.most)
    }
}

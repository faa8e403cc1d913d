//! What the net graph says: its rows, colours, marks and warnings.

use alloc::string::String;

use shared::{schemes::clamp::Clamp, wire::bits::Category};

use crate::language::{Language, in_language};

/// What a part of the net graph is called, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub label: &'static str,
    pub hint: &'static str,
}

pub(crate) const fn term(label: &'static str, hint: &'static str) -> Term {
    Term { label, hint }
}

/// A row, or half of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphRow {
    FramesPerS,
    Ping,
    In,
    Out,
    Updates,
    Commands,
    Loss,
    Choke,
    Delay,
    Margin,
    Error,
    WorstError,
    Rewind,
    Rerun,
    Limit,
}

impl GraphRow {
    /// Every one, two side by side.
    pub const ALL: [Self; 15] = [
        Self::FramesPerS,
        Self::Ping,
        Self::In,
        Self::Out,
        Self::Updates,
        Self::Commands,
        Self::Loss,
        Self::Choke,
        Self::Delay,
        Self::Margin,
        Self::Error,
        Self::WorstError,
        Self::Rewind,
        Self::Rerun,
        Self::Limit,
    ];
}

/// What stands between bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMark {
    Lost,
    Choked,
    Full,
    Second,
}

impl GraphMark {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Choked, Self::Full, Self::Second];

    /// Its name in style sheets.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Choked => "choked",
            Self::Full => "full",
            Self::Second => "second",
        }
    }
}

/// A figure that is none or has a word in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphText {
    /// There is none where it is.
    None,
    /// Commands of a second, and the packets that they are in.
    CommandsIn { commands: u32, packets: u32 },
    /// Why the server did not look where a shot asked it to.
    Limit(Clamp),
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphWarning {
    /// So many updates led elsewhere than they did on the server.
    LedElsewhere(u32),
    /// The others are guessed.
    OutOfData,
    /// The interpolation delay is below the time between two updates, in ms.
    BelowOneUpdate { ms: i64 },
    /// It is below twice that time, in ms.
    BelowTwoUpdates { ms: i64 },
}

impl Language {
    /// What a row is called and means.
    #[must_use]
    pub const fn graph_row(self, row: GraphRow) -> Term {
        in_language!(self, panels::net_graph::row(row))
    }

    /// What a mark is called and means.
    #[must_use]
    pub const fn graph_mark(self, mark: GraphMark) -> Term {
        in_language!(self, panels::net_graph::mark(mark))
    }

    /// What a colour of the bars is called and means.
    #[must_use]
    pub const fn graph_category(self, category: Category) -> Term {
        in_language!(self, panels::net_graph::category(category))
    }

    /// What the bars are called and mean.
    #[must_use]
    pub const fn graph_bars(self) -> Term {
        *in_language!(self, &panels::net_graph::BARS)
    }

    /// A figure that is none or has a word in it.
    #[must_use]
    pub fn graph_text(self, text: GraphText) -> String {
        in_language!(self, panels::net_graph::text(text))
    }

    /// What is wrong.
    #[must_use]
    pub fn graph_warning(self, warning: GraphWarning) -> String {
        in_language!(self, panels::net_graph::warning(warning))
    }
}

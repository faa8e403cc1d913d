//! What the net graph says: its rows, colours, marks and warnings.

use alloc::string::String;

use shared::{schemes::clamp::Clamp, wire::bits::Category};

use crate::{
    language::{Language, in_language},
    shot_sheet::ClampTexts,
    texts::texts,
};

/// What a part of the net graph is called, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub label: &'static str,
    pub hint: &'static str,
}

pub(crate) const fn term(label: &'static str, hint: &'static str) -> Term {
    Term { label, hint }
}

texts! {
    /// What rows are called and mean.
    GraphRowTerms: Term, of
    /// A row, or half of one.
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
}

texts! {
    /// What marks are called and mean.
    GraphMarkTerms: Term, of
    /// What stands between bars.
    pub enum GraphMark {
        Lost,
        Choked,
        Full,
        Second,
    }
}

impl GraphMark {
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

texts! {
    /// What the colours of the bars are called and mean.
    GraphCategoryTerms: Term, of Category {
        Header, OwnShip, Ships, Bolts, Events, Commands,
    }
}

/// What the net graph says besides; fields are called as the values that they are said of.
pub(crate) struct GraphWords {
    pub(crate) none: &'static str,
    pub(crate) commands_in: fn(u32, u32) -> String,
    pub(crate) limits: ClampTexts,
    pub(crate) led_elsewhere: fn(u32) -> String,
    pub(crate) out_of_data: &'static str,
    pub(crate) below_one_update: fn(i64) -> String,
    pub(crate) below_two_updates: fn(i64) -> String,
}

impl Language {
    const fn graph_words(self) -> &'static GraphWords {
        in_language!(self, &panels::net_graph::WORDS)
    }

    /// What a row is called and means.
    #[must_use]
    pub const fn graph_row(self, row: GraphRow) -> Term {
        in_language!(self, &panels::net_graph::ROWS).of(row)
    }

    /// What a mark is called and means.
    #[must_use]
    pub const fn graph_mark(self, mark: GraphMark) -> Term {
        in_language!(self, &panels::net_graph::MARKS).of(mark)
    }

    /// What a colour of the bars is called and means.
    #[must_use]
    pub const fn graph_category(self, category: Category) -> Term {
        in_language!(self, &panels::net_graph::CATEGORIES).of(category)
    }

    /// What the bars are called and mean.
    #[must_use]
    pub const fn graph_bars(self) -> Term {
        *in_language!(self, &panels::net_graph::BARS)
    }

    /// A figure that is none or has a word in it.
    #[must_use]
    pub fn graph_text(self, text: GraphText) -> String {
        let words = self.graph_words();
        match text {
            GraphText::None => words.none.into(),
            GraphText::CommandsIn { commands, packets } => (words.commands_in)(commands, packets),
            GraphText::Limit(clamp) => words.limits.of(clamp).into(),
        }
    }

    /// What is wrong.
    #[must_use]
    pub fn graph_warning(self, warning: GraphWarning) -> String {
        let words = self.graph_words();
        match warning {
            GraphWarning::LedElsewhere(n) => (words.led_elsewhere)(n),
            GraphWarning::OutOfData => words.out_of_data.into(),
            GraphWarning::BelowOneUpdate { ms } => (words.below_one_update)(ms),
            GraphWarning::BelowTwoUpdates { ms } => (words.below_two_updates)(ms),
        }
    }
}

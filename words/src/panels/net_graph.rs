//! Texts of the net graph: its rows, colours, marks and warnings.

use alloc::string::String;

use shared::{schemes::clamp::Clamp, wire::bits::Category};

use crate::{
    language::{Language, in_language},
    shot_sheet::ClampTexts,
    texts::texts,
};

/// Label of a part of the net graph, and its explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub label: &'static str,
    pub hint: &'static str,
}

pub(crate) const fn term(label: &'static str, hint: &'static str) -> Term {
    Term { label, hint }
}

texts! {
    /// Label and meaning of each row.
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
    /// Label and meaning of each mark.
    GraphMarkTerms: Term, of
    /// A mark between bars.
    pub enum GraphMark {
        Lost,
        Choked,
        Full,
        Second,
    }
}

impl GraphMark {
    /// The mark's name in style sheets.
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

/// A value that is missing or contains words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphText {
    /// There is no value.
    None,
    /// Commands per second, and the packets that carry them.
    CommandsIn { commands: u32, packets: u32 },
    /// Why the server did not judge a shot at the moment it claimed.
    Limit(Clamp),
}

/// A warning of the net graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphWarning {
    /// The number of updates that did not reproduce the server's state.
    LedElsewhere(u32),
    /// Snapshots ran out, so the others are guessed.
    OutOfData,
    /// The interpolation delay is below the time between two updates, in ms.
    BelowOneUpdate { ms: i64 },
    /// It is below twice that time, in ms.
    BelowTwoUpdates { ms: i64 },
}

texts! {
    /// Label and meaning of each bar colour.
    GraphCategoryTerms: Term, of Category {
        Header, OwnShip, Ships, Bolts, Events, Commands,
    }
}

/// Other texts of the net graph; fields are named after the values they describe.
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

    /// Label and meaning of a row.
    #[must_use]
    pub const fn graph_row(self, row: GraphRow) -> Term {
        in_language!(self, &panels::net_graph::ROWS).of(row)
    }

    /// Label and meaning of a mark.
    #[must_use]
    pub const fn graph_mark(self, mark: GraphMark) -> Term {
        in_language!(self, &panels::net_graph::MARKS).of(mark)
    }

    /// Label and meaning of a bar colour.
    #[must_use]
    pub const fn graph_category(self, category: Category) -> Term {
        in_language!(self, &panels::net_graph::CATEGORIES).of(category)
    }

    /// Label and meaning of the bars.
    #[must_use]
    pub const fn graph_bars(self) -> Term {
        *in_language!(self, &panels::net_graph::BARS)
    }

    /// A value that is missing or contains words.
    #[must_use]
    pub fn graph_text(self, text: GraphText) -> String {
        let words = self.graph_words();
        match text {
            GraphText::None => words.none.into(),
            GraphText::CommandsIn { commands, packets } => (words.commands_in)(commands, packets),
            GraphText::Limit(clamp) => words.limits.of(clamp).into(),
        }
    }

    /// Text of a warning.
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

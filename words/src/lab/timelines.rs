//! The two pictures of time: QuakeWorld's ring of commands and Source's line of snapshots. What a
//! player's client holds goes in, sentences come out, a few times a second while one is shown.

use alloc::string::String;

use shared::client::{
    command_ring::{CommandRing, Slot},
    view_line::ViewLine,
};

use crate::{english, japanese, korean, language::Language};

/// A text of a picture of time, whatever it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineText {
    /// What the ring is called, and what to watch for.
    RingTitle,
    RingHint,
    /// The states of its slots, in its legend.
    Empty,
    Acknowledged,
    Replayed,
    Sent,
    Frozen,
    /// What the line is called, and what to watch for.
    LineTitle,
    LineHint,
    /// What its marks and stretches are, in its legend.
    Snapshot,
    Missing,
    Pair,
    Extrapolated,
    /// At the upright strokes of the line: what the client's clock says, and what is drawn.
    Client,
    Render,
}

impl Language {
    /// A text of a picture of time.
    #[must_use]
    pub const fn timeline(self, text: TimelineText) -> &'static str {
        match self {
            Self::English => english::lab::timelines::text(text),
            Self::Japanese => japanese::lab::timelines::text(text),
            Self::Korean => korean::lab::timelines::text(text),
        }
    }

    /// What a ring does in this frame, and the numbers of the slot that somebody asks about; else
    /// of the newest one that has an answer, with the estimate beside it.
    #[must_use]
    pub fn ring(self, ring: &CommandRing, asked: Option<&Slot>) -> String {
        match self {
            Self::English => english::lab::timelines::ring(ring, asked),
            Self::Japanese => japanese::lab::timelines::ring(ring, asked),
            Self::Korean => korean::lab::timelines::ring(ring, asked),
        }
    }

    /// What a slot is called: its number, and the command that it holds.
    #[must_use]
    pub fn slot(self, slot: &Slot) -> String {
        match self {
            Self::English => english::lab::timelines::slot(slot),
            Self::Japanese => japanese::lab::timelines::slot(slot),
            Self::Korean => korean::lab::timelines::slot(slot),
        }
    }

    /// At how many commands prediction freezes, beside the place where.
    #[must_use]
    pub fn freezes_at(self) -> String {
        match self {
            Self::English => english::lab::timelines::freezes_at(),
            Self::Japanese => japanese::lab::timelines::freezes_at(),
            Self::Korean => korean::lab::timelines::freezes_at(),
        }
    }

    /// How the others are drawn in this frame.
    #[must_use]
    pub fn view_line(self, line: &ViewLine) -> String {
        match self {
            Self::English => english::lab::timelines::view_line(line),
            Self::Japanese => japanese::lab::timelines::view_line(line),
            Self::Korean => korean::lab::timelines::view_line(line),
        }
    }
}

//! The two pictures of time: QuakeWorld's ring of commands and Source's line of snapshots. What a
//! player's client holds goes in, sentences come out, a few times a second while one is shown.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use shared::{
    base::time::Tick,
    client::{
        command_ring::{CommandRing, Freezing, Slot},
        view_line::{Presence, ViewLine},
    },
};

use crate::{
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// The texts of the pictures of time.
    TimelineTexts of
    /// A text of a picture of time, whatever it shows.
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
}

/// Whose numbers are told of a ring.
#[derive(Clone, Copy)]
pub(crate) enum SlotDetail<'a> {
    /// Those of the slot that somebody asks about.
    Asked(&'a Slot),
    /// Those of the newest that has an answer, with the estimate beside them.
    Newest(&'a Slot),
    /// No slot has an answer yet.
    NoAnswer,
    /// None: that the ring is frozen explains itself at length.
    Nothing,
}

impl<'a> SlotDetail<'a> {
    fn of(ring: &'a CommandRing, asked: Option<&'a Slot>) -> Self {
        match (asked, ring.newest_sample()) {
            (Some(slot), _) => Self::Asked(slot),
            (None, _) if ring.freezing == Freezing::Now => Self::Nothing,
            (None, Some(slot)) => Self::Newest(slot),
            (None, None) => Self::NoAnswer,
        }
    }
}

/// The ticks of the snapshots between the two of a pair that did not come: `342, 344`.
pub(crate) fn missing_between(line: &ViewLine, older: Tick, newer: Tick) -> Option<String> {
    let between = line.snapshots.iter().filter(|mark| {
        mark.presence == Presence::Missing && mark.tick > older && mark.tick < newer
    });
    let ticks: Vec<String> = between.map(|mark| mark.tick.0.to_string()).collect();
    (!ticks.is_empty()).then(|| ticks.join(", "))
}

impl Language {
    /// A text of a picture of time.
    #[must_use]
    pub const fn timeline(self, text: TimelineText) -> &'static str {
        in_language!(self, &lab::timelines::TEXTS).of(text)
    }

    /// What a ring does in this frame, and the numbers of the slot that somebody asks about; else
    /// of the newest one that has an answer, with the estimate beside it.
    #[must_use]
    pub fn ring(self, ring: &CommandRing, asked: Option<&Slot>) -> String {
        let told = SlotDetail::of(ring, asked);
        in_language!(self, lab::timelines::ring(ring, told))
    }

    /// What a slot is called: its number, and the command that it holds.
    #[must_use]
    pub fn slot(self, slot: &Slot) -> String {
        in_language!(self, lab::timelines::slot(slot))
    }

    /// At how many commands prediction freezes, beside the place where.
    #[must_use]
    pub fn freezes_at(self) -> String {
        in_language!(self, lab::timelines::freezes_at())
    }

    /// How the others are drawn in this frame.
    #[must_use]
    pub fn view_line(self, line: &ViewLine) -> String {
        in_language!(self, lab::timelines::view_line(line))
    }
}

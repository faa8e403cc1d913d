//! The events of a figure.

use lab::flight::{FlightButton, Hold};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Frame,
    Resized,
    /// What was drawn is gone, and can be drawn again.
    ContextRestored,
    /// A button, or its key.
    Act(Act),
    /// A button that flies is pressed or released.
    Fly(FlightButton, Hold),
    /// Whatever is held is released.
    LetGo,
    /// Some control has a new value.
    Edited,
}

/// An action of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Play,
    /// Jump to the decisive moment, or play on from there.
    Cue,
    /// Step one frame back.
    Back,
    /// Step one frame forward.
    Forth,
    Restart,
    /// Show this column where there is room for only one.
    Column(usize),
    /// End a flight.
    EndFlight,
    /// Give the focus back to the page.
    Leave,
}

impl Act {
    /// The action of a figure's button, by its `data-act`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "play" => Self::Play,
            "cue" => Self::Cue,
            "end-flight" => Self::EndFlight,
            "column-a" => Self::Column(0),
            "column-b" => Self::Column(1),
            _ => return None,
        })
    }
}

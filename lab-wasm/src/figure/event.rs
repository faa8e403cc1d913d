//! What can happen to a figure.

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A picture is due.
    Frame,
    /// The canvas has another size.
    Resized,
    /// Something is asked for, by a button or its key.
    Act(Act),
    /// A control has a new value; which one is of no matter.
    Edited,
}

/// What somebody can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Play or pause.
    Play,
    /// To the decisive moment, or on from there.
    Cue,
    /// A frame back.
    Back,
    /// A frame on.
    Forth,
    /// From the beginning.
    Restart,
    /// Show that column where there is room for one.
    Column(usize),
    /// Give the keyboard back to the page.
    Leave,
}

impl Act {
    /// What a button of a figure asks for, by its `data-act`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "play" => Self::Play,
            "cue" => Self::Cue,
            "column-a" => Self::Column(0),
            "column-b" => Self::Column(1),
            _ => return None,
        })
    }
}

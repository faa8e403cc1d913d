//! What the bars of the laboratory say, the lessons around their own words, and the two columns.

use alloc::string::String;

use crate::language::{Language, in_language};

/// A text of a bar, of the lessons' drawer, of the schemes' drawer, or of the words below the
/// panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarText<'a> {
    /// What the button of time does next.
    Play,
    Pause,
    /// Which lesson of how many.
    LessonPlace {
        number: u8,
        of: usize,
    },
    /// Before the scenarios that go on from a lesson.
    More,
    /// In place of what a second column runs under, where there is none.
    NoScheme,
    /// What the button of the second column does.
    Compare,
    EndComparison,
    /// In place of a scenario's title and of what to watch for, while a capture is watched.
    CaptureTitle {
        room: &'a str,
    },
    CaptureWatch,
    /// Which command of the ring the slider stands at, counted from the oldest; what its slot is
    /// called stands before it.
    RingPlace {
        slot: Option<&'a str>,
        nth: usize,
        of: usize,
    },
}

impl Language {
    /// A text of the bars around the panes.
    #[must_use]
    pub fn bar(self, text: BarText) -> String {
        in_language!(self, lab::panes::bar(text))
    }
}

//! Texts of the laboratory's bars, of the drawers around lessons and schemes, and of the columns.

use alloc::string::String;

use crate::language::{Language, in_language};

/// A text of a bar, the lessons' drawer, the schemes' drawer, or the caption below the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarText<'a> {
    /// The play button, by what it does next.
    Play,
    Pause,
    /// The lesson's number, and how many there are.
    LessonPlace {
        number: u8,
        of: usize,
    },
    /// Heading of the scenarios that continue a lesson.
    More,
    /// In place of the second column's scheme, without a second column.
    NoScheme,
    /// The button that adds or removes the second column.
    Compare,
    EndComparison,
    /// In place of a scenario's title and hint, while a capture plays.
    CaptureTitle {
        room: &'a str,
    },
    CaptureWatch,
    /// Position of the ring's slider, counted from the oldest command, after the name of the
    /// command's slot.
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

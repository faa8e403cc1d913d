//! The languages, and what can be said in each: a value goes in, its text comes out.

use shared::lab::{
    lesson_control::{LessonButton, LessonSlider},
    outcome::OutcomeUnit,
};

use crate::english;

/// A language that everything here can be said in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
}

impl Language {
    /// What stands behind a number that was measured: `u`, `ms`.
    #[must_use]
    pub const fn unit(self, unit: OutcomeUnit) -> &'static str {
        match self {
            Self::English => english::outcome::unit(unit),
        }
    }

    /// What a button of a lesson does, as it says itself.
    #[must_use]
    pub const fn lesson_button(self, button: LessonButton) -> &'static str {
        match self {
            Self::English => english::lesson_control::button(button),
        }
    }

    /// What a slider of a lesson moves.
    #[must_use]
    pub fn lesson_slider(self, slider: LessonSlider) -> &'static str {
        match self {
            Self::English => english::lesson_control::slider(slider),
        }
    }
}

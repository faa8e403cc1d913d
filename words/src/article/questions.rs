//! The questions that the article asks before a figure answers them, and the labels around them.

use article::section::Section;

use crate::language::{Language, in_language};

/// A question on a section's figure under another setting.
#[derive(Clone, Copy, Debug)]
pub struct QuestionWords {
    pub ask: &'static str,
    /// The answers offered.
    pub options: [&'static str; 2],
    /// The right answer, and why.
    pub told: &'static str,
}

/// The labels around questions, and of the link below a figure.
#[derive(Clone, Copy, Debug)]
pub struct AskWords {
    /// Before a question.
    pub before: &'static str,
    /// The buttons that open a question, and that answer it without a guess.
    pub guess: &'static str,
    pub show: &'static str,
    /// Before the answer: after a right guess, after a wrong one, and without one.
    pub right: &'static str,
    pub wrong: &'static str,
    pub answer: &'static str,
    /// The link to the same moment in the laboratory.
    pub laboratory: &'static str,
    /// That link where the reader's flight is too long for it.
    pub too_long: &'static str,
}

/// A question, for the tables of the languages.
pub(crate) const fn question(
    ask: &'static str,
    options: [&'static str; 2],
    told: &'static str,
) -> QuestionWords {
    QuestionWords { ask, options, told }
}

impl Language {
    /// The labels around questions.
    #[must_use]
    pub const fn ask_words(self) -> &'static AskWords {
        in_language!(self, &article_questions::WORDS)
    }

    /// The question of a section.
    #[must_use]
    pub const fn question(self, section: Section) -> &'static QuestionWords {
        match section {
            Section::Cover => in_language!(self, &article_questions::COVER),
            Section::Message => in_language!(self, &article_questions::MESSAGE),
            Section::Prediction => in_language!(self, &article_questions::PREDICTION),
            Section::WrongPrediction => in_language!(self, &article_questions::WRONG_PREDICTION),
            Section::Moments => in_language!(self, &article_questions::MOMENTS),
            Section::Interpolation => in_language!(self, &article_questions::INTERPOLATION),
            Section::JitterBuffer => in_language!(self, &article_questions::JITTER_BUFFER),
            Section::LateLaser => in_language!(self, &article_questions::LATE_LASER),
            Section::Jump => in_language!(self, &article_questions::JUMP),
            Section::Rewinding => in_language!(self, &article_questions::REWINDING),
            Section::Lockstep => in_language!(self, &article_questions::LOCKSTEP),
            Section::Everyone => in_language!(self, &article_questions::EVERYONE),
            Section::Clocks => in_language!(self, &article_questions::CLOCKS),
            Section::VictimPays => in_language!(self, &article_questions::VICTIM_PAYS),
            Section::Rollback => in_language!(self, &article_questions::ROLLBACK),
            Section::Choose => in_language!(self, &article_questions::CHOOSE),
        }
    }
}

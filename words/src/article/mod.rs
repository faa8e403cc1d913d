//! The article's text, by section. Paragraphs split into pieces, which a page colours by what they
//! name or replaces by numbers of the section's figure.

mod end;
mod legend;
mod notes;
mod numbers;
mod piece;
mod questions;

use article::{figure_outcome::FigureOutcome, section::Section};

pub(crate) use end::PayerTexts;
pub use end::{Change, EndWords, GlossaryEntry, Payer, PayerRow};
pub use legend::{LegendMark, LegendWords};
pub(crate) use notes::claim;
pub use notes::{Claim, NoteWords, SectionNotes};
pub use numbers::numbers;
pub use piece::{NUMBERS, Named, Number, Piece, pieces};
pub(crate) use questions::question;
pub use questions::{AskWords, QuestionWords};

use crate::language::{Language, in_language};

/// The article's texts around its sections.
#[derive(Clone, Copy, Debug)]
pub struct ArticleWords {
    pub title: &'static str,
    /// One sentence, for previews of the page elsewhere.
    pub summary: &'static str,
    /// Paragraphs before the first section, in the format of [`pieces`].
    pub lead: &'static [&'static str],
    /// Before a task, before the text of a solved one, and before that text once the figure's
    /// settings have changed again.
    pub task: &'static str,
    pub solved: &'static str,
    pub solved_before: &'static str,
    /// Paragraphs after the last section.
    pub end: &'static [&'static str],
    /// Links: to the laboratory and to the game.
    pub laboratory: &'static str,
    pub game: &'static str,
    /// Shown where figures cannot run.
    pub still: &'static str,
    /// Shown where neither the server nor the browser has a linked page.
    pub away: &'static str,
    /// For screen readers: the links to the page in every language.
    pub languages: &'static str,
    /// Heading of the list of sections.
    pub contents: &'static str,
}

/// The texts of a section.
#[derive(Clone, Copy, Debug)]
pub struct SectionWords {
    pub title: &'static str,
    /// Paragraphs that are true for every setting, in the format of [`pieces`].
    pub text: &'static [&'static str],
    /// The next paragraph, for each outcome of the figure.
    pub came: &'static [(FigureOutcome, &'static str)],
    /// Paragraphs after that, also true for every setting.
    pub after: &'static [&'static str],
    /// The task for the reader.
    pub task: &'static str,
    /// Shown once the task is solved, and kept: it is true for every setting.
    pub solved: &'static str,
}

impl SectionWords {
    /// The paragraphs that are true for every setting.
    pub fn always(&self) -> impl Iterator<Item = &'static str> {
        self.text.iter().chain(self.after).copied()
    }

    /// The paragraphs of which one is true, depending on the figure's outcome.
    pub fn by_outcome(&self) -> impl Iterator<Item = &'static str> {
        self.came.iter().map(|(_, text)| *text)
    }
}

impl Language {
    /// The article's texts around its sections.
    #[must_use]
    pub const fn article(self) -> &'static ArticleWords {
        in_language!(self, &article::ARTICLE)
    }

    /// The texts of a section of the article.
    #[must_use]
    pub const fn section(self, section: Section) -> &'static SectionWords {
        match section {
            Section::Cover => in_language!(self, &article::COVER),
            Section::Message => in_language!(self, &article::MESSAGE),
            Section::Prediction => in_language!(self, &article::PREDICTION),
            Section::WrongPrediction => in_language!(self, &article::WRONG_PREDICTION),
            Section::Moments => in_language!(self, &article::MOMENTS),
            Section::Clocks => in_language!(self, &article::CLOCKS),
            Section::Interpolation => in_language!(self, &article::INTERPOLATION),
            Section::JitterBuffer => in_language!(self, &article::JITTER_BUFFER),
            Section::LateLaser => in_language!(self, &article::LATE_LASER),
            Section::Jump => in_language!(self, &article::JUMP),
            Section::Rewinding => in_language!(self, &article::REWINDING),
            Section::VictimPays => in_language!(self, &article_costs::VICTIM_PAYS),
            Section::Lockstep => in_language!(self, &article::LOCKSTEP),
            Section::Everyone => in_language!(self, &article::EVERYONE),
            Section::Rollback => in_language!(self, &article_costs::ROLLBACK),
            Section::Choose => in_language!(self, &article::CHOOSE),
        }
    }
}

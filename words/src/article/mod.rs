//! The text of the article: a section goes in, its words come out, in pieces that a page shows in
//! the colour of what they name, or replaces by numbers of its figure.

mod numbers;
mod piece;

use article::{figure_outcome::FigureOutcome, section::Section};

pub use numbers::numbers;
pub use piece::{NUMBERS, Named, Number, Piece, pieces};

use crate::language::{Language, in_language};

/// What is said around the sections.
#[derive(Clone, Copy, Debug)]
pub struct ArticleWords {
    pub title: &'static str,
    /// In one sentence, for those who hear of it elsewhere.
    pub summary: &'static str,
    /// Paragraphs before the first section; their pieces as in [`pieces`].
    pub lead: &'static [&'static str],
    /// What stands before a task, before what is said once it is solved, and there when its figure
    /// has been set to something else since.
    pub task: &'static str,
    pub solved: &'static str,
    pub solved_before: &'static str,
    /// Paragraphs after the last section.
    pub end: &'static [&'static str],
    /// The links: to the laboratory and to the game.
    pub laboratory: &'static str,
    pub game: &'static str,
    /// What is said where nothing can run.
    pub still: &'static str,
    /// What is said where neither the server nor the browser has the page of a link.
    pub away: &'static str,
    /// To those who hear the page: the links to it in all languages.
    pub languages: &'static str,
    /// The list of sections.
    pub contents: &'static str,
}

/// What is said in a section.
#[derive(Clone, Copy, Debug)]
pub struct SectionWords {
    pub title: &'static str,
    /// Paragraphs that are true however its controls stand; their pieces as in [`pieces`].
    pub text: &'static [&'static str],
    /// The paragraph that follows, for each way in which its figure may come out.
    pub came: &'static [(FigureOutcome, &'static str)],
    /// Paragraphs behind that; they are always true, too.
    pub after: &'static [&'static str],
    /// What somebody is asked to do.
    pub task: &'static str,
    /// What is said once that is done, and stays: it is true of every setting.
    pub solved: &'static str,
}

impl SectionWords {
    /// The paragraphs that are true however its controls stand.
    pub fn always(&self) -> impl Iterator<Item = &'static str> {
        self.text.iter().chain(self.after).copied()
    }

    /// Those of which one is true, by how its figure came out.
    pub fn by_outcome(&self) -> impl Iterator<Item = &'static str> {
        self.came.iter().map(|(_, text)| *text)
    }
}

impl Language {
    /// What is said around the sections of the article.
    #[must_use]
    pub const fn article(self) -> &'static ArticleWords {
        in_language!(self, &article::ARTICLE)
    }

    /// What is said in a section of the article.
    #[must_use]
    pub const fn section(self, section: Section) -> &'static SectionWords {
        match section {
            Section::Cover => in_language!(self, &article::COVER),
            Section::Message => in_language!(self, &article::MESSAGE),
            Section::Prediction => in_language!(self, &article::PREDICTION),
            Section::Moments => in_language!(self, &article::MOMENTS),
            Section::Interpolation => in_language!(self, &article::INTERPOLATION),
            Section::LateLaser => in_language!(self, &article::LATE_LASER),
            Section::Jump => in_language!(self, &article::JUMP),
            Section::Rewinding => in_language!(self, &article::REWINDING),
            Section::Undoing => in_language!(self, &article::UNDOING),
            Section::Lockstep => in_language!(self, &article::LOCKSTEP),
            Section::Everyone => in_language!(self, &article::EVERYONE),
            Section::Choose => in_language!(self, &article::CHOOSE),
        }
    }
}

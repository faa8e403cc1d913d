//! The text of the article: a section goes in, its words come out, in pieces that a page shows in
//! the colour of what they name, or replaces by numbers of its figure.

mod numbers;
mod piece;

pub use numbers::numbers;
pub use piece::{NUMBERS, Named, Number, Piece, pieces};

/// What is said around the sections.
#[derive(Clone, Copy, Debug)]
pub struct ArticleWords {
    pub title: &'static str,
    /// In one sentence, for those who hear of it elsewhere.
    pub summary: &'static str,
    /// Paragraphs before the first section; their pieces as in [`pieces`].
    pub lead: &'static [&'static str],
    /// What stands before a task, and before what is said once it is solved.
    pub task: &'static str,
    pub solved: &'static str,
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
    /// Paragraphs; their pieces as in [`pieces`].
    pub text: &'static [&'static str],
    /// What somebody is asked to do.
    pub task: &'static str,
    /// What is said once that is done.
    pub solved: &'static str,
}

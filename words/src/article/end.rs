//! What stands at the end of the article: who pays under which scheme, the glossary, and the
//! changes; and the words for links to headings and for the reader's progress.

use alloc::string::String;

use crate::{
    language::{Language, in_language},
    texts::texts,
};

/// Who pays under a scheme.
#[derive(Clone, Copy, Debug)]
pub struct PayerRow {
    pub scheme: &'static str,
    pub waits: &'static str,
    pub misses: &'static str,
    pub behind_cover: &'static str,
    pub believed: &'static str,
}

texts! {
    /// The rows of the table.
    PayerTexts: &'static PayerRow, of
    /// A scheme of the table: the rules of the nine presets, and two of the laboratory.
    pub enum Payer {
        Nothing,
        Jump,
        Targeting,
        QuakeWorld,
        EnemyTerritory,
        Source,
        Lagrange,
        DelayedSync,
        Lockstep,
        PredictEveryone,
    }
}

/// A term of the article, explained.
#[derive(Clone, Copy, Debug)]
pub struct GlossaryEntry {
    /// The term in docs/vocabulary.md.
    pub term: &'static str,
    /// The term as the article writes it, and other forms of it.
    pub words: &'static [&'static str],
    pub text: &'static str,
}

/// A change of the article.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Year, month and day.
    pub date: &'static str,
    pub text: &'static str,
}

/// The words around them.
#[derive(Clone, Copy, Debug)]
pub struct EndWords {
    /// Heading of the table.
    pub payers: &'static str,
    pub payers_intro: &'static str,
    /// Headings of its columns.
    pub columns: PayerRow,
    /// Heading of the glossary.
    pub glossary: &'static str,
    /// Opens the list of changes; `{0}` is the date of the newest.
    pub changed: &'static str,
    /// For screen readers: a link to the heading `{0}`.
    pub link_to: &'static str,
    /// How many tasks are solved, `{0}` of `{1}`.
    pub score: &'static str,
    /// For screen readers: the mark of a section whose task is solved.
    pub solved: &'static str,
}

impl Language {
    /// The words at the end of the article.
    #[must_use]
    pub const fn article_end(self) -> &'static EndWords {
        in_language!(self, &article_end::WORDS)
    }

    /// Who pays under a scheme.
    #[must_use]
    pub const fn payer(self, payer: Payer) -> &'static PayerRow {
        in_language!(self, &article_end::PAYERS).of(payer)
    }

    /// The article's terms, explained.
    #[must_use]
    pub const fn glossary(self) -> &'static [GlossaryEntry] {
        in_language!(self, &article_glossary::GLOSSARY)
    }

    /// The entry of a term, as the article writes it.
    #[must_use]
    pub fn explained(self, words: &str) -> Option<&'static GlossaryEntry> {
        let is_it = |known: &&str| known.eq_ignore_ascii_case(words);
        self.glossary().iter().find(|entry| entry.words.iter().any(is_it))
    }

    /// The changes of the article, the newest first.
    #[must_use]
    pub const fn article_changes(self) -> &'static [Change] {
        in_language!(self, &article_end::CHANGES)
    }

    /// A date, given as year, month and day.
    #[must_use]
    pub fn date(self, date: &str) -> String {
        in_language!(self, article_end::date(date))
    }
}

impl GlossaryEntry {
    /// Its anchor on the page.
    #[must_use]
    pub fn anchor(&self) -> String {
        ["term-", &self.term.replace(' ', "-")].concat()
    }
}

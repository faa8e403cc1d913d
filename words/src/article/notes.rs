//! What stands folded under each section of the article: a sentence on its code, and what its
//! general claims rest on. Entries are found by the section's key.

use article::source::Source;

use crate::language::{Language, in_language};

/// A claim of a section, and the publication it rests on.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub source: Source,
    /// What the publication is cited for.
    pub text: &'static str,
}

/// The notes of a section.
#[derive(Clone, Copy, Debug)]
pub struct SectionNotes {
    /// The section's key in URLs.
    pub key: &'static str,
    /// What to look for in its code.
    pub code: &'static str,
    pub claims: &'static [Claim],
}

/// The labels of the notes.
#[derive(Clone, Copy, Debug)]
pub struct NoteWords {
    /// Opens the code of a section.
    pub code: &'static str,
    /// Before the links to the real functions.
    pub functions: &'static str,
    /// Opens the sources of a section.
    pub sources: &'static str,
}

/// A claim, for the tables of the languages.
pub(crate) const fn claim(source: Source, text: &'static str) -> Claim {
    Claim { source, text }
}

impl Language {
    /// The labels of the notes.
    #[must_use]
    pub const fn note_words(self) -> &'static NoteWords {
        in_language!(self, &article_notes::WORDS)
    }

    /// The notes of every section, in the order of the article.
    #[must_use]
    pub const fn all_notes(self) -> &'static [SectionNotes] {
        in_language!(self, &article_notes::NOTES)
    }

    /// The notes of a section, by its key.
    #[must_use]
    pub fn notes(self, key: &str) -> Option<&'static SectionNotes> {
        self.all_notes().iter().find(|notes| notes.key == key)
    }
}

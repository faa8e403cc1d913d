//! What can be wrong with a scenario, in words that name the field, the value and what is allowed.

use std::io;

use lab::file::FileError;

use super::{
    limits::{INPUT_BYTES_MAX, OUTPUT_BYTES_MAX, TEXT_CHARS_SHOWN},
    text::NotUtf8,
};
use recordings::OtherKind;

/// A scenario that cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The file cannot be read.
    #[error("cannot read {name}")]
    Unreadable { name: String, source: io::Error },
    /// The file is larger than any that is judged.
    #[error("{name} is larger than {INPUT_BYTES_MAX} bytes, the most that is read")]
    TooLarge { name: String },
    /// It is not valid JSON.
    #[error("{path} is not valid JSON")]
    Syntax {
        /// How far into the document it was valid.
        path: String,
        /// Why, with line and column.
        source: serde_json::Error,
    },
    /// It has a number that JSON does not have.
    #[error("{path} is {given}, which JSON does not have; it must be a finite number")]
    NoNumber { path: String, given: &'static str },
    /// A field is not what it must be.
    #[error("{path} is {given}; it must be {allowed}")]
    Field {
        path: String,
        /// Its value, shortened.
        given: String,
        /// What is allowed.
        allowed: String,
    },
    /// A field is not there.
    #[error("{path} is missing; it must be {allowed}")]
    Missing {
        path: String,
        /// What is allowed.
        allowed: String,
    },
    /// None of some fields is there, one of which must be.
    #[error("{path} has none of {names}; give one")]
    NoneOf {
        path: String,
        /// Their names.
        names: String,
    },
    /// A setting that nothing here depends on.
    #[error("{path} has no effect {unless}")]
    NoEffect {
        path: String,
        /// Where it would have one.
        unless: String,
    },
    /// A field has a name that means nothing here.
    #[error("{path} is an unknown field{meant}; the fields here are {known}")]
    Unknown {
        path: String,
        /// Which name was meant, if one is near.
        meant: String,
        /// The names that are known.
        known: String,
    },
    /// Something is said of somebody who does not appear.
    #[error("{path} is of nobody here{meant}; the ships and shooters are {known}")]
    Nobody {
        path: String,
        /// Who was meant, if a name is near.
        meant: String,
        /// The names that there are.
        known: String,
    },
    /// Two fields cannot be together, or follow from each other.
    #[error("{path} {clash}")]
    Clash {
        path: String,
        /// What is wrong with it.
        clash: String,
    },
    /// The answers are longer than anybody reads.
    #[error("{path} brings the answers to more than {OUTPUT_BYTES_MAX} bytes, the most for a file")]
    LongAnswer {
        /// Which scenario.
        path: String,
    },
    /// A line is longer than any that is judged.
    #[error("the line is longer than {INPUT_BYTES_MAX} bytes, the most that is read")]
    LongLine,
    /// A file or a line is no text.
    #[error("cannot read {name}")]
    NoText { name: String, source: NotUtf8 },
    /// It is something that is read otherwise, or not at all.
    #[error("cannot read {name}")]
    Other { name: String, source: OtherKind },
    /// A recording cannot be read or played.
    #[error(transparent)]
    File(#[from] FileError),
}

impl JudgeError {
    /// What kind of thing is wrong, for programs, and where in the document; `None` where it is not
    /// one place.
    pub(super) fn kind_and_path(&self) -> (&'static str, Option<&str>) {
        match self {
            Self::Unreadable { .. } => ("unreadable", None),
            Self::TooLarge { .. } | Self::LongLine => ("too long", None),
            Self::Other { source, .. } if source.is_text() => ("no json", Some("the scenario")),
            Self::NoText { .. } | Self::Other { .. } => ("no text", None),
            Self::Syntax { path, .. } | Self::NoNumber { path, .. } => ("no json", Some(path)),
            Self::Field { path, .. } => ("wrong value", Some(path)),
            Self::Missing { path, .. } | Self::NoneOf { path, .. } => ("missing", Some(path)),
            Self::NoEffect { path, .. } => ("no effect", Some(path)),
            Self::Unknown { path, .. } | Self::Nobody { path, .. } => ("unknown", Some(path)),
            Self::Clash { path, .. } => ("clash", Some(path)),
            Self::LongAnswer { path } => ("long answer", Some(path)),
            Self::File(_) => ("recording", None),
        }
    }

    /// A value that is not what it must be.
    pub(super) fn field(path: &str, given: &str, allowed: impl Into<String>) -> Self {
        let given = shown(given);
        Self::Field { path: path.to_string(), given, allowed: allowed.into() }
    }

    /// A field that does not go with others.
    pub(super) fn clash(path: &str, clash: impl Into<String>) -> Self {
        Self::Clash { path: path.to_string(), clash: clash.into() }
    }
}

/// A text of the scenario as an error shows it: shortened, and without what moves a cursor.
pub(super) fn shown(text: &str) -> String {
    let mut chars = text.chars();
    let mut shown: String = chars
        .by_ref()
        .take(TEXT_CHARS_SHOWN)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

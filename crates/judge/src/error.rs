//! Errors in scenarios. Each names the field, the value and what is allowed.

use std::io;

use lab::file::FileError;

use super::{
    limits::{INPUT_BYTES_MAX, OUTPUT_BYTES_MAX, TEXT_CHARS_SHOWN},
    text::NotUtf8,
};
use recordings::OtherKind;

#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("cannot read {name}")]
    Unreadable { name: String, source: io::Error },
    #[error("{name} exceeds the limit of {INPUT_BYTES_MAX} bytes")]
    TooLarge { name: String },
    #[error("{path} is not valid JSON")]
    Syntax {
        /// The path up to which it was valid.
        path: String,
        /// With line and column.
        source: serde_json::Error,
    },
    /// A number literal that JSON does not have, such as NaN.
    #[error("{path} is {given}, which is not valid JSON; it must be a finite number")]
    InvalidNumber { path: String, given: &'static str },
    #[error("{path} is {given}; it must be {allowed}")]
    Field {
        path: String,
        /// Truncated.
        given: String,
        allowed: String,
    },
    #[error("{path} is missing; it must be {allowed}")]
    Missing { path: String, allowed: String },
    /// One of several alternative fields is required, and none is present.
    #[error("{path} needs one of {names}")]
    MissingOneOf { path: String, names: String },
    /// A setting that no verdict depends on.
    #[error("{path} has no effect {unless}")]
    NoEffect {
        path: String,
        /// Under which conditions it would have an effect.
        unless: String,
    },
    #[error("{path} is an unknown field{suggestion}; known fields: {known}")]
    Unknown {
        path: String,
        /// The field probably meant, if a known name is close.
        suggestion: String,
        known: String,
    },
    /// A ship or shooter that does not appear in the scenario.
    #[error("{path} names no ship{suggestion}; the ships and shooters are {known}")]
    UnknownShip {
        path: String,
        /// The ship probably meant, if a known name is close.
        suggestion: String,
        known: String,
    },
    /// Two fields that contradict or imply each other.
    #[error("{path} {conflict}")]
    Conflict { path: String, conflict: String },
    /// The answers exceed the output limit.
    #[error("{path} makes the answers exceed the limit of {OUTPUT_BYTES_MAX} bytes for a file")]
    OutputTooLong { path: String },
    #[error("the line exceeds the limit of {INPUT_BYTES_MAX} bytes")]
    LineTooLong,
    /// A file or line that is not UTF-8 text.
    #[error("cannot read {name}")]
    InvalidText { name: String, source: NotUtf8 },
    /// A known kind of input that must be read in another way, or cannot be read.
    #[error("cannot read {name}")]
    Other { name: String, source: OtherKind },
    /// A recording that cannot be read or played.
    #[error(transparent)]
    File(#[from] FileError),
}

impl JudgeError {
    /// The kind of error, for programs, and the path in the document; `None` if it has no single
    /// place.
    pub(super) fn kind_and_path(&self) -> (&'static str, Option<&str>) {
        match self {
            Self::Unreadable { .. } => ("unreadable", None),
            Self::TooLarge { .. } | Self::LineTooLong => ("too long", None),
            Self::Other { source, .. } if source.is_text() => ("no json", Some("the scenario")),
            Self::InvalidText { .. } | Self::Other { .. } => ("no text", None),
            Self::Syntax { path, .. } | Self::InvalidNumber { path, .. } => ("no json", Some(path)),
            Self::Field { path, .. } => ("wrong value", Some(path)),
            Self::Missing { path, .. } | Self::MissingOneOf { path, .. } => ("missing", Some(path)),
            Self::NoEffect { path, .. } => ("no effect", Some(path)),
            Self::Unknown { path, .. } | Self::UnknownShip { path, .. } => ("unknown", Some(path)),
            Self::Conflict { path, .. } => ("clash", Some(path)),
            Self::OutputTooLong { path } => ("long answer", Some(path)),
            Self::File(_) => ("recording", None),
        }
    }

    /// An invalid field value.
    pub(super) fn field(path: &str, given: &str, allowed: impl Into<String>) -> Self {
        let given = shown(given);
        Self::Field { path: path.to_string(), given, allowed: allowed.into() }
    }

    /// A field that contradicts others.
    pub(super) fn conflict(path: &str, conflict: impl Into<String>) -> Self {
        Self::Conflict { path: path.to_string(), conflict: conflict.into() }
    }
}

/// Text of a scenario as shown in errors: truncated, without control characters.
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

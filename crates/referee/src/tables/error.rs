//! What is wrong with a table: the file, the line, the column, what it was and what is allowed.

use std::io;

/// A table or the meta file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("cannot read {table}")]
    Unreadable { table: String, source: io::Error },
    #[error("{table} is empty; it must have {columns}")]
    Empty { table: String, columns: String },
    #[error("{table}, line {line}: {problem}")]
    Syntax { table: String, line: u64, problem: String },
    #[error("{table}, line {line}, {column} is {given}; it must be {allowed}")]
    Value {
        table: String,
        line: u64,
        column: &'static str,
        /// Truncated.
        given: String,
        allowed: String,
    },
    #[error("{table}, line {line} has no {column}; it must be {allowed}")]
    Missing { table: String, line: u64, column: &'static str, allowed: String },
    #[error("{table} has no column {columns}{suggestion}")]
    NoColumn {
        table: String,
        /// One of them is needed.
        columns: &'static str,
        /// The column that may have been meant.
        suggestion: String,
    },
    #[error("{table} has two columns that say the same: {one} and {other}")]
    Twice { table: String, one: String, other: String },
    #[error("{table}, line {line}: the time is {given} ms, after {before} ms; sort it by time")]
    Unsorted { table: String, line: u64, given: f64, before: f64 },
    #[error("{table}, line {line}: {what} exceed the limit of {limit}")]
    TooMany { table: String, line: u64, what: &'static str, limit: usize },
    #[error("{name}: {path} {problem}")]
    Meta { name: String, path: String, problem: String },
    #[error("{name} is not valid JSON: {problem}")]
    MetaSyntax { name: String, problem: String },
    /// JSON of another form.
    #[error("{name}: {problem}")]
    MetaForm { name: String, problem: String },
    #[error("{table} has no pose, so nothing can be judged")]
    NoPoses { table: String },
    #[error("{table} has no shot, so nothing can be judged")]
    NoShots { table: String },
    /// The caller stopped the reading.
    #[error("interrupted")]
    Interrupted,
}

/// Longest text of a table that an error shows, in characters.
const TEXT_CHARS_SHOWN: usize = 40;

/// Text of a table as errors show it: quoted, truncated, without control characters.
pub(crate) fn shown(text: &str) -> String {
    let mut chars = text.chars();
    let mut shown: String = chars
        .by_ref()
        .take(TEXT_CHARS_SHOWN)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    format!("\"{shown}\"")
}

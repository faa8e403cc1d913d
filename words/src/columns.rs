//! A match's outcome in whole sentences: per column, where the match has several columns and its
//! scenario describes one.

use alloc::{format, string::String, vec::Vec};

use lab::{outcome::ColumnOutcome, setup::COLUMN_LETTERS};

use crate::language::Language;

/// One line for each column with an outcome.
#[must_use]
pub fn outcome_lines(language: Language, outcomes: &[ColumnOutcome]) -> String {
    let said =
        |column: &ColumnOutcome| column.outcome.map(|outcome| language.outcome(&outcome.statement));
    column_lines(language, outcomes, |outcome| said(outcome).unwrap_or_default())
}

/// One line per column; empty lines are dropped. With several columns, each line starts with its
/// column's letter.
#[must_use]
pub fn column_lines(
    language: Language,
    outcomes: &[ColumnOutcome],
    line_of: impl Fn(&ColumnOutcome) -> String,
) -> String {
    let line = |(n, outcome): (usize, &ColumnOutcome)| {
        let line = line_of(outcome);
        if outcomes.len() > 1 && !line.is_empty() { language.of_column(n, &line) } else { line }
    };
    let lines = outcomes.iter().enumerate().map(line).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Prefixes a text with its column's letter: `A: …`.
pub(crate) fn of_column(column: usize, said: &str) -> String {
    format!("{}: {said}", COLUMN_LETTERS.get(column).copied().unwrap_or_default())
}

//! What came of a match, in whole sentences: of each column by itself, where the match has several
//! and its scenario speaks of one.

use alloc::{format, string::String, vec::Vec};

use lab::{outcome::ColumnOutcome, setup::COLUMN_LETTERS};

use crate::language::Language;

/// The sentences, a line for each column of which something is known.
#[must_use]
pub fn outcome_lines(language: Language, outcomes: &[ColumnOutcome]) -> String {
    let said =
        |told: &ColumnOutcome| told.outcome.map(|outcome| language.outcome(&outcome.statement));
    column_lines(language, outcomes, |told| said(told).unwrap_or_default())
}

/// A line for each of several columns, with the letter of its column before it; the only one's
/// without.
#[must_use]
pub fn column_lines(
    language: Language,
    outcomes: &[ColumnOutcome],
    line_of: impl Fn(&ColumnOutcome) -> String,
) -> String {
    let line = |(n, told): (usize, &ColumnOutcome)| {
        let line = line_of(told);
        if outcomes.len() > 1 && !line.is_empty() { language.of_column(n, &line) } else { line }
    };
    let lines = outcomes.iter().enumerate().map(line).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// What is said of a column, where there are two: `A: …`.
pub(crate) fn of_column(column: usize, said: &str) -> String {
    format!("{}: {said}", COLUMN_LETTERS.get(column).copied().unwrap_or_default())
}

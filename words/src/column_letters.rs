//! The letters of columns before what is said of them, the same in every language.

use alloc::{format, string::String};

use lab::setup::COLUMN_LETTERS;

/// What is said of a column, where there are two: `A: …`.
pub(crate) fn of_column(column: usize, said: &str) -> String {
    format!("{}: {said}", COLUMN_LETTERS.get(column).copied().unwrap_or_default())
}

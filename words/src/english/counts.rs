//! Formats counts with their noun, in English.

use alloc::{format, string::String};

/// A count with its noun, which takes an `s` unless the count is 1.
pub(super) fn counted(n: u32, name: &str) -> String {
    let end = if n == 1 { "" } else { "s" };
    format!("{n} {name}{end}")
}

//! Counts in English: a number goes in, it comes out with its noun.

use alloc::{format, string::String};

/// A number of things, whose name takes an `s` where there is not one.
pub(super) fn counted(n: u32, name: &str) -> String {
    let end = if n == 1 { "" } else { "s" };
    format!("{n} {name}{end}")
}

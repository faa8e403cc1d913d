//! The two lengths of the longest tests.

/// Whether `cargo xtask test --long` runs the tests: full-length matches, and more of them.
/// Everything else is asserted in both forms.
pub(crate) fn is_long() -> bool {
    std::env::var_os("LAGRANGE_LONG_TESTS").is_some()
}

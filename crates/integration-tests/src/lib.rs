//! What the tests of this package and of the shells share. Otherwise the package is its tests,
//! benchmarks and examples.
#![forbid(unsafe_code)]

pub mod nats;

/// Whether `cargo xtask test --long` runs the tests: full-length matches, and more of them.
/// Everything else is asserted in both forms.
#[must_use]
pub fn is_long() -> bool {
    std::env::var_os("LAGRANGE_LONG_TESTS").is_some()
}

//! How often a test repeats: once, or as often as `PAGES_REPEAT` says.
use std::env;

use anyhow::{Context, Result};

/// The number in `PAGES_REPEAT`, or 1 without it. Anything but a positive number is an error, so
/// that a single run is never mistaken for a hundred.
pub fn repeats() -> Result<u32> {
    let Some(value) = env::var_os("PAGES_REPEAT") else { return Ok(1) };
    let n = value.to_str().and_then(|value| value.parse().ok()).filter(|n| *n > 0);
    n.with_context(|| format!("PAGES_REPEAT is {value:?}; it must be a number"))
}

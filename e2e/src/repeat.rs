//! How often a test does the same again: once, or as often as whoever runs it asks for.
use std::env;

use anyhow::{Context, Result};

/// How often, by `PAGES_REPEAT`; once without it. It fails for what is no number of times, so that
/// nobody takes one run for a hundred.
pub fn repeats() -> Result<u32> {
    let Some(said) = env::var_os("PAGES_REPEAT") else { return Ok(1) };
    let n = said.to_str().and_then(|said| said.parse().ok()).filter(|n| *n > 0);
    n.with_context(|| format!("PAGES_REPEAT is {said:?}, and that is no number of times"))
}

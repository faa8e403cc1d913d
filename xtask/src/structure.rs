//! `cargo xtask structure`: builds and runs the program that measures how the code is built. It
//! parses Rust, which takes packages that xtask itself starts without.

use anyhow::Result;

use crate::command;

/// Prints its tables; false if it failed.
pub(crate) fn run() -> Result<bool> {
    let mut cargo = command("cargo");
    Ok(cargo.args(["run", "--quiet", "--package=structure"]).status()?.success())
}

//! Parts that are one program each, which says its figures itself: `heap`, what the server holds
//! for a player and for a room; `lab`, what it takes to go to and fro in a run; `judge`, how many
//! verdicts a second `lagrange judge` comes to; `size`, what the pages load, which it holds against
//! a budget of its own.
use std::env;

use anyhow::Result;

use super::{Readings, echo};
use crate::command;

/// Runs `heap`; false if it did not run.
pub(crate) fn heap(readings: &mut Readings) -> Result<bool> {
    bench("lagrange", "heap", readings)
}

/// Runs `lab`; false if it did not run.
pub(crate) fn lab(readings: &mut Readings) -> Result<bool> {
    bench("integration-tests", "lab", readings)
}

/// Runs `verdicts`; false if it did not run.
pub(crate) fn judge(readings: &mut Readings) -> Result<bool> {
    bench("lagrange", "verdicts", readings)
}

/// Runs `cargo xtask size`; false if a page is beyond its budget.
pub(crate) fn size(_: &mut Readings) -> Result<bool> {
    Ok(echo::run(command(env::current_exe()?).arg("size"))?.success)
}

fn bench(package: &str, name: &str, readings: &mut Readings) -> Result<bool> {
    let said = echo::run(command("cargo").args(["bench", "--package", package, "--bench", name]))?;
    echo::figures(&said.text, readings);
    Ok(said.success)
}

//! Parts that are one program each, which says its figures itself: `heap`, what the server holds
//! for a player and for a room; `lab`, what it takes to go to and fro in a run; `judge`, how many
//! verdicts a second `lagrange judge` comes to.
use anyhow::Result;

use super::{Readings, echo};
use crate::command;

/// Runs `heap`; false if it did not run.
pub(crate) fn heap(readings: &mut Readings) -> Result<bool> {
    bench("lagrange", "heap", readings)
}

/// Runs `lab`; false if it did not run.
pub(crate) fn lab(readings: &mut Readings) -> Result<bool> {
    bench("shared", "lab", readings)
}

/// Runs `verdicts`; false if it did not run.
pub(crate) fn judge(readings: &mut Readings) -> Result<bool> {
    bench("lagrange", "verdicts", readings)
}

fn bench(package: &str, name: &str, readings: &mut Readings) -> Result<bool> {
    let said = echo::run(command("cargo").args(["bench", "--package", package, "--bench", name]))?;
    echo::figures(&said.text, readings);
    Ok(said.success)
}

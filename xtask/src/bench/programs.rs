//! Parts that each run one program, which prints its own figures: `heap`, the server's memory per
//! player and per room; `lab`, seeking in a run; `judge`, the verdicts a second of `lagrange
//! judge`; and `size`, the download size of the pages, checked against their budget.
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

/// Runs `cargo xtask size`; false if a page exceeds its budget.
pub(crate) fn size(_: &mut Readings) -> Result<bool> {
    Ok(echo::run(command(env::current_exe()?).arg("size"))?.success)
}

fn bench(package: &str, name: &str, readings: &mut Readings) -> Result<bool> {
    let said = echo::run(command("cargo").args(["bench", "--package", package, "--bench", name]))?;
    echo::figures(&said.text, readings);
    Ok(said.success)
}

//! The part `allocations`: counts the allocations of a steady tick, by running a test.
use anyhow::Result;

use super::{Readings, echo};
use crate::command;

/// Runs it; false if a steady tick allocates.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let mut cargo = command("cargo");
    let test = ["test", "--release", "--package=integration-tests", "--test=allocations"];
    let steady = echo::run(cargo.args(test).args(["--", "--nocapture"]))?.success;
    // The test prints no number; if it passes, there were none.
    if steady {
        readings.insert("allocations/tick".into(), 0.0);
    }
    Ok(steady)
}

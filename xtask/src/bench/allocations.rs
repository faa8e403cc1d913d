//! The part `allocations`: how often a steady tick asks for memory, which a test counts.
use anyhow::Result;

use super::{Readings, echo};
use crate::command;

/// Runs it; false if a steady tick asks for memory.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let mut cargo = command("cargo");
    let test = ["test", "--release", "--package=integration-tests", "--test=allocations"];
    let steady = echo::run(cargo.args(test).args(["--", "--nocapture"]))?.success;
    // The test says how many there were; that they are none is what it proves.
    if steady {
        readings.insert("allocations/tick".into(), 0.0);
    }
    Ok(steady)
}

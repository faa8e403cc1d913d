//! The part `hot`: what ticks, judging and snapshots cost in time and in allocations. Only the
//! allocations of a steady tick, which a test counts, can fail it.
use anyhow::Result;

use super::{Readings, divan, echo};
use crate::command;

/// Ships of the snapshots whose time is told for one ship.
const SHIPS: f64 = 64.0;

/// Runs it; false if something did not run, or a steady tick asks for memory.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let mut ran = true;
    for bench in ["speed", "judge"] {
        let said =
            echo::run(command("cargo").args(["bench", "--package=shared", "--bench", bench]))?;
        divan::read(&said.text, readings);
        ran &= said.success;
    }
    for name in ["curve-64", "battle-64"] {
        if let Some(ns) = readings.get(&format!("speed/encode/0/{name}")).copied() {
            readings.insert(format!("hot/encode {name}"), ns / SHIPS);
        }
    }
    let of = |key: &str| readings.get(key).copied();
    if let Some((beam, floor)) = of("judge/judge_beam/64").zip(of("judge/memory_floor/64")) {
        readings.insert("hot/beam to floor".into(), beam / floor);
    }
    let mut cargo = command("cargo");
    let test = ["test", "--release", "--package=shared", "--test=allocations"];
    let steady = echo::run(cargo.args(test).args(["--", "--nocapture"]))?.success;
    // The test says how many there were; that they are none is what it proves.
    if steady {
        readings.insert("hot/allocations".into(), 0.0);
    }
    Ok(ran && steady)
}

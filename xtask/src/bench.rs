//! `cargo xtask bench`: runs the benchmarks, one after the other, since they share the machine.
use anyhow::Result;

use crate::command;

/// The benchmarks, as arguments of cargo.
const BENCHMARKS: [&[&str]; 1] = [&["bench", "--package", "shared"]];

/// Runs them all; false if one failed.
pub(crate) fn run() -> Result<bool> {
    let mut all_ran = true;
    for benchmark in BENCHMARKS {
        println!("cargo {}", benchmark.join(" "));
        all_ran &= command("cargo").args(benchmark).status()?.success();
    }
    Ok(all_ran)
}

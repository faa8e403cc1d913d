//! `cargo xtask bench [PART…]`: measures the figures in docs/performance.md, one part after the
//! other because they share the machine, and ends with a table of targets. Counts (bytes, frames,
//! lost players) can fail the command; times never do.

mod allocations;
mod echo;
mod ir;
mod machine;
mod page;
mod peers;
mod programs;
mod rooms;
mod targets;
mod wire;

use std::path::Path;
use std::{collections::BTreeMap, env};

use anyhow::Result;

use crate::command;

/// Measured figures by key.
pub(crate) type Readings = BTreeMap<String, f64>;

/// A part: adds its figures to the readings; false if it failed.
type Part = fn(&mut Readings) -> Result<bool>;

const PARTS: [(&str, Part); 10] = [
    ("wire", wire::run),
    ("rooms", rooms::run),
    ("static", rooms::run_static),
    ("heap", programs::heap),
    ("lab", programs::lab),
    ("judge", programs::judge),
    ("allocations", allocations::run),
    ("ir", ir::run),
    ("size", programs::size),
    ("page", page::run),
];

/// Whether there is a part of this name.
pub(crate) fn knows(name: &str) -> bool {
    PARTS.iter().any(|(part, _)| *part == name)
}

/// Runs the named parts, or all; false if one failed or a count misses its target.
pub(crate) fn run(names: &[&str]) -> Result<bool> {
    let (mut readings, mut failed) = (Readings::new(), Vec::new());
    let is_wanted = |name: &str| names.is_empty() || names.contains(&name);
    for (name, part) in PARTS.iter().filter(|(name, _)| is_wanted(name)) {
        println!("\n== {name}\n");
        let done = part(&mut readings).unwrap_or_else(|error| {
            println!("error: {error:#}");
            false
        });
        if !done {
            failed.push(*name);
        }
    }
    println!("\n== figures\n");
    machine::lines().iter().for_each(|line| println!("{line}"));
    let kept = targets::report(&readings, is_wanted);
    peers::report(&readings);
    if !failed.is_empty() {
        println!("\nFAILED: {}", failed.join(", "));
    }
    Ok(failed.is_empty() && kept)
}

/// Writes a workload to a file, relative to the caller's directory.
pub(crate) fn export(file: &str, name: &str, seconds: &str) -> Result<bool> {
    let file = env::current_dir()?.join(Path::new(file));
    let mut cargo = command("cargo");
    cargo.args([
        "bench",
        "--quiet",
        "--package=integration-tests",
        "--bench=wire",
        "--",
        "--export-trace",
    ]);
    Ok(cargo.arg(file).args([name, seconds]).status()?.success())
}

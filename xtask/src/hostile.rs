//! `cargo xtask hostile`: builds the server as it is released, and the program that attacks it, and
//! runs that. Run by hand, on Linux: it takes minutes, and the machine for itself.
use std::process::Stdio;

use anyhow::{Result, bail};

use crate::{command, target_dir, tools};

/// The server first, by itself: so it is what is released, with no other package's features.
const BUILDS: [&str; 2] = ["lagrange", "hostile"];
/// The exit codes of a command line that is not understood, and of an interrupted run.
const EXIT_USAGE: i32 = 2;
const EXIT_INTERRUPTED: i32 = 130;

/// Attacks by these words; false if a promise was broken.
pub(crate) fn run(words: &[&str]) -> Result<bool> {
    tools::wasm_target()?;
    for package in BUILDS {
        let mut cargo = command("cargo");
        cargo.args(["build", "--release", "--package", package]);
        if !cargo.status()?.success() {
            return Ok(false);
        }
    }
    let mut program = command(target_dir()?.join("release").join("hostile"));
    program.args(words).envs(tools::server()?);
    // When this ends, however it does, so does its other end: then that program stops too.
    let mut child = program.stdin(Stdio::piped()).spawn()?;
    let held = child.stdin.take();
    let status = child.wait()?;
    drop(held);
    match status.code() {
        Some(EXIT_USAGE) => bail!("hostile knows no {}", words.join(" ")),
        Some(EXIT_INTERRUPTED) | None => bail!("interrupted"),
        _ => Ok(status.success()),
    }
}

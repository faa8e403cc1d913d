//! `cargo xtask hostile`: builds the release server and the program that attacks it, and runs the
//! latter. Run by hand, on Linux: it takes minutes and needs the machine to itself.
use std::process::Stdio;

use anyhow::{Result, bail};

use crate::{command, target_dir, tools, tools::Profile};

/// The server is built first and alone, so that it is the released program, without other packages'
/// features.
const BUILDS: [&str; 2] = ["lagrange", "hostile"];
/// The exit codes for invalid arguments and for an interrupted run.
const EXIT_USAGE: i32 = 2;
const EXIT_INTERRUPTED: i32 = 130;

/// Runs attacks with these arguments; false if a promise was broken.
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
    program.args(words).envs(tools::server(Profile::Release)?);
    // The child stops when its standard input closes, that is, whenever this process ends.
    let mut child = program.stdin(Stdio::piped()).spawn()?;
    let held = child.stdin.take();
    let status = child.wait()?;
    drop(held);
    match status.code() {
        Some(EXIT_USAGE) => bail!("hostile has no part {}", words.join(" ")),
        Some(EXIT_INTERRUPTED) | None => bail!("interrupted"),
        _ => Ok(status.success()),
    }
}

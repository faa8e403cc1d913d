//! `cargo xtask shots` and `cargo xtask frames`: builds the release server, with attributes for
//! tests in its pages, and runs a program of `e2e/examples` that plays on it in a browser. Run by
//! hand after changes to the look or the speed of the page.
use std::process::Command;

use anyhow::Result;

use crate::{command, tools, tools::Profile};

/// The server, as arguments of cargo.
const BUILD: [&str; 4] = ["build", "--release", "--package=lagrange", "--features=probes"];

/// Runs an example with its arguments; false if that failed.
pub(crate) fn run(name: &str, args: &[&str]) -> Result<bool> {
    let Some(mut example) = prepare(name, "dev")? else { return Ok(false) };
    Ok(example.args(args).status()?.success())
}

/// Builds the server, then an example in a profile. Returns the command that runs the example, or
/// `None` if a build failed.
pub(crate) fn prepare(name: &str, profile: &str) -> Result<Option<Command>> {
    tools::wasm_target()?;
    let browser = tools::browser()?;
    let built = command("cargo").args(BUILD).status()?.success();
    if !built {
        return Ok(None);
    }
    let mut example = command("cargo");
    example.args(["run", "--package=e2e", "--profile", profile, "--example", name, "--"]);
    example.envs(tools::server(Profile::Release)?).envs(browser);
    Ok(Some(example))
}

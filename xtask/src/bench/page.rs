//! The part `page`: the time from an invitation to the first picture of the own ship, the load of
//! the game's page on the browser's main thread in fights, the load of the article, and the time
//! to decode a snapshot in wasm. These are times, so none of them fails the command.
use anyhow::{Result, ensure};

use super::{Readings, echo};
use crate::{command, example, tools};

/// Decodes snapshots in the browser, built like the pages' wasm. It is a test because `cargo bench`
/// passes the runner an option of its own.
const DECODE: [&str; 7] = [
    "test",
    "--profile=client",
    "--package=client-wasm",
    "--target=wasm32-unknown-unknown",
    "--bench=decode_cost",
    "--",
    "--nocapture",
];

/// Programs of `e2e/examples` that measure the page that the server serves.
const EXAMPLES: [&str; 3] = ["arrival", "fight", "article_page"];

/// Runs them all; false if one does not run.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    tools::wasm_target()?;
    let browser = tools::browser()?;
    let runner = tools::wasm_runner()?;
    let mut cargo = command("cargo");
    cargo.args(DECODE).envs(browser).envs(runner);
    let decoded = echo::run(&mut cargo)?;
    echo::figures(&decoded.text, readings);
    let mut success = true;
    for name in EXAMPLES {
        // The crowd simulates its own room and must keep up.
        let Some(mut example) = example::prepare(name, "release")? else { return Ok(false) };
        let said = echo::run(&mut example)?;
        echo::figures(&said.text, readings);
        success &= said.success;
    }
    ensure!(decoded.success, "cannot decode the snapshots");
    Ok(success)
}

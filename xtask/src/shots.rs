//! `cargo xtask shots`: builds the server as it is released, plays on it in a browser, and writes
//! the pictures that the documents show. Run by hand when the page looks different.
use anyhow::Result;

use crate::{command, tools};

/// The server, and what plays on it, as arguments of cargo.
const BUILD: [&str; 3] = ["build", "--release", "--package=lagrange"];
const PLAY: [&str; 5] = ["run", "--package=e2e", "--example=shots", "--", "docs"];

/// Takes all pictures; false if that failed.
pub(crate) fn run() -> Result<bool> {
    tools::wasm_target()?;
    let browser = tools::browser()?;
    let built = command("cargo").args(BUILD).env_remove("SKIP_CLIENT").status()?.success();
    if !built {
        return Ok(false);
    }
    let played = command("cargo").args(PLAY).envs(tools::server()?).envs(browser).status()?;
    Ok(played.success())
}

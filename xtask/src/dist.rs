//! `cargo xtask dist`: builds the release server, which writes the laboratory into a folder.
use std::env;
use std::path::Path;

use anyhow::Result;

use crate::{command, target_dir, tools, tools::Profile};

/// The server, as arguments of cargo.
const BUILD: [&str; 3] = ["build", "--release", "--package=lagrange"];

/// Writes it to a folder, or to `dist` in the target directory; false if that failed.
pub(crate) fn run(folder: Option<&Path>) -> Result<bool> {
    tools::wasm_target()?;
    // Relative to the caller's directory: the server itself runs at the root of the workspace.
    let folder = match folder {
        Some(folder) => env::current_dir()?.join(folder),
        None => target_dir()?.join("dist"),
    };
    let built = command("cargo").args(BUILD).status()?.success();
    if !built {
        return Ok(false);
    }
    let mut server = command(tools::server_path(Profile::Release)?);
    Ok(server.arg("dist").arg(folder).status()?.success())
}

//! `cargo xtask structure`: prints the tables of this repository. Nothing goes in but its files.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "what it prints is its product")]

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result};
use structure::{report::report, workspace::Workspace};

fn main() -> ExitCode {
    match measured() {
        Ok(tables) => {
            print!("{tables}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn measured() -> Result<String> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = crate_dir.ancestors().nth(2).context("this crate lies in xtask/")?;
    report(&Workspace::read(root)?)
}

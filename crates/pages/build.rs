//! Packs the pages: the crates `client-wasm`, `lab-page` and `lab-wasm` with all
//! they are built from, and the folder `web/`, become `$OUT_DIR/assets.rs`, which `src/lib.rs`
//! includes. Runs when one of them changed. The crate `bundle` does the work, and documents how
//! files refer to each other.
//!
//! `SKIP_CLIENT=1` packs pages without their wasm, which say so instead, for lints, editors and
//! native tests.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "cargo reads a build script's standard output")]

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bundle::wasm::{self, Wasm};
use bundle::{announce, link, table};

/// The game's, the laboratory's, and that of figures in any page.
const WASMS: [Wasm; 3] = [
    Wasm { package: "client-wasm", name: "client" },
    Wasm { package: "lab-page", name: "lab_client" },
    Wasm { package: "lab-wasm", name: "figure_client" },
];

fn main() {
    if let Err(error) = run() {
        announce::fail(&error);
    }
}

fn run() -> Result<()> {
    println!("cargo::rerun-if-env-changed=SKIP_CLIENT");
    let package = env::var("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&package).ancestors().nth(2).context("it lies in crates/")?;
    println!("cargo::rerun-if-changed={}", root.join("web").display());
    for source in wasm::sources(&WASMS, root)? {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut sources = link::read_folder(&root.join("web")).context("reading web/")?;
    let skipped = env::var("SKIP_CLIENT").is_ok_and(|value| !value.is_empty() && value != "0");
    if skipped {
        sources.extend(WASMS.iter().flat_map(Wasm::left_out));
    } else {
        announce::begin("the browser client (SKIP_CLIENT=1 leaves it out)");
        sources.extend(wasm::build(&WASMS, root, &wasm::target_dir(&out))?);
    }
    table::write(&link::link(sources)?, &out)
}

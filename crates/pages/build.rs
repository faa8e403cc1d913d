//! Bundles the pages: the crates `client-wasm`, `lab-page`, `lab-wasm` and `referee-page` with
//! their dependencies, and the folder `web/`, become `$OUT_DIR/assets.rs`, which `src/lib.rs`
//! includes. Reruns when one of them changes. The crate `bundle` does the work, and documents how
//! files refer to each other.
//!
//! Without the feature `wasm`, for lints, editors and native tests, the pages only say that they
//! are missing. With the feature `probes`, they write the attributes that their tests read.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "cargo reads a build script's standard output")]

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bundle::link::Source;
use bundle::wasm::Wasm;
use bundle::{announce, link, table};

/// For the game, for the laboratory, for figures embedded in any page, and for the referee.
const WASMS: [Wasm; 4] = [
    Wasm { package: "client-wasm", name: "client" },
    Wasm { package: "lab-page", name: "lab_client" },
    Wasm { package: "lab-wasm", name: "figure_client" },
    Wasm { package: "referee-page", name: "referee_client" },
];

fn main() {
    if let Err(error) = run() {
        announce::fail(&error);
    }
}

fn run() -> Result<()> {
    let package = env::var("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&package).ancestors().nth(2).context("it lies in crates/")?;
    println!("cargo::rerun-if-changed={}", root.join("web").display());
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut sources = link::read_folder(&root.join("web")).context("reading web/")?;
    sources.extend(wasms(root, &out)?);
    table::write(&link::link(sources)?, &out)
}

#[cfg(feature = "wasm")]
fn wasms(root: &Path, out: &Path) -> Result<Vec<Source>> {
    use bundle::{compile, nested_cargo};

    let features: &[&str] = if cfg!(feature = "probes") { &["probes"] } else { &[] };
    for source in nested_cargo::sources(&WASMS, root)? {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    announce::begin("the pages (--no-default-features leaves them out)");
    compile::build(&WASMS, features, root, &nested_cargo::target_dir(out))
}

#[cfg(not(feature = "wasm"))]
fn wasms(_root: &Path, _out: &Path) -> Result<Vec<Source>> {
    Ok(WASMS.iter().flat_map(Wasm::left_out).collect())
}

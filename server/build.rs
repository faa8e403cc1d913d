//! Packs the pages into the server: the crates `client-wasm`, `lab-page`, `lab-wasm`, `web-ui`,
//! `words` and `shared` and the folder `web/` go in, `$OUT_DIR/assets.rs` comes out
//! (`src/assets.rs` includes it). Runs when one of them changed. The crate `bundle` does the work,
//! and tells how files name each other.
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

/// What the pages are made of, from the root of the workspace. Cargo looks into folders.
const SOURCES: [&str; 15] = [
    "Cargo.lock",
    "Cargo.toml",
    "client-wasm/Cargo.toml",
    "client-wasm/src",
    "lab-page/Cargo.toml",
    "lab-page/src",
    "lab-wasm/Cargo.toml",
    "lab-wasm/src",
    "shared/Cargo.toml",
    "shared/src",
    "web",
    "web-ui/Cargo.toml",
    "web-ui/src",
    "words/Cargo.toml",
    "words/src",
];

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
    let server = env::var("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&server).parent().context("server/ lies in the workspace")?;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
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

//! Builds the browser's side and packs it, with the pages, into the server: the crates
//! `client-wasm`, `lab-wasm` and `shared` and the folder `web/` go in,
//! `$OUT_DIR/assets.rs` comes out (`src/assets.rs` includes it). Runs when one of them changed;
//! else cargo skips it.
//!
//! How the pages name their parts: files in `web/` refer to each other, and to the generated
//! `client.js`, `client_bg.wasm`, `instruments_client.js`, `lab_client.js` and so on, by their
//! plain names in quotes, with or without a leading `./`: `href="style.css"`,
//! `from "./client.js"`. Each part is served under a name with a hash of its content, and every
//! such quoted name is replaced by that. `index.html` is served as `/`, every other page by its
//! name without `.html`, and `sw.js` as `/sw.js`, since browsers look for a service worker where it
//! was. A part that nothing names is an error, and so is a kind of file not in `page::KINDS`.
//!
//! `SKIP_CLIENT=1` packs pages without the bundles, which say so instead, for lints, editors
//! and native tests.
#![allow(clippy::print_stdout, reason = "cargo reads a build script's standard output")]
#![allow(unreachable_pub, reason = "a build script exports nothing")]

#[path = "build/addresses.rs"]
mod addresses;
#[path = "build/client.rs"]
mod client;
#[path = "build/glue.rs"]
mod glue;
#[path = "build/half.rs"]
mod half;
#[path = "build/page.rs"]
mod page;
#[path = "build/reach.rs"]
mod reach;
#[path = "build/shorten.rs"]
mod shorten;
#[path = "build/split.rs"]
mod split;
#[path = "build/table.rs"]
mod table;

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// What the browser's side is made of, from the root of the workspace. Cargo looks into folders.
const SOURCES: [&str; 11] = [
    "Cargo.lock",
    "Cargo.toml",
    "client-wasm/Cargo.toml",
    "client-wasm/src",
    "lab-wasm/Cargo.toml",
    "lab-wasm/src",
    "server/build",
    "server/build.rs",
    "shared/Cargo.toml",
    "shared/src",
    "web",
];

fn main() {
    if let Err(error) = run() {
        // Cargo shows these lines, and only them, and fails: no need for an exit code, which
        // would make it print everything this program said.
        for line in format!("{error:#}").lines() {
            println!("cargo::error={line}");
        }
    }
}

fn run() -> Result<()> {
    println!("cargo::rerun-if-env-changed=SKIP_CLIENT");
    let root = root()?;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let mut parts = page::read(&root.join("web"))?;
    if !skipped() {
        announce("the browser client (SKIP_CLIENT=1 leaves it out)");
    }
    for bundle in &client::BUNDLES {
        parts.extend(if skipped() {
            client::left_out(bundle)
        } else {
            client::build(bundle, &root, &client::target_dir()?)?
        });
    }
    let parts = page::link(parts)?;
    table::write(&parts, Path::new(&variable("OUT_DIR")?))
}

fn skipped() -> bool {
    env::var("SKIP_CLIENT").is_ok_and(|value| !value.is_empty() && value != "0")
}

fn root() -> Result<PathBuf> {
    let server = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    Ok(server.parent().context("server/ lies in the workspace")?.to_path_buf())
}

/// A variable that cargo promises to set.
fn variable(name: &str) -> Result<String> {
    env::var(name).with_context(|| format!("cargo did not set {name}"))
}

/// Tells whoever waits at a terminal what takes so long. Cargo hides what a build script prints,
/// and repeats its warnings on every later build; so this line goes to cargo's own terminal, if
/// it has one. Only Linux says which that is; elsewhere cargo's progress bar has to do.
fn announce(text: &str) {
    #[cfg(target_os = "linux")]
    {
        use std::io::{IsTerminal, Write};

        let stderr = format!("/proc/{}/fd/2", std::os::unix::process::parent_id());
        let Ok(mut stderr) = std::fs::OpenOptions::new().append(true).open(stderr) else {
            return;
        };
        if stderr.is_terminal() {
            // Clears cargo's progress bar, which it draws again. A lost line is no failure.
            let _ = writeln!(stderr, "\r\x1b[K\x1b[1;92m   Compiling\x1b[0m {text}");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = text;
}

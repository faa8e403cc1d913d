//! Compiles crates to wasm with a nested cargo and runs wasm-bindgen on each, yielding one wasm and
//! one JavaScript file per package. Runs once a build.
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::link::Source;
use crate::nested_cargo::{TARGET, cargo, variable};
use crate::wasm::Wasm;

/// The workspace profile for browser code.
const PROFILE: &str = "client";

/// Compiles crates of the workspace at `root`, each with these features of its own, and writes
/// their JavaScript. The nested cargo works in `target_dir`.
///
/// # Errors
/// When one does not compile, or includes JavaScript of its own.
pub fn build(
    wasms: &[Wasm],
    features: &[&str],
    root: &Path,
    target_dir: &Path,
) -> Result<Vec<Source>> {
    add_target()?;
    compile(wasms, features, root, target_dir)?;
    let mut sources = Vec::new();
    for wasm in wasms {
        sources.extend(wasm.bind(target_dir)?);
    }
    Ok(sources)
}

impl Wasm {
    fn bind(&self, target_dir: &Path) -> Result<Vec<Source>> {
        let file = format!("{PROFILE}/{}.wasm", self.package.replace('-', "_"));
        let wasm = target_dir.join(TARGET).join(file);
        let wasm = fs::read(&wasm).with_context(|| format!("reading {}", wasm.display()))?;
        let mut output = Bindgen::new()
            .input_bytes(self.name, wasm)
            .web(true)?
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            // The page's script passes the location of the wasm.
            .omit_default_module_path(true)
            .generate_output()
            .with_context(|| format!("generating the JavaScript of {}", self.package))?;
        ensure!(
            output.snippets().values().all(Vec::is_empty) && output.local_modules().is_empty(),
            "{} contains its own JavaScript (inline_js or module = …); move it into the pages",
            self.package
        );
        let js = output.js().as_bytes().to_vec();
        Ok(self.files(js, output.wasm_mut().emit_wasm()))
    }
}

fn compile(wasms: &[Wasm], features: &[&str], root: &Path, target_dir: &Path) -> Result<()> {
    let mut cargo = cargo(root)?;
    cargo.args(["build", "--quiet", "--lib"]);
    cargo.args(wasms.iter().flat_map(|wasm| ["--package", wasm.package]));
    cargo.args(features.iter().flat_map(|feature| ["--features", feature]));
    cargo.args(["--target", TARGET, "--profile", PROFILE, "--target-dir"]).arg(target_dir);
    let output = cargo.output().context("starting cargo for the browser")?;
    if !output.status.success() {
        bail!("cannot build the pages\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

fn add_target() -> Result<()> {
    let rustc = variable("RUSTC")?;
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("asking rustc for its targets")?;
    if Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).output();
    ensure!(
        added.is_ok_and(|added| added.status.success()),
        "the browser client needs Rust's wasm target; run: rustup target add {TARGET}"
    );
    Ok(())
}

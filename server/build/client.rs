//! Runs a second cargo that compiles `client-wasm`, and wasm-bindgen over its result; gives back
//! the two generated parts, `client.js` and `client_bg.wasm`.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::page::Part;
use crate::variable;

const TARGET: &str = "wasm32-unknown-unknown";

/// What the second cargo keeps of the variables that begin with `CARGO_`: where it finds and
/// downloads packages, and the tokens that keep both cargos together within `-j`. The others
/// describe this package or this build (flags, profiles, wrappers, targets) and are wrong there.
const KEPT: [&str; 6] = [
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_MAKEFLAGS",
    "CARGO_NET_",
    "CARGO_REGISTRIES_",
    "CARGO_REGISTRY_",
];

/// Variables of other names that cargo or a caller sets for this build only.
const REMOVED: [&str; 14] = [
    "DEBUG",
    "HOST",
    "NUM_JOBS",
    "OPT_LEVEL",
    "OUT_DIR",
    "PROFILE",
    "RUSTC",
    "RUSTC_LINKER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUST_LOG",
    "TARGET",
];

/// Where the client is compiled: inside this build's target directory, yet apart from it, since
/// cargo locks the directory it works in.
pub fn target_dir() -> Result<PathBuf> {
    let out = PathBuf::from(variable("OUT_DIR")?);
    // It is <target directory>/[<target>/]<profile>/build/….
    let build = out.ancestors().find(|dir| dir.ends_with("build"));
    let top = build.and_then(Path::parent).and_then(Path::parent);
    Ok(top.unwrap_or(&out).join("client"))
}

/// Compiles the client and generates its JavaScript side.
pub fn build(root: &Path, target_dir: &Path) -> Result<Vec<Part>> {
    add_target()?;
    compile(root, target_dir)?;
    let wasm = target_dir.join(TARGET).join("client/client_wasm.wasm");
    let wasm = fs::read(&wasm).with_context(|| format!("reading {}", wasm.display()))?;
    bind(wasm)
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
        "the browser client needs Rust's wasm target; type: rustup target add {TARGET}"
    );
    Ok(())
}

fn compile(root: &Path, target_dir: &Path) -> Result<()> {
    let mut cargo = Command::new(variable("CARGO")?);
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--package", "client-wasm", "--lib"])
        .args(["--target", TARGET, "--profile", "client", "--target-dir"])
        .arg(target_dir);
    for (name, _) in env::vars_os().filter(|(name, _)| foreign(name)) {
        cargo.env_remove(name);
    }
    let output = cargo.output().context("starting cargo for the browser client")?;
    if !output.status.success() {
        bail!("the browser client does not build\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Whether a variable belongs to this build and must not reach the second cargo.
fn foreign(name: &OsString) -> bool {
    let name = name.to_string_lossy();
    let kept = KEPT.iter().any(|kept| name.starts_with(kept));
    let cargo = name == "CARGO" || name.starts_with("CARGO_") || name.starts_with("DEP_");
    (cargo && !kept) || REMOVED.contains(&name.as_ref())
}

fn bind(wasm: Vec<u8>) -> Result<Vec<Part>> {
    let mut output = Bindgen::new()
        .input_bytes("client", wasm)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        .generate_output()
        .context("generating the client's JavaScript")?;
    ensure!(
        output.snippets().values().all(Vec::is_empty) && output.local_modules().is_empty(),
        "client-wasm brings JavaScript of its own (inline_js or module = …); put it into web/"
    );
    Ok(vec![
        Part { name: "client.js".into(), bytes: output.js().into() },
        Part { name: "client_bg.wasm".into(), bytes: output.wasm_mut().emit_wasm() },
    ])
}

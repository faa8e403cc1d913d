//! Runs a second cargo that compiles a bundle's crate, and wasm-bindgen over its result, and splits
//! off what is loaded later; gives back the generated parts: `client.js`, `client_bg.wasm` and so
//! on.
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::addresses::Addresses;
use crate::glue;
use crate::page::Part;
use crate::shorten::Names;
use crate::split::{self, split};
use crate::variable;

const TARGET: &str = "wasm32-unknown-unknown";

/// Where size counts most, LLVM inlines next to nothing. A little more of it is a little less in
/// all: 0.7 % of gzip; at 30 it is half of that.
/// The linker tells of addresses, for [`split`].
const FLAGS: &str = "-Cllvm-args=-inline-threshold=15 -Clink-arg=--emit-relocs";

/// The wasm of a page, with the JavaScript that loads it.
pub struct Bundle {
    /// The crate that it is made of.
    package: &'static str,
    /// What its two parts are named after.
    name: &'static str,
    /// What of it is loaded later.
    later: Option<Later>,
}

/// A part of a bundle that is loaded later.
pub struct Later {
    /// What its two parts are named after.
    name: &'static str,
    /// The function behind which it lies.
    door: &'static str,
}

/// The game's and the laboratory's. Each has a cargo of its own: one for both would give each of
/// them the features of the other.
pub const BUNDLES: [Bundle; 2] = [
    Bundle { package: "client-wasm", name: "client", later: Some(INSTRUMENTS) },
    Bundle { package: "lab-wasm", name: "lab_client", later: None },
];

const INSTRUMENTS: Later =
    Later { name: "instruments_client", door: "client_wasm::instruments::open" };

/// What stands for the JavaScript of a bundle that was left out: the page says so.
const LEFT_OUT: &str = "export default async () => {
  throw new Error(\"this server was built without the browser client (SKIP_CLIENT)\");
};
export const start = () => {};
export const start_lab = start;
export const imports = start;
export const wasm = imports;
";

/// A wasm module of nothing.
const EMPTY_WASM: &[u8] = b"\0asm\x01\0\0\0";

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

/// Compiles a bundle and generates its JavaScript side.
pub fn build(bundle: &Bundle, root: &Path, target_dir: &Path) -> Result<Vec<Part>> {
    add_target()?;
    compile(bundle.package, root, target_dir)?;
    let file = format!("client/{}.wasm", bundle.package.replace('-', "_"));
    let wasm = target_dir.join(TARGET).join(file);
    let wasm = fs::read(&wasm).with_context(|| format!("reading {}", wasm.display()))?;
    bind(bundle, wasm)
}

/// The parts of a bundle that is left out.
pub fn left_out(bundle: &Bundle) -> Vec<Part> {
    let script = |name: &str| Part { name: format!("{name}.js"), bytes: LEFT_OUT.into() };
    let wasm = |name: &str| Part { name: wasm_name(name), bytes: EMPTY_WASM.into() };
    let names = [Some(bundle.name), bundle.later.as_ref().map(|later| later.name)];
    names.into_iter().flatten().flat_map(|name| [script(name), wasm(name)]).collect()
}

/// The file of a wasm.
fn wasm_name(name: &str) -> String {
    format!("{name}_bg.wasm")
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

fn compile(package: &str, root: &Path, target_dir: &Path) -> Result<()> {
    let mut cargo = Command::new(variable("CARGO")?);
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--lib", "--package", package])
        .args(["--target", TARGET, "--profile", "client", "--target-dir"])
        .arg(target_dir);
    for (name, _) in env::vars_os().filter(|(name, _)| foreign(name)) {
        cargo.env_remove(name);
    }
    cargo.env("RUSTFLAGS", FLAGS);
    let output = cargo.output().context("starting cargo for the browser")?;
    if !output.status.success() {
        bail!("{package} does not build\n{}", String::from_utf8_lossy(&output.stderr));
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

fn bind(bundle: &Bundle, wasm: Vec<u8>) -> Result<Vec<Part>> {
    let addresses = Addresses::read(&wasm)?;
    let mut output = Bindgen::new()
        .input_bytes(bundle.name, wasm)
        .web(true)?
        .typescript(false)
        .remove_producers_section(true)
        .demangle(false)
        .omit_default_module_path(false)
        .generate_output()
        .with_context(|| format!("generating the JavaScript of {}", bundle.package))?;
    ensure!(
        output.snippets().values().all(Vec::is_empty) && output.local_modules().is_empty(),
        "{} brings JavaScript of its own (inline_js or module = …); put it into web/",
        bundle.package
    );
    let mut names = Names::default();
    let module = output.wasm_mut();
    for import in module.imports.iter_mut() {
        names.shorten(&mut import.name);
    }
    // The others are the page's to call.
    let own = |name: &str| name.starts_with('_') || name.starts_with("wasm_bindgen__");
    for export in module.exports.iter_mut().filter(|export| own(&export.name)) {
        names.shorten(&mut export.name);
    }
    let wasm = split(module, &addresses, bundle.later.as_ref().map(|later| later.door))?;
    let js = names.shortened(output.js());
    parts(bundle, &js, wasm)
}

fn parts(bundle: &Bundle, js: &str, wasm: split::Parts) -> Result<Vec<Part>> {
    let split::Parts { first, second } = wasm;
    let file = wasm_name(bundle.name);
    let later = second.as_ref().map(|piece| &piece.imports);
    let glue = glue::part(js, &file, &first.imports, later)?;
    let mut parts = vec![
        Part { name: format!("{}.js", bundle.name), bytes: glue.first.into_bytes() },
        Part { name: file, bytes: first.bytes },
    ];
    if let (Some(Later { name, .. }), Some(piece)) = (&bundle.later, second) {
        parts.push(Part { name: format!("{name}.js"), bytes: glue.second.into_bytes() });
        parts.push(Part { name: wasm_name(name), bytes: piece.bytes });
    }
    Ok(parts)
}

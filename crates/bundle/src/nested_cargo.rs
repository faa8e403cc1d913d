//! The nested cargo that compiles the pages: isolated from the build that starts it, in a target
//! directory of its own.
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::wasm::Wasm;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The `CARGO_` variables passed to the nested cargo: where it finds and downloads packages, and
/// the jobserver tokens that keep both cargos within `-j`. The others describe this package or
/// build (flags, profiles, wrappers, targets) and would be wrong there.
const KEPT: [&str; 6] = [
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_MAKEFLAGS",
    "CARGO_NET_",
    "CARGO_REGISTRIES_",
    "CARGO_REGISTRY_",
];

/// Other variables that cargo or a caller sets for this build only.
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

/// The inputs of the crates: manifest and sources of every workspace package they depend on, and
/// the workspace's manifest and lock file.
///
/// # Errors
/// When cargo does not know the packages.
pub fn sources(wasms: &[Wasm], root: &Path) -> Result<Vec<PathBuf>> {
    let mut cargo = cargo(root)?;
    cargo.args(["tree", "--edges=normal,build", "--prefix=none", "--format={p}"]);
    cargo.args(wasms.iter().flat_map(|wasm| ["--package", wasm.package]));
    let output = cargo.args(["--target", TARGET]).output().context("starting cargo tree")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Workspace packages are listed with their folder: `shared v0.1.0 (/home/me/lagrange/shared)`.
    let folders = said.lines().filter_map(|line| line.split_once('(')?.1.split(')').next());
    let mut folders: Vec<_> = folders.map(PathBuf::from).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.dedup();
    let of_package = |folder: PathBuf| [folder.join("Cargo.toml"), folder.join("src")];
    let mut sources = vec![root.join("Cargo.lock"), root.join("Cargo.toml")];
    sources.extend(folders.into_iter().flat_map(of_package));
    Ok(sources)
}

/// A cargo command isolated from the build that starts it.
pub(crate) fn cargo(root: &Path) -> Result<Command> {
    let mut cargo = Command::new(variable("CARGO")?);
    cargo.current_dir(root);
    for (name, _) in env::vars_os().filter(|(name, _)| is_foreign(name)) {
        cargo.env_remove(name);
    }
    Ok(cargo)
}

/// The target directory of the nested cargo, derived from the build script's output directory:
/// inside the same target directory, but separate, since cargo locks the one it works in.
#[must_use]
pub fn target_dir(out_dir: &Path) -> PathBuf {
    // It is <target directory>/[<target>/]<profile>/build/….
    let build = out_dir.ancestors().find(|dir| dir.ends_with("build"));
    let top = build.and_then(Path::parent).and_then(Path::parent);
    top.unwrap_or(out_dir).join("client")
}

/// A variable that cargo guarantees to build scripts.
pub(crate) fn variable(name: &str) -> Result<String> {
    env::var(name).with_context(|| format!("cargo did not set {name}"))
}

/// Whether a variable belongs to this build and must not reach the nested cargo.
fn is_foreign(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let kept = KEPT.iter().any(|kept| name.starts_with(kept));
    let cargo = name == "CARGO" || name.starts_with("CARGO_") || name.starts_with("DEP_");
    (cargo && !kept) || REMOVED.contains(&name.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_cargo_does_not_inherit_build_variables() {
        let rows = [
            ("PATH", false),
            ("HOME", false),
            ("CARGO_HOME", false),
            ("CARGO_NET_OFFLINE", false),
            ("CARGO_MAKEFLAGS", false),
            ("CARGO_REGISTRIES_OWN_TOKEN", false),
            ("CARGO", true),
            ("CARGO_ENCODED_RUSTFLAGS", true),
            ("CARGO_FEATURE_OWN", true),
            ("CARGO_TARGET_DIR", true),
            ("DEP_Z_ROOT", true),
            ("OUT_DIR", true),
            ("RUSTFLAGS", true),
        ];
        for (name, foreign) in rows {
            assert_eq!(is_foreign(OsStr::new(name)), foreign, "{name}");
        }
    }

    #[test]
    fn sources_include_all_workspace_dependencies() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let sources = sources(&[Wasm { package: "client-wasm", name: "client" }], root).unwrap();
        for there in ["Cargo.lock", "client-wasm/src", "crates/capture/Cargo.toml", "shared/src"] {
            assert!(sources.contains(&root.join(there)), "{there} is not in {sources:?}");
        }
        for absent in ["server/src", "lab-wasm/src"] {
            assert!(!sources.contains(&root.join(absent)), "{absent}");
        }
    }

    #[test]
    fn nested_target_directory_is_beside_the_profiles() {
        let rows = [
            ("/a/target/release/build/lagrange-12/out", "/a/target/client"),
            ("/a/target/wasm64/debug/build/lagrange-12/out", "/a/target/wasm64/client"),
            ("/build/own/debug/build/lagrange-12/out", "/build/own/client"),
            ("/elsewhere", "/elsewhere/client"),
        ];
        for (out_dir, expected) in rows {
            assert_eq!(target_dir(Path::new(out_dir)), Path::new(expected), "{out_dir}");
        }
    }
}

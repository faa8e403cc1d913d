//! The bill of materials of the program (CycloneDX 1.5): every package that is compiled into it or
//! into its pages, with version, licence and checksum, as cargo and its lock file have them.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::TARGET;
use crate::{command, root};

/// The packages whose wasm is in the program, as in `crates/pages/build.rs`.
const PAGES: [&str; 4] = ["client-wasm", "lab-page", "lab-wasm", "referee-page"];
const WASM: &str = "wasm32-unknown-unknown";

/// A package that the program is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// Its licence as an SPDX expression; empty if it declares none.
    pub(super) licence: String,
    /// Its source; that of this project for its own packages.
    pub(super) folder: PathBuf,
    /// SHA-256 of its archive in the registry; the project's own packages have none.
    checksum: Option<String>,
}

/// All packages, without those that only compile or test others.
pub(super) fn packages(features: &[&str]) -> Result<Vec<Package>> {
    let features = format!("--features={}", features.join(","));
    let server = ["--package=lagrange", &features, &format!("--target={TARGET}")].map(String::from);
    let mut ids = ids(&server)?;
    for page in PAGES {
        ids.extend(self::ids(&[format!("--package={page}"), format!("--target={WASM}")])?);
    }
    let lock = checksums(&fs::read_to_string(root().join("Cargo.lock"))?);
    let metadata = output(&["metadata", "--locked", "--all-features", "--format-version=1"])?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut packages = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_string();
        let id = (text("name"), text("version"));
        if !ids.remove(&id) {
            continue;
        }
        let manifest = PathBuf::from(text("manifest_path"));
        packages.push(Package {
            checksum: lock.get(&id).cloned(),
            // The older way to write `OR`.
            licence: text("license").replace('/', " OR "),
            folder: manifest.parent().context("a manifest is in a folder")?.to_path_buf(),
            name: id.0,
            version: id.1,
        });
    }
    ensure!(ids.is_empty(), "cargo metadata does not know {ids:?}");
    packages.sort();
    Ok(packages)
}

/// Names and versions of what packages are made of, by `cargo tree`, which resolves features as a
/// build does.
fn ids(selection: &[String]) -> Result<BTreeSet<(String, String)>> {
    let mut args = vec!["tree", "--locked", "--edges=normal", "--prefix=none", "--format={p}"];
    args.extend(selection.iter().map(String::as_str));
    let tree = output(&args)?;
    let ids = tree.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        Some((name.to_string(), rest.split(' ').next()?.to_string()))
    });
    Ok(ids.collect())
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let packages = lock.split("[[package]]").skip(1);
    let found = packages.filter_map(|package| {
        let value = |key: &str| {
            let (_, rest) = package.split_once(&format!("\n{key} = \""))?;
            Some(rest.split('"').next()?.to_string())
        };
        Some(((value("name")?, value("version")?), value("checksum")?))
    });
    found.collect()
}

/// The bill as JSON.
pub(super) fn cyclonedx(version: &str, packages: &[Package]) -> Result<String> {
    let rustc = command("rustc").arg("--version").output()?;
    let rustc = String::from_utf8(rustc.stdout)?;
    let compiler = rustc.split(' ').nth(1).context("the version of rustc")?;
    let std = json!({
        "type": "library",
        "name": "std",
        "version": compiler,
        "description": "Rust's standard library for this target, which contains musl libc",
        "licenses": [{ "expression": "MIT OR Apache-2.0" }],
    });
    let components = packages.iter().filter(|package| package.name != "lagrange").map(component);
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "lagrange",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components.chain([std]).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn component(package: &Package) -> Value {
    let Package { name, version, licence, checksum, .. } = package;
    let mut component = json!({ "type": "library", "name": name, "version": version });
    if !licence.is_empty() {
        component["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(checksum) = checksum {
        component["purl"] = json!(format!("pkg:cargo/{name}@{version}"));
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

fn output(args: &[&str]) -> Result<String> {
    let output = command("cargo").args(args).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo {}: {said}", args.join(" "));
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bill_lists_packages_of_program_and_pages_only() {
        let packages = packages(&super::super::FEATURES).unwrap();
        let has = |name: &str| packages.iter().any(|package| package.name == name);
        assert!(has("axum") && has("shared"), "of the program");
        assert!(has("client-wasm") && has("web-sys"), "of the pages");
        assert!(!has("e2e") && !has("proptest") && !has("bundle"), "of neither");
        for package in &packages {
            assert!(!package.licence.is_empty(), "{} has no licence", package.name);
            let own = package.folder.starts_with(root());
            assert_eq!(package.checksum.is_none(), own, "{}", package.name);
        }
        let bill: Value = serde_json::from_str(&cyclonedx("1.2.3", &packages).unwrap()).unwrap();
        assert_eq!(bill["metadata"]["component"]["version"], "1.2.3");
        // Without the program itself, with the standard library.
        assert_eq!(bill["components"].as_array().unwrap().len(), packages.len());
    }
}

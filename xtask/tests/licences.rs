//! Checks that the licence of every dependency is allowed, in the workspace and in `fuzz`, on every
//! platform, by the list in `deny.toml`, which `cargo deny check` reads too. Run with `tidy`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot continue fails")]

use std::{collections::BTreeSet, env, fs, path::Path, process::Command};

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

/// The workspaces, each with its own lock file.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "fuzz/Cargo.toml"];

/// A package, from cargo's metadata.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Dependency {
    name: String,
    version: String,
    /// Its declared licence; empty if there is none.
    licence: String,
}

/// What `deny.toml` allows.
struct Allowed {
    /// For every package.
    all: Vec<Licensee>,
    /// For the package of this name.
    exceptions: Vec<(String, Vec<Licensee>)>,
}

impl Allowed {
    fn parse(deny: &str) -> Self {
        let deny: toml::Table = deny.parse().expect("deny.toml is TOML");
        let licences = &deny["licenses"];
        let listed = |list: &toml::Value| -> Vec<Licensee> {
            let names = list.as_array().into_iter().flatten().filter_map(toml::Value::as_str);
            names.map(|name| Licensee::parse(name).expect(name)).collect()
        };
        let exceptions = licences.get("exceptions").and_then(toml::Value::as_array);
        let exceptions = exceptions.into_iter().flatten().map(|exception| {
            (exception["crate"].as_str().unwrap().to_string(), listed(&exception["allow"]))
        });
        Self { all: listed(&licences["allow"]), exceptions: exceptions.collect() }
    }

    /// The licences allowed for a package.
    fn licences_for(&self, name: &str) -> impl Iterator<Item = &Licensee> {
        let exceptions = self.exceptions.iter().filter(move |(of, _)| of == name);
        self.all.iter().chain(exceptions.flat_map(|(_, allowed)| allowed))
    }
}

/// Dependencies whose licence is not allowed, and list entries that are not needed.
fn violations(dependencies: &BTreeSet<Dependency>, allowed: &Allowed) -> Vec<String> {
    let mut violations = Vec::new();
    let mut named = Vec::new();
    for Dependency { name, version, licence } in dependencies {
        // The older way to write `OR` is a slash.
        let expression = Expression::parse_mode(licence, ParseMode::LAX);
        let is_allowed = expression.as_ref().is_ok_and(|expression| {
            named.extend(expression.requirements().map(|of| (name.clone(), of.req.clone())));
            expression
                .evaluate(|of| allowed.licences_for(name).any(|licensee| licensee.satisfies(of)))
        });
        if !is_allowed {
            violations.push(format!("{name} {version}: `{licence}` is not allowed by deny.toml"));
        }
    }
    let in_exceptions = allowed.exceptions.iter();
    let in_exceptions =
        in_exceptions.flat_map(|(of, allowed)| allowed.iter().map(move |one| (Some(of), one)));
    for (of, licensee) in allowed.all.iter().map(|one| (None, one)).chain(in_exceptions) {
        let is_named = named
            .iter()
            .any(|(name, required)| of.is_none_or(|of| of == name) && licensee.satisfies(required));
        if !is_named {
            let whose = of.map_or("any package", String::as_str);
            violations.push(format!("deny.toml allows {licensee} for {whose}, which has no use"));
        }
    }
    violations
}

/// The packages of a workspace with all that they depend on.
fn dependencies(manifest: &Path) -> Vec<Dependency> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut metadata = Command::new(cargo);
    // It asks the registry only for packages that were never downloaded. Released binaries have
    // features that are off by default.
    metadata.args(["metadata", "--locked", "--all-features", "--format-version=1"]);
    let output = metadata.arg("--manifest-path").arg(manifest).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    packages
        .map(|package| Dependency {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
        })
        .collect()
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let allowed = Allowed::parse(&fs::read_to_string(root.join("deny.toml")).unwrap());
    let all = MANIFESTS.iter().flat_map(|manifest| dependencies(&root.join(manifest)));
    let all: BTreeSet<Dependency> = all.collect();
    for known in ["axum", "libfuzzer-sys"] {
        assert!(all.iter().any(|of| of.name == known), "{known} is a dependency");
    }
    let violations = violations(&all, &allowed);
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn disallowed_licences_are_found() {
    const DENY: &str = "[licenses]\nallow = [\"MIT\", \"Zlib\"]\n\
                        exceptions = [{ crate = \"a\", allow = [\"MPL-2.0\"] }]\n";
    let allowed = Allowed::parse(DENY);
    // Both keep the list from having unused entries.
    let used = [("a", "MPL-2.0"), ("b", "Zlib AND MIT")];
    for (licence, is_allowed) in [
        ("MIT", true),
        ("MIT/GPL-3.0", true),
        ("GPL-3.0-only OR MIT", true),
        ("GPL-3.0-only AND MIT", false),
        ("MPL-2.0", false),
        ("MIT WITH LLVM-exception", false),
        ("free for all", false),
        ("", false),
    ] {
        let given = used.into_iter().chain([("c", licence)]);
        let dependencies = given.map(|(name, licence)| Dependency {
            name: name.into(),
            version: "1.2.3".into(),
            licence: licence.into(),
        });
        let found = violations(&dependencies.collect(), &allowed);
        let violation = format!("c 1.2.3: `{licence}` is not allowed by deny.toml");
        let want = if is_allowed { vec![] } else { vec![violation] };
        assert_eq!(found, want, "{licence}");
    }
    let without_use = violations(&BTreeSet::new(), &allowed);
    assert_eq!(without_use.len(), 3, "{without_use:?}");
}

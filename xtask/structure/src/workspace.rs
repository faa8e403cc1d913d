//! The packages of a workspace and the programs that cargo makes of each. Read from
//! `cargo metadata`, before anything is measured.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// A workspace of cargo's.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// In the order of their folders.
    pub packages: Vec<Package>,
}

/// A package of a workspace.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name for cargo.
    pub name: String,
    /// From the root, with `/`.
    pub folder: String,
    /// In cargo's order.
    pub targets: Vec<Target>,
    /// The packages of the workspace that it or its tests are linked with, by name.
    pub depends_on: BTreeSet<String>,
}

/// Something that cargo makes of a package.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name in paths, with `_`.
    pub name: String,
    /// What it is.
    pub kind: TargetKind,
    /// The file that its modules begin in, from the root of the workspace.
    pub file: String,
    /// Whether `cargo test` makes a test binary of it.
    pub tested: bool,
}

/// What cargo makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TargetKind {
    /// A library.
    Library,
    /// A program.
    Program,
    /// An integration test.
    Test,
    /// A benchmark.
    Benchmark,
    /// An example.
    Example,
    /// A build script.
    BuildScript,
}

impl TargetKind {
    fn named(kind: &str) -> Self {
        match kind {
            "bin" => Self::Program,
            "test" => Self::Test,
            "bench" => Self::Benchmark,
            "example" => Self::Example,
            "custom-build" => Self::BuildScript,
            _ => Self::Library,
        }
    }
}

impl Workspace {
    /// Asks cargo for the packages of the workspace in a folder.
    ///
    /// # Errors
    /// When cargo fails, or answers in another format than version 1.
    pub fn read(root: &Path) -> Result<Self> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut metadata = Command::new(cargo);
        metadata.args(["metadata", "--no-deps", "--offline", "--format-version=1"]);
        let output = metadata.current_dir(root).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "cargo metadata: {said}");
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        let mut packages = Vec::new();
        for package in list(&metadata["packages"]) {
            packages.push(Package::read(root, package)?);
        }
        packages.sort_by(|a, b| a.folder.cmp(&b.folder));
        Ok(Self { root: root.to_path_buf(), packages })
    }

    /// The package that a file belongs to: the one in the nearest folder around it.
    #[must_use]
    pub fn package_of(&self, file: &str) -> Option<&Package> {
        let around = self.packages.iter().filter(|package| is_within(file, &package.folder));
        around.max_by_key(|package| package.folder.len())
    }

    /// The packages that a package is linked with, directly or through others, by name.
    #[must_use]
    pub fn linked_with(&self, package: &Package) -> BTreeSet<String> {
        let by_name: BTreeMap<&str, &Package> =
            self.packages.iter().map(|package| (package.name.as_str(), package)).collect();
        let mut linked = BTreeSet::new();
        let mut open: Vec<&Package> = vec![package];
        while let Some(next) = open.pop() {
            for name in &next.depends_on {
                if linked.insert(name.clone()) {
                    open.extend(by_name.get(name.as_str()));
                }
            }
        }
        linked
    }
}

impl Package {
    fn read(root: &Path, package: &Value) -> Result<Self> {
        let manifest = PathBuf::from(text(&package["manifest_path"])?);
        let folder = from_root(root, manifest.parent().context("a manifest lies in a folder")?)?;
        let mut targets = Vec::new();
        for target in list(&package["targets"]) {
            targets.push(Target {
                name: text(&target["name"])?.replace('-', "_"),
                kind: TargetKind::named(text(&target["kind"][0])?),
                file: from_root(root, Path::new(text(&target["src_path"])?))?,
                tested: target["test"] == true,
            });
        }
        let linked = list(&package["dependencies"])
            .filter(|dependency| dependency["path"].is_string() && dependency["kind"] != "build");
        let depends_on = linked.filter_map(|dependency| dependency["name"].as_str());
        Ok(Self {
            name: text(&package["name"])?.to_string(),
            folder,
            targets,
            depends_on: depends_on.map(str::to_string).collect(),
        })
    }
}

/// Whether a path from the root lies in a folder, or deeper.
fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn from_root(root: &Path, path: &Path) -> Result<String> {
    let inside =
        path.strip_prefix(root).with_context(|| format!("{} is elsewhere", path.display()));
    Ok(inside?.to_string_lossy().replace('\\', "/"))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().with_context(|| format!("cargo metadata has {value} in place of a text"))
}

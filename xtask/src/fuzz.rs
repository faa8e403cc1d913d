//! `cargo xtask fuzz`: builds the targets of `fuzz` with libFuzzer and runs each for a while, on
//! every core. Run by hand: it takes a C++ compiler and any amount of time.
//!
//! Coverage comes from LLVM flags that the stable compiler knows too. There is no sanitizer, since
//! `shared` has no unsafe code to check.
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::{command, root};

/// The package, from the root.
const PACKAGE: &str = "fuzz";
const TARGETS: [&str; 9] = [
    "client_message",
    "server_message",
    "cluster_message",
    "snapshot",
    "link",
    "file",
    "mvd",
    "tables",
    "room",
];
/// How long each target runs by default, in s.
const SECONDS: u32 = 60;
/// Compiler flags for coverage.
const COVERAGE: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
/// Limits for an input: 4096 bytes, 10 s and 1 GiB.
const BOUNDS: [&str; 3] = ["-max_len=4096", "-timeout=10", "-rss_limit_mb=1024"];
/// With an explicit platform, cargo does not pass the flags to build scripts.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The requested seconds for each target, and the targets; all if none is named.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FuzzRequest<'a> {
    seconds: u32,
    targets: Vec<&'a str>,
}

/// Results of all processes of one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Figures {
    inputs: u64,
    /// Messages that rooms received, for the target that reports them.
    messages: u64,
    /// Files of the inputs that failed.
    failed: Vec<String>,
    /// Logs of processes that ended without a failing input.
    ended: Vec<String>,
}

/// Parses the arguments after `fuzz`.
pub(crate) fn parse_request<'a>(words: &[&'a str]) -> Option<FuzzRequest<'a>> {
    let (seconds, targets) = match words {
        [first, rest @ ..] if first.parse::<u32>().is_ok() => (first.parse().ok()?, rest),
        _ => (SECONDS, words),
    };
    let known = targets.iter().all(|target| TARGETS.contains(target));
    let targets = if targets.is_empty() { TARGETS.to_vec() } else { targets.to_vec() };
    (known && seconds > 0).then_some(FuzzRequest { seconds, targets })
}

/// Fuzzes the targets one after the other; false if an input failed, or a process ended without
/// one.
pub(crate) fn run(request: &FuzzRequest) -> Result<bool> {
    build(&request.targets)?;
    println!(
        "{:<15} {:>13} {:>10} {:>12} {:>8}",
        "target", "inputs", "a second", "messages", "failed"
    );
    let mut passed = true;
    for target in &request.targets {
        let figures = fuzz_target(target, request.seconds)?;
        let Figures { inputs, messages, failed, ended } = &figures;
        let rate = inputs / u64::from(request.seconds);
        println!("{target:<15} {inputs:>13} {rate:>10} {messages:>12} {:>8}", failed.len());
        for path in failed {
            let program = program(target);
            println!("  {path}\n  again: {} {path}", program.display());
        }
        for log in ended {
            println!("  ended without an input, see {log}");
        }
        passed &= failed.is_empty() && ended.is_empty();
    }
    Ok(passed)
}

/// Regenerates the committed corpus: of the inputs made from matches, keeps those that reach code
/// that no smaller one reaches.
pub(crate) fn renew_corpus() -> Result<bool> {
    build(&TARGETS)?;
    let seeds = package().join("target/seeds");
    clear(&seeds)?;
    let mut write = command("cargo");
    write.args(["run", "--quiet", "--bin=seeds", "--manifest-path"]).arg(manifest());
    ensure!(write.arg("--").arg(&seeds).status()?.success(), "cannot write the seeds");
    for target in TARGETS {
        let to = package().join("corpus").join(target);
        clear(&to)?;
        let mut merge = command(program(target));
        merge.arg("-merge=1").args(BOUNDS).arg(&to).arg(seeds.join(target));
        let log = File::create(logs()?.join(format!("{target}-merge.log")))?;
        ensure!(merge.stderr(log).status()?.success(), "cannot merge {target}");
        println!("{target}: {} inputs", fs::read_dir(&to)?.count());
    }
    Ok(true)
}

/// Creates an empty folder.
fn clear(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

fn package() -> PathBuf {
    root().join(PACKAGE)
}

fn manifest() -> PathBuf {
    package().join("Cargo.toml")
}

fn program(target: &str) -> PathBuf {
    package().join("target").join(PLATFORM).join("release").join(target)
}

fn logs() -> Result<PathBuf> {
    let logs = package().join("target/logs");
    fs::create_dir_all(&logs)?;
    Ok(logs)
}

fn build(targets: &[&str]) -> Result<()> {
    let mut cargo = command("cargo");
    cargo.args(["build", "--quiet", "--release", "--target", PLATFORM, "--manifest-path"]);
    cargo.arg(manifest()).arg("--target-dir").arg(package().join("target"));
    cargo.args(targets.iter().flat_map(|target| ["--bin", target]));
    // In this form, a flag may contain a space.
    let built = cargo.env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}")).status()?.success();
    ensure!(built, "cannot build the targets; libFuzzer needs a C++ compiler");
    Ok(())
}

/// Fuzzes one target on every core, and collects the results of its processes.
fn fuzz_target(target: &str, seconds: u32) -> Result<Figures> {
    let found = package().join("target/found").join(target);
    let artifacts = package().join("artifacts").join(target);
    fs::create_dir_all(&found)?;
    fs::create_dir_all(&artifacts)?;
    let committed = ["corpus", "crashes"].map(|folder| package().join(folder).join(target));
    let mut children: Vec<(Child, PathBuf)> = Vec::new();
    for core in 0..thread::available_parallelism()?.get() {
        let log = logs()?.join(format!("{target}-{core}.log"));
        let mut fuzzer = command(program(target));
        fuzzer.args(BOUNDS).args(["-print_final_stats=1", "-reload=1"]);
        fuzzer.arg(format!("-max_total_time={seconds}"));
        fuzzer.arg(format!("-artifact_prefix={}/", artifacts.display()));
        // New inputs are saved in the first folder.
        fuzzer.arg(&found).args(committed.iter().filter(|folder| folder.is_dir()));
        let output = File::create(&log)?;
        let child = fuzzer.stdout(output.try_clone()?).stderr(output).spawn();
        children.push((child.with_context(|| format!("starting {target}"))?, log));
    }
    let mut figures = Figures::default();
    for (mut child, log) in children {
        let passed = child.wait()?.success();
        let output = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let before = figures.failed.len();
        figures.add(&output);
        // A process that ended otherwise has its reason in its log.
        if !passed && figures.failed.len() == before {
            figures.ended.push(display_path(&log));
        }
    }
    // Several processes may fail on the same input, whose file then has the same name.
    figures.failed.sort();
    figures.failed.dedup();
    Ok(figures)
}

fn display_path(path: &Path) -> String {
    path.display().to_string()
}

impl Figures {
    /// Adds the output of a process.
    fn add(&mut self, output: &str) {
        let after = |line: &str, words: &str| Some(line.split_once(words)?.1.trim().to_string());
        let number = |words: &str| {
            let last = output.lines().rev().find_map(|line| after(line, words));
            last.and_then(|text| text.parse::<u64>().ok()).unwrap_or_default()
        };
        self.inputs += number("stat::number_of_executed_units:");
        self.messages += number("messages:");
        self.failed.extend(output.lines().filter_map(|line| after(line, "Test unit written to ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_seconds_and_targets() {
        let wish_of = |seconds, targets: &[&'static str]| {
            Some(FuzzRequest { seconds, targets: targets.to_vec() })
        };
        for (words, want) in [
            (&[][..], wish_of(SECONDS, &TARGETS)),
            (&["9"], wish_of(9, &TARGETS)),
            (&["9", "room"], wish_of(9, &["room"])),
            (&["link", "file"], wish_of(SECONDS, &["link", "file"])),
            (&["0"], None),
            (&["9", "rom"], None),
        ] {
            assert_eq!(parse_request(words), want, "{words:?}");
        }
    }

    #[test]
    fn fuzzer_output_is_summed() {
        let mut figures = Figures::default();
        let output = "messages: 10000\nmessages: 20001\n\
                    artifact_prefix='a/'; Test unit written to a/crash-1\n\
                    stat::number_of_executed_units: 70\nstat::new_units_added:          3\n";
        figures.add(output);
        figures.add("stat::number_of_executed_units: 7\n");
        let failed = vec!["a/crash-1".to_string()];
        assert_eq!(figures, Figures { inputs: 77, messages: 20_001, failed, ended: Vec::new() });
    }

    /// Each target has a program in the package, and inputs.
    #[test]
    fn targets_match_the_package() {
        let manifest = fs::read_to_string(manifest()).unwrap_or_default();
        for target in TARGETS {
            let line = format!("path = \"fuzz_targets/{target}.rs\"");
            assert!(manifest.lines().any(|written| written == line), "{target}");
            let inputs = fs::read_dir(package().join("corpus").join(target));
            assert!(inputs.is_ok_and(|inputs| inputs.count() > 0), "{target} has no inputs");
        }
        assert_eq!(manifest.matches("path = \"fuzz_targets/").count(), TARGETS.len());
    }
}

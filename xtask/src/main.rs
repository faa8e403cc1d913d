//! The commands of this repository, run by hand and by CI as `cargo xtask …`. Few dependencies, so
//! that it builds within seconds.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

mod again;
mod bench;
mod cluster;
mod count;
mod dist;
mod example;
mod examples;
mod faults;
mod fuzz;
mod hostile;
mod mvd;
mod release;
mod size;
mod slowest;
mod steps;
mod test;
mod tools;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::steps::Length;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [--long] [STEP…]
                run every test and check, or the steps named; install the tools they lack. With
                --long the longest tests run in full (LAGRANGE_LONG_TESTS=1), and the golden
                hashes are compared in release too, minutes longer
  test --fast   run what a change is most likely to break: format, lints, unit tests, and the
                tests of the rules, the netcode and the texts
  bench [PART…] measure, and compare with what is aimed at: wire, rooms, static, heap, lab, judge,
                allocations, ir, size, page or all
  bench --export-trace FILE WORKLOAD SECONDS
                write a match that is measured as CSV, such as battle-64 for 20 seconds
  examples      run the examples and compare what they print;
                GOLDEN_UPDATE=1 updates the expected output
  faults        plant faults in a copy of the checkout, one after the other, and say whether the
                tests catch them; for some minutes
  fuzz [SECONDS] [TARGET…]
                feed random bytes to decoders and rooms, each target for 60 s unless told otherwise,
                on every core; installs nothing, needs a C++ compiler
  fuzz --corpus regenerate the committed seed corpus, after a change of the protocol
  hostile [--short] [PART…]
                attack the release build and compare with an unattacked run; all attacks, or those
                named; on Linux, takes most of an hour, with --short minutes. Attacks from network
                namespaces need root, ip, tc and nft
  mvd FILE… [--equal POSES SHOTS]
                read recordings of QuakeWorld servers that you have and print what is in them;
                --equal compares the tables of the file before it with given ones
  frames        print what a picture of the laboratory costs, in a browser
  shots [PART]  play in a browser and take the pictures in docs/, or `game`, `lab`, `learn`,
                `readme`
  size          print how large each page is with its parts, and compare with the budget
  cluster [--quick] [--nats 3] [--hash-only]
                kill, stop and drain servers behind HAProxy, with NATS between them, under 200
                players, and print how long these did not play; on Unix, takes a quarter of an
                hour, with --quick minutes
  dist [DIR]    write the laboratory for any host of files, to DIR or target/dist
  release       build the server for any Linux (x86_64), linked to nothing, check that it serves
                with nothing around it, and pack it with deploy/, checksums and a bill of
                materials into target/release-VERSION
";

/// Exit code for invalid arguments.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}\nsteps of test: {}\n", steps::names().join(", "));
            return ExitCode::SUCCESS;
        }
        ["test", "--fast"] => test::run_fast(),
        ["test", "--long", names @ ..] if steps::are_known(names) => test::run(names, Length::Long),
        ["test", names @ ..] if steps::are_known(names) => test::run(names, Length::Short),
        ["bench", "--export-trace", file, name, seconds] => bench::export(file, name, seconds),
        ["bench", parts @ ..] if parts.iter().all(|part| bench::knows(part)) => bench::run(parts),
        ["cluster", words @ ..] if let Some(request) = cluster::parse(words) => {
            cluster::run(request)
        }
        ["examples"] => examples::run(),
        ["faults"] => faults::run(),
        ["fuzz", "--corpus"] => fuzz::renew_corpus(),
        ["fuzz", words @ ..] if let Some(request) = fuzz::parse_request(words) => {
            fuzz::run(&request)
        }
        ["hostile", words @ ..] => hostile::run(words),
        ["mvd", words @ ..] if let Some(recordings) = mvd::parse(words) => mvd::run(&recordings),
        ["frames"] => example::run("frames", &[]),
        ["shots"] => example::run("shots", &["docs"]),
        ["shots", part @ ("game" | "lab" | "learn" | "readme")] => {
            example::run("shots", &["docs", part])
        }
        ["release"] => release::run(),
        ["dist"] => dist::run(None),
        ["dist", folder] => dist::run(Some(Path::new(folder))),
        ["size"] => size::run(),
        _ => {
            eprint!("unknown: {}\n\n{USAGE}", args.join(" "));
            return ExitCode::from(EXIT_USAGE);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// The target directory that this program was built in.
fn target_dir() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let target = program.ancestors().nth(2).context("xtask is not in <target>/<profile>/")?;
    Ok(target.to_path_buf())
}

/// A command that runs at the root of the workspace, without the environment that `cargo run` set
/// for xtask.
fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|own| text.starts_with(own)) {
            command.env_remove(&name);
        }
    }
    command
}

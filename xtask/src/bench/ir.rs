//! The part `ir`: instructions of each case under callgrind, compared with a committed baseline.
//! Other load on the machine does not change them, so an increase of a few percent is real. Without
//! valgrind the part is skipped with a message.
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use super::Readings;
use super::machine::version;
use crate::{command, root, target_dir, tools};

/// The baseline, from the root of the workspace: a case and its instructions on each line.
const BASELINE: &str = "docs/bench/instructions.tsv";
/// By how much a case may grow, in percent.
const MORE_PCT: u64 = 3;
/// The counted function, by its name in the program.
const COLLECTED: &str = "--toggle-collect=ir::collected*";

/// Runs every case; false if one exceeds the baseline or is missing from it.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let Some(valgrind) = tools::find("valgrind") else {
        println!("SKIPPED: valgrind is not on the PATH (Debian: apt-get install valgrind)");
        return Ok(true);
    };
    let program = build()?;
    let cases = command(&program).output()?;
    ensure!(cases.status.success(), "cannot list the cases");
    let cases = String::from_utf8(cases.stdout)?;
    let mut counted = Vec::new();
    for case in cases.lines() {
        counted.push((case, count(&valgrind, &program, case)?));
    }
    let versions = format!("# {}; {}", version(&valgrind), version(Path::new("rustc")));
    if env::var_os("GOLDEN_UPDATE").is_some() {
        let line = |(case, n): &(&str, u64)| format!("{case}\t{n}\n");
        let lines: String = counted.iter().map(line).collect();
        fs::write(root().join(BASELINE), format!("{versions}\n{lines}"))?;
    }
    let baseline = fs::read_to_string(root().join(BASELINE)).context(BASELINE)?;
    let theirs = baseline.lines().next().unwrap_or_default();
    if theirs != versions {
        println!("tool versions differ from the baseline's, so counts will too:");
        println!("  baseline {theirs}\n  now      {versions}\n");
    }
    Ok(compare(&counted, &baseline, readings))
}

/// Prints each case beside its baseline; false if one exceeds it.
fn compare(counted: &[(&str, u64)], baseline: &str, readings: &mut Readings) -> bool {
    let mut kept = true;
    println!("{:<26} {:>14} {:>14} {:>8}", "case", "instructions", "baseline", "change");
    for (case, n) in counted {
        let Some(was) = allowed(baseline, case) else {
            println!("{case:<26} {n:>14} {:>14}   NOT IN {BASELINE}", "-");
            kept = false;
            continue;
        };
        let change_pct = (*n as f64 / was as f64 - 1.0) * 100.0;
        // In integers, so that growth by exactly the limit passes.
        let more = n * 100 > was * (100 + MORE_PCT);
        let less = n * 100 < was * (100 - MORE_PCT);
        let verdict = match (more, less) {
            (true, _) => "   TOO MANY",
            (_, true) => "   fewer: GOLDEN_UPDATE=1 updates the baseline",
            _ => "",
        };
        println!("{case:<26} {n:>14} {was:>14} {change_pct:>+7.2}%{verdict}");
        kept &= !more;
        let most = readings.entry("ir/growth".into()).or_insert(f64::MIN);
        *most = most.max(change_pct);
    }
    kept
}

/// The instructions of a case in the baseline.
fn allowed(baseline: &str, case: &str) -> Option<u64> {
    let of = |line: &str| line.split_once('\t').filter(|(name, _)| *name == case)?.1.parse().ok();
    baseline.lines().find_map(of)
}

/// Runs a case, and reads the sum from the end of callgrind's output.
fn count(valgrind: &Path, program: &Path, case: &str) -> Result<u64> {
    let out = target_dir()?.join(format!("callgrind.{case}.out"));
    let mut command = command(valgrind);
    command.args(["--tool=callgrind", COLLECTED]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    let output = command.arg(program).arg(case).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{case} failed under callgrind:\n{said}");
    let text = fs::read_to_string(&out)?;
    let sum = text.lines().find_map(|line| line.strip_prefix("summary: "));
    let n = sum.with_context(|| format!("{} has no summary", out.display()))?.trim().parse()?;
    ensure!(n > 0, "{case} never called the counted function");
    Ok(n)
}

/// Builds the program of the cases and returns its path.
fn build() -> Result<PathBuf> {
    let mut cargo = command("cargo");
    cargo.args(["bench", "--package=integration-tests", "--bench=ir", "--no-run"]);
    let output = cargo.args(["--message-format=json-render-diagnostics"]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cannot build the cases:\n{said}");
    let messages = String::from_utf8(output.stdout)?;
    let path = messages.lines().rev().find_map(|line| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        Some(rest.split_once('"')?.0.replace("\\\\", "\\"))
    });
    Ok(PathBuf::from(path.context("cargo printed no path of an executable")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_over_three_percent_fails() {
        let baseline = "# valgrind; rustc\nstep\t1000\njudge\t200\n";
        let rows: [(&[(&str, u64)], bool); 5] = [
            (&[("step", 1000), ("judge", 200)], true),
            (&[("step", 1030), ("judge", 100)], true),
            (&[("step", 1031)], false),
            (&[("step", 1000), ("other", 1)], false),
            (&[], true),
        ];
        for (counted, want) in rows {
            let mut readings = Readings::new();
            assert_eq!(compare(counted, baseline, &mut readings), want, "{counted:?}");
        }
    }
}

//! `cargo xtask test`: runs the steps one after the other, prints one line for each that passes
//! and all the output of each that does not, and ends with a table and the sums.
use std::env;
use std::io::{self, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::command;
use crate::count::Count;
use crate::steps::{Kind, Need, STEPS, Step};
use crate::tools::{self, Variable};

/// What came of a step.
struct Outcome {
    step: &'static Step,
    count: Count,
    took: Duration,
}

/// Runs the steps of these names, or all if there are none; false if anything failed.
pub(crate) fn run(names: &[&str]) -> Result<bool> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for step in &STEPS {
        if names.is_empty() || names.contains(&step.name) {
            print!("{:<9} ", step.name);
            io::stdout().flush()?;
            let begun = Instant::now();
            let count = run_step(step, &outcomes)?;
            outcomes.push(Outcome {
                step,
                count,
                took: begun.elapsed(),
            });
        }
    }
    Ok(report(&outcomes))
}

fn run_step(step: &Step, earlier: &[Outcome]) -> Result<Count> {
    let begun = Instant::now();
    let mut env = Vec::new();
    for need in step.needs {
        match provide(*need, earlier) {
            Ok(variables) => env.extend(variables),
            Err(reason) => {
                println!("SKIPPED: {reason:#}");
                return Ok(Count::SKIPPED);
            }
        }
    }
    let (success, output) = execute(step, env)?;
    let count = match (step.kind, success) {
        (Kind::Check, true) => Count::PASSED,
        (Kind::Check, false) => Count::FAILED,
        (Kind::Tests, _) => counted(Count::parse(&output), success),
    };
    let seconds = begun.elapsed().as_secs_f32();
    let Count {
        passed,
        failed,
        skipped,
    } = count;
    if failed > 0 {
        println!(
            "FAILED, {seconds:.1} s: {}\n{output}",
            step.command.join(" ")
        );
    } else if count == Count::SKIPPED {
        println!("SKIPPED: it has no test that is not ignored, {seconds:.1} s");
    } else if skipped > 0 {
        println!("ok, {passed} passed, {skipped} SKIPPED (ignored), {seconds:.1} s");
    } else {
        println!("ok, {passed} passed, {seconds:.1} s");
    }
    Ok(count)
}

/// The count of a run, in which what failed without a test, or had none, counts as one.
fn counted(parsed: Count, success: bool) -> Count {
    let mut count = parsed;
    if !success && count.failed == 0 {
        count += Count::FAILED;
    }
    if count.total() == 0 {
        Count::SKIPPED
    } else {
        count
    }
}

/// Sees to it that a step has what it needs; the error says why it cannot be had.
fn provide(need: Need, earlier: &[Outcome]) -> Result<Vec<Variable>> {
    match need {
        Need::File(path) => {
            let there = crate::root().join(path).is_file();
            there
                .then(Vec::new)
                .with_context(|| format!("there is no {path}"))
        }
        Need::Step(name) => {
            let outcome = earlier.iter().find(|outcome| outcome.step.name == name);
            let failed = outcome.is_some_and(|outcome| outcome.count != Count::PASSED);
            (!failed)
                .then(Vec::new)
                .with_context(|| format!("it needs the step {name}"))
        }
        Need::Components => tools::components(),
        Need::WasmTarget => tools::wasm_target(),
        Need::WasmPack => tools::wasm_pack(),
        Need::Browser => tools::browser(),
    }
}

/// Runs the command and returns whether it succeeded, and all it printed, in order.
fn execute(step: &Step, env: Vec<Variable>) -> Result<(bool, String)> {
    let [program, args @ ..] = step.command else {
        return Ok((true, String::new()));
    };
    let (mut output, write) = io::pipe()?;
    let mut command = command(program);
    command
        .args(args)
        .env_remove("SKIP_CLIENT")
        .envs(step.env.iter().copied())
        .envs(env);
    command
        .stdin(Stdio::null())
        .stdout(write.try_clone()?)
        .stderr(write);
    let mut child = command
        .spawn()
        .with_context(|| format!("starting {program}"))?;
    // The pipe ends when nobody can write to it; until then this command itself could.
    drop(command);
    let mut bytes = Vec::new();
    output.read_to_end(&mut bytes)?;
    Ok((
        child.wait()?.success(),
        String::from_utf8_lossy(&bytes).into_owned(),
    ))
}

/// Prints the table and the sums; false if they are not good enough.
fn report(outcomes: &[Outcome]) -> bool {
    println!(
        "\n{:<10} {:>6} {:>6} {:>7} {:>8}",
        "step", "passed", "failed", "skipped", "time"
    );
    let mut sum = Count::default();
    for Outcome { step, count, took } in outcomes {
        let Count {
            passed,
            failed,
            skipped,
        } = *count;
        let (name, what, seconds) = (step.name, step.what, took.as_secs_f32());
        println!("{name:<10} {passed:>6} {failed:>6} {skipped:>7} {seconds:>6.1} s  {what}");
        sum += *count;
    }
    let strict = env::var("CI").is_ok_and(|ci| ci == "true");
    if strict && sum.skipped > 0 {
        println!("\nWith CI=true, what is skipped fails the run.");
    }
    println!(
        "\n{} passed, {} failed, {} skipped",
        sum.passed, sum.failed, sum.skipped
    );
    sum.failed == 0 && !(strict && sum.skipped > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_says_nothing_is_not_a_success() {
        let some = Count {
            passed: 3,
            failed: 0,
            skipped: 0,
        };
        let broken = Count {
            passed: 3,
            failed: 1,
            skipped: 0,
        };
        for (parsed, success, expected) in [
            (some, true, some),
            (some, false, broken),
            (broken, false, broken),
            (Count::default(), false, Count::FAILED),
            (Count::default(), true, Count::SKIPPED),
        ] {
            assert_eq!(counted(parsed, success), expected, "{parsed:?} {success}");
        }
    }
}

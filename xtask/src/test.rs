//! `cargo xtask test`: runs the steps one after the other. Prints one line for each that passes and
//! the full output of each that does not, then a table, the slowest tests and the totals.
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{self, Stdio};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::again;
use crate::command;
use crate::count::Count;
use crate::slowest::{self, OutputTimer, Timed};
use crate::steps::{self, Kind, Length, Requirement, STEPS, Step};
use crate::tools::{self, Profile, Variable};

/// Result of a step.
struct Outcome {
    step: &'static Step,
    count: Count,
    took: Duration,
    /// Time spent beforehand on installing what it needs.
    installing: Duration,
    tests: Vec<Timed>,
    /// Tests that passed only when they ran alone.
    only_alone: Vec<String>,
}

/// Result of its command.
#[derive(Default)]
struct Execution {
    success: bool,
    /// All its output, in order.
    output: String,
    tests: Vec<Timed>,
}

/// The failed tests of a step, run once more.
struct RunAlone {
    count: Count,
    passed: Vec<String>,
    output: String,
}

/// Runs the named steps and those they build on, or a whole run if none is named; false if
/// anything failed.
pub(crate) fn run(names: &[&str], length: Length) -> Result<bool> {
    let in_whole_run =
        |step: &Step| length == Length::Long || !steps::ONLY_LONG.contains(&step.name);
    let wanted = |step: &&Step| {
        let is_named = names.iter().any(|name| is_needed_for(name, step));
        is_named || (names.is_empty() && in_whole_run(step))
    };
    let mut run_env = vec![steps::WITHOUT_INCREMENTAL];
    if length == Length::Long {
        run_env.push((steps::LONG, "1"));
    }
    run_steps(STEPS.iter().filter(wanted), &run_env)
}

/// Runs what a change is most likely to break; false if anything failed.
pub(crate) fn run_fast() -> Result<bool> {
    let first = STEPS.iter().filter(|step| steps::FAST.contains(&step.name));
    run_steps(first.chain([&steps::FAST_TESTS]), &[])
}

fn run_steps(steps: impl Iterator<Item = &'static Step>, run_env: &[(&str, &str)]) -> Result<bool> {
    let begun = Instant::now();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for step in steps {
        print!("{:<9} ", step.name);
        io::stdout().flush()?;
        outcomes.push(run_step(step, run_env, &outcomes));
    }
    Ok(report(&outcomes, begun.elapsed()))
}

/// Whether a step is the named one, or one that it builds on.
fn is_needed_for(name: &str, step: &Step) -> bool {
    let named = STEPS.iter().find(|step| step.name == name);
    let server = named.is_some_and(|named| named.needs.contains(&Requirement::Server));
    step.name == name || (server && step.name == steps::SERVER)
}

fn run_step(step: &'static Step, run_env: &[(&str, &str)], earlier: &[Outcome]) -> Outcome {
    let begun = Instant::now();
    let env = provide_requirements(step.needs, earlier);
    let installing = begun.elapsed();
    let env = match env {
        Ok(env) => env,
        Err(reason) => {
            println!("SKIPPED: {reason:#}");
            return Outcome {
                step,
                count: Count::SKIPPED,
                took: Duration::ZERO,
                installing,
                tests: Vec::new(),
                only_alone: Vec::new(),
            };
        }
    };
    let begun = Instant::now();
    let Execution { success, mut output, tests } =
        execute(step.command, step.kind, step.env, run_env, &env);
    let mut count = match (step.kind, success) {
        (Kind::Check, true) => Count::PASSED,
        (Kind::Check, false) => Count::FAILED,
        (Kind::Tests | Kind::TestsOn(_), _) => count_of_run(Count::parse(&output), success),
    };
    let mut only_alone = Vec::new();
    if let Some(alone) = run_failed_alone(step, &output, run_env, &env) {
        count = again::combined(count, alone.count);
        output += &alone.output;
        only_alone = alone.passed;
    }
    let took = begun.elapsed();
    println!("{}", result_line(step, count, took, &output));
    for test in &only_alone {
        println!("          passed only alone: {test}");
    }
    Outcome { step, count, took, installing, tests, only_alone }
}

/// Runs the failed tests of a step once more, if it is one of those whose tests share a browser's
/// time.
fn run_failed_alone(
    step: &Step,
    output: &str,
    run_env: &[(&str, &str)],
    env: &[Variable],
) -> Option<RunAlone> {
    let failed = again::failed_tests(output);
    if failed.is_empty() || !steps::RUN_AGAIN.contains(&step.name) {
        return None;
    }
    let command = again::command_alone(step.command, &failed);
    let Execution { success, output, .. } =
        execute(&command, Kind::TestsOn(1), step.env, run_env, env);
    let count = count_of_run(Count::parse(&output), success);
    let failed_again = again::failed_tests(&output);
    let passed = failed.iter().filter(|test| success || !failed_again.contains(test));
    let passed = passed.map(|test| (*test).to_string()).collect();
    Some(RunAlone { count, passed, output })
}

/// The result of a step, in one line if it passed.
fn result_line(step: &Step, count: Count, took: Duration, output: &str) -> String {
    let seconds = took.as_secs_f32();
    let Count { passed, failed, skipped } = count;
    if failed > 0 {
        let (command, without_progress) = (step.command.join(" "), without_progress(output));
        format!("FAILED, {seconds:.1} s: {command}\n{without_progress}")
    } else if count == Count::SKIPPED {
        format!("SKIPPED: all of its tests are ignored, {seconds:.1} s")
    } else if skipped > 0 {
        format!("ok, {passed} passed, {skipped} SKIPPED (ignored), {seconds:.1} s")
    } else {
        format!("ok, {passed} passed, {seconds:.1} s")
    }
}

/// The output of a command without cargo's progress.
fn without_progress(output: &str) -> String {
    const PROGRESS: [&str; 6] =
        ["Blocking", "Checking", "Compiling", "Documenting", "Downloaded", "Downloading"];
    let progress = |line: &&str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        line.starts_with(' ') && PROGRESS.contains(&word)
    };
    output
        .lines()
        .filter(|line| !progress(line))
        .fold(String::new(), |text, line| text + line + "\n")
}

/// The tests of a run. A failure without a test, or a run without tests, counts as one.
fn count_of_run(parsed: Count, success: bool) -> Count {
    let mut count = parsed;
    if !success && count.failed == 0 {
        count += Count::FAILED;
    }
    if count.total() == 0 { Count::SKIPPED } else { count }
}

/// Provides all that a step needs; the error says why it is not available.
fn provide_requirements(needs: &[Requirement], earlier: &[Outcome]) -> Result<Vec<Variable>> {
    let provided = needs.iter().map(|need| provide(*need, earlier));
    provided.collect::<Result<Vec<_>>>().map(|env| env.concat())
}

/// Provides one thing that a step needs; the error says why it is not available.
fn provide(need: Requirement, earlier: &[Outcome]) -> Result<Vec<Variable>> {
    match need {
        Requirement::File(path) => {
            let there = crate::root().join(path).is_file();
            there.then(Vec::new).with_context(|| format!("no file {path}"))
        }
        Requirement::Server => {
            let built = earlier.iter().any(|outcome| {
                outcome.step.name == steps::SERVER && outcome.count == Count::PASSED
            });
            ensure!(built, "the server was not built");
            tools::server(Profile::Dev)
        }
        Requirement::Components => tools::components(),
        Requirement::WasmTarget => tools::wasm_target(),
        Requirement::WasmRunner => tools::wasm_runner(),
        Requirement::WasmPack => tools::wasm_pack(),
        Requirement::Browser => tools::browser(),
        Requirement::Nginx => tools::nginx(),
        Requirement::Nats => tools::nats_server().map(|bin| vec![("NATS_SERVER_BIN", bin.into())]),
        Requirement::Proxies => tools::proxies(),
        Requirement::Hosting => tools::hosting(),
    }
}

/// Runs a command. If it cannot be run, its output says why.
fn execute(
    command: &[&str],
    kind: Kind,
    step_env: &[(&str, &str)],
    run_env: &[(&str, &str)],
    env: &[Variable],
) -> Execution {
    try_execute(command, kind, step_env, run_env, env).unwrap_or_else(|error| Execution {
        output: format!("{error:#}\n"),
        ..Execution::default()
    })
}

fn try_execute(
    command_line: &[&str],
    kind: Kind,
    step_env: &[(&str, &str)],
    run_env: &[(&str, &str)],
    env: &[Variable],
) -> Result<Execution> {
    let [program, args @ ..] = command_line else {
        return Ok(Execution { success: true, ..Execution::default() });
    };
    let (output, write) = io::pipe()?;
    let mut command = command(program);
    // An inherited variable would lengthen a short run.
    command.args(args).env_remove(steps::LONG).envs(run_env.iter().copied());
    command.envs(step_env.iter().copied()).envs(env.iter().cloned());
    let scratch = Scratch::new()?;
    command.env("TMPDIR", &scratch.0).stdin(Stdio::null()).stdout(write.try_clone()?).stderr(write);
    let mut child = command.spawn().with_context(|| format!("starting {program}"))?;
    // The pipe ends when its last writer closes it, and this command holds one too.
    drop(command);
    let (bytes, tests) = listen(BufReader::new(output), n_threads(kind))?;
    let success = child.wait()?.success();
    Ok(Execution { success, output: String::from_utf8_lossy(&bytes).into_owned(), tests })
}

/// Reads a command's output while it runs, to time each line.
fn listen(mut output: impl BufRead, n_threads: usize) -> io::Result<(Vec<u8>, Vec<Timed>)> {
    let begun = Instant::now();
    let mut listener = OutputTimer::new(n_threads);
    let mut bytes = Vec::new();
    loop {
        let from = bytes.len();
        if output.read_until(b'\n', &mut bytes)? == 0 {
            return Ok((bytes, listener.finish()));
        }
        listener.read_line(begun.elapsed(), String::from_utf8_lossy(&bytes[from..]).trim_end());
    }
}

/// How many tests run at once, computed as libtest does.
fn n_threads(kind: Kind) -> usize {
    if let Kind::TestsOn(n) = kind {
        return n;
    }
    let wished = env::var("RUST_TEST_THREADS").ok().and_then(|n| n.parse().ok());
    wished.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
}

/// A directory for temporary files, removed when dropped: chromium leaves profiles behind. It is in
/// the system's own, since the names of chromium's sockets must not be long.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Self> {
        let path = env::temp_dir().join(format!("lagrange-xtask-{}", process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The system will eventually remove what cannot be removed now.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Prints the table, the slowest tests and the totals; false if anything failed.
fn report(outcomes: &[Outcome], whole: Duration) -> bool {
    println!("\n{:<10} {:>6} {:>6} {:>7} {:>8}", "step", "passed", "failed", "skipped", "time");
    let mut sum = Count::default();
    for Outcome { step, count, took, .. } in outcomes {
        let Count { passed, failed, skipped } = *count;
        let (name, what, seconds) = (step.name, step.what, took.as_secs_f32());
        println!("{name:<10} {passed:>6} {failed:>6} {skipped:>7} {seconds:>6.1} s  {what}");
        sum += *count;
    }
    let installing: Duration = outcomes.iter().map(|outcome| outcome.installing).sum();
    let (dash, seconds) = ("-", installing.as_secs_f32());
    let what = "installing tools, not counted in any step";
    println!("{:<10} {dash:>6} {dash:>6} {dash:>7} {seconds:>6.1} s  {what}", "installing");
    let (seconds, what) = (whole.as_secs_f32(), "the whole run, by the clock");
    println!("{:<10} {dash:>6} {dash:>6} {dash:>7} {seconds:>6.1} s  {what}", "all");
    let tests = outcomes.iter().flat_map(|of| of.tests.iter().map(|test| (of.step.name, test)));
    let slowest = slowest::slowest(tests);
    if !slowest.is_empty() {
        println!("\nthe slowest tests\n{}", slowest.join("\n"));
    }
    let only_alone: Vec<&str> =
        outcomes.iter().flat_map(|of| &of.only_alone).map(String::as_str).collect();
    if !only_alone.is_empty() {
        println!("\npassed only alone, not beside others: {}", only_alone.join(", "));
    }
    let strict = env::var("CI").is_ok_and(|ci| ci == "true");
    if strict && sum.skipped > 0 {
        println!("\nWith CI=true, skipped tests fail the run.");
    }
    println!("\n{} passed, {} failed, {} skipped", sum.passed, sum.failed, sum.skipped);
    sum.failed == 0 && !(strict && sum.skipped > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_tests_is_not_a_success() {
        let some = Count { passed: 3, failed: 0, skipped: 0 };
        let interrupted = Count { passed: 3, failed: 1, skipped: 0 };
        for (parsed, success, expected) in [
            (some, true, some),
            (some, false, interrupted),
            (interrupted, false, interrupted),
            (Count::default(), false, Count::FAILED),
            (Count::default(), true, Count::SKIPPED),
        ] {
            assert_eq!(count_of_run(parsed, success), expected, "{parsed:?} {success}");
        }
    }
}

//! Measures bytes per ship and snapshot, for each workload, snapshot rate and codec, beside the
//! entropy of the input. Every snapshot is decoded and compared. The counts are the same on every
//! machine and are checked against a golden file.
//!
//! ```text
//! cargo bench --bench wire                           all, against docs/bench/wire.tsv
//! cargo bench --bench wire -- curve-64 20            one workload at one rate
//! GOLDEN_UPDATE=1 cargo bench --bench wire           rewrites the golden file
//! cargo bench --bench wire -- --export-trace FILE battle-64 20
//! ```
#![allow(clippy::print_stdout, reason = "a benchmark prints, and reports why it fails")]

mod export;
mod gaps;
mod golden;
mod measure;
mod table;

use std::process::ExitCode;

use measure::Measurement;
use testkit::workload::{Kind, Workload};

const WORKLOADS: [&str; 10] = [
    "curve-16",
    "curve-64",
    "curve-256",
    "curve-1024",
    "aim-64",
    "aim-256",
    "battle-64",
    "battle-256",
    "idle-256",
    "swarm-1024",
];
const RATES: [u32; 4] = [10, 20, 30, 60];
/// Entropy of the curve workload, in bytes per ship and snapshot at 20 Hz.
const CURVE_ENTROPY: std::ops::RangeInclusive<f64> = 0.21..=0.25;
/// The least shots and deaths per ship and second that make a fight.
const FIGHT: (f64, f64) = (1.0, 0.1);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let done = match words.split_first() {
        Some((option, rest)) if option == "--export-trace" => export::run(rest),
        _ => measure_all(&words),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Measures the named workloads and rates, or all.
fn measure_all(words: &[String]) -> Result<(), String> {
    let known = |word: &&String| {
        WORKLOADS.contains(&word.as_str()) || RATES.iter().any(|hz| hz.to_string() == **word)
    };
    if let Some(word) = words.iter().find(|word| !known(word)) {
        return Err(format!(
            "{word} is neither a workload of {WORKLOADS:?} nor a rate of {RATES:?}"
        ));
    }
    let chosen = |all: &[String]| all.iter().any(|word| words.contains(word));
    let names = WORKLOADS.map(String::from);
    let (some, rates) = (chosen(&names), RATES.map(|hz| hz.to_string()));
    let some_rates = chosen(&rates);
    let mut lines = Vec::new();
    let mut failures = Vec::new();
    println!("{}", table::HEADER.replace('|', "\t"));
    for name in names.iter().filter(|name| !some || words.contains(name)) {
        let workload = Workload::named(name).ok_or("a workload without a name")?;
        let measured = measure::measure(workload, &RATES)?;
        check(name, &measured, &mut failures);
        let mut of_workload = vec![table::about(name, &measured)];
        for (hz, row) in table::rows(name, &measured) {
            if !some_rates || words.contains(&hz.to_string()) {
                of_workload.push(row);
            }
        }
        of_workload.iter().for_each(|line| println!("{line}"));
        lines.extend(of_workload);
    }
    golden::hold(&lines, words.is_empty(), &mut failures)?;
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\nerror: ")) }
}

/// Checks that a workload does what its name says.
fn check(name: &str, measured: &Measurement, failures: &mut Vec<String>) {
    let kind = measured.workload.kind;
    if kind == Kind::Curve {
        let entropy = measured.entropy_bytes(20).unwrap_or_default();
        if !CURVE_ENTROPY.contains(&entropy) {
            failures.push(format!(
                "{name} has an entropy of {entropy:.3} bytes per ship and snapshot at 20 Hz, \
                 outside {CURVE_ENTROPY:?}"
            ));
        }
    }
    if kind == Kind::Battle {
        let [shots, _, deaths, _] = measured.per_ship_s();
        if shots < FIGHT.0 || deaths < FIGHT.1 {
            failures.push(format!(
                "{name} is too quiet: {shots:.3} shots and {deaths:.3} deaths per ship and \
                 second; the minimum is {} and {}",
                FIGHT.0, FIGHT.1
            ));
        }
    }
}

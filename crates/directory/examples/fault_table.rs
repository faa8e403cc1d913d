//! How long players are out and rooms doubled, for each kind of fault: a table over many seeds.
//!
//! `cargo run -p directory --example fault_table -- 2000`; a minute.

#[path = "../tests/simulation/world/mod.rs"]
#[allow(dead_code, reason = "the test reads what this does not")]
#[allow(clippy::unwrap_used, reason = "a simulation")]
mod world;

use std::env;
use std::process::ExitCode;

use world::{Fault, Plan, Stats, World, quantile_ms};

const SEEDS: u64 = 2000;

fn main() -> ExitCode {
    let n_seeds = env::args().nth(1).map_or(Ok(SEEDS), |n| n.parse());
    let Ok(n_seeds) = n_seeds else {
        return say_usage();
    };
    let mut stats = Stats::default();
    let mut n_failed = 0;
    for seed in 0..n_seeds {
        let mut world = World::new(seed, false);
        if let Err(wrong) = world.run(&plan(seed)) {
            n_failed += 1;
            say(&wrong);
        }
        stats.add(&world.stats);
    }
    say_table(&stats);
    say(&format!("{n_seeds} runs, {n_failed} failed"));
    if n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One fault at a time, so that each time is one fault's.
fn plan(seed: u64) -> Plan {
    let n = Fault::ALL.len() as u64;
    let phase = |n_th: u64| vec![Fault::ALL[(n_th % n) as usize]];
    Plan { phases: vec![phase(seed), phase(seed + 1 + seed / n), phase(seed + 5)] }
}

fn say_table(stats: &Stats) {
    say("until playing again, and rooms open twice at nodes that run; in milliseconds");
    say("| fault | phases | out | p50 | p95 | most | doubled | p50 | most |");
    say("|---|---|---|---|---|---|---|---|---|");
    for fault in Fault::ALL {
        let none = Vec::new();
        let out = stats.out.get(&fault).unwrap_or(&none);
        let doubled = stats.doubled.get(&fault).unwrap_or(&none);
        let n_phases = stats.n_phases.get(&fault).unwrap_or(&0);
        let quantiles = [500, 950, 1000].map(|permille| quantile_ms(out, permille).to_string());
        let twice = [500, 1000].map(|permille| quantile_ms(doubled, permille).to_string());
        let (n_out, n_doubled) = (out.len(), doubled.len());
        say(&format!(
            "| {fault:?} | {n_phases} | {n_out} | {} | {n_doubled} | {} |",
            quantiles.join(" | "),
            twice.join(" | "),
        ));
    }
    let told: Vec<String> =
        stats.told.iter().map(|(reason, n)| format!("{} {n}", reason.label())).collect();
    say(&format!("told to wait: {}", told.join(", ")));
}

#[expect(clippy::print_stdout, reason = "a command")]
fn say(line: &str) {
    println!("{line}");
}

fn say_usage() -> ExitCode {
    say("usage: fault_table [NUMBER OF SEEDS]");
    ExitCode::FAILURE
}

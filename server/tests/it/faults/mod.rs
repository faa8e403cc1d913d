//! The real server, with hyper and tungstenite, and real clients in virtual time, over lines with
//! faults drawn from a seed. A [checker] verifies every command and every fact.
//!
//! ```sh
//! FAULTS_SEED=17 FAULTS_SECONDS=60 cargo test --release -p lagrange --test it faults::seeds
//! ```
//!
//! repeats one seed; `FAULTS_SEEDS=1000` plays that many from it on. `docs/reliability.md` says
//! what is checked and what is not.

mod checker;
mod checker_tests;
mod fault;
mod healed;
mod ledger;
mod page;
mod play;
mod stage;
mod standings;
mod summary;
mod violation;
mod visit;
mod watcher;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use integration_tests::is_long;
use summary::Summary;

/// Seeds in a test run, seeds with `cargo xtask test --long`, and seconds played of each.
const SEEDS: u64 = 12;
const SEEDS_LONG: u64 = 200;
const SECONDS: u64 = 60;
/// Threads that play seeds.
const THREADS: u64 = 2;

/// A number from an environment variable.
fn chosen(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}

#[test]
fn seeds_lose_nothing() {
    let seconds = chosen("FAULTS_SECONDS").unwrap_or(SECONDS);
    let first = chosen("FAULTS_SEED");
    let usual = if is_long() { SEEDS_LONG } else { SEEDS };
    let n = chosen("FAULTS_SEEDS").unwrap_or(if first.is_some() { 1 } else { usual });
    let (first, played) = (first.unwrap_or(1), Duration::from_secs(seconds));
    let seeds = first..first + n;
    let play = |thread: u64| {
        let own = seeds.clone().filter(move |seed| seed % THREADS == thread);
        own.map(|seed| {
            let outcome = catch_unwind(AssertUnwindSafe(|| play::seed(seed, played)));
            outcome.unwrap_or_else(|_| Err(format!("seed {seed} panicked"))).map_err(|failure| {
                format!(
                    "{failure}\n  again: FAULTS_SEED={seed} FAULTS_SECONDS={seconds} \
                     cargo test --release -p lagrange --test it faults::seeds -- --nocapture"
                )
            })
        })
        .collect::<Vec<_>>()
    };
    let outcomes = thread::scope(|scope| {
        let play = &play;
        let threads = (0..THREADS).map(|thread| scope.spawn(move || play(thread)));
        let threads: Vec<_> = threads.collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("its seeds are played"));
        joined.flatten().collect::<Vec<_>>()
    });
    let mut sum = Summary::default();
    let mut failures = Vec::new();
    for outcome in outcomes {
        match outcome {
            Ok(summary) => sum.add(&summary),
            Err(failure) => failures.push(failure),
        }
    }
    println!("{sum}");
    assert!(failures.is_empty(), "{} seeds failed:\n{}", failures.len(), failures.join("\n"));
    let (checked, counts) = (sum.checked, sum.counts);
    assert!(
        checked.snapshots > checked.unseen_snapshots && counts.executed > 0,
        "too little was observed"
    );
    if n >= SEEDS {
        assert!(checked.kills > 0 && checked.facts_reported > 0, "no ship was shot down");
        assert!(checked.side_kills > 0 && checked.side_rounds > 0, "no round of two sides ended");
    }
}

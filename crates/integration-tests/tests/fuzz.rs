//! Runs the fuzz targets without a fuzzer, on every committed input and on seeded mutations of
//! them. `fuzz` is not part of the workspace, so its targets are included here as a module. `cargo
//! xtask fuzz` fuzzes them for as long as wanted.
//!
//! Besides the checks of the targets, decoding any bytes must use bounded memory.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

#[path = "support/counting.rs"]
mod counting;
#[path = "support/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, dead_code, reason = "a library there")]
mod targets;

use std::{fs, panic, path::Path};

use counting::most_held;
use integration_tests::is_long;
use lab::scenario::Scenario;
use mutate::{drawn, mutate};
use shared::base::rng::Rng;
use targets::{Count, TARGETS, Target};

/// Seed of the mutations; `FUZZ_SEED=9` sets another one.
const SEED: u64 = 1;
/// Mutated inputs per target, a quarter of them without `cargo xtask test --long`, and how many
/// bytes each input may hold at once.
const MUTATED: [(&str, u32, i64); 9] = [
    ("client_message", 1_000_000, 1 << 20),
    ("server_message", 1_000_000, 1 << 20),
    // A message may announce a megabyte in each of its lists.
    ("cluster_message", 500_000, 4 << 20),
    ("snapshot", 60_000, 8 << 20),
    ("link", 20_000, 64 << 20),
    ("file", 15_000, 64 << 20),
    ("mvd", 200_000, 1 << 20),
    ("tables", 4_000, 16 << 20),
    ("room", 1_500, 64 << 20),
];

/// A target's inputs, ordered by name: the corpus that fuzzing starts from, or past failures.
fn inputs(folder: &str, target: &Target) -> Vec<(String, Vec<u8>)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder).join(target.name);
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let read = |path: &Path| (path.display().to_string(), fs::read(path).unwrap());
    let mut inputs: Vec<_> = entries.map(|entry| read(&entry.unwrap().path())).collect();
    inputs.sort();
    inputs
}

/// Feeds an input to a target; a failure reports which input it was.
fn feed(target: &Target, held_max: i64, bytes: &[u8], named: &dyn Fn() -> String) -> Count {
    let (count, held) = most_held(|| panic::catch_unwind(|| (target.check)(bytes)));
    let count = count.unwrap_or_else(|_| panic!("{}: {}: {bytes:?}", target.name, named()));
    assert!(held <= held_max, "{}: {} held {held} bytes", target.name, named());
    count
}

fn held_max(target: &Target) -> i64 {
    MUTATED.into_iter().find(|(name, ..)| *name == target.name).unwrap().2
}

/// Runs each corpus input and each past failure. If fewer than half of the corpus decodes, the
/// protocol has changed, and `cargo xtask fuzz --corpus` regenerates it.
#[test]
fn committed_inputs_hold() {
    for target in &TARGETS {
        let (seeds, crashes) = (inputs("corpus", target), inputs("crashes", target));
        assert!(seeds.len() > 9, "{} has {} inputs", target.name, seeds.len());
        // The first call also builds what all inputs share, such as the fight; it is not counted.
        (target.check)(&[]);
        let mut count = Count::default();
        for (path, bytes) in &seeds {
            count += feed(target, held_max(target), bytes, &|| path.clone());
        }
        for (path, bytes) in &crashes {
            feed(target, held_max(target), bytes, &|| path.clone());
        }
        let (n, Count { read, refused }) = (seeds.len(), count);
        println!("{}: {n} and {}, {read} read, {refused} refused", target.name, crashes.len());
        assert!(read >= refused, "{}: {read} read, {refused} refused", target.name);
    }
}

/// The corpus holds a link and a file of every scenario; `cargo xtask fuzz --corpus` adds those of
/// a new one.
#[test]
fn every_scenario_begins_a_link_and_a_file() {
    let of = |name: &str| {
        let target = TARGETS.iter().find(|target| target.name == name).unwrap();
        inputs("corpus", target)
    };
    let (links, files) = (of("link"), of("file"));
    for key in Scenario::ALL.map(Scenario::key) {
        let said = format!("scenario={key}");
        let is_said = |bytes: &[u8]| bytes.split(|b| *b == b'&').any(|of| of == said.as_bytes());
        assert!(links.iter().any(|(_, bytes)| is_said(bytes)), "no link of {key}");
        // In a file, the key follows its length.
        let word = [&[key.len() as u8], key.as_bytes()].concat();
        let holds = |bytes: &[u8]| bytes.windows(word.len()).any(|of| of == word);
        assert!(files.iter().any(|(_, bytes)| holds(bytes)), "no file of {key}");
    }
}

#[test]
fn mutated_inputs_hold() {
    let given = std::env::var("FUZZ_SEED").ok();
    let seed = given.map_or(SEED, |seed| seed.parse().expect("FUZZ_SEED must be a number"));
    println!("FUZZ_SEED={seed}");
    for (target, (name, n, held_max)) in TARGETS.iter().zip(MUTATED) {
        assert_eq!(target.name, name);
        let n = if is_long() { n } else { n / 4 };
        (target.check)(&[]);
        let inputs = inputs("corpus", target);
        let mut rng = Rng::new(seed, 1);
        let mut count = Count::default();
        for nth in 0..n {
            let mut pick = || &inputs[rng.below(inputs.len() as u32) as usize].1;
            let (input, other) = (pick(), pick());
            let bytes = mutate(input, other, &drawn(&mut rng));
            let named = || format!("input {nth} of FUZZ_SEED={seed}");
            count += feed(target, held_max, &bytes, &named);
        }
        let Count { read, refused } = count;
        println!("{name}: {n} inputs, {read} read, {refused} refused");
        assert!(read > n / 50 && refused > n / 50, "{name}: {read} read, {refused} refused");
    }
}

//! Checks the golden hashes, which are the same in native debug, in native release and (through
//! client-wasm) in wasm.
//!
//! `golden.txt` holds hashes of the whole state, private fields included. After a change of those,
//! `GOLDEN_UPDATE=1 cargo test -p integration-tests --test golden` rewrites it. `golden_played.txt`
//! holds hashes of what was sent and drawn, which only a change of the rules may change;
//! `GOLDEN_UPDATE=played` rewrites it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

use testkit::golden;

const STATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
const PLAYED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_played.txt");

fn check(what: &str, file: &str, hashes: &[u64], update: bool) {
    let text: String = hashes.iter().map(|hash| format!("{hash:016x}\n")).collect();
    if update {
        std::fs::write(file, &text).unwrap();
    }
    let want = std::fs::read_to_string(file).unwrap();
    for (n, (got, want)) in text.lines().zip(want.lines()).enumerate() {
        assert_eq!(got, want, "{what}, from tick {} on", (n + 1) * golden::EVERY as usize);
    }
    assert_eq!(text, want);
}

#[test]
fn ten_thousand_ticks_of_sixteen_pilots_come_to_the_golden_hashes() {
    let golden = golden::run().unwrap();
    println!("{} deaths, {:?}", golden.deaths, golden.stats);
    assert!(golden.deaths > 20 && golden.stats.bounces > 20 && golden.stats.contacts > 20);
    let update = std::env::var("GOLDEN_UPDATE").unwrap_or_default();
    check("reported and drawn", PLAYED, &golden.played, update == "played");
    check("the state", STATES, &golden.hashes, !update.is_empty());
}

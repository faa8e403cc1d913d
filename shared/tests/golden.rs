//! The golden hashes: the same in native debug, native release, and (by client-wasm) in wasm.
//!
//! `GOLDEN_UPDATE=1 cargo test -p shared --test golden` writes them anew after a change of rules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it measured"
)]

use shared::lab::golden;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");

#[test]
fn ten_thousand_ticks_of_sixteen_pilots_come_to_the_golden_hashes() {
    let golden = golden::run().unwrap();
    println!("{} deaths, {:?}", golden.deaths, golden.stats);
    assert!(golden.deaths > 20 && golden.stats.bounces > 20 && golden.stats.contacts > 20);
    let text: String = golden.hashes.iter().map(|hash| format!("{hash:016x}\n")).collect();
    if std::env::var_os("GOLDEN_UPDATE").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let want = std::fs::read_to_string(FILE).unwrap();
    for (n, (got, want)) in text.lines().zip(want.lines()).enumerate() {
        assert_eq!(got, want, "from tick {} on", (n + 1) * golden::EVERY as usize);
    }
    assert_eq!(text, want);
}

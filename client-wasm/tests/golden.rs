//! The golden hashes of `shared`, computed in wasm: they match the native ones for a long match and
//! for a fight with all of its reports.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use testkit::{
    golden,
    workload::{
        Workload,
        fingerprint::{Fingerprint, SECONDS, WORKLOAD},
    },
};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const WANT: &str = include_str!("../../crates/integration-tests/tests/golden.txt");
const PLAYED: &str = include_str!("../../crates/integration-tests/tests/golden_played.txt");
const FIGHT: &str = include_str!("../../crates/integration-tests/tests/workloads.txt");

#[wasm_bindgen_test]
fn ten_thousand_ticks_of_sixteen_pilots_come_to_the_golden_hashes() {
    let golden = golden::run().unwrap();
    for (hashes, want) in [(golden.played, PLAYED), (golden.hashes, WANT)] {
        let got: Vec<String> = hashes.iter().map(|hash| format!("{hash:016x}")).collect();
        for (n, (got, want)) in got.iter().zip(want.lines()).enumerate() {
            assert_eq!(got, want, "from tick {} on", (n + 1) * golden::EVERY as usize);
        }
        assert_eq!(got.len(), want.lines().count());
    }
}

#[wasm_bindgen_test]
fn a_fight_and_its_snapshots_match_the_golden_hashes() {
    let got = Fingerprint::of(Workload::named(WORKLOAD).unwrap(), SECONDS).unwrap();
    assert_eq!(got.wrong, 0, "every snapshot comes back");
    for (got, want) in got.text().lines().zip(FIGHT.lines()) {
        assert_eq!(got, want);
    }
    assert_eq!(got.text(), FIGHT);
}

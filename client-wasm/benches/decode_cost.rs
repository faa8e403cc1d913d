//! Benchmark: the time a wasm client takes per snapshot, from bytes to its decoded state, over the
//! recorded messages of a match. The browser's test runner runs it with the pages' wasm build
//! settings; `cargo xtask bench page`, its only caller, parses the output lines.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot go on fails, and says why"
)]

#[path = "../../crates/integration-tests/tests/support/newcomer.rs"]
mod newcomer;

use newcomer::newcomer;
use shared::{
    base::time::{Micros, TickRate},
    client::Client,
    netcode::{rates::RateBounds, values::RoomNetcode},
    room::{Difficulty, RoomConfig, RoomKind},
    wire::{
        codec::CodecId,
        message::snapshot_message,
        snapshot::{SnapshotHead, ViewerHead, encode},
    },
};
use testkit::workload::{Trace, Viewer, Workload};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Ticks between snapshots: 20 snapshots per second.
const INTERVAL: u32 = 3;
/// Snapshots per run: a little over 20 s.
const SNAPSHOTS: usize = 420;
/// Runs. The fastest counts, since other programs can only make a run slower.
const RUNS: usize = 30;

/// The server's messages of a match, each with its time.
fn messages_of(name: &str) -> (Trace, Vec<(Micros, Vec<u8>)>) {
    let workload = Workload::named(name).unwrap();
    let mut trace = workload.start(TickRate::DEFAULT).unwrap();
    let mut viewer = Viewer::new(workload.ships);
    let mut messages = Vec::new();
    while messages.len() < SNAPSHOTS {
        trace.step();
        let state = trace.journal().state().clone();
        if state.tick.0.is_multiple_of(INTERVAL) {
            let (body, _) = viewer.encode(CodecId::Replay, &trace);
            let head = SnapshotHead {
                tick: state.tick,
                baseline: viewer.baseline().map(|baseline| baseline.state.tick),
                viewer: ViewerHead { executed: state.tick, ..ViewerHead::default() },
            };
            let at = TickRate::DEFAULT.micros_at(state.tick);
            messages.push((at, snapshot_message(&encode(&head, &body))));
            viewer.note(&state);
        }
    }
    (trace, messages)
}

/// A client that has joined a room with the same arena.
fn joined(name: &str, trace: &Trace) -> Client {
    newcomer(RoomConfig {
        name: name.into(),
        seats: Workload::named(name).unwrap().ships,
        bots: 0,
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate: TickRate::DEFAULT,
        arena: trace.world().params().arena.clone(),
        netcode: RoomNetcode::default(),
        rate_bounds: RateBounds::default(),
        kind: RoomKind::Private,
        seed: 1,
    })
}

fn measure(name: &str) {
    let (trace, messages) = messages_of(name);
    let clock = web_sys::window().unwrap().performance().unwrap();
    let client = joined(name, &trace);
    let mut best_us = f64::INFINITY;
    for _ in 0..RUNS {
        let mut client = client.clone();
        let begun = clock.now();
        for (at, message) in &messages {
            client.handle_message(*at, message).unwrap();
        }
        best_us = best_us.min((clock.now() - begun) * 1000.0 / messages.len() as f64);
        assert_eq!(client.ships(), trace.journal().state().ships, "to the bit");
    }
    console_log!("figure page/decode_{name} {best_us:.2} µs");
}

#[wasm_bindgen_test]
fn decode_snapshots_of_a_curve() {
    measure("curve-64");
}

#[wasm_bindgen_test]
fn decode_snapshots_of_a_fight() {
    measure("battle-64");
}

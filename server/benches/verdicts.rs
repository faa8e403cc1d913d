//! Measures how many verdicts a second `lagrange judge` computes on one thread: shots among passing
//! ships under all nine presets, as a stream of lines with verdicts only, and one by one with
//! complete answers. Prints figures for `cargo xtask bench judge`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and fails when it cannot continue"
)]

use std::io::{self, Cursor};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use judge::{bulk, judge};
use serde_json::json;
use shared::netcode::preset::Preset;

/// Shots in a scenario, and ships besides the target.
const SHOTS: u32 = 12;
const OTHERS: u32 = 15;
/// How long complete answers are measured.
const LENGTH: Duration = Duration::from_secs(3);
/// Lines of the stream.
const LINES: usize = 5_000;

fn main() {
    let shots: Vec<_> = (0..SHOTS)
        .map(|n| {
            let weapon = if n % 2 == 0 { "beam" } else { "bolt" };
            let fired_ms = 1000 + 50 * n;
            json!({ "shooter": "ada", "weapon": weapon, "muzzle": [240 + 10 * n, 0],
                "aim_at": "target", "fired_ms": fired_ms })
        })
        .collect();
    let mut flight = json!({ "target": { "pos": [0, 400], "velocity": [300, 0] } });
    for n in 0..OTHERS {
        flight[format!("other {n}")] =
            json!({ "pos": [100 * n, 100 + 40 * n], "velocity": [20 * n, 150] });
    }
    let scenario = json!({
        "kind": "shots", "tick_ms": 15, "shots": shots,
        "timeline": [{ "from_ms": 0, "to_ms": 3000, "flight": flight }],
        "links": { "ada": { "up_ms": 50, "down_ms": 50, "margin_ms": 0, "interp_ms": 100 } },
    })
    .to_string();
    let per_scenario = SHOTS as usize * Preset::ALL.len();
    // One scenario a line, each different.
    let lines: Vec<String> =
        (0..LINES).map(|n| scenario.replacen('{', &format!("{{\"name\":\"{n}\","), 1)).collect();
    let stream = Cursor::new(lines.join("\n").into_bytes());
    let begun = Instant::now();
    let tally = bulk::run(stream, &mut io::sink(), NonZeroUsize::MIN).unwrap();
    assert_eq!((tally.lines, tally.refused), (LINES as u64, 0));
    say("judge/verdicts_per_s", LINES * per_scenario, begun);

    let (mut n, begun) = (0, Instant::now());
    while begun.elapsed() < LENGTH {
        let answer = judge("-", scenario.as_bytes()).unwrap();
        n += answer.matches("\"verdict\":").count();
    }
    say("judge/whole_answers_per_s", n, begun);
}

fn say(key: &str, n: usize, begun: Instant) {
    println!("figure {key} {:.0}", n as f64 / begun.elapsed().as_secs_f64());
}

//! What was aimed at: figures go in, a table of what each must be, should be and is comes out.

use super::Readings;

/// A figure and its bounds; what is less is better.
struct Target {
    what: &'static str,
    unit: &'static str,
    key: &'static str,
    must: Option<f64>,
    aim: f64,
    kind: Kind,
}

/// What a miss means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The command fails: it is the same on every run.
    Counted,
    /// It is said.
    Timed,
}

use Kind::{Counted, Timed};

const fn target(
    kind: Kind,
    what: &'static str,
    unit: &'static str,
    key: &'static str,
    (must, aim): (f64, f64),
) -> Target {
    Target { what, unit, key, must: Some(must), aim, kind }
}

/// The table, in the order of the parts.
const TARGETS: [Target; 25] = [
    target(
        Counted,
        "curve-64 at 20 Hz, a ship and snapshot",
        "bytes",
        "wire/curve-64/20/Replay/B_ship_snapshot",
        (0.6, 0.3),
    ),
    target(
        Counted,
        "  its error at snapshots",
        "u",
        "wire/curve-64/20/Replay/at_max_u",
        (0.0, 0.0),
    ),
    target(
        Counted,
        "  its error between snapshots",
        "u",
        "wire/curve-64/20/Replay/between_max_u",
        (0.0, 0.0),
    ),
    target(
        Counted,
        "aim-64 at 20 Hz, aims of 8 bits",
        "bytes",
        "wire/aim-64/20/Replay/B_ship_snapshot",
        (1.2, 0.8),
    ),
    target(
        Counted,
        "curve-64 at 20 Hz, coded / entropy",
        "",
        "wire/curve-64/20/Replay/coded_per_entropy",
        (1.5, 1.1),
    ),
    target(Counted, "bodies a second, 60 / 20 Hz", "", "wire/60 to 20", (2.0, 1.15)),
    target(
        Counted,
        "battle-64 payload, of its full state",
        "%",
        "wire/battle-64/20/Replay/of_full_pct",
        (15.0, 6.0),
    ),
    target(Timed, "encode curve-64, a ship", "ns", "hot/encode curve-64", (60.0, 15.0)),
    target(Timed, "encode battle-64, a ship", "ns", "hot/encode battle-64", (60.0, 15.0)),
    target(Timed, "judge a beam, 64 targets", "ns", "judge/judge_beam/64", (200.0, 70.0)),
    target(Timed, "judge a beam, 1,024 targets", "ns", "judge/judge_beam/1024", (400.0, 150.0)),
    Target {
        what: "  at 64, of the memory floor",
        unit: "times",
        key: "hot/beam to floor",
        must: None,
        aim: 3.0,
        kind: Timed,
    },
    target(Counted, "allocations of a steady tick", "", "hot/allocations", (0.0, 0.0)),
    target(
        Timed,
        "step and judge, 1,024 ships, 2,048 bolts",
        "ns",
        "judge/step_and_judge/1024 median",
        (1_000_000.0, 250_000.0),
    ),
    target(
        Timed,
        "  whole tick of 1,024 players' room",
        "ns",
        "judge/room_step/1024 median",
        (1_000_000.0, 250_000.0),
    ),
    target(Counted, "instructions, the most that a case grew", "%", "ir/growth", (3.0, 0.0)),
    target(Counted, "wasm and JavaScript of the game, gzip", "KB", "size/game", (240.0, 240.0)),
    target(Counted, "  of the laboratory", "KB", "size/laboratory", (400.0, 400.0)),
    Target {
        what: "invitation to first picture, loopback",
        unit: "ms",
        key: "page/arrival_loopback",
        must: None,
        aim: 600.0,
        kind: Timed,
    },
    Target {
        what: "  HTTP by 10 Mbit/s and 50 ms",
        unit: "ms",
        key: "page/arrival_10_mbit",
        must: None,
        aim: 1200.0,
        kind: Timed,
    },
    target(Timed, "decode and apply curve-64 in wasm", "µs", "page/decode_curve-64", (60.0, 20.0)),
    target(
        Timed,
        "decode and apply battle-64 in wasm",
        "µs",
        "page/decode_battle-64",
        (60.0, 20.0),
    ),
    target(Timed, "main thread a frame in the crowd, mean", "ms", "page/thread_mean", (6.0, 3.0)),
    target(Timed, "  p50", "ms", "page/thread_p50", (6.0, 3.0)),
    target(Timed, "  p95", "ms", "page/thread_p95", (6.0, 3.0)),
];

/// Prints the figures that were read; false if one that counts is beyond what it must be.
pub(crate) fn report(readings: &Readings) -> bool {
    let mut kept = true;
    println!("\n{:<42} {:>10} {:>10} {:>10}  met", "figure", "is", "must", "aim");
    for target in &TARGETS {
        let Some(value) = readings.get(target.key).copied() else { continue };
        let Target { what, unit, must, aim, .. } = target;
        let must_text = must.map_or_else(|| "-".to_string(), number);
        let met = target.met(value);
        println!(
            "{what:<42} {:>10} {must_text:>10} {:>10}  {met}{}{unit}",
            number(value),
            number(*aim),
            if unit.is_empty() { "" } else { ", in " },
        );
        kept &= target.kind == Timed || must.is_none_or(|must| value <= must);
    }
    if !kept {
        println!("\nWhat is counted, and not timed, fails where it is beyond what it must be.");
    }
    kept
}

impl Target {
    fn met(&self, value: f64) -> &'static str {
        match self.must {
            _ if value <= self.aim => "aim",
            Some(must) if value > must => "NO",
            Some(_) => "must",
            None => "no aim",
        }
    }
}

/// Few digits, of small numbers more.
fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_string(),
        small if small < 10.0 => format!("{value:.3}"),
        small if small < 1000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_fail_and_times_do_not() {
        let bytes = "wire/curve-64/20/Replay/B_ship_snapshot";
        let time = "judge/judge_beam/64";
        for (key, value, want) in [
            (bytes, 0.25, true),
            (bytes, 0.5, true),
            (bytes, 0.7, false),
            (time, 1000.0, true),
            ("unknown", 1.0, true),
        ] {
            let readings = Readings::from([(key.to_string(), value)]);
            assert_eq!(report(&readings), want, "{key} {value}");
        }
        let met = |value| TARGETS[0].met(value);
        assert_eq!([met(0.3), met(0.31), met(0.61)], ["aim", "must", "NO"]);
    }
}

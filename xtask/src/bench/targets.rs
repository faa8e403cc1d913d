//! Checks figures against their targets, and prints a table of limits, aims and values.

use super::Readings;

/// A figure and its bounds.
struct Target {
    what: &'static str,
    unit: &'static str,
    /// Begins with the name of its part.
    key: &'static str,
    limit: Option<f64>,
    aim: f64,
    kind: Kind,
    better: PreferredDirection,
}

/// What a miss means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The command fails: the figure is the same on every run, or nearly.
    Counted,
    /// It is only reported.
    Timed,
}

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PreferredDirection {
    Less,
    More,
}

use Kind::{Counted, Timed};
use PreferredDirection::{Less, More};

const fn target(
    kind: Kind,
    what: &'static str,
    unit: &'static str,
    key: &'static str,
    (limit, aim): (f64, f64),
) -> Target {
    Target { what, unit, key, limit: Some(limit), aim, kind, better: Less }
}

/// A target that is better when higher.
const fn at_least(target: Target) -> Target {
    Target { better: More, ..target }
}

/// A target with an aim but no limit.
const fn only_aim(target: Target) -> Target {
    Target { limit: None, ..target }
}

/// The table, in the order of the parts.
const TARGETS: [Target; 45] = [
    target(
        Counted,
        "curve-64 at 20 Hz, a ship and snapshot",
        "bytes",
        "wire/curve-64/20/Replay/B_ship_snapshot",
        (0.6, 0.3),
    ),
    target(
        Counted,
        "  as sent, with the head of its message",
        "bytes",
        "wire/curve-64/20/Replay/payload_B_ship",
        (0.42, 0.42),
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
        "battle-64 at 20 Hz, as sent",
        "bytes",
        "wire/battle-64/20/Replay/payload_B_ship",
        (1.2, 1.13),
    ),
    target(Counted, "  of tuned Colyseus", "%", "wire/of Colyseus", (8.5, 8.0)),
    target(Timed, "tick p99 of a room of 128", "ms", "rooms/128/p99_ms", (4.0, 3.0)),
    target(Timed, "  of 256", "ms", "rooms/256/p99_ms", (12.0, 6.0)),
    at_least(target(
        Timed,
        "largest room without a long tick",
        "seats",
        "rooms/without long ticks",
        (256.0, 512.0),
    )),
    target(Counted, "keyframes a bot, rooms of up to 256", "", "rooms/keyframes", (1.0, 0.0)),
    target(Counted, "players lost, all seats taken at once", "", "rooms/lost at once", (0.0, 0.0)),
    target(Counted, "  128 every 9 s", "", "rooms/lost in batches", (0.0, 0.0)),
    target(
        Timed,
        "processor a bot, rooms of 64, of the floor",
        "times",
        "rooms/per floor",
        (1.7, 1.4),
    ),
    target(Timed, "  reports, of a bot (by a profile)", "%", "rooms/reports", (6.0, 3.0)),
    at_least(target(Counted, "rooms of 1 + 3 bots", "", "rooms/small", (256.0, 256.0))),
    target(Timed, "  256 of them, of a core", "", "rooms/small core", (0.7, 0.4)),
    target(
        Timed,
        "processor a bot, static program, of glibc's",
        "times",
        "static/processor",
        (1.3, 1.1),
    ),
    target(Timed, "  its resident memory", "times", "static/resident", (1.3, 1.1)),
    target(Counted, "live heap of such a room", "KiB", "heap/room_kib", (400.0, 400.0)),
    target(Counted, "live heap a player, rooms of 64", "KiB", "heap/player_kib", (80.0, 50.0)),
    target(Counted, "  left over when its room has ended", "%", "heap/left_pct", (5.0, 5.0)),
    target(
        Timed,
        "resident memory left over by 256 rooms",
        "%",
        "heap/resident_left_pct",
        (25.0, 25.0),
    ),
    target(
        Counted,
        "jump in ten minutes, frames re-run, p95",
        "",
        "lab/jump_p95",
        (1_000.0, 500.0),
    ),
    target(Timed, "a frame back, paused", "ms", "lab/back_ms", (1.0, 0.3)),
    target(Counted, "kept moments, 3 ships, 1 column", "MB", "lab/kept_3_mb", (64.0, 32.0)),
    target(Counted, "  16 ships, 2 columns", "MB", "lab/kept_16_mb", (128.0, 64.0)),
    at_least(target(Timed, "verdicts a second", "", "judge/verdicts_per_s", (10_000.0, 30_000.0))),
    target(Counted, "allocations of a steady tick", "", "allocations/tick", (0.0, 0.0)),
    target(Counted, "instructions, largest growth of a case", "%", "ir/growth", (3.0, 0.0)),
    only_aim(target(
        Timed,
        "invitation to first picture, loopback",
        "ms",
        "page/arrival_loopback",
        (600.0, 600.0),
    )),
    only_aim(target(
        Timed,
        "  HTTP by 10 Mbit/s and 50 ms",
        "ms",
        "page/arrival_10_mbit",
        (1_200.0, 1_200.0),
    )),
    only_aim(target(
        Timed,
        "article until its first figure moves, loopback",
        "ms",
        "page/article_loopback",
        (1_500.0, 1_500.0),
    )),
    only_aim(target(
        Timed,
        "  by 10 Mbit/s and 50 ms",
        "ms",
        "page/article_10_mbit",
        (1_500.0, 1_500.0),
    )),
    target(Timed, "  main thread a picture", "ms", "page/article_thread", (6.0, 4.0)),
    target(Timed, "  memory after 10 min", "MB", "page/article_10_min_mb", (150.0, 100.0)),
    target(Timed, "decode and apply curve-64 in wasm", "µs", "page/decode_curve-64", (60.0, 20.0)),
    target(
        Timed,
        "decode and apply battle-64 in wasm",
        "µs",
        "page/decode_battle-64",
        (60.0, 20.0),
    ),
    target(
        Timed,
        "main thread a frame, fight of 8, mean",
        "ms",
        "page/fight_8_thread_mean",
        (4.0, 3.0),
    ),
    target(Timed, "  fight of 64", "ms", "page/fight_64_thread_mean", (8.0, 6.0)),
    target(Timed, "  room of 256", "ms", "page/crowd_thread_mean", (6.0, 4.0)),
    target(Timed, "  room of 256, p50", "ms", "page/crowd_wall_p50", (6.0, 4.0)),
    target(Timed, "  room of 256, p95", "ms", "page/crowd_wall_p95", (6.0, 4.0)),
];

/// Prints the figures of the parts that ran, including those that were not measured; false if a
/// count misses its limit.
pub(crate) fn report(readings: &Readings, is_part: impl Fn(&str) -> bool) -> bool {
    let mut kept = true;
    println!("\n{:<42} {:>10} {:>10} {:>10}  met", "figure", "is", "must", "aim");
    let part = |target: &&Target| is_part(target.key.split('/').next().unwrap_or_default());
    for target in TARGETS.iter().filter(part) {
        let value = readings.get(target.key).copied().filter(|value| !value.is_nan());
        let Target { what, unit, limit, aim, .. } = target;
        let text = |value: Option<f64>| value.map_or_else(|| "-".to_string(), number);
        println!(
            "{what:<42} {:>10} {:>10} {:>10}  {}{}{unit}",
            text(value),
            text(*limit),
            number(*aim),
            value.map_or("not measured", |value| target.verdict(value)),
            if unit.is_empty() { "" } else { ", in " },
        );
        let is_missed = value.is_some_and(|value| target.verdict(value) == MISSED);
        kept &= target.kind == Timed || !is_missed;
    }
    if !kept {
        println!("\nCounted figures, unlike timed ones, fail the run when they miss their limit.");
    }
    kept
}

/// A missed limit.
const MISSED: &str = "NO";

impl Target {
    fn verdict(&self, value: f64) -> &'static str {
        let reaches = |bound: f64| match self.better {
            Less => value <= bound,
            More => value >= bound,
        };
        match self.limit {
            _ if reaches(self.aim) => "aim",
            Some(limit) if !reaches(limit) => MISSED,
            Some(_) => "must",
            None => "no aim",
        }
    }
}

/// Few digits, but more for small numbers.
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
    fn counts_fail_and_times_do_not() {
        for (key, value, want) in [
            ("wire/curve-64/20/Replay/B_ship_snapshot", 0.25, true),
            ("wire/curve-64/20/Replay/B_ship_snapshot", 0.5, true),
            ("wire/curve-64/20/Replay/B_ship_snapshot", 0.7, false),
            ("rooms/small", 256.0, true),
            ("rooms/small", 255.0, false),
            ("rooms/256/p99_ms", 1000.0, true),
            ("judge/verdicts_per_s", 1.0, true),
            ("heap/room_kib", f64::NAN, true),
            ("unknown", 1.0, true),
        ] {
            let readings = Readings::from([(key.to_string(), value)]);
            assert_eq!(report(&readings, |_| true), want, "{key} {value}");
            assert!(report(&readings, |_| false), "a part that did not run fails nothing");
        }
    }

    #[test]
    fn targets_respect_the_preferred_direction() {
        let bytes = target(Counted, "", "", "", (0.6, 0.3));
        assert_eq!([0.3, 0.31, 0.61].map(|value| bytes.verdict(value)), ["aim", "must", "NO"]);
        let seats = at_least(target(Timed, "", "", "", (256.0, 512.0)));
        assert_eq!([512.0, 511.0, 255.0].map(|value| seats.verdict(value)), ["aim", "must", "NO"]);
        let aim = only_aim(target(Timed, "", "", "", (600.0, 600.0)));
        assert_eq!([600.0, 601.0].map(|value| aim.verdict(value)), ["aim", "no aim"]);
    }
}

//! Formats measurements as lines of the golden file: columns separated by tabs, numbers rounded to
//! the digits worth comparing.

use shared::wire::codec::CodecId;

use crate::{
    gaps::Errors,
    measure::{AtRate, CodecCost, Measurement},
};

/// Column names, separated by bars; docs/performance.md explains them.
pub(crate) const HEADER: &str = "workload|Hz|codec|body_B_snapshot|B_ship_snapshot|ships_B|\
    bolts_B|events_B|body_B_s|payload_B_s|wire_B_s|entropy_B|coded_per_entropy|payload_B_ship|\
    at_mean_u|at_max_u|between|between_mean_u|between_max_u|reckoned_mean_u|reckoned_max_u";

/// A line that identifies the match measured; its version is the hash.
pub(crate) fn about(name: &str, measured: &Measurement) -> String {
    let [shots, hits, deaths, spawns] = measured.per_ship_s();
    let happened = &measured.happened;
    let bolts = happened.bolt_ticks as f64 / happened.ship_ticks.max(1) as f64;
    format!(
        "# {name}\ttrace {:016x}\tfor each ship and second: {shots:.3} shots, {hits:.3} hits, \
         {deaths:.3} deaths, {spawns:.3} spawns; {bolts:.3} bolts in flight for each ship",
        measured.hash
    )
}

/// A line for each rate and codec, with the rate.
pub(crate) fn rows(name: &str, measured: &Measurement) -> Vec<(u32, String)> {
    let at = |at: &AtRate| {
        let row = |(codec, spent)| (at.hz, row(name, measured, at, codec, spent));
        CodecId::ALL.into_iter().zip(&at.spent).map(row).collect::<Vec<_>>()
    };
    measured.rates.iter().flat_map(at).collect()
}

fn row(
    name: &str,
    measured: &Measurement,
    at: &AtRate,
    codec: CodecId,
    spent: &CodecCost,
) -> String {
    let (snapshots, ships) = (at.snapshots as f64, at.ships as f64);
    let per_ship = |bits: u64| bits as f64 / 8.0 / ships;
    // The first two snapshots of the span are not counted, so a second holds this many.
    let per_s = |bytes: usize| bytes as f64 / snapshots * f64::from(at.hz);
    let bytes = spent.bytes as f64;
    let entropy = measured.entropy_bytes(at.hz);
    let ratio = entropy.filter(|entropy| *entropy > 0.0).map(|entropy| bytes / ships / entropy);
    let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.3}"));
    let (between, errors) = match codec {
        CodecId::Replay => ("replayed", &at.gaps.replayed),
        _ => ("linear", &at.gaps.linear),
    };
    let cells = [
        name.to_string(),
        at.hz.to_string(),
        format!("{codec:?}"),
        format!("{:.1}", bytes / snapshots),
        format!("{:.3}", bytes / ships),
        format!("{:.3}", per_ship(spent.ship_bits)),
        format!("{:.3}", per_ship(spent.bolt_bits)),
        format!("{:.3}", per_ship(spent.event_bits)),
        format!("{:.1}", per_s(spent.bytes)),
        format!("{:.0}", per_s(spent.payload_bytes)),
        format!("{:.0}", per_s(spent.wire_bytes)),
        number(entropy),
        number(ratio),
        format!("{:.3}", spent.payload_bytes as f64 / ships),
    ];
    let cells = cells.into_iter().chain(distances(&spent.errors)).chain([between.to_string()]);
    let cells = cells.chain(distances(errors)).chain(distances(&at.gaps.reckoned));
    cells.collect::<Vec<_>>().join("\t")
}

fn distances(errors: &Errors) -> [String; 2] {
    match errors.mean_max() {
        Some((mean_u, max_u)) => [mean_u, max_u].map(|u| format!("{u:.4}")),
        None => ["-", "-"].map(String::from),
    }
}

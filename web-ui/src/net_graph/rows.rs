//! Formats the rows of the net graph as short texts with units, and derives its warnings.

use shared::{
    base::time::Micros,
    client::netgraph::{DelayWarning, NetGraph, Traffic},
};
use words::{GraphRow, GraphText, GraphWarning, Language};

use crate::text::figures::{push_whole, rounded_ms as ms, tenths, whole};

/// How long the out-of-data warning stays.
const OUT_OF_DATA_STAYS: Micros = Micros::from_ms(1000);

/// Shown for a figure that has no value, or not yet.
const NONE: &str = "–";

/// The text of a row; `frames` is the frame rate, in frames per s.
#[must_use]
pub fn value(row: GraphRow, (graph, frames): (&NetGraph, u32), language: Language) -> String {
    let none = || NONE.to_string();
    match row {
        GraphRow::FramesPerS => whole(frames.into()),
        GraphRow::Ping => graph.ping_ms.map_or_else(none, |ping| whole_ms(ping.into())),
        GraphRow::In => traffic(graph.incoming),
        GraphRow::Out => traffic(graph.outgoing),
        GraphRow::Updates => [whole(graph.updates_per_s.into()).as_str(), "/s"].concat(),
        GraphRow::Commands => language.graph_text(GraphText::CommandsIn {
            commands: graph.commands_per_s,
            packets: graph.command_packets_per_s,
        }),
        GraphRow::Loss => percent(graph.loss_permille),
        GraphRow::Choke => percent(graph.choke_permille),
        GraphRow::Delay => match graph.interpolation {
            None => language.graph_text(GraphText::None),
            Some(interpolation) => ms(interpolation.delay),
        },
        GraphRow::Margin => whole_ms(graph.command_margin_ms.into()),
        GraphRow::Error => units(graph.error_u),
        GraphRow::WorstError => units(graph.error_worst_u),
        GraphRow::Rewind => graph.rewind.map_or_else(none, |rewind| ms(rewind.used)),
        GraphRow::Rerun => graph.rerun_ticks.map_or_else(none, |ticks| whole(ticks.into())),
        GraphRow::Limit => match graph.rewind {
            None => none(),
            Some(rewind) => {
                language.graph_text(rewind.clamp.map_or(GraphText::None, GraphText::Limit))
            }
        },
    }
}

/// Current warnings, worst first.
#[must_use]
pub fn warnings(graph: &NetGraph) -> Vec<GraphWarning> {
    let mut all = Vec::new();
    if graph.mismatches > 0 {
        all.push(GraphWarning::LedElsewhere(graph.mismatches));
    }
    let Some(interpolation) = graph.interpolation else { return all };
    if interpolation.out_of_data.is_some_and(|ago| ago < OUT_OF_DATA_STAYS) {
        all.push(GraphWarning::OutOfData);
    }
    let interval = interpolation.interval;
    all.extend(interpolation.warning.map(|warning| match warning {
        DelayWarning::TooShort => GraphWarning::BelowOneUpdate { ms: in_ms(interval) },
        DelayWarning::OneLossShows => {
            GraphWarning::BelowTwoUpdates { ms: in_ms(interval + interval) }
        }
    }));
    all
}

/// The net graph for test probes: `packets:n,bytes:n,lost:n,choked:n,delay:ms,warnings:n`.
#[must_use]
pub fn probe(graph: &NetGraph) -> String {
    let delay = graph.interpolation.map_or(0, |interpolation| in_ms(interpolation.delay));
    let pairs = [
        ("packets:", graph.received.len() as i64),
        (",bytes:", graph.bytes().into()),
        (",lost:", graph.lost().into()),
        (",choked:", graph.choked().into()),
        (",delay:", delay),
        (",warnings:", warnings(graph).len() as i64),
    ];
    let mut text = String::new();
    for (name, value) in pairs {
        text.push_str(name);
        push_whole(&mut text, value);
    }
    text
}

fn in_ms(time: Micros) -> i64 {
    (time.0 + 500).div_euclid(1000)
}

fn whole_ms(ms: i64) -> String {
    [whole(ms).as_str(), " ms"].concat()
}

fn traffic(traffic: Traffic) -> String {
    let kilobytes = tenths((i64::from(traffic.bytes_per_s) + 50) / 100);
    [&whole(traffic.packets_per_s.into()), "/s ", &kilobytes, " kB/s"].concat()
}

fn percent(permille: u32) -> String {
    [&tenths(permille.into()), " %"].concat()
}

fn units(u: f32) -> String {
    [&tenths((u * 10.0 + 0.5) as i64), " u"].concat()
}

#[cfg(test)]
mod tests {

    use shared::{
        base::time::Tick,
        client::netgraph::{Interpolation, Rewind},
        schemes::clamp::Clamp,
        sim::{
            event::{ShotId, Weapon},
            ship::ShipId,
        },
    };

    use super::*;

    fn check(graph: &NetGraph, want: &[(GraphRow, &str)]) {
        for (row, text) in want {
            assert_eq!(value(*row, (graph, 60), Language::English), *text, "{row:?}");
        }
    }

    fn warned(graph: &NetGraph) -> Vec<String> {
        warnings(graph).into_iter().map(|one| Language::English.graph_warning(one)).collect()
    }

    #[test]
    fn figures_have_their_units_and_warnings_their_numbers() {
        let mut graph = NetGraph {
            now: Micros::ZERO,
            received: Vec::new(),
            sent: Vec::new(),
            ping_ms: None,
            incoming: Traffic { packets_per_s: 31, bytes_per_s: 2149 },
            outgoing: Traffic::default(),
            updates_per_s: 30,
            command_packets_per_s: 30,
            commands_per_s: 60,
            loss_permille: 51,
            choke_permille: 0,
            command_margin_ms: -3,
            error_u: 0.0,
            error_worst_u: 0.26,
            interpolation: None,
            rerun_ticks: None,
            rewind: None,
            mismatches: 0,
        };
        check(
            &graph,
            &[
                (GraphRow::FramesPerS, "60"),
                (GraphRow::Ping, "–"),
                (GraphRow::In, "31/s 2.1 kB/s"),
                (GraphRow::Commands, "60/s in 30"),
                (GraphRow::Loss, "5.1 %"),
                (GraphRow::Margin, "−3 ms"),
                (GraphRow::WorstError, "0.3 u"),
                (GraphRow::Delay, "none"),
                (GraphRow::Rewind, "–"),
            ],
        );
        assert!(warnings(&graph).is_empty());
        assert_eq!(probe(&graph), "packets:0,bytes:0,lost:0,choked:0,delay:0,warnings:0");
        let elsewhere = NetGraph { mismatches: 2, ..graph.clone() };
        let words = "Updates that did not match the server: 2. It started over.";
        assert_eq!(warned(&elsewhere), [words]);
        let shooter = ShipId { idx: 0, generation: 0 };
        let shot = ShotId { tick: Tick(9), shooter, weapon: Weapon::Beam };
        graph.rewind = Some(Rewind { shot, used: Micros::from_ms(400), clamp: Some(Clamp::Bound) });
        graph.interpolation = Some(Interpolation {
            delay: Micros::from_ms(20),
            interval: Micros(33_333),
            warning: Some(DelayWarning::TooShort),
            out_of_data: Some(Micros::ZERO),
        });
        check(
            &graph,
            &[
                (GraphRow::Rewind, "400 ms"),
                (GraphRow::Limit, "too far back"),
                (GraphRow::Delay, "20 ms"),
            ],
        );
        assert_eq!(
            warned(&graph),
            [
                "Out of data: the others are guesses.",
                "Delay below 33 ms, one update: you will run out of data."
            ]
        );
    }
}

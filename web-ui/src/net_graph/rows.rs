//! The net graph in words: what its rows, colours and warnings are called and mean. Its figures go
//! in, short texts with units come out.

use shared::{
    base::time::Micros,
    client::netgraph::{DelayWarning, NetGraph, Traffic},
    schemes::clamp::Clamp,
    wire::bits::Category,
};

use crate::text::figures::{push_whole, tenths, whole};

/// How long a warning that data ran out stays.
const OUT_OF_DATA_STAYS: Micros = Micros::from_ms(1000);

/// A row, or half of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called.
    pub label: &'static str,
    /// What it means.
    pub hint: &'static str,
}

const fn row(label: &'static str, hint: &'static str) -> Row {
    Row { label, hint }
}

/// The rows, two side by side, in the order of [`values`].
pub const ROWS: [Row; 15] = [
    row("fps", "Frames your screen shows a second."),
    row("ping", "The time from you to the server and back."),
    row("in", "What came from the server in the last second: packets and bytes."),
    row("out", "What you sent in the last second: packets and bytes."),
    row("updates", "Snapshots that came in the last second. Each shows the world of one tick."),
    row("commands", "Commands you sent in the last second. One packet may hold several."),
    row("loss", "Updates that never came, of those the server sent or meant to send."),
    row("choke", "Updates the server left out, because they would exceed what you may be sent."),
    row("delay", "Interpolation delay: how far behind the updates you see the others."),
    row("margin", "Command margin: how early your commands reach the server. Below 0 is late."),
    row("error", "Prediction error: how far off your ship was, by the newest word."),
    row("worst", "The largest prediction error among the packets shown."),
    row("rewind", "How far back the server looked at your targets for your newest shot."),
    row("re-run", "Ticks of all ships run again with a snapshot, where you predict everybody."),
    row("limit", "Why the server did not look where your shot asked it to."),
];

/// What the bars mean.
pub const BARS_HINT: &str = "A bar is a packet from the server, the newest at the right, as high \
     as it has bytes. A dim bar came late, twice, or was of no use.";

/// What stands between bars.
pub const MARKS: [Row; 4] = [
    row("lost", "An update that never came: an empty place with a cross."),
    row("choked", "An update that the server left out: an empty place with a ring."),
    row("full", "A full update, which builds upon nothing: a pale post as high as the graph."),
    row("second", "Another second begins at this line."),
];

/// A figure that has no value yet, or none where it is.
const NONE: &str = "–";

/// The figures of the rows.
#[must_use]
pub fn values(graph: &NetGraph, fps: u32) -> [String; ROWS.len()] {
    let ms = |ms: i64| [whole(ms).as_str(), " ms"].concat();
    let rewind = graph.rewind;
    [
        whole(fps.into()),
        graph.ping_ms.map_or_else(|| NONE.into(), |ping| ms(ping.into())),
        traffic(graph.incoming),
        traffic(graph.outgoing),
        [whole(graph.updates_per_s.into()).as_str(), "/s"].concat(),
        commands(graph),
        percent(graph.loss_permille),
        percent(graph.choke_permille),
        graph.interpolation.map_or_else(|| "none".into(), |i| ms(rounded_ms(i.delay))),
        ms(graph.command_margin_ms.into()),
        units(graph.error_u),
        units(graph.error_worst_u),
        rewind.map_or_else(|| NONE.into(), |rewind| ms(rounded_ms(rewind.used))),
        graph.rerun_ticks.map_or_else(|| NONE.into(), |ticks| whole(ticks.into())),
        match rewind {
            None => NONE.into(),
            Some(rewind) => rewind.clamp.map_or("none", limit).into(),
        },
    ]
}

/// What is wrong, worst first.
#[must_use]
pub fn warnings(graph: &NetGraph) -> Vec<String> {
    let ms = |time: Micros| [whole(rounded_ms(time)).as_str(), " ms"].concat();
    let mut all = Vec::new();
    if graph.mismatches > 0 {
        let n = whole(graph.mismatches.into());
        all.push(["Updates that led elsewhere than the server: ", &n, ". It began anew."].concat());
    }
    let Some(interpolation) = graph.interpolation else { return all };
    if interpolation.out_of_data.is_some_and(|ago| ago < OUT_OF_DATA_STAYS) {
        all.push("Out of data: the others are guessed.".into());
    }
    match interpolation.warning {
        Some(DelayWarning::TooShort) => {
            let interval = ms(interpolation.interval);
            all.push(["Delay below ", &interval, ", one update: data runs out."].concat());
        }
        Some(DelayWarning::OneLossShows) => {
            let two = ms(interpolation.interval + interpolation.interval);
            all.push(["Delay below ", &two, ", two updates: one loss shows."].concat());
        }
        None => {}
    }
    all
}

/// What a category is called.
#[must_use]
pub const fn category(category: Category) -> &'static str {
    match category {
        Category::Header => "header",
        Category::OwnShip => "you",
        Category::Ships => "others",
        Category::Bolts => "bolts",
        Category::Events => "events",
        Category::Commands => "commands",
    }
}

/// What a category holds.
#[must_use]
pub const fn category_hint(category: Category) -> &'static str {
    match category {
        Category::Header => "Ticks, acknowledgements, and every message that is no update.",
        Category::OwnShip => "Your own ship.",
        Category::Ships => "The other ships.",
        Category::Bolts => "Shots that were fired.",
        Category::Events => "Hits, deaths and arrivals.",
        Category::Commands => "Commands.",
    }
}

/// The net graph for machines: `packets:n,bytes:n,lost:n,choked:n,delay:ms,warnings:n`.
#[must_use]
pub fn probe(graph: &NetGraph) -> String {
    let delay = graph.interpolation.map_or(0, |interpolation| rounded_ms(interpolation.delay));
    let pairs = [
        ("packets:", graph.came.len() as i64),
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

fn rounded_ms(time: Micros) -> i64 {
    (time.0 + 500).div_euclid(1000)
}

fn traffic(traffic: Traffic) -> String {
    let kilobytes = tenths((i64::from(traffic.bytes_per_s) + 50) / 100);
    [&whole(traffic.packets_per_s.into()), "/s ", &kilobytes, " kB/s"].concat()
}

fn commands(graph: &NetGraph) -> String {
    let packets = whole(graph.command_packets_per_s.into());
    [&whole(graph.commands_per_s.into()), "/s in ", &packets].concat()
}

fn percent(permille: u32) -> String {
    [&tenths(permille.into()), " %"].concat()
}

fn units(u: f32) -> String {
    [&tenths((u * 10.0 + 0.5) as i64), " u"].concat()
}

const fn limit(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Bound => "too far back",
        Clamp::Future => "in the future",
        Clamp::Backwards => "ran backwards",
        Clamp::Implausible => "off your ping",
        Clamp::NotDelayed => "not at D",
        Clamp::PingCap => "ping cap",
    }
}

#[cfg(test)]
mod tests {

    use shared::{
        base::time::Tick,
        client::netgraph::{Interpolation, Rewind},
        sim::{
            event::{ShotId, Weapon},
            ship::ShipId,
        },
    };

    use super::*;

    fn check(graph: &NetGraph, want: &[(&str, &str)]) {
        let values = values(graph, 60);
        for (label, text) in want {
            let at = ROWS.iter().position(|row| row.label == *label).unwrap();
            assert_eq!(values[at], *text, "{label}");
        }
    }

    #[test]
    fn figures_have_their_units_and_warnings_their_numbers() {
        let mut graph = NetGraph {
            now: Micros::ZERO,
            came: Vec::new(),
            went: Vec::new(),
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
                ("fps", "60"),
                ("ping", "–"),
                ("in", "31/s 2.1 kB/s"),
                ("commands", "60/s in 30"),
                ("loss", "5.1 %"),
                ("margin", "−3 ms"),
                ("worst", "0.3 u"),
                ("delay", "none"),
                ("rewind", "–"),
            ],
        );
        assert!(warnings(&graph).is_empty());
        assert_eq!(probe(&graph), "packets:0,bytes:0,lost:0,choked:0,delay:0,warnings:0");
        let elsewhere = NetGraph { mismatches: 2, ..graph.clone() };
        let words = "Updates that led elsewhere than the server: 2. It began anew.";
        assert_eq!(warnings(&elsewhere), [words]);
        let shooter = ShipId { idx: 0, generation: 0 };
        let shot = ShotId { tick: Tick(9), shooter, weapon: Weapon::Beam };
        graph.rewind = Some(Rewind { shot, used: Micros::from_ms(400), clamp: Some(Clamp::Bound) });
        graph.interpolation = Some(Interpolation {
            delay: Micros::from_ms(20),
            interval: Micros(33_333),
            warning: Some(DelayWarning::TooShort),
            out_of_data: Some(Micros::ZERO),
        });
        check(&graph, &[("rewind", "400 ms"), ("limit", "too far back"), ("delay", "20 ms")]);
        assert_eq!(
            warnings(&graph),
            [
                "Out of data: the others are guessed.",
                "Delay below 33 ms, one update: data runs out."
            ]
        );
    }
}

//! What the line of snapshots says in words. A line goes in, a sentence comes out.

use shared::{
    base::time::Tick,
    client::view_line::{DrawnFrom, Presence, ViewLine},
    netcode::choices::RemoteView,
};

use crate::text::figures::{rounded_ms as ms, seconds_to_ms as seconds, share, whole};

/// What the picture is called.
pub const TITLE: &str = "The interpolation time line";

/// What to watch for.
pub const HINT: &str = "Upright marks are snapshots with their ticks, crosses are those that did \
    not come. The others are drawn at the render time, a delay behind the client’s time: between \
    the two snapshots around it, by the fraction that stands there. Hatched is where no newer \
    snapshot is here and the others are flown straight on.";

/// What each shape means, in the order of the legend.
pub const LEGEND: [(&str, &str); 4] = [
    ("acknowledged", "snapshot"),
    ("missing", "did not come"),
    ("replayed", "pair"),
    ("frozen", "extrapolated"),
];

/// How the others are drawn in this frame.
#[must_use]
pub fn sentence(line: &ViewLine) -> String {
    let times = match line.model {
        RemoteView::Interpolate | RemoteView::Delayed => [
            " Client time ",
            &seconds(line.client_time),
            ", rendered ",
            &seconds(line.render_time),
            ": ",
            &ms(line.delay()),
            " behind.",
        ]
        .concat(),
        RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase | RemoteView::Predicted => {
            [" Client time ", &seconds(line.client_time), ": nothing is interpolated."].concat()
        }
    };
    [&drawn(line), times.as_str()].concat()
}

fn drawn(line: &ViewLine) -> String {
    match line.drawn_from {
        DrawnFrom::Nothing => "No snapshot is here yet.".into(),
        DrawnFrom::Newest(tick) => [of_newest(line.model), &number(tick), "."].concat(),
        DrawnFrom::One(tick) => {
            ["The others are drawn as snapshot ", &number(tick), " has them."].concat()
        }
        DrawnFrom::Pair { older, newer, fraction } => [
            "The others are drawn ",
            &share(fraction),
            " of the way from ",
            &number(older),
            " to ",
            &number(newer),
            ".",
            &missing(line, older, newer),
        ]
        .concat(),
        DrawnFrom::Extrapolated { from, by } => [
            "Out of data: nothing newer than ",
            &number(from),
            " is here, so the others are flown straight on, for ",
            &ms(by),
            " by now.",
        ]
        .concat(),
        DrawnFrom::Held { from, after } => [
            "Out of data: nothing newer than ",
            &number(from),
            " is here. After ",
            &ms(after),
            " the others are held where it led to.",
        ]
        .concat(),
    }
}

const fn of_newest(model: RemoteView) -> &'static str {
    match model {
        RemoteView::QuakeWorld => "The others are flown on from the newest snapshot, ",
        RemoteView::Chase => "The others chase the newest snapshot, ",
        RemoteView::Predicted => {
            "The others are run on to your own tick from the newest snapshot, "
        }
        RemoteView::Raw | RemoteView::Interpolate | RemoteView::Delayed => {
            "The others are drawn as the newest snapshot has them, "
        }
    }
}

/// Which snapshots between the two of a pair did not come.
fn missing(line: &ViewLine, older: Tick, newer: Tick) -> String {
    let between = line.snapshots.iter().filter(|mark| {
        mark.presence == Presence::Missing && mark.tick > older && mark.tick < newer
    });
    let ticks: Vec<String> = between.map(|mark| number(mark.tick)).collect();
    if ticks.is_empty() {
        return String::new();
    }
    [" ", &ticks.join(", "), " did not come."].concat()
}

/// The number of a snapshot: its tick.
pub(super) fn number(tick: Tick) -> String {
    whole(tick.0.into())
}

#[cfg(test)]
mod tests {
    use shared::{
        base::time::{Micros, TickRate},
        client::view_line::SnapshotMark,
    };

    use super::*;

    fn line(model: RemoteView, drawn_from: DrawnFrom) -> ViewLine {
        let rate = TickRate::new(40).unwrap();
        let mark = |tick, presence| SnapshotMark {
            tick: Tick(tick),
            at: rate.micros_at(Tick(tick)),
            presence,
        };
        ViewLine {
            rate,
            model,
            client_time: Micros::from_ms(8_620),
            render_time: Micros::from_ms(8_520),
            interval: Micros::from_ms(50),
            snapshots: vec![
                mark(340, Presence::Here),
                mark(342, Presence::Missing),
                mark(344, Presence::Here),
            ],
            drawn_from,
        }
    }

    #[test]
    fn the_line_says_how_the_others_are_drawn() {
        let pair =
            |newer, fraction| DrawnFrom::Pair { older: Tick(340), newer: Tick(newer), fraction };
        let by = Micros::from_ms(120);
        let from = Tick(344);
        let rows = [
            (
                RemoteView::Interpolate,
                pair(344, 0.2),
                "The others are drawn 0.20 of the way from 340 to 344. 342 did not come. Client \
                 time 8.620 s, rendered 8.520 s: 100 ms behind.",
            ),
            (
                RemoteView::Interpolate,
                DrawnFrom::Extrapolated { from, by },
                "Out of data: nothing newer than 344 is here, so the others are flown straight \
                 on, for 120 ms by now. Client time 8.620 s, rendered 8.520 s: 100 ms behind.",
            ),
            (
                RemoteView::Raw,
                DrawnFrom::Newest(from),
                "The others are drawn as the newest snapshot has them, 344. Client time 8.620 s: \
                 nothing is interpolated.",
            ),
        ];
        for (model, drawn_from, said) in rows {
            assert_eq!(sentence(&line(model, drawn_from)), said);
        }
        assert_eq!(drawn(&line(RemoteView::Interpolate, pair(342, 0.4))).matches('.').count(), 2);
    }
}

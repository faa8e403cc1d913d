//! Draws the arrivals of your snapshots over the lower part of your pane: time from left to right,
//! and upwards how late each came. A dot is in time; a cross above the line, the edge of the
//! buffer, is too late; a cross at the bottom was lost.

use lab::{
    outcome::OutcomeUnit,
    snapshot_arrivals::{ArrivalFate, SnapshotArrival},
};
use shared::base::{geometry::Vec2, time::Micros};
use web_ui::canvas::{
    palette::{self, Colour},
    pen::Pen,
    rect::Rect,
};

use words::FigureText;

use super::{
    overlay::YOUR_PANE,
    plot::{Plot, cross},
    row::Row,
};

/// Half the side of a dot, and width of lines, in CSS pixels.
const DOT_PX: f32 = 1.5;
const LINE_PX: f32 = 1.5;
/// Time from the left end to the right.
const WIDTH: Micros = Micros::from_ms(7000);
/// Room below the fastest snapshot, for those that were lost, and above the slowest.
const BELOW: Micros = Micros::from_ms(30);
const ABOVE: Micros = Micros::from_ms(12);

/// Draws the plot over your pane.
pub fn draw(pen: &Pen, row: &Row) {
    let Some(arrivals) = row.column.outcome_tracker().snapshot_arrivals() else { return };
    let behind = arrivals.behind();
    let highest = arrivals.iter().filter_map(|one| one.fate.after()).max().unwrap_or_default();
    let fastest = arrivals.iter().filter_map(|one| one.fate.after()).min().unwrap_or_default();
    let (low, high) = (fastest - BELOW, highest.max(behind) + ABOVE);
    let plot = Plot::new(row.rects[YOUR_PANE], WIDTH, (low, high));
    plot.clear(pen);
    let Some(begun) = arrivals.iter().next().map(|arrival| arrival.sent) else { return };
    let place =
        |one: &SnapshotArrival| plot.place(one.sent - begun, one.fate.after().unwrap_or(low));
    pen.context.begin_path();
    let in_time = |one: &&SnapshotArrival| matches!(one.fate, ArrivalFate::InTime { .. });
    for at in arrivals.iter().filter(in_time).map(place) {
        pen.rect(Rect { at: at - Vec2::splat(DOT_PX), size: Vec2::splat(2.0 * DOT_PX) });
    }
    pen.colour(palette::SERVER);
    pen.context.fill();
    let crosses = |colour: Colour, is_one: fn(&ArrivalFate) -> bool| {
        pen.context.begin_path();
        let all = arrivals.iter().filter(|one| is_one(&one.fate));
        all.map(place).for_each(|at| cross(pen, at));
        pen.stroke(colour, LINE_PX);
    };
    crosses(palette::TENTATIVE, |fate| matches!(fate, ArrivalFate::TooLate { .. }));
    crosses(palette::UNDONE, |fate| matches!(fate, ArrivalFate::Lost));
    let end = plot.right_end(behind);
    pen.context.begin_path();
    pen.line(plot.place(Micros::ZERO, behind), end);
    // Without a casing, which would hide the marks at the edge.
    pen.stroke(palette::YOU, LINE_PX);
    let language = row.look.language;
    for (up, text, colour) in [
        (high, FigureText::TooLate, palette::TENTATIVE),
        (fastest, FigureText::InTime, palette::SERVER),
        (low, FigureText::Lost, palette::UNDONE),
    ] {
        plot.write_label(pen, up, language.figure(text), colour);
    }
    let number = language.measured(behind.as_s_f32() * 1000.0, OutcomeUnit::Ms);
    plot.write_number(pen, end, &number);
}

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

use super::{
    overlay::YOUR_PANE,
    plot::{Plot, cross},
    row::Row,
};

/// Half the side of a dot, and width of lines, in CSS pixels.
const DOT_PX: f32 = 1.5;
const LINE_PX: f32 = 1.5;
/// Times from the left end to the right, and from the bottom to the top at least.
const WIDTH: Micros = Micros::from_ms(7000);
const HEIGHT_MIN: Micros = Micros::from_ms(250);

/// Draws the plot over your pane.
pub fn draw(pen: &Pen, row: &Row) {
    let Some(arrivals) = row.column.outcome_tracker().snapshot_arrivals() else { return };
    let behind = arrivals.behind();
    let highest = arrivals.iter().filter_map(|one| one.fate.after()).max().unwrap_or_default();
    let height = highest.max(behind).max(HEIGHT_MIN);
    let plot = Plot::over(pen, row.rects[YOUR_PANE], (WIDTH, height));
    let Some(begun) = arrivals.iter().next().map(|arrival| arrival.sent) else { return };
    let place =
        |one: &SnapshotArrival| plot.place(one.sent - begun, one.fate.after().unwrap_or_default());
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
    pen.stroke_cased_in_pixels(palette::YOU, LINE_PX);
    let number = row.look.language.measured(behind.as_s_f32() * 1000.0, OutcomeUnit::Ms);
    plot.write_number(pen, end, &number);
}

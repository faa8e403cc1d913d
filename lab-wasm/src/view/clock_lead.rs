//! Draws how far your clock runs ahead of the server's over the lower part of your pane, frame by
//! frame, with a dashed mark where your commands begin to take longer and a cross for each picture
//! in which some came too late.

use lab::{clock_lead::LeadSample, outcome::OutcomeUnit, setup::FRAMES};
use shared::base::time::{Micros, Tick};
use web_ui::canvas::{palette, pen::Pen};

use super::{
    overlay::YOUR_PANE,
    plot::{Plot, cross},
    row::Row,
};

/// Times from the left end to the right, and from the bottom to the top at least.
const WIDTH: Micros = Micros::from_ms(5000);
const HEIGHT_MIN: Micros = Micros::from_ms(250);
const LINE_PX: f32 = 1.5;
/// Dashes of the mark, and the gaps between them, in CSS pixels.
const DASH_PX: f32 = 4.0;

/// Draws the plot over your pane.
pub fn draw(pen: &Pen, row: &Row) {
    let column = row.column;
    let Some(clock) = column.outcome_tracker().clock_lead() else { return };
    let samples: Vec<LeadSample> = clock.samples().copied().collect();
    let Some(newest) = samples.last() else { return };
    let highest = samples.iter().map(|sample| sample.lead).max().unwrap_or_default();
    let height = highest.max(HEIGHT_MIN);
    let plot = Plot::over(pen, row.rects[YOUR_PANE], (WIDTH, height));
    let at = |frame: usize| FRAMES.micros_at(Tick(u32::try_from(frame).unwrap_or(u32::MAX)));
    if let Some(step) = column.scenario().latency_step() {
        let along = at(step.frame.into());
        pen.context.begin_path();
        pen.line(plot.place(along, Micros::ZERO), plot.place(along, height));
        pen.dashes(DASH_PX, DASH_PX);
        pen.stroke(palette::QUIET, 1.0);
        pen.dashes(0.0, 0.0);
    }
    pen.context.begin_path();
    pen.line(plot.place(Micros::ZERO, Micros::ZERO), plot.right_end(Micros::ZERO));
    pen.stroke(palette::SERVER, 1.0);
    pen.context.begin_path();
    let places = samples.iter().enumerate().map(|(n, sample)| plot.place(at(n), sample.lead));
    places.clone().zip(places.clone().skip(1)).for_each(|(from, to)| pen.line(from, to));
    pen.stroke_cased_in_pixels(palette::YOU, LINE_PX);
    pen.context.begin_path();
    let late = samples.windows(2).enumerate().filter(|(_, two)| two[1].n_late > two[0].n_late);
    late.for_each(|(n, _)| cross(pen, plot.place(at(n + 1), Micros::ZERO)));
    pen.stroke(palette::TENTATIVE, LINE_PX);
    let number = newest.lead.as_s_f32() * 1000.0;
    let number = row.look.language.measured(number, OutcomeUnit::Ms);
    if let Some(end) = places.last() {
        plot.write_number(pen, end, &number);
    }
}

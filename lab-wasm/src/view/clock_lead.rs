//! Draws how far your clock runs ahead of the server's over the lower part of your pane, frame by
//! frame, with a dashed mark where your commands begin to take longer and a stroke for each picture
//! in which some came too late.

use lab::{clock_lead::LeadSample, outcome::OutcomeUnit, setup::FRAMES};
use shared::base::{
    geometry::Vec2,
    time::{Micros, Tick},
};
use web_ui::canvas::{palette, pen::Pen};

use words::FigureText;

use super::{
    overlay::YOUR_PANE,
    plot::{Plot, stroke},
    row::Row,
};

/// Times from the left end to the right, and from the bottom to the top at least.
const WIDTH: Micros = Micros::from_ms(5000);
const HEIGHT_MIN: Micros = Micros::from_ms(250);
const LINE_PX: f32 = 1.5;
/// Dashes of the mark, and the gaps between them, in CSS pixels.
const DASH_PX: f32 = 4.0;

/// The samples, one a frame, and the times of the plot.
fn shown(row: &Row) -> Option<(Vec<LeadSample>, Plot)> {
    let clock = row.column.outcome_tracker().clock_lead()?;
    let samples: Vec<LeadSample> = clock.samples().copied().collect();
    let highest = samples.iter().map(|sample| sample.lead).max()?;
    let height = highest.max(HEIGHT_MIN);
    Some((samples, Plot::new(row.rects[YOUR_PANE], WIDTH, (Micros::ZERO, height))))
}

/// The time of a frame.
fn time_of(frame: usize) -> Micros {
    FRAMES.micros_at(Tick(u32::try_from(frame).unwrap_or(u32::MAX)))
}

/// Where the line has followed the step in latency, this many ms after it, on the page.
#[must_use]
pub fn followed_place(row: &Row, after_ms: f32) -> Option<Vec2> {
    let (samples, plot) = shown(row)?;
    let step = row.column.scenario().latency_step()?;
    let frames = (after_ms * f32::from(FRAMES.hz()) / 1000.0 + 0.5) as usize;
    let frame = usize::from(step.frame) + frames;
    Some(plot.place(time_of(frame), samples.get(frame)?.lead))
}

/// Draws the plot over your pane.
pub fn draw(pen: &Pen, row: &Row) {
    let Some((samples, plot)) = shown(row) else { return };
    let Some(newest) = samples.last() else { return };
    plot.clear(pen);
    if let Some(step) = row.column.scenario().latency_step() {
        let along = time_of(step.frame.into());
        pen.context.begin_path();
        pen.line(plot.place(along, Micros::ZERO), plot.place(along, plot.top()));
        pen.dashes(DASH_PX, DASH_PX);
        pen.stroke(palette::QUIET, 1.0);
        pen.dashes(0.0, 0.0);
    }
    pen.context.begin_path();
    pen.line(plot.place(Micros::ZERO, Micros::ZERO), plot.right_end(Micros::ZERO));
    pen.stroke(palette::SERVER, 1.0);
    pen.context.begin_path();
    let places: Vec<Vec2> =
        samples.iter().enumerate().map(|(n, sample)| plot.place(time_of(n), sample.lead)).collect();
    places.windows(2).for_each(|two| pen.line(two[0], two[1]));
    pen.stroke_cased_in_pixels(palette::YOU, LINE_PX);
    pen.context.begin_path();
    let late = samples.windows(2).enumerate().filter(|(_, two)| two[1].n_late > two[0].n_late);
    late.for_each(|(n, _)| stroke(pen, plot.place(time_of(n + 1), Micros::ZERO)));
    pen.stroke(palette::TENTATIVE, LINE_PX);
    if newest.n_late > 0 {
        let text = row.look.language.figure(FigureText::TooLate);
        plot.write_label(pen, Micros::ZERO, text, palette::TENTATIVE);
    }
    let number = newest.lead.as_s_f32() * 1000.0;
    let number = row.look.language.measured(number, OutcomeUnit::Ms);
    if let Some(end) = places.last() {
        plot.write_number(pen, *end, &number);
    }
}

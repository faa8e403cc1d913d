//! Draws over a row what only its scenario shows, such as packets of a player outside the picture.

use lab::{outcome::Outcome, outcome_statement::OutcomeStatement, scenario::Scenario};
use shared::base::geometry::Vec2;
use web_sys::CanvasRenderingContext2d;
use web_ui::{canvas::pen::Pen, shell::canvas::Size};

use super::{arrivals, clock_lead, plot, replay_ghosts, row::Row, slow_lane};

/// Indices of panes in a row.
pub const YOUR_PANE: usize = 0;
pub const SERVER_PANE: usize = 1;

pub fn draw(canvas: (&CanvasRenderingContext2d, Size), pen: &Pen, row: &Row) {
    let shown = |pane: usize| row.rects[pane].size.x >= 1.0;
    match row.column.scenario() {
        Scenario::Lockstep if shown(SERVER_PANE) => slow_lane::draw(pen, row),
        Scenario::JitterBuffer if shown(YOUR_PANE) => arrivals::draw(pen, row),
        Scenario::ClockStep if shown(YOUR_PANE) => clock_lead::draw(pen, row),
        Scenario::Bump if shown(YOUR_PANE) => replay_ghosts::draw(canvas, row),
        _ => {}
    }
}

/// The share of a pane's height, from below, that a scenario's plot covers.
#[must_use]
pub fn covered_share(scenario: Scenario) -> f32 {
    match scenario {
        Scenario::JitterBuffer | Scenario::ClockStep => plot::SHARE,
        _ => 0.0,
    }
}

/// Where a plot shows the measured value of an outcome, on the page; `None` without a plot of it.
#[must_use]
pub fn measured_place(row: &Row, outcome: &Outcome) -> Option<Vec2> {
    match outcome.statement {
        OutcomeStatement::ClockStepped(_) if row.rects[YOUR_PANE].size.x >= 1.0 => {
            clock_lead::followed_place(row, outcome.value)
        }
        _ => None,
    }
}

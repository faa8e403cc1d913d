//! Draws over a row what only its scenario shows, such as packets of a player outside the picture.

use lab::scenario::Scenario;
use web_ui::canvas::pen::Pen;

use super::{
    row::Row,
    slow_lane::{self, SERVER_PANE},
};

pub fn draw(pen: &Pen, row: &Row) {
    let shown = |pane: usize| row.rects[pane].size.x >= 1.0;
    match row.column.scenario() {
        Scenario::Lockstep if shown(SERVER_PANE) => slow_lane::draw(pen, row),
        _ => {}
    }
}

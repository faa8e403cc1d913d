//! Draws what reconciliation replays on your screen: an outline where the server's state has your
//! ship, and a dot after each command since, up to the prediction.

use lab::replayed_commands::ReplayedCommands;
use shared::sim::rules::SHIP_RADIUS_U;
use web_sys::CanvasRenderingContext2d;
use web_ui::{
    canvas::{palette, pen::Pen},
    shell::canvas::Size,
};

use super::{overlay::YOUR_PANE, panes, row::Row};

/// Radius of a ghost's dot, and width of its path, in CSS pixels.
const DOT_PX: f32 = 2.5;
const PATH_PX: f32 = 1.0;
/// Width of the outlines, in CSS pixels.
const OUTLINE_PX: f32 = 1.5;

/// Draws the replay over your pane.
pub fn draw((context, size): (&CanvasRenderingContext2d, Size), row: &Row) {
    let harness = row.column.harness();
    let params = harness.room().world().params();
    let Some(replayed) = ReplayedCommands::of(harness.client(0), params) else { return };
    let camera = panes::camera(row.rects[YOUR_PANE], row.look.framing);
    let pen = Pen::new(context, &camera, size.ratio).in_theme(row.look.theme);
    pen.enter_drawn_world();
    pen.context.begin_path();
    let mut from = replayed.acknowledged.body.pos;
    for ghost in &replayed.ghosts {
        pen.line(from, ghost.body.pos);
        from = ghost.body.pos;
    }
    pen.stroke_cased(palette::YOU, PATH_PX);
    for ghost in &replayed.ghosts {
        pen.context.begin_path();
        pen.circle(ghost.body.pos, pen.px(DOT_PX));
        pen.colour(palette::YOU);
        pen.context.fill();
    }
    pen.context.begin_path();
    pen.circle(replayed.acknowledged.body.pos, SHIP_RADIUS_U);
    pen.stroke_cased(palette::SERVER, OUTLINE_PX);
    if let Some(predicted) = replayed.ghosts.last() {
        pen.context.begin_path();
        pen.circle(predicted.body.pos, SHIP_RADIUS_U);
        pen.stroke_cased(palette::YOU, OUTLINE_PX);
    }
    pen.unclip();
}

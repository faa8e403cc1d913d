//! Draws lines that explain a pane: the line of sight between two ships, solid where it is free; if
//! a rock is in the way, up to a bar at the rock, and dashed behind it; and a measured distance.

use shared::{
    base::geometry::Vec2,
    sim::{arena::Arena, rules::SHIP_RADIUS_U},
};
use web_ui::canvas::{camera::Camera, palette, pen::Pen};

/// Width of the line, and half the length of the bar, in CSS pixels.
const LINE_PX: f32 = 1.5;
const BAR_PX: f32 = 9.0;
/// Dashes behind a rock, in CSS pixels.
const DASH_PX: f32 = 4.0;
/// Opacity of the line: it explains the picture, and is not what happens in it.
const OPACITY: f32 = 0.85;

/// Draws the line of sight in the window of a camera, with a pen in CSS pixels.
pub(super) fn draw(pen: &Pen, camera: &Camera, arena: &Arena, [from, to]: [Vec2; 2]) {
    let along = (to - from).normalize_or_zero();
    let begin = from + along * SHIP_RADIUS_U;
    let reach = (to - begin).length() - SHIP_RADIUS_U;
    if reach <= 0.0 {
        return;
    }
    let free = arena.free_path(begin, along, reach);
    let [begin, stop, end] =
        [begin, begin + along * free, begin + along * reach].map(|at| camera.to_page(at));
    pen.context.save();
    pen.context.begin_path();
    pen.rect(camera.window());
    pen.context.clip();
    pen.opacity(OPACITY);
    pen.context.begin_path();
    pen.line(begin, stop);
    if free < reach {
        let across = along.perp() * BAR_PX;
        pen.line(stop - across, stop + across);
    }
    pen.stroke_cased_in_pixels(palette::SERVER, LINE_PX);
    if free < reach {
        pen.context.begin_path();
        pen.line(stop, end);
        pen.dashes(DASH_PX, DASH_PX);
        pen.stroke_cased_in_pixels(palette::QUIET, LINE_PX);
        pen.dashes(0.0, 0.0);
    }
    pen.context.restore();
}

/// Draws a distance between two points of the world as a line, with a bar at the first: there is a
/// mark at the other.
pub(super) fn draw_distance(pen: &Pen, camera: &Camera, ends: [Vec2; 2]) {
    let [from, to] = ends.map(|at| camera.to_page(at));
    let across = (to - from).normalize_or_zero().perp() * BAR_PX;
    pen.opacity(OPACITY);
    pen.context.begin_path();
    pen.line(from, to);
    pen.line(from - across, from + across);
    pen.stroke_cased_in_pixels(palette::SERVER, LINE_PX);
    pen.opacity(1.0);
}

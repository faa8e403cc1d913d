//! The mark at the place that a cue speaks of: a ring around it.

use shared::{base::geometry::Vec2, sim::rules::SHIP_RADIUS_U};
use web_ui::canvas::{camera::Camera, palette, pen::Pen};

/// The ring stands so far from a ship, in CSS pixels.
const APART_PX: f32 = 8.0;

/// Draws it on the page, at a place that a camera shows.
pub fn draw(pen: &Pen, camera: &Camera, place: Vec2) {
    let window = camera.window();
    let at = camera.to_page(place);
    let inside = at.cmpge(window.at).all() && at.cmple(window.at + window.size).all();
    if !inside {
        return;
    }
    pen.context.begin_path();
    pen.circle(at, SHIP_RADIUS_U * camera.scale() + APART_PX);
    pen.stroke(palette::SERVER, 1.5);
}

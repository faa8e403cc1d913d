//! The crown over the ship that leads a round, in CSS pixels.

use shared::base::geometry::Vec2;
use web_ui::canvas::{
    palette,
    pen::{CASING_PX, Ends, Pen},
};

/// Half its width, in CSS pixels.
pub(super) const HALF_PX: f32 = 8.0;
/// Its outline, in multiples of that.
const OUTLINE: [(f32, f32); 7] =
    [(-0.9, 0.6), (-1.0, -0.4), (-0.45, 0.1), (0.0, -0.7), (0.45, 0.1), (1.0, -0.4), (0.9, 0.6)];

/// Draws it around a place; the pen must be in CSS pixels.
pub(super) fn draw(pen: &Pen, at: Vec2) {
    pen.shape(at, Vec2::X * HALF_PX, &OUTLINE, Ends::Closed);
    pen.stroke(palette::CASING, 2.0 * CASING_PX);
    pen.colour(palette::COCKPIT);
    pen.context.fill();
}

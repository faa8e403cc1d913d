//! Draws stored poses in the world: small outlines with their times, and a line between those that
//! the judged pose is interpolated from.

use shared::base::geometry::Vec2;

use super::Marks;
use crate::{
    canvas::{axis::figure, fonts, palette, pen::Pen},
    world::ghosts,
};

/// Radius of an outline, in CSS pixels and in u; the larger applies.
const RADIUS_PX: f32 = 3.0;
const RADIUS_U: f32 = 5.0;
/// Offset of a time above its outline.
const ABOVE_PX: f32 = 9.0;
/// Room for a time: one that would overlap another is left out.
const FIGURE_PX: Vec2 = Vec2::new(34.0, 13.0);

/// Draws the outlines; the pen must be in world units.
pub fn draw(pen: &Pen, marks: &Marks) {
    let radius = pen.px(RADIUS_PX).max(RADIUS_U);
    let places = |used| {
        let of = move |mark: &&super::Mark| mark.used == used;
        marks.marks.iter().filter(of).filter_map(|mark| mark.pos)
    };
    pen.context.begin_path();
    places(false).for_each(|at| pen.circle(at, radius));
    pen.opacity(0.85);
    pen.stroke(palette::SERVER, pen.px(1.0));
    pen.opacity(1.0);
    pen.context.begin_path();
    if let (Some(newer), Some(older)) = (places(true).next(), places(true).nth(1)) {
        pen.line(older, newer);
    }
    places(true).for_each(|at| pen.circle(at, radius));
    pen.stroke(palette::JUDGED, pen.px(2.0));
}

/// Draws the judged pose; the pen must be in world units.
pub fn draw_judged(pen: &Pen, at: Vec2) {
    ghosts::draw_judged(pen, at);
}

/// Writes the times above them; the pen must be in CSS pixels.
pub fn draw_figures(pen: &Pen, marks: &Marks) {
    let above = pen.camera.scale() * RADIUS_U + ABOVE_PX;
    pen.set_font(fonts::FIGURES);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    let mut placed: Vec<Vec2> = Vec::new();
    for used in [true, false] {
        pen.colour(if used { palette::JUDGED } else { palette::QUIET });
        for mark in marks.marks.iter().filter(|mark| mark.used == used) {
            let Some(pos) = mark.pos else { continue };
            let at = pen.camera.to_page(pos) - Vec2::new(0.0, above);
            if placed.iter().all(|other| (*other - at).abs().cmpge(FIGURE_PX).any()) {
                pen.text(&figure(mark.ms), at);
                placed.push(at);
            }
        }
    }
}

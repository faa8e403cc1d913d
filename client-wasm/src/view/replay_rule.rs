//! Draws the rule of a replay at the upper edge of the picture: a quiet word, and how much has been
//! played, from the past on the left to the decisive moment on the right.

use shared::base::geometry::Vec2;
use web_ui::canvas::{
    fonts, palette,
    pen::{CASING_PX, Pen},
    rect::Rect,
};
use words::game;

/// Length of the rule, and its distance from the edge, in CSS pixels.
const LENGTH_PX: f32 = 160.0;
const BELOW_EDGE_PX: f32 = 30.0;
/// In a lower part of the picture it would meet the marks.
const HEIGHT_MIN_PX: f32 = 260.0;
/// The word stands this far above it.
const WORD_ABOVE_PX: f32 = 8.0;
/// Half the height of the mark of the moment, and of the ends.
const MARK_PX: f32 = 5.0;
const END_PX: f32 = 3.0;

/// Radius of the ring around the replayed bolt, in CSS pixels.
const RING_PX: f32 = 10.0;

/// Draws a ring around the bolt that the replay is about; the pen must be in CSS pixels.
pub(super) fn draw_ring(pen: &Pen, at: Vec2) {
    pen.context.begin_path();
    pen.circle(at, RING_PX);
    pen.stroke(palette::CASING, 1.5 + 2.0 * CASING_PX);
    pen.stroke(palette::SERVER, 1.5);
}

/// Draws the rule in the free part of a picture, if that is high enough; the pen must be in CSS
/// pixels.
pub(super) fn draw(pen: &Pen, free: Rect, share: f32) {
    if free.size.y < HEIGHT_MIN_PX {
        return;
    }
    let length = LENGTH_PX.min(free.size.x);
    let left = Vec2::new(free.middle().x - length / 2.0, free.at.y + BELOW_EDGE_PX);
    let along = Vec2::new(length, 0.0);
    let tick = |at: Vec2, half: f32| {
        pen.line(at - Vec2::new(0.0, half), at + Vec2::new(0.0, half));
    };
    let cased = |colour: &str, width_px: f32| {
        pen.stroke(palette::CASING, width_px + 2.0 * CASING_PX);
        pen.stroke(colour, width_px);
    };
    pen.context.begin_path();
    pen.line(left, left + along);
    tick(left, END_PX);
    tick(left + along, END_PX);
    cased(palette::QUIET, 1.0);
    pen.context.begin_path();
    tick(left + along * share, MARK_PX);
    cased(palette::SERVER, 2.0);
    pen.context.set_font(fonts::WORDS);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("alphabetic");
    let word = left + along / 2.0 - Vec2::new(0.0, WORD_ABOVE_PX);
    pen.cased_text(game::REPLAY, word, palette::QUIET);
}

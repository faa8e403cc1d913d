//! A plot over the lower part of a pane: time from left to right, and another time upwards. Drawn
//! anew with every picture.

use shared::base::{geometry::Vec2, time::Micros};
use web_ui::canvas::{
    fonts,
    palette::{self, Colour},
    pen::Pen,
    rect::Rect,
};

/// Share of the pane that a plot takes: less than half, so that ships in the middle stay in view.
pub const SHARE: f32 = 0.45;
/// Margins of the plot: at the sides, and at the top and bottom, in CSS pixels.
const MARGIN_PX: Vec2 = Vec2::new(10.0, 12.0);
/// Room for a number at the right end of a line, in CSS pixels, and the gap before it.
const NUMBER_PX: f32 = 52.0;
const GAP_PX: f32 = 6.0;
/// Length of a cross's arm, in CSS pixels.
const ARM_PX: f32 = 3.0;

/// The place and scale of a plot.
pub struct Plot {
    rect: Rect,
    /// The time at its right end, from its left end.
    width: Micros,
    /// The times at its bottom and top.
    range: (Micros, Micros),
}

impl Plot {
    /// A plot of this width over the lower part of a pane, with this range upwards.
    #[must_use]
    pub fn new(pane: Rect, width: Micros, range: (Micros, Micros)) -> Self {
        let size = Vec2::new(pane.size.x, pane.size.y * SHARE);
        let rect = Rect { at: pane.at + Vec2::new(0.0, pane.size.y - size.y), size };
        Self { rect, width, range }
    }

    /// Clears its part of the pane.
    pub fn clear(&self, pen: &Pen) {
        pen.opacity(0.85);
        pen.colour(palette::PANEL);
        pen.fill_rect(self.rect);
        pen.opacity(1.0);
    }

    /// The time at its top.
    #[must_use]
    pub fn top(&self) -> Micros {
        self.range.1
    }

    /// The place of a point: a time from the left end, and one within the range.
    #[must_use]
    pub fn place(&self, along: Micros, up: Micros) -> Vec2 {
        let room = self.rect.size - 2.0 * MARGIN_PX - Vec2::new(NUMBER_PX, 0.0);
        let share = |time: Micros, of: Micros| time.as_s_f32() / of.as_s_f32().max(1e-3);
        let (low, high) = self.range;
        let (x, y) = (share(along, self.width).min(1.0), share(up - low, high - low));
        let y = y.clamp(0.0, 1.0);
        self.rect.at + MARGIN_PX + Vec2::new(x * room.x, (1.0 - y) * room.y)
    }

    /// The place at the right end, at a height.
    #[must_use]
    pub fn right_end(&self, up: Micros) -> Vec2 {
        self.place(self.width, up)
    }

    /// Writes what the marks at a height are, at the right end.
    pub fn write_label(&self, pen: &Pen, up: Micros, text: &str, colour: Colour) {
        pen.set_font(fonts::WORDS);
        pen.context.set_text_align("right");
        pen.context.set_text_baseline("middle");
        let right = self.rect.at.x + self.rect.size.x - GAP_PX;
        pen.cased_text(text, Vec2::new(right, self.place(self.width, up).y), colour);
    }

    /// Writes a number behind the end of a line.
    pub fn write_number(&self, pen: &Pen, end: Vec2, number: &str) {
        pen.set_font(fonts::FIGURES);
        pen.context.set_text_align("left");
        pen.context.set_text_baseline("middle");
        pen.cased_text(number, end + Vec2::new(GAP_PX, 0.0), palette::YOU);
    }
}

/// Adds an upright stroke to the path.
pub fn stroke(pen: &Pen, at: Vec2) {
    let arm = Vec2::new(0.0, 2.0 * ARM_PX);
    pen.line(at - arm, at + arm);
}

/// Adds a cross to the path.
pub fn cross(pen: &Pen, at: Vec2) {
    for y in [ARM_PX, -ARM_PX] {
        let arm = Vec2::new(ARM_PX, y);
        pen.line(at - arm, at + arm);
    }
}

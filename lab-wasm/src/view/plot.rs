//! A plot over the lower part of a pane: time from left to right, and another time upwards. Drawn
//! anew with every picture.

use shared::base::{geometry::Vec2, time::Micros};
use web_ui::canvas::{fonts, palette, pen::Pen, rect::Rect};

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
    /// The time at its top, from its bottom.
    height: Micros,
}

impl Plot {
    /// Clears the part of a pane for a plot of this width and height.
    #[must_use]
    pub fn over(pen: &Pen, pane: Rect, (width, height): (Micros, Micros)) -> Self {
        let size = Vec2::new(pane.size.x, pane.size.y * SHARE);
        let rect = Rect { at: pane.at + Vec2::new(0.0, pane.size.y - size.y), size };
        pen.opacity(0.85);
        pen.colour(palette::PANEL);
        pen.fill_rect(rect);
        pen.opacity(1.0);
        Self { rect, width, height }
    }

    /// The place of a point: a time from the left end, and one from the bottom.
    #[must_use]
    pub fn place(&self, along: Micros, up: Micros) -> Vec2 {
        let room = self.rect.size - 2.0 * MARGIN_PX - Vec2::new(NUMBER_PX, 0.0);
        let share = |time: Micros, of: Micros| time.as_s_f32() / of.as_s_f32().max(1e-3);
        let (x, y) = (share(along, self.width).min(1.0), share(up, self.height).min(1.0));
        self.rect.at + MARGIN_PX + Vec2::new(x * room.x, (1.0 - y) * room.y)
    }

    /// The place at the right end, at a height.
    #[must_use]
    pub fn right_end(&self, up: Micros) -> Vec2 {
        self.place(self.width, up)
    }

    /// Writes a number behind the end of a line.
    pub fn write_number(&self, pen: &Pen, end: Vec2, number: &str) {
        pen.set_font(fonts::FIGURES);
        pen.context.set_text_align("left");
        pen.context.set_text_baseline("middle");
        pen.cased_text(number, end + Vec2::new(GAP_PX, 0.0), palette::YOU);
    }
}

/// Adds a cross to the path.
pub fn cross(pen: &Pen, at: Vec2) {
    for y in [ARM_PX, -ARM_PX] {
        let arm = Vec2::new(ARM_PX, y);
        pen.line(at - arm, at + arm);
    }
}

//! A time axis, past on the left and now on the right: maps a span of ms to a span of the page and
//! labels it at round steps.

use shared::base::geometry::Vec2;

use super::{palette, pen::Pen};

/// Spacing of the labels, in ms.
const STEPS_MS: [f32; 9] = [5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0];
/// Spacing of the labels on an axis longer than those suit, in ms.
const STEP_MOST_MS: f32 = 5000.0;
/// Minimum room for a label.
const STEP_PX: f32 = 64.0;
/// Offset of the labels below the axis line.
const FIGURES_PX: f32 = 6.0;

/// Maps ms to CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub left_px: f32,
    pub right_px: f32,
    pub from_ms: f32,
    pub to_ms: f32,
    /// Formats a label.
    pub figure: fn(f32) -> String,
}

impl Axis {
    /// The x of a moment, in CSS pixels.
    #[must_use]
    pub fn x(&self, ms: f32) -> f32 {
        let share = (ms - self.from_ms) / (self.to_ms - self.from_ms).max(1.0);
        self.left_px + (self.right_px - self.left_px) * share
    }

    /// Spacing of the labels, in ms.
    fn step_ms(&self) -> f32 {
        let px = |step: &f32| step / (self.to_ms - self.from_ms) * (self.right_px - self.left_px);
        STEPS_MS.into_iter().find(|step| px(step) >= STEP_PX).unwrap_or(STEP_MOST_MS)
    }

    /// Draws the axis line, extended by `beyond_px` at both ends, with labels below and a hairline
    /// at each label from `top` down.
    pub fn draw(&self, pen: &Pen, (top, base): (f32, f32), beyond_px: f32, font: &str) {
        pen.context.begin_path();
        let end = |x: f32| Vec2::new(x, base);
        pen.line(end(self.left_px - beyond_px), end(self.right_px + beyond_px));
        pen.stroke(palette::ROCK_EDGE, 1.0);
        let step = self.step_ms();
        let mut ms = (self.from_ms / step).ceil() * step;
        pen.set_font(font);
        pen.context.set_text_align("center");
        pen.context.set_text_baseline("top");
        pen.colour(palette::QUIET);
        pen.context.begin_path();
        while ms <= self.to_ms {
            let x = self.x(ms).round();
            pen.line(Vec2::new(x, top), Vec2::new(x, base + 3.0));
            pen.text(&(self.figure)(ms), Vec2::new(x, base + FIGURES_PX));
            ms += step;
        }
        pen.stroke(palette::HAIRLINE, 1.0);
    }
}

/// A moment in whole ms, with its sign.
#[must_use]
pub fn figure(ms: f32) -> String {
    let rounded = (ms + 0.5).floor() as i64;
    [if rounded > 0 { "+" } else { "" }, &crate::text::figures::whole(rounded)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_to_scale_and_figures_have_room() {
        let axis = Axis { left_px: 100.0, right_px: 500.0, from_ms: -400.0, to_ms: 0.0, figure };
        for (ms, x) in [(-400.0, 100.0), (-100.0, 400.0), (0.0, 500.0)] {
            assert!((axis.x(ms) - x).abs() < 0.01, "{ms}");
        }
        assert_eq!(axis.step_ms(), 100.0, "100 ms are 100 px, and 50 too few");
        let long = Axis { from_ms: -40_000.0, ..axis };
        assert_eq!(long.step_ms(), STEP_MOST_MS);
        assert_eq!([figure(-0.4), figure(-49.6), figure(3.0)], ["0", "−50", "+3"]);
    }
}

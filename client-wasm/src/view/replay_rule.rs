//! Draws the rule of a replay at the upper edge of the picture: a quiet word, and how much has been
//! played, from the past on the left to the decisive moment on the right.

use shared::base::geometry::Vec2;
use web_ui::canvas::{fonts, palette, pen::Pen, rect::Rect};

use super::ReplayMarks;

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

/// The sentence hangs this far below it, and has this much room, in CSS pixels.
const SENTENCE_BELOW_PX: f32 = 10.0;
const SENTENCE_PX: f32 = 30.0;

/// The part of a picture that the rule and the sentence under it leave free.
pub(super) fn room(free: Rect) -> Rect {
    let taken = if under(free, Rect::default()).is_some() {
        Vec2::new(0.0, BELOW_EDGE_PX + SENTENCE_BELOW_PX + SENTENCE_PX)
    } else {
        Vec2::ZERO
    };
    Rect { at: free.at + taken, size: free.size - taken }
}

/// The middle of the upper edge of a sentence under the rule; `None` if the free part is too low
/// for one.
pub(super) fn under(free: Rect, words: Rect) -> Option<Vec2> {
    let below = Vec2::new(0.0, SENTENCE_BELOW_PX);
    (free.size.y >= HEIGHT_MIN_PX).then(|| middle(free, words) + below)
}

/// The middle of the rule: above or below the words of a death, which share its axis, as far as the
/// free part allows.
fn middle(free: Rect, words: Rect) -> Vec2 {
    let half = (LENGTH_PX / 2.0).min(free.size.x / 2.0);
    let axis = if words.size.x > 0.0 { words.middle().x } else { free.middle().x };
    Vec2::new(axis.clamp(free.at.x + half, free.end().x - half), free.at.y + BELOW_EDGE_PX)
}

/// Draws the rule and the title in the free part of a picture, on the axis of `words`, if there is
/// room; the pen must be in CSS pixels.
pub(super) fn draw(pen: &Pen, free: Rect, words: Rect, marks: &ReplayMarks) {
    if free.size.y < HEIGHT_MIN_PX {
        return;
    }
    let length = LENGTH_PX.min(free.size.x);
    let left = middle(free, words) - Vec2::new(length / 2.0, 0.0);
    let along = Vec2::new(length, 0.0);
    let tick = |at: Vec2, half: f32| {
        pen.line(at - Vec2::new(0.0, half), at + Vec2::new(0.0, half));
    };
    pen.context.begin_path();
    pen.line(left, left + along);
    tick(left, END_PX);
    tick(left + along, END_PX);
    pen.stroke_cased_in_pixels(palette::QUIET, 1.0);
    pen.context.begin_path();
    tick(left + along * marks.share, MARK_PX);
    pen.stroke_cased_in_pixels(palette::SERVER, 2.0);
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("alphabetic");
    let word = left + along / 2.0 - Vec2::new(0.0, WORD_ABOVE_PX);
    pen.cased_text(marks.title, word, palette::QUIET);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_shares_the_axis_of_the_words() {
        let free = Rect { at: Vec2::new(0.0, 48.0), size: Vec2::new(1070.0, 560.0) };
        let words = Rect { at: Vec2::new(440.0, 620.0), size: Vec2::new(400.0, 90.0) };
        assert_eq!(under(free, words), Some(Vec2::new(640.0, 88.0)));
        assert_eq!(under(free, Rect::default()), Some(Vec2::new(535.0, 88.0)));
        let narrow = Rect { size: Vec2::new(500.0, 560.0), ..free };
        assert_eq!(under(narrow, words).map(|at| at.x), Some(420.0), "as far as there is room");
        let low = Rect { size: Vec2::new(1070.0, 200.0), ..free };
        assert_eq!((under(low, words), room(low)), (None, low));
        assert_eq!(room(free).end(), free.end());
        assert!(room(free).at.y >= 88.0 + SENTENCE_PX, "the sentence has its room");
    }
}

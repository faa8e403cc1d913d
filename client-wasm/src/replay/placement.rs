//! Places the sentence of a replay beside its marks: on the side with room, and never over them.

use shared::base::geometry::Vec2;
use web_ui::canvas::{beside::beside, rect::Rect};

/// Gap between the marks and the sentence, in CSS pixels.
const GAP_PX: f32 = 14.0;

/// The upper left corner of a sentence of a size beside `marks`, within `window`: the first of its
/// places that meets none of `taken`; failing that, the first of them. `None` if there is none.
#[must_use]
pub fn place(marks: Rect, size: Vec2, window: Rect, taken: &[Rect]) -> Option<Vec2> {
    let places = || beside(marks, size, GAP_PX, window);
    let is_free = |text: &Rect| !taken.iter().any(|other| text.meets(other));
    places().find(is_free).or_else(|| places().next()).map(|text| text.at)
}

/// The upper left corner of a text of a size that hangs at the middle of its upper edge, moved into
/// `window`.
#[must_use]
pub fn below(at: Vec2, size: Vec2, window: Rect) -> Vec2 {
    let last = (window.end() - size).max(window.at);
    (at - Vec2::new(size.x / 2.0, 0.0)).clamp(window.at, last).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::new(0.0, 50.0), size: Vec2::new(800.0, 400.0) };
    const SIZE: Vec2 = Vec2::new(200.0, 40.0);

    fn marks(x: f32, y: f32) -> Rect {
        Rect { at: Vec2::new(x, y), size: Vec2::splat(60.0) }
    }

    #[test]
    fn a_sentence_stands_above_or_where_there_is_room() {
        let at = |marks: Rect, taken: &[Rect]| place(marks, SIZE, WINDOW, taken).unwrap();
        assert_eq!(at(marks(370.0, 220.0), &[]), Vec2::new(300.0, 166.0), "above");
        assert_eq!(at(marks(370.0, 60.0), &[]), Vec2::new(300.0, 134.0), "below");
        assert_eq!(at(marks(0.0, 220.0), &[]), Vec2::new(0.0, 166.0), "moved into the window");
        let panel = Rect { at: Vec2::new(0.0, 100.0), size: Vec2::new(800.0, 90.0) };
        assert_eq!(at(marks(370.0, 220.0), &[panel]), Vec2::new(300.0, 294.0), "clear of a panel");
        let whole = [WINDOW];
        assert_eq!(at(marks(370.0, 220.0), &whole), Vec2::new(300.0, 166.0), "if nothing is free");
    }

    #[test]
    fn a_text_hangs_in_the_window() {
        let at = |x| below(Vec2::new(x, 90.0), SIZE, WINDOW);
        assert_eq!(at(400.0), Vec2::new(300.0, 90.0));
        assert_eq!((at(20.0), at(790.0)), (Vec2::new(0.0, 90.0), Vec2::new(600.0, 90.0)));
    }
}

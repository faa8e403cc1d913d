//! Places the sentence of a replay beside its marks: on the side with room, and never over them.

use shared::base::geometry::Vec2;
use web_ui::canvas::rect::Rect;

/// Gap between the marks and the sentence, in CSS pixels.
const GAP_PX: f32 = 14.0;

/// The upper left corner of a text of a size beside `marks`, within `window`: the first of its
/// sides where the text meets none of `taken`; failing that, the first where it does not cover the
/// marks. `None` if there is no such side.
#[must_use]
pub fn beside(marks: Rect, size: Vec2, window: Rect, taken: &[Rect]) -> Option<Vec2> {
    let (middle, end) = (marks.middle(), marks.end());
    let sides = [
        Vec2::new(middle.x - size.x / 2.0, marks.at.y - GAP_PX - size.y),
        Vec2::new(middle.x - size.x / 2.0, end.y + GAP_PX),
        Vec2::new(end.x + GAP_PX, middle.y - size.y / 2.0),
        Vec2::new(marks.at.x - GAP_PX - size.x, middle.y - size.y / 2.0),
    ];
    let last = (window.end() - size).max(window.at);
    let placed = sides.map(|at| Rect { at: at.clamp(window.at, last).round(), size });
    let is_beside = |text: &&Rect| !text.meets(&marks) && window.holds(text.end());
    let is_free = |text: &&Rect| !taken.iter().any(|other| text.meets(other));
    let beside = || placed.iter().filter(is_beside);
    beside().find(is_free).or_else(|| beside().next()).map(|text| text.at)
}

#[cfg(test)]
mod tests {
    use shared::base::rng::Rng;

    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::new(0.0, 50.0), size: Vec2::new(800.0, 400.0) };
    const SIZE: Vec2 = Vec2::new(200.0, 40.0);

    fn marks(x: f32, y: f32) -> Rect {
        Rect { at: Vec2::new(x, y), size: Vec2::splat(60.0) }
    }

    #[test]
    fn a_sentence_stands_above_or_where_there_is_room() {
        let at = |marks: Rect, taken: &[Rect]| beside(marks, SIZE, WINDOW, taken).unwrap();
        assert_eq!(at(marks(370.0, 220.0), &[]), Vec2::new(300.0, 166.0), "above");
        assert_eq!(at(marks(370.0, 60.0), &[]), Vec2::new(300.0, 134.0), "below");
        assert_eq!(at(marks(0.0, 220.0), &[]), Vec2::new(0.0, 166.0), "moved into the window");
        let panel = Rect { at: Vec2::new(0.0, 100.0), size: Vec2::new(800.0, 90.0) };
        assert_eq!(at(marks(370.0, 220.0), &[panel]), Vec2::new(300.0, 294.0), "clear of a panel");
        let whole = [WINDOW];
        assert_eq!(at(marks(370.0, 220.0), &whole), Vec2::new(300.0, 166.0), "if nothing is free");
    }

    #[test]
    fn it_never_covers_the_marks_nor_leaves_the_window() {
        let mut n_placed = 0;
        for seed in 0..2000 {
            let mut rng = Rng::new(seed, 0);
            let place = |rng: &mut Rng| Vec2::new(rng.range(-50.0, 850.0), rng.range(0.0, 500.0));
            let marks = Rect { at: place(&mut rng), size: place(&mut rng).abs() / 4.0 };
            let size = place(&mut rng).abs() / 2.0;
            let taken = [Rect { at: place(&mut rng), size: place(&mut rng).abs() }];
            let Some(at) = beside(marks, size, WINDOW, &taken) else { continue };
            let text = Rect { at, size };
            assert!(!text.meets(&marks), "seed {seed}: {text:?} over {marks:?}");
            assert!(WINDOW.holds(at) && WINDOW.holds(text.end()), "seed {seed}: {text:?}");
            n_placed += 1;
        }
        assert!(n_placed > 1000, "{n_placed}");
    }
}

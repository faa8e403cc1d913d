//! Where a text may stand beside marks: on one of their four sides, within a window.

use shared::base::geometry::Vec2;

use super::rect::Rect;

/// The places of a text of a size beside `marks`, with a gap between the two: above, below, on the
/// right and on the left. A place is moved into the window, and left out where the text would then
/// cover the marks.
pub fn beside(marks: Rect, size: Vec2, gap_px: f32, window: Rect) -> impl Iterator<Item = Rect> {
    let (middle, end) = (marks.middle(), marks.end());
    let sides = [
        Vec2::new(middle.x - size.x / 2.0, marks.at.y - gap_px - size.y),
        Vec2::new(middle.x - size.x / 2.0, end.y + gap_px),
        Vec2::new(end.x + gap_px, middle.y - size.y / 2.0),
        Vec2::new(marks.at.x - gap_px - size.x, middle.y - size.y / 2.0),
    ];
    let last = (window.end() - size).max(window.at);
    let placed = sides.map(|at| Rect { at: at.clamp(window.at, last).round(), size });
    placed.into_iter().filter(move |text| !text.meets(&marks) && window.holds(text.end()))
}

#[cfg(test)]
mod tests {
    use shared::base::rng::Rng;

    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::new(0.0, 50.0), size: Vec2::new(800.0, 400.0) };

    #[test]
    fn a_text_has_four_sides_within_the_window() {
        let size = Vec2::new(200.0, 40.0);
        let places = |x, y| {
            let marks = Rect { at: Vec2::new(x, y), size: Vec2::splat(60.0) };
            beside(marks, size, 14.0, WINDOW).map(|text| (text.at.x, text.at.y)).collect::<Vec<_>>()
        };
        let all = [(300.0, 166.0), (300.0, 294.0), (444.0, 230.0), (156.0, 230.0)];
        assert_eq!(places(370.0, 220.0), all, "above, below, right, left");
        assert_eq!(places(370.0, 60.0), [(300.0, 134.0), (444.0, 70.0), (156.0, 70.0)]);
        assert_eq!(places(0.0, 220.0), [(0.0, 166.0), (0.0, 294.0), (74.0, 230.0)]);
    }

    #[test]
    fn it_never_covers_the_marks_nor_leaves_the_window() {
        let mut n_placed = 0;
        for seed in 0..2000 {
            let mut rng = Rng::new(seed, 0);
            let place = |rng: &mut Rng| Vec2::new(rng.range(-50.0, 850.0), rng.range(0.0, 500.0));
            let marks = Rect { at: place(&mut rng), size: place(&mut rng).abs() / 4.0 };
            let size = place(&mut rng).abs() / 2.0;
            for text in beside(marks, size, 14.0, WINDOW) {
                assert!(!text.meets(&marks), "seed {seed}: {text:?} over {marks:?}");
                let is_within = WINDOW.contains(&text);
                assert!(is_within, "seed {seed}: {text:?}");
                n_placed += 1;
            }
        }
        assert!(n_placed > 3000, "{n_placed}");
    }
}

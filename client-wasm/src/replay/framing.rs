//! How a replay is framed: which part of the world its picture shows, and at which edge of the page
//! the words of a death stand, so that they cover neither ship nor the shot between them.

use shared::base::geometry::Vec2;
use web_ui::canvas::rect::Rect;

/// What a replay is about, in u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    /// The target: its ship and its outlines. It is always in the picture.
    pub target: Rect,
    /// The same and the shooter, with the shot between them.
    pub all: Rect,
}

impl Framed {
    /// The extent of these places; `None` without a target.
    #[must_use]
    pub fn of(target: &[Vec2], shooter: &[Vec2]) -> Option<Self> {
        let kept = extent(target.iter().copied())?;
        let all = extent(target.iter().chain(shooter).copied())?;
        Some(Self { target: kept, all })
    }

    /// Both extents as a picture shows them, with a margin; `to_page` maps u to CSS pixels.
    #[must_use]
    pub fn on_page(&self, to_page: impl Fn(Vec2) -> Vec2, margin_px: f32) -> Self {
        let map = |rect: Rect| {
            let (at, end) = (to_page(rect.at), to_page(rect.end()));
            Rect { at, size: end - at }.inset(-margin_px)
        };
        Self { target: map(self.target), all: map(self.all) }
    }

    /// How far a picture must be moved, in CSS pixels, to show all of it in `room`, or its target
    /// and as much as possible on the way to the shooter. Both in CSS pixels.
    #[must_use]
    pub fn shift_into(&self, room: Rect) -> Vec2 {
        let axis = |pick: fn(Vec2) -> f32| {
            let (low, high) = (pick(room.at), pick(room.end()));
            let ends = |rect: Rect| (pick(rect.at), pick(rect.end()));
            let (all, target) = (ends(self.all), ends(self.target));
            if all.1 - all.0 <= high - low {
                return (low - all.0).max(0.0) + (high - all.1).min(0.0);
            }
            // What is farther than the room is wide lies on one side of the target.
            if all.1 - target.1 > target.0 - all.0 { low - target.0 } else { high - target.1 }
        };
        Vec2::new(axis(|at| at.x), axis(|at| at.y))
    }

    /// At which edge words cover nothing of it, where the rest of the page is `height_px` high: at
    /// the lower one, unless the shot comes from below and does not fit.
    #[must_use]
    pub fn words_edge(&self, height_px: f32) -> Edge {
        let (above, below) =
            (self.target.at.y - self.all.at.y, self.all.end().y - self.target.end().y);
        if self.all.size.y > height_px && below > above { Edge::Upper } else { Edge::Lower }
    }
}

/// An edge of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    Upper,
    #[default]
    Lower,
}

/// The smallest rectangle around some places.
fn extent(places: impl Iterator<Item = Vec2>) -> Option<Rect> {
    let (low, high) =
        places.map(|at| (at, at)).reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))?;
    Some(Rect { at: low, size: high - low })
}

#[cfg(test)]
mod tests {
    use shared::base::{geometry::Segment, rng::Rng};

    use super::*;

    const MARGIN_PX: f32 = 24.0;

    /// A page of a size with words at an edge, and the room that they leave.
    fn page(size: Vec2, words_px: Vec2, edge: Edge) -> (Rect, Rect) {
        let x = (size.x - words_px.x) / 2.0;
        let (words_y, room_y) = match edge {
            Edge::Upper => (0.0, words_px.y),
            Edge::Lower => (size.y - words_px.y, 0.0),
        };
        let words = Rect { at: Vec2::new(x, words_y), size: words_px };
        let room = Vec2::new(size.x, size.y - words_px.y);
        (words, Rect { at: Vec2::new(0.0, room_y), size: room })
    }

    fn check(seed: u64, size: Vec2, words_px: Vec2) -> Edge {
        let mut rng = Rng::new(seed, 0);
        let mut any = |reach: f32| Vec2::new(rng.range(-reach, reach), rng.range(-reach, reach));
        let victim = any(3000.0);
        let (saw, shooter) = (victim + any(60.0), victim + any(1200.0));
        let framed = Framed::of(&[victim, saw], &[shooter]).unwrap();
        // The picture stands anywhere.
        let off = any(2000.0);
        let drawn = framed.on_page(|at| at - off, MARGIN_PX);
        let edge = drawn.words_edge(size.y - words_px.y);
        let (words, room) = page(size, words_px, edge);
        let shift = drawn.shift_into(room);
        let at = |place: Vec2| place - off + shift;
        for place in [victim, saw] {
            assert!(room.holds(at(place)), "seed {seed}: {} is not in {room:?}", at(place));
        }
        let fits = drawn.all.size.cmple(room.size).all();
        assert!(!fits || room.holds(at(shooter)), "seed {seed}: the shooter fits");
        let line = Segment::new(at(shooter), at(saw));
        for n in 0..=400 {
            let point = line.at(n as f32 / 400.0);
            let what = format!("seed {seed}: {point} of {line:?} is under {words:?}");
            assert!(!words.meets_circle(point, MARGIN_PX * 0.99), "{what}");
        }
        edge
    }

    #[test]
    fn words_never_cover_a_ship_or_the_shot_between_two() {
        let mut n_upper = 0;
        for seed in 0..3000 {
            let sizes = [(1280.0, 720.0), (844.0, 390.0), (390.0, 560.0)];
            let (width, height) = sizes[seed as usize % sizes.len()];
            let words_px = Vec2::new(f32::min(width - 16.0, 420.0), 90.0);
            let edge = check(seed, Vec2::new(width, height), words_px);
            n_upper += usize::from(edge == Edge::Upper);
        }
        assert!((300..2500).contains(&n_upper), "{n_upper} at the upper edge");
    }

    #[test]
    fn a_picture_that_shows_all_of_it_stays() {
        let framed = Framed::of(&[Vec2::new(100.0, 100.0)], &[Vec2::new(300.0, 150.0)]).unwrap();
        let drawn = framed.on_page(|at| at, 10.0);
        let room = Rect { at: Vec2::ZERO, size: Vec2::new(400.0, 300.0) };
        assert_eq!(drawn.shift_into(room), Vec2::ZERO);
        let right = Rect { at: Vec2::new(150.0, 0.0), ..room };
        assert_eq!(drawn.shift_into(right), Vec2::new(60.0, 0.0));
        let narrow = Rect { at: Vec2::ZERO, size: Vec2::new(100.0, 300.0) };
        assert_eq!(drawn.shift_into(narrow), Vec2::new(-90.0, 0.0), "the target at its left edge");
        assert_eq!(Framed::of(&[], &[Vec2::ZERO]), None);
    }
}

//! Places the words at the marks of a replay: a label at each of two places, and between them a
//! line that measures how far they are apart. They cover neither marks nor ships, and not the shot.

use shared::base::geometry::{Segment, Vec2};
use web_ui::canvas::{rect::Rect, taken::Taken};

/// Gap between a label and everything else, in CSS pixels.
const GAP_PX: f32 = 5.0;
/// Distance of the measuring line from the marks, and how much farther it may be, in CSS pixels.
const ASIDE_PX: f32 = 9.0;
const FARTHER_PX: [f32; 4] = [0.0, 10.0, 20.0, 30.0];
/// A shorter line measures nothing that is seen, in CSS pixels.
const LINE_MIN_PX: f32 = 6.0;

/// What is said at the marks.
#[derive(Clone, Debug, PartialEq)]
pub enum Callouts {
    /// Two places.
    Apart {
        /// In u, each with its label.
        places: [(Vec2, String); 2],
        /// How far they are apart.
        between: String,
    },
    /// One place, in u.
    Same(Vec2, String),
}

/// What the words must not cover, in CSS pixels.
#[derive(Clone, Debug, Default)]
pub struct Occupied {
    /// Ships, names and panels, and the part of the page that the words may use.
    pub taken: Taken,
    /// Radius of the marks at the places.
    pub mark_px: f32,
    /// The path of the shot.
    pub shot: Option<Segment>,
}

/// A text and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedText<'a> {
    pub text: &'a str,
    pub rect: Rect,
}

/// Where everything is drawn, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedCallouts<'a> {
    pub texts: Vec<PlacedText<'a>>,
    /// The measuring line, if it is long enough to be seen.
    pub line: Option<Segment>,
}

impl Callouts {
    /// Places all of it; `None` if something has no room. `to_page` maps u to CSS pixels, and
    /// `size_of` measures a text.
    #[must_use]
    pub fn place(
        &self,
        to_page: impl Fn(Vec2) -> Vec2,
        size_of: impl Fn(&str) -> Vec2,
        mut occupied: Occupied,
    ) -> Option<PlacedCallouts<'_>> {
        let label = |occupied: &mut Occupied, text, at, outward| {
            let mark_px = occupied.mark_px;
            let rect = occupied.first_free(around(at, outward, mark_px + GAP_PX, size_of(text)))?;
            occupied.taken.rects.push(rect);
            Some(PlacedText { text, rect })
        };
        let (places, between) = match self {
            Self::Same(at, text) => {
                let at = to_page(*at);
                occupied.taken.circles.push((at, occupied.mark_px));
                let texts = vec![label(&mut occupied, text, at, Vec2::NEG_Y)?];
                return Some(PlacedCallouts { texts, line: None });
            }
            Self::Apart { places, between } => (places, between),
        };
        let [one, other] = [&places[0], &places[1]].map(|(at, _)| to_page(*at));
        occupied.taken.circles.extend([one, other].map(|at| (at, occupied.mark_px)));
        let (line, rect) = measuring(Segment::new(one, other), size_of(between), &occupied)?;
        occupied.taken.rects.push(rect);
        let mut texts = vec![PlacedText { text: between, rect }];
        let way = (other - one).normalize_or(Vec2::X);
        for ((_, text), (at, outward)) in places.iter().zip([(one, -way), (other, way)]) {
            texts.push(label(&mut occupied, text, at, outward)?);
        }
        let is_seen = one.distance(other) >= LINE_MIN_PX;
        Some(PlacedCallouts { texts, line: is_seen.then_some(line) })
    }
}

impl Occupied {
    fn first_free(&self, mut places: impl Iterator<Item = Rect>) -> Option<Rect> {
        places.find(|rect| self.is_free(rect))
    }

    fn is_free(&self, rect: &Rect) -> bool {
        let clear = rect.inset(-1.0);
        self.taken.is_free(rect) && !self.shot.is_some_and(|shot| crosses(&clear, shot))
    }
}

/// The measuring line beside two marks and its text beyond it, where they have room: near, and
/// first on the side away from the shot.
fn measuring(marks: Segment, size: Vec2, occupied: &Occupied) -> Option<(Segment, Rect)> {
    let way = (marks.to - marks.from).normalize_or(Vec2::X);
    let towards = occupied.shot.map_or(Vec2::Y, |shot| shot.from - marks.at(0.5));
    let side = if way.perp().dot(towards) > 0.0 { -way.perp() } else { way.perp() };
    let sides = FARTHER_PX.into_iter().flat_map(|off_px| [(side, off_px), (-side, off_px)]);
    sides.into_iter().find_map(|(side, off_px)| {
        let aside = side * (occupied.mark_px + ASIDE_PX + off_px);
        let middle = marks.at(0.5) + aside + side * (GAP_PX + support(size, side));
        let rect = Rect { at: middle - size / 2.0, size };
        let line = Segment::new(marks.from + aside, marks.to + aside);
        occupied.is_free(&rect).then_some((line, rect))
    })
}

/// The places of a text around a mark, first in a direction.
fn around(at: Vec2, first: Vec2, off_px: f32, size: Vec2) -> impl Iterator<Item = Rect> {
    let mut sides = [Vec2::NEG_Y, Vec2::Y, Vec2::X, Vec2::NEG_X];
    sides.sort_by(|a, b| b.dot(first).total_cmp(&a.dot(first)));
    let place = move |side: Vec2| {
        let middle = at + side * (off_px + support(size, side));
        Rect { at: middle - size / 2.0, size }
    };
    sides.into_iter().map(place)
}

/// How far a rectangle reaches from its middle in a direction.
fn support(size: Vec2, side: Vec2) -> f32 {
    side.abs().dot(size) / 2.0
}

/// Whether a line meets a rectangle.
fn crosses(rect: &Rect, line: Segment) -> bool {
    let way = line.to - line.from;
    let (mut from, mut to) = (0.0_f32, 1.0_f32);
    let (low, high) = (rect.at - line.from, rect.end() - line.from);
    for (low, high, way) in [(low.x, high.x, way.x), (low.y, high.y, way.y)] {
        if way == 0.0 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        let (a, b) = (low / way, high / way);
        (from, to) = (from.max(a.min(b)), to.min(a.max(b)));
    }
    from <= to
}

#[cfg(test)]
mod tests {
    use shared::base::rng::Rng;

    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::ZERO, size: Vec2::new(1280.0, 560.0) };
    const MARK_PX: f32 = 19.0;

    fn size_of(text: &str) -> Vec2 {
        Vec2::new(7.0 * text.len() as f32, 15.0)
    }

    fn apart(one: Vec2, other: Vec2) -> Callouts {
        let places = [(one, "Hill saw you here".into()), (other, "you were here".into())];
        Callouts::Apart { places, between: "50 u".into() }
    }

    fn occupied(ships: &[Vec2], rects: &[Rect]) -> Occupied {
        let circles = ships.iter().map(|at| (*at, MARK_PX)).collect();
        let taken = Taken { window: WINDOW, circles, rects: rects.to_vec() };
        Occupied { taken, mark_px: MARK_PX, shot: None }
    }

    #[test]
    fn labels_stand_outside_and_the_measure_between_them() {
        let (one, other) = (Vec2::new(500.0, 300.0), Vec2::new(550.0, 300.0));
        let shot = Segment::new(Vec2::new(500.0, 500.0), one);
        let callouts = apart(one, other);
        let occupied = Occupied { shot: Some(shot), ..occupied(&[], &[]) };
        let placed = callouts.place(|at| at, size_of, occupied).unwrap();
        let [between, saw, own] = placed.texts.as_slice() else { panic!("{placed:?}") };
        assert_eq!(between.rect.middle().x, 525.0);
        assert!(between.rect.end().y < 300.0 - MARK_PX, "away from the shot: {between:?}");
        assert!(saw.rect.end().x < one.x - MARK_PX, "{saw:?}");
        assert!(own.rect.at.x > other.x + MARK_PX, "{own:?}");
        let y = 300.0 - MARK_PX - ASIDE_PX;
        assert_eq!(placed.line, Some(Segment::new(Vec2::new(500.0, y), Vec2::new(550.0, y))));
    }

    #[test]
    fn the_measure_steps_aside_for_a_name() {
        let (saw, own) = (Vec2::new(224.0, 388.0), Vec2::new(167.0, 388.0));
        let name = Rect { at: Vec2::new(140.0, 333.0), size: Vec2::new(96.0, 28.0) };
        let shot = Segment::new(Vec2::new(174.0, 320.0), Vec2::new(200.0, 425.0));
        let taken = Occupied { shot: Some(shot), ..occupied(&[], &[name]) };
        let callouts = apart(saw, own);
        let placed = callouts.place(|at| at, size_of, taken).unwrap();
        let y = placed.line.unwrap().from.y;
        assert!(y > 388.0 + MARK_PX + ASIDE_PX, "farther away from the shot: {y}");
    }

    #[test]
    fn one_place_has_one_label() {
        let callouts = Callouts::Same(Vec2::new(500.0, 300.0), "Hill saw you".into());
        let placed = callouts.place(|at| at, size_of, occupied(&[], &[])).unwrap();
        assert_eq!((placed.texts.len(), placed.line), (1, None));
        let full = occupied(&[], &[WINDOW]);
        assert_eq!(callouts.place(|at| at, size_of, full), None);
    }

    #[test]
    fn a_line_crosses_what_it_meets() {
        let rect = Rect { at: Vec2::new(10.0, 10.0), size: Vec2::new(20.0, 10.0) };
        let rows = [
            ((0.0, 15.0), (40.0, 15.0), true),
            ((0.0, 15.0), (5.0, 15.0), false),
            ((0.0, 25.0), (40.0, 25.0), false),
            ((20.0, 0.0), (20.0, 40.0), true),
            ((0.0, 0.0), (40.0, 30.0), true),
            ((0.0, 15.0), (15.0, 40.0), false),
            ((15.0, 15.0), (15.0, 15.0), true),
        ];
        for (from, to, want) in rows {
            let line = Segment::new(Vec2::from(from), Vec2::from(to));
            assert_eq!(crosses(&rect, line), want, "{line:?}");
        }
    }

    #[test]
    fn they_cover_no_mark_no_ship_and_not_the_shot() {
        let mut n_placed = 0;
        for seed in 0..2000 {
            let mut rng = Rng::new(seed, 0);
            let mut any = || Vec2::new(rng.range(0.0, 1280.0), rng.range(0.0, 560.0));
            let (one, ship, shooter) = (any(), any(), any());
            let other = one + (any() - any()) / 12.0;
            let callouts = apart(one, other);
            let shot = Segment::new(shooter, one);
            let panel = Rect { at: any(), size: any() / 4.0 };
            let taken = Occupied { shot: Some(shot), ..occupied(&[ship, shooter], &[panel]) };
            let Some(placed) = callouts.place(|at| at, size_of, taken) else { continue };
            for (n, PlacedText { rect, .. }) in placed.texts.iter().enumerate() {
                let what = format!("seed {seed}: {rect:?}");
                for at in [one, other, ship, shooter] {
                    assert!(!rect.meets_circle(at, MARK_PX), "{what} on {at}");
                }
                for k in 0..=300 {
                    let point = shot.at(k as f32 / 300.0);
                    assert!(!rect.holds(point), "{what} on the shot at {point}");
                }
                assert!(!rect.meets(&panel) && WINDOW.contains(rect));
                let mut others = placed.texts[..n].iter();
                assert!(!others.any(|other| other.rect.meets(rect)), "{what}");
            }
            n_placed += 1;
        }
        assert!(n_placed > 1000, "{n_placed}");
    }
}

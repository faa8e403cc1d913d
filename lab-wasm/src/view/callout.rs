//! Draws the callout of a cue: a ring around its position, unless a mark is there already, and
//! beside it the measured number on a plate, with a line to the ring or mark. It stays inside the
//! pane, and the plate avoids ships and the path between them where there is room. The text is in
//! the sentence below the panes.

use shared::{base::geometry::Vec2, sim::rules::SHIP_RADIUS_U};
use web_ui::{
    canvas::{camera::Camera, fonts, palette, pen::Pen, rect::Rect},
    text::figures::whole,
};

/// Gaps from the ship to the ring, and from the ring to the plate, in CSS pixels.
const APART_PX: f32 = 6.0;
const PLATE_APART_PX: f32 = 14.0;
/// Radius of a dot.
const DOT_PX: f32 = 4.0;
/// Distance of the plate from the pane's edge, its height, and its padding.
const RIM_PX: f32 = 4.0;
const PLATE_HIGH_PX: f32 = 22.0;
const PLATE_AROUND_PX: f32 = 16.0;
/// Beyond this distance from the plate, an obstacle no longer matters.
const FREE_PX: f32 = 28.0;
/// Width of lines, and of the dark outline that sets them off.
const LINE_PX: f32 = 1.5;
const CASING_PX: f32 = 4.5;
/// Candidate directions of the plate, best first.
const SIDES: [(f32, f32); 8] = [
    (1.0, 1.0),
    (1.0, -1.0),
    (-1.0, 1.0),
    (-1.0, -1.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
];

/// What a callout's line leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A ring of its own.
    Ring,
    /// A mark of a ship's size that is drawn there.
    Mark,
    /// A dot on a line.
    Dot,
}

/// Position and content of a callout on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Callout {
    /// The position that it marks.
    pub place: Vec2,
    pub number: String,
    /// Rectangle of the number; `None` in a pane too small for it.
    pub plate: Option<Rect>,
}

impl Callout {
    /// Its position for tests: `left,top,width,height,number`.
    #[must_use]
    pub fn text(&self) -> String {
        let plate = self.plate.unwrap_or_default();
        let sides = [plate.at.x, plate.at.y, plate.size.x, plate.size.y];
        let sides = sides.map(|side| whole(side as i64)).join(",");
        [&sides, ",", self.number.as_str()].concat()
    }
}

/// Draws it in the window of a camera, for a position on the page and a number; `covers_not` are
/// points of the page that the plate avoids.
pub fn draw(
    pen: &Pen,
    camera: &Camera,
    (place, sign): (Vec2, Sign),
    number: String,
    covers_not: &[Vec2],
) -> Callout {
    pen.set_font(fonts::FIGURES);
    let size = Vec2::new(pen.width_px(&number) + PLATE_AROUND_PX, PLATE_HIGH_PX).ceil();
    let radius = match sign {
        Sign::Ring | Sign::Mark => SHIP_RADIUS_U * camera.scale() + APART_PX,
        Sign::Dot => DOT_PX,
    };
    let ring = (place, radius);
    let plate = plate(camera.window(), ring, size, covers_not);
    pen.context.save();
    pen.context.begin_path();
    pen.rect(camera.window());
    pen.context.clip();
    for (colour, width) in [(palette::SPACE, CASING_PX), (palette::SERVER, LINE_PX)] {
        pen.context.begin_path();
        if sign != Sign::Mark {
            pen.circle(ring.0, ring.1);
        }
        if let Some((from, to)) = plate.and_then(|plate| leader(ring, plate)) {
            pen.line(from, to);
        }
        pen.stroke(colour, width);
    }
    if let Some(plate) = plate {
        pen.colour(palette::PANEL);
        pen.fill_rect(plate);
        pen.context.begin_path();
        pen.rect(plate);
        pen.stroke(palette::SERVER, 1.0);
        pen.colour(palette::SERVER);
        pen.context.set_text_align("center");
        pen.context.set_text_baseline("middle");
        pen.text(&number, plate.middle());
    }
    pen.context.restore();
    Callout { place: ring.0, number, plate }
}

/// The line from the ring to the plate, if there is a gap between them.
fn leader((middle, radius): (Vec2, f32), plate: Rect) -> Option<(Vec2, Vec2)> {
    let to = middle.clamp(plate.at, plate.at + plate.size);
    let way = to - middle;
    (way.length() > radius).then(|| (middle + way.normalize_or_zero() * radius, to))
}

/// Chooses the plate's place: inside the pane, off the ring, and as far from the obstacles as still
/// matters.
fn plate(
    pane: Rect,
    (middle, radius): (Vec2, f32),
    size: Vec2,
    covers_not: &[Vec2],
) -> Option<Rect> {
    let (low, high) = (pane.at + RIM_PX, pane.at + pane.size - RIM_PX);
    let at_side = |(x, y): (f32, f32)| {
        let side = Vec2::new(x, y);
        let off = side.normalize_or_zero() * (radius + PLATE_APART_PX);
        Rect { at: (middle + off + size / 2.0 * (side - 1.0)).floor(), size }
    };
    let inside = |plate: &Rect| plate.at.cmpge(low).all() && (plate.at + size).cmple(high).all();
    let room = |plate: &Rect| {
        let off = |at: &Vec2| at.distance(at.clamp(plate.at, plate.at + plate.size));
        covers_not.iter().map(off).fold(FREE_PX, f32::min)
    };
    // If no side has room, it may be moved along the edge.
    let within = |plate: Rect| {
        let at = plate.at.max(low.ceil()).min((high - size).floor());
        let moved = Rect { at, size };
        let off = middle.distance(middle.clamp(at, at + size));
        (off > radius && inside(&moved)).then_some(moved)
    };
    let all = SIDES.into_iter().map(at_side);
    let best = |best: Option<Rect>, next: Rect| match best {
        Some(best) if room(&best) >= room(&next) => Some(best),
        _ => Some(next),
    };
    all.clone().filter(inside).fold(None, best).or_else(|| all.filter_map(within).fold(None, best))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panes of figures and of the laboratory, on desktops and phones, down to the smallest.
    const PANES: [(f32, f32); 8] = [
        (641.0, 396.0),
        (316.0, 396.0),
        (356.0, 131.0),
        (174.0, 286.0),
        (119.0, 150.0),
        (300.0, 84.0),
        (1264.0, 460.0),
        (160.0, 132.0),
    ];
    const NUMBERS: [Vec2; 3] =
        [Vec2::new(44.0, 22.0), Vec2::new(74.0, 22.0), Vec2::new(96.0, 22.0)];

    #[test]
    fn a_plate_is_in_its_pane_off_its_ring_and_off_the_ships() {
        let mut n = 0;
        for (pane, size) in PANES.into_iter().flat_map(|pane| NUMBERS.map(|size| (pane, size))) {
            let pane = Rect { at: Vec2::new(8.0, 56.0), size: pane.into() };
            for (across, down) in (0..=10).flat_map(|x| (0..=10).map(move |y| (x, y))) {
                let share = Vec2::new(across as f32, down as f32) / 10.0;
                let ring = (pane.at + pane.size * share, 20.0);
                let Some(plate) = plate(pane, ring, size, &[ring.0]) else { continue };
                n += 1;
                let end = plate.at + plate.size;
                let what = format!("{plate:?} in {pane:?}, ring {ring:?}");
                assert!(plate.at.cmpge(pane.at).all(), "{what}");
                assert!(end.cmple(pane.at + pane.size).all(), "{what}");
                let off = ring.0.distance(ring.0.clamp(plate.at, end));
                assert!(off > ring.1, "{what}: {off}");
            }
        }
        assert!(n > 2800, "{n} of 2904 have room");
    }

    #[test]
    fn a_plate_leaves_ships_free_where_there_is_room() {
        let pane = Rect { at: Vec2::ZERO, size: Vec2::new(400.0, 300.0) };
        let (middle, size) = (pane.middle(), Vec2::new(74.0, 22.0));
        let ring = (middle, 24.0);
        for (x, y) in SIDES {
            let ship = middle + Vec2::new(x, y).normalize_or_zero() * 60.0;
            let plate = plate(pane, ring, size, &[ship]).unwrap();
            let off = ship.distance(ship.clamp(plate.at, plate.at + size));
            assert!(off > 16.0, "{ship}: {plate:?}");
        }
        // Among equally free sides the first is taken.
        let free = plate(pane, ring, size, &[]).unwrap();
        assert!(free.at.cmpgt(middle).all(), "{free:?}");
    }

    #[test]
    fn a_pane_that_is_too_small_has_no_plate() {
        let pane = Rect { at: Vec2::ZERO, size: Vec2::new(60.0, 60.0) };
        assert_eq!(plate(pane, (pane.middle(), 20.0), Vec2::new(74.0, 22.0), &[]), None);
    }
}

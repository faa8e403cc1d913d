//! The hulls of ships: outlines for a ship of radius 1 that points along x, y to its right. The
//! viewer's side, other players and their bots have a cut each, and each pilot a mark.

use shared::{client::scene::PlayerKind, sim::ship::ShipId};

/// A point of an outline, in radii.
pub type Point = (f32, f32);

/// The cut of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull {
    /// The whole outline, from the nose, right side first.
    pub outline: &'static [Point],
    /// The right half, from the nose along the edge to the tail.
    pub right: &'static [Point],
    /// The left half, its mirror image.
    pub left: &'static [Point],
    /// The tip of the right wing.
    pub wing: Point,
    /// The middle of the cockpit.
    pub cockpit: Point,
}

const YOU: Hull = Hull {
    outline: &[(1.05, 0.0), (-0.7, 0.8), (-0.36, 0.0), (-0.7, -0.8)],
    right: &[(1.05, 0.0), (-0.7, 0.8), (-0.36, 0.0)],
    left: &[(1.05, 0.0), (-0.7, -0.8), (-0.36, 0.0)],
    wing: (-0.7, 0.8),
    cockpit: (0.3, 0.0),
};
const PLAYER: Hull = Hull {
    outline: &[(1.05, 0.0), (0.2, 0.32), (-0.8, 0.84), (-0.42, 0.0), (-0.8, -0.84), (0.2, -0.32)],
    right: &[(1.05, 0.0), (0.2, 0.32), (-0.8, 0.84), (-0.42, 0.0)],
    left: &[(1.05, 0.0), (0.2, -0.32), (-0.8, -0.84), (-0.42, 0.0)],
    wing: (-0.8, 0.84),
    cockpit: (0.34, 0.0),
};
const BOT: Hull = Hull {
    outline: &[
        (1.15, 0.0),
        (0.26, 0.2),
        (0.02, 0.8),
        (-0.74, 0.46),
        (-0.46, 0.0),
        (-0.74, -0.46),
        (0.02, -0.8),
        (0.26, -0.2),
    ],
    right: &[(1.15, 0.0), (0.26, 0.2), (0.02, 0.8), (-0.74, 0.46), (-0.46, 0.0)],
    left: &[(1.15, 0.0), (0.26, -0.2), (0.02, -0.8), (-0.74, -0.46), (-0.46, 0.0)],
    wing: (0.02, 0.8),
    cockpit: (0.34, 0.0),
};

impl Hull {
    #[must_use]
    pub const fn of(owner: PlayerKind) -> &'static Self {
        match owner {
            PlayerKind::You | PlayerKind::Ally | PlayerKind::AllyBot => &YOU,
            PlayerKind::Player => &PLAYER,
            PlayerKind::Bot => &BOT,
        }
    }
}

/// The mark on a pilot's hull, by which it is known without its name: open lines.
#[must_use]
pub fn mark(ship: ShipId) -> &'static [&'static [Point]] {
    const BAR: &[Point] = &[(-0.12, -0.42), (-0.12, 0.42)];
    const MARKS: [&[&[Point]]; 6] = [
        &[],
        &[BAR],
        &[&[(0.02, -0.36), (0.02, 0.36)], &[(-0.28, -0.42), (-0.28, 0.42)]],
        &[&[(-0.32, -0.42), (0.1, 0.0), (-0.32, 0.42)]],
        &[&[(-0.16, 0.2), (-0.16, 0.34)], &[(-0.16, -0.34), (-0.16, -0.2)]],
        &[&[(-0.1, 0.1), (-0.5, 0.4)], &[(-0.1, -0.1), (-0.5, -0.4)]],
    ];
    MARKS[usize::from(ship.idx) % MARKS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [PlayerKind; 5] = PlayerKind::BACK_TO_FRONT;

    /// Whether a point lies in an outline (even-odd rule).
    fn holds(outline: &[Point], (x, y): Point) -> bool {
        let edges = outline.iter().zip(outline.iter().cycle().skip(1));
        let crossed = edges.filter(|((ax, ay), (bx, by))| {
            (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
        });
        crossed.count() % 2 == 1
    }

    #[test]
    fn hulls_are_symmetric_and_their_halves_make_the_whole() {
        for hull in KINDS.map(Hull::of) {
            let mirrored = |(x, y): &Point| (*x, -*y);
            let right = hull.outline.iter().filter(|(_, y)| *y >= 0.0);
            assert!(right.eq(hull.right), "{hull:?}");
            assert!(hull.right.iter().map(mirrored).eq(hull.left.iter().copied()), "{hull:?}");
            let all = |point: &Point| hull.outline.contains(point);
            assert!(hull.outline.iter().map(mirrored).all(|point| all(&point)), "{hull:?}");
            assert!(hull.right.contains(&hull.wing) && holds(hull.outline, hull.cockpit));
        }
    }

    #[test]
    fn the_nose_is_the_farthest_point_and_the_hull_fits_its_circle() {
        for hull in KINDS.map(Hull::of) {
            let length = |(x, y): &Point| (x * x + y * y).sqrt();
            let nose = length(&hull.outline[0]);
            for (n, point) in hull.outline.iter().enumerate().skip(1) {
                assert!(length(point) < nose + 0.12, "{n}: {point:?}");
                assert!(length(point) < 1.18, "what is seen is what is hit: {point:?}");
            }
        }
    }

    #[test]
    fn marks_differ_and_lie_on_every_hull() {
        let id = |idx| ShipId { idx, generation: 0 };
        for idx in 0..6 {
            for other in 0..idx {
                assert_ne!(mark(id(idx)), mark(id(other)));
            }
            assert_eq!(mark(id(idx)), mark(id(idx + 6)));
            for hull in KINDS.map(Hull::of) {
                let points = mark(id(idx)).iter().flat_map(|line| line.iter());
                points.for_each(|point| assert!(holds(hull.outline, *point), "{idx}: {point:?}"));
            }
        }
    }
}

//! When a ray meets a body that flies straight: exact, without steps.
//!
//! The fractions of the flight in which the ray meets the body are one interval: the pairs
//! (distance along the ray, fraction of the flight) in contact are a convex set, since each
//! constraint is convex in both at once, and its shadow on the fractions is an interval. For a box
//! that set is a polygon, clipped edge by edge; for round bodies it is where a moving point is
//! within the radius of a parallelogram, which is a prism and the capsules around its edges.

use super::point::Point;
use super::shape::{Body, Shape};

/// A shot: a line from the muzzle, as far as it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub from: Point,
    /// Of length 1.
    pub direction: Point,
    /// In units; infinite if nothing limits it.
    pub reach: f64,
}

/// A straight flight of a pose, at constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    pub from: Point,
    pub to: Point,
}

/// An interval, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub from: f64,
    pub to: f64,
}

impl Span {
    const WHOLE: Self = Self { from: 0.0, to: 1.0 };

    fn meet(self, other: Self) -> Option<Self> {
        let span = Self { from: self.from.max(other.from), to: self.to.min(other.to) };
        (span.from <= span.to).then_some(span)
    }

    fn join(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }
}

impl Ray {
    /// The fractions of `flight` in which this ray meets `body`.
    pub fn contact(&self, flight: Flight, body: &Body) -> Option<Span> {
        let (from, to) = (flight.from + body.at, flight.to + body.at);
        let bound = body.shape.bounding_radius() + (to - from).length() * 0.5;
        if !self.is_within(bound, from.lerp(to, 0.5)) {
            return None;
        }
        let ray = self.limited(flight, body);
        match body.shape {
            Shape::Sphere { radius } => ray.meets_round(from, to, Point::ZERO, radius),
            Shape::Capsule { radius, core } => ray.meets_round(from, to, core, radius),
            Shape::Box { half } => ray.meets_box(from, to, half),
        }
    }

    /// The distance along this ray at which it enters `body` around `pose`.
    pub fn entry(&self, pose: Point, body: &Body) -> Option<f64> {
        let centre = pose + body.at;
        if !self.is_within(body.shape.bounding_radius(), centre) {
            return None;
        }
        let ray = self.limited(Flight { from: pose, to: pose }, body);
        let path = ray.direction * ray.reach;
        let fractions = match body.shape {
            Shape::Sphere { radius } => within(ray.from - centre, path, Point::ZERO, radius),
            Shape::Capsule { radius, core } => {
                point_meets_capsule(ray.from - (centre - core), path, core * 2.0, radius)
            }
            Shape::Box { half } => (0..3).try_fold(Span::WHOLE, |span, axis| {
                let offset = ray.from[axis] - centre[axis];
                span.meet(slab(offset, path[axis], -half[axis], half[axis])?)
            }),
        };
        fractions.map(|span| span.from * ray.reach)
    }

    /// The point of this ray that is nearest to `point`.
    pub fn nearest(&self, point: Point) -> Point {
        let along = (point - self.from).dot(self.direction).clamp(0.0, self.reach);
        self.from + self.direction * along
    }

    fn is_within(&self, distance: f64, point: Point) -> bool {
        let off = self.nearest(point) - point;
        off.dot(off) <= distance * distance
    }

    /// The ray cut off behind everything that it could meet on `flight`.
    fn limited(&self, flight: Flight, body: &Body) -> Self {
        let far = |pose: Point| (pose + body.at - self.from).length();
        let end = far(flight.from).max(far(flight.to)) + body.shape.bounding_radius();
        Self { reach: self.reach.min(end), ..*self }
    }

    fn meets_box(&self, from: Point, to: Point, half: Point) -> Option<Span> {
        // Corners of the set of contacts: (distance along the ray, fraction of the flight).
        let mut set = Polygon::rectangle(self.reach);
        let flight = to - from;
        for axis in 0..3 {
            let gap = self.from[axis] - from[axis];
            let (along, moved) = (self.direction[axis], flight[axis]);
            set.clip(along, -moved, half[axis] - gap);
            set.clip(-along, moved, half[axis] + gap);
        }
        set.fractions()
    }

    /// A sphere of `radius`, swept by `core` either way, that flies between these centres.
    fn meets_round(&self, from: Point, to: Point, core: Point, radius: f64) -> Option<Span> {
        let (start, flight) = (from - self.from, to - from);
        let path = self.direction * self.reach;
        let edge = |at: Point, along: Point| point_meets_capsule(start - at, flight, along, radius);
        if core == Point::ZERO {
            return edge(Point::ZERO, path);
        }
        let spans = [
            edge(-core, path),
            edge(core, path),
            edge(-core, core * 2.0),
            edge(path - core, core * 2.0),
            parallelogram_prism(start, flight, path, core, radius),
        ];
        spans.into_iter().flatten().reduce(Span::join)
    }
}

/// A convex polygon of (distance, fraction), clipped by half-planes.
struct Polygon {
    corners: [(f64, f64); Self::CORNERS_MAX],
    n_corners: usize,
}

impl Polygon {
    /// A rectangle, and one corner more for each of six half-planes.
    const CORNERS_MAX: usize = 10;

    fn rectangle(reach: f64) -> Self {
        let mut corners = [(0.0, 0.0); Self::CORNERS_MAX];
        corners[..4].copy_from_slice(&[(0.0, 0.0), (reach, 0.0), (reach, 1.0), (0.0, 1.0)]);
        Self { corners, n_corners: 4 }
    }

    /// Keeps what has `a · distance + b · fraction ≤ most`.
    fn clip(&mut self, a: f64, b: f64, most: f64) {
        let excess = |(distance, fraction): (f64, f64)| a * distance + b * fraction - most;
        let old = self.corners;
        let mut n_corners = 0;
        for idx in 0..self.n_corners {
            let (corner, next) = (old[idx], old[(idx + 1) % self.n_corners]);
            let (here, there) = (excess(corner), excess(next));
            let mut push = |corner| {
                if n_corners < Self::CORNERS_MAX {
                    self.corners[n_corners] = corner;
                    n_corners += 1;
                }
            };
            if here <= 0.0 {
                push(corner);
            }
            if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
                let part = here / (here - there);
                let between = |from: f64, to: f64| from + (to - from) * part;
                push((between(corner.0, next.0), between(corner.1, next.1)));
            }
        }
        self.n_corners = n_corners;
    }

    fn fractions(&self) -> Option<Span> {
        let corners = &self.corners[..self.n_corners];
        corners.iter().map(|&(_, at)| Span { from: at, to: at }).reduce(Span::join)
    }
}

/// The part of `start + f · way`, f in 0..=1, within `lo..=hi`.
fn slab(start: f64, way: f64, lo: f64, hi: f64) -> Option<Span> {
    if way == 0.0 {
        return (lo <= start && start <= hi).then_some(Span::WHOLE);
    }
    let (one, other) = ((lo - start) / way, (hi - start) / way);
    Span { from: one.min(other), to: one.max(other) }.meet(Span::WHOLE)
}

/// The fractions in which a point that moves from `start` by `way` is within `radius` of `centre`.
fn within(start: Point, way: Point, centre: Point, radius: f64) -> Option<Span> {
    quadratic(start - centre, way, radius)?.meet(Span::WHOLE)
}

/// Solves |start + f · way| ≤ radius for f, unbounded.
fn quadratic(start: Point, way: Point, radius: f64) -> Option<Span> {
    let (a, half_b) = (way.dot(way), start.dot(way));
    let c = start.dot(start) - radius * radius;
    if a == 0.0 {
        return (c <= 0.0).then_some(Span { from: f64::NEG_INFINITY, to: f64::INFINITY });
    }
    let discriminant = half_b * half_b - a * c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    Some(Span { from: (-half_b - root) / a, to: (-half_b + root) / a })
}

/// The fractions in which a point that moves from `start` by `way` is within `radius` of the
/// segment from the origin to `axis`.
fn point_meets_capsule(start: Point, way: Point, axis: Point, radius: f64) -> Option<Span> {
    let ends = [Point::ZERO, axis].map(|end| within(start, way, end, radius));
    let side = axis.normalized().and_then(|along| {
        let across = |vector: Point| vector - along * vector.dot(along);
        let tube = quadratic(across(start), across(way), radius)?.meet(Span::WHOLE)?;
        tube.meet(slab(start.dot(along), way.dot(along), 0.0, axis.length())?)
    });
    [ends[0], ends[1], side].into_iter().flatten().reduce(Span::join)
}

/// The fractions in which a moving point is above or below the parallelogram of `path` and twice
/// `core`, within `radius` of its plane.
fn parallelogram_prism(
    start: Point,
    way: Point,
    path: Point,
    core: Point,
    radius: f64,
) -> Option<Span> {
    let cross = path.cross(core);
    let normal = cross.normalized()?;
    let area = cross.dot(cross);
    // Coordinates in the parallelogram: vector = s · path + m · core + height · normal.
    let s = |vector: Point| vector.cross(core).dot(cross) / area;
    let m = |vector: Point| path.cross(vector).dot(cross) / area;
    slab(start.dot(normal), way.dot(normal), -radius, radius)?
        .meet(slab(s(start), s(way), 0.0, 1.0)?)?
        .meet(slab(m(start), m(way), -1.0, 1.0)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn point() -> impl Strategy<Value = Point> {
        prop::array::uniform3(-40.0..40.0).prop_map(Point)
    }

    fn body() -> impl Strategy<Value = Body> {
        let sphere = (1.0..20.0).prop_map(|radius| Shape::Sphere { radius });
        let capsule = (1.0..15.0, 0.5..20.0)
            .prop_map(|(radius, core)| Shape::Capsule { radius, core: Point([0.0, 0.0, core]) });
        let cuboid =
            prop::array::uniform3(1.0..20.0).prop_map(|half| Shape::Box { half: Point(half) });
        let at = (-5.0..5.0).prop_map(|z| Point([0.0, 0.0, z]));
        (prop_oneof![sphere, capsule, cuboid], at).prop_map(|(shape, at)| Body { shape, at })
    }

    /// Whether the ray meets the body around `pose`, by shrinking brackets around the nearest
    /// point of the ray: the distance to a convex body is convex along it.
    fn meets_by_search(ray: &Ray, pose: Point, body: &Body) -> bool {
        let depth = |s: f64| outside(ray.from + ray.direction * s - pose - body.at, &body.shape);
        let (mut lo, mut hi) = (0.0, ray.reach);
        for _ in 0..200 {
            let (a, b) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
            if depth(a) <= depth(b) {
                hi = b;
            } else {
                lo = a;
            }
        }
        depth((lo + hi) * 0.5) <= 1e-9
    }

    /// How far `point` is outside of the shape around the origin, in a convex measure.
    fn outside(point: Point, shape: &Shape) -> f64 {
        match *shape {
            Shape::Sphere { radius } => point.length() - radius,
            Shape::Capsule { radius, core } => {
                let along = (point.dot(core) / core.dot(core)).clamp(-1.0, 1.0);
                (point - core * along).length() - radius
            }
            Shape::Box { half } => {
                (0..3).map(|axis| point[axis].abs() - half[axis]).fold(f64::MIN, f64::max)
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Flights last 100 ms, so 1/10,000 of one is 0.01 ms.
        #[test]
        fn contact_is_what_bisection_finds(
            from in point(), aim in point(), reach in 5.0..120.0,
            start in point(), end in point(), body in body(),
        ) {
            let Some(direction) = (aim - from).normalized() else { return Ok(()) };
            let ray = Ray { from, direction, reach };
            let flight = Flight { from: start, to: end };
            let meets = |f: f64| meets_by_search(&ray, start.lerp(end, f), &body);
            match ray.contact(flight, &body) {
                Some(span) => {
                    for (inside, beyond) in [(1.0, -1.0), (-1.0, 1.0)] {
                        let edge = if beyond < 0.0 { span.from } else { span.to };
                        let (within, without) = (edge + inside * 1e-4, edge + beyond * 1e-4);
                        if span.to - span.from > 2e-4 {
                            prop_assert!(meets(within), "{within} of {span:?}");
                        }
                        if (0.0..=1.0).contains(&without) {
                            prop_assert!(!meets(without), "{without} of {span:?}");
                        }
                    }
                }
                None => {
                    let met = (0..=50).any(|n| meets(f64::from(n) / 50.0));
                    prop_assert!(!met);
                }
            }
        }

        #[test]
        fn a_ray_enters_where_it_meets(
            from in point(), aim in point(), reach in 5.0..120.0, pose in point(), body in body(),
        ) {
            let Some(direction) = (aim - from).normalized() else { return Ok(()) };
            let ray = Ray { from, direction, reach };
            let entry = ray.entry(pose, &body);
            let contact = ray.contact(Flight { from: pose, to: pose }, &body);
            prop_assert_eq!(entry.is_some(), contact.is_some());
            if let Some(entry) = entry {
                let at = ray.from + ray.direction * entry - pose - body.at;
                prop_assert!(outside(at, &body.shape) <= 1e-6);
                prop_assert!(entry <= 1e-9 || outside(at - direction * 1e-3, &body.shape) > 0.0);
            }
        }
    }

    #[test]
    fn an_endless_ray_meets_a_far_body() {
        let ray =
            Ray { from: Point::ZERO, direction: Point([1.0, 0.0, 0.0]), reach: f64::INFINITY };
        for shape in [
            Shape::Sphere { radius: 16.0 },
            Shape::Capsule { radius: 16.0, core: Point([0.0, 0.0, 10.0]) },
            Shape::Box { half: Point([16.0, 16.0, 28.0]) },
        ] {
            let body = Body { shape, at: Point::ZERO };
            let flight = Flight { from: Point([1e6, -32.0, 0.0]), to: Point([1e6, 32.0, 0.0]) };
            let span = ray.contact(flight, &body).unwrap();
            assert!((span.from - 0.25).abs() < 1e-6 && (span.to - 0.75).abs() < 1e-6, "{span:?}");
            let entry = ray.entry(Point([1e6, 0.0, 0.0]), &body).unwrap();
            assert!((entry - (1e6 - 16.0)).abs() < 1e-3, "{entry}");
        }
    }
}

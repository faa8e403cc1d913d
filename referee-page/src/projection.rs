//! Looks at a shot from above or from the side: the shot always flies to the right.

use referee::geometry::contact::Ray;
use referee::geometry::point::Point;
use referee::geometry::shape::{Body, Shape};
use referee::tables::meta::Up;

/// The plane of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Unit vectors to the right and upwards in the picture.
    right: Point,
    upward: Point,
}

/// A place in a picture, in units of the game: to the right, and upwards.
pub type Flat = (f64, f64);

/// What is seen of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    Circle {
        radius: f64,
    },
    /// A rectangle with round ends above and below, by half of its sides.
    Upright {
        half_width: f64,
        half_height: f64,
    },
    /// Corners around the centre, in order.
    Polygon(Vec<Flat>),
}

impl Projection {
    /// From above; of a planar game the plane itself.
    pub fn above(ray: &Ray, up: Option<Up>) -> Self {
        let up = axis(up);
        let right = level(ray.direction, up);
        Self { right, upward: up.cross(right) }
    }

    /// From the side.
    pub fn side(ray: &Ray, up: Up) -> Self {
        let up = axis(Some(up));
        Self { right: level(ray.direction, up), upward: up }
    }

    pub fn flat(&self, point: Point) -> Flat {
        (point.dot(self.right), point.dot(self.upward))
    }

    /// What is seen of a body, around its centre.
    pub fn outline(&self, body: &Body) -> Outline {
        match body.shape {
            Shape::Sphere { radius } => Outline::Circle { radius },
            Shape::Capsule { radius, core } => {
                let (_, half_core) = self.flat(core);
                if half_core.abs() < radius * 1e-6 {
                    return Outline::Circle { radius };
                }
                Outline::Upright { half_width: radius, half_height: half_core.abs() + radius }
            }
            Shape::Box { half } => {
                // Three bits are the sides of the box on which a corner lies.
                let corner = |n: u8| {
                    let side =
                        |axis: usize| if n >> axis & 1 == 0 { -half[axis] } else { half[axis] };
                    self.flat(Point([side(0), side(1), side(2)]))
                };
                Outline::Polygon(hull((0..8).map(corner).collect()))
            }
        }
    }
}

impl Outline {
    /// Half of its width and of its height.
    pub fn half_size(&self) -> Flat {
        match self {
            Self::Circle { radius } => (*radius, *radius),
            Self::Upright { half_width, half_height } => (*half_width, *half_height),
            Self::Polygon(corners) => corners.iter().fold((0.0, 0.0), |(width, height), (x, y)| {
                (x.abs().max(width), y.abs().max(height))
            }),
        }
    }
}

fn axis(up: Option<Up>) -> Point {
    up.unwrap_or(Up::Z).axis()
}

/// The part of a direction that is perpendicular to `up`; any such direction for a vertical one.
fn level(direction: Point, up: Point) -> Point {
    let flat = direction - up * direction.dot(up);
    let flat = if flat.length() > 1e-6 { flat } else { Point([1.0, 0.0, 0.0]) };
    flat * (1.0 / flat.length())
}

/// The convex hull, by Andrew's monotone chain.
fn hull(mut points: Vec<Flat>) -> Vec<Flat> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let turns_left =
        |a: Flat, b: Flat, c: Flat| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 1e-9;
    let half = |points: &mut dyn Iterator<Item = Flat>| {
        let mut chain: Vec<Flat> = Vec::new();
        for point in points {
            while let [.., a, b] = chain.as_slice() {
                if turns_left(*a, *b, point) {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ray(direction: [f64; 3]) -> Ray {
        Ray { from: Point::ZERO, direction: Point(direction), reach: f64::INFINITY }
    }

    #[test]
    fn the_shot_flies_to_the_right_and_up_stays_up() {
        for (up, direction) in
            [(Up::Z, [0.6, 0.0, 0.8]), (Up::Z, [0.0, -1.0, 0.0]), (Up::Y, [0.0, 0.6, 0.8])]
        {
            let ray = ray(direction);
            let side = Projection::side(&ray, up);
            let (right, upward) = side.flat(ray.direction);
            assert!(right > 0.0 && (upward - ray.direction.dot(up.axis())).abs() < 1e-9);
            let (right, upward) = Projection::above(&ray, Some(up)).flat(ray.direction);
            assert!(right > 0.0 && upward.abs() < 1e-9);
        }
    }

    #[test]
    fn bodies_are_seen_as_they_stand() {
        let at = Point::ZERO;
        let ray = ray([0.0, 1.0, 0.0]);
        let (above, side) = (Projection::above(&ray, Some(Up::Z)), Projection::side(&ray, Up::Z));
        let cuboid = Body { shape: Shape::Box { half: Point([1.0, 2.0, 3.0]) }, at };
        assert_eq!(above.outline(&cuboid).half_size(), (2.0, 1.0));
        assert_eq!(side.outline(&cuboid).half_size(), (2.0, 3.0));
        let Outline::Polygon(corners) = side.outline(&cuboid) else { panic!("a box") };
        assert_eq!(corners.len(), 4);
        let shape = Shape::Capsule { radius: 0.4, core: Point([0.0, 0.0, 0.5]) };
        let capsule = Body { shape, at };
        assert_eq!(above.outline(&capsule), Outline::Circle { radius: 0.4 });
        assert_eq!(side.outline(&capsule).half_size(), (0.4, 0.9));
    }
}

//! Points in f64, and when two evenly moving points come within a distance of each other.

use core::ops::{Add, Mul, Sub};

use shared::base::geometry::{Turn, Vec2};

use super::NEAR_U;

/// A point or a displacement, in u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Two points, or a point that moves evenly from one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LinearPath {
    pub(super) from: Point,
    pub(super) to: Point,
}

/// When a path meets a circle, as fractions of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// The earliest possible meeting.
    pub(super) least: f64,
    /// The latest possible meeting; `None` if they may not meet at all.
    pub(super) most: Option<f64>,
}

impl Point {
    pub(super) fn of(v: Vec2) -> Self {
        Self { x: v.x.into(), y: v.y.into() }
    }

    /// The unit vector in a direction.
    pub(super) fn towards(aim: Turn) -> Self {
        let (sin, cos) = libm::sincos(f64::from(aim.0) / 65_536.0 * core::f64::consts::TAU);
        Self { x: cos, y: sin }
    }

    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The point at a fraction of the way to another.
    pub(super) fn blend(self, other: Self, fraction: f64) -> Self {
        self + (other - self) * fraction
    }
}

impl LinearPath {
    pub(super) fn still(at: Point) -> Self {
        Self { from: at, to: at }
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

/// When two points that move evenly in the same time first come within a distance of each other.
pub(super) fn entry(a: LinearPath, b: LinearPath, radius_u: f64) -> Option<Entry> {
    let (start, end) = (a.from - b.from, a.to - b.to);
    let least = first_within(start, end - start, radius_u + NEAR_U)?;
    Some(Entry { least, most: first_within(start, end - start, radius_u - NEAR_U) })
}

/// The same as a number, without error bounds.
pub(super) fn exact_entry(a: LinearPath, b: LinearPath, radius_u: f64) -> Option<f64> {
    first_within(a.from - b.from, (a.to - b.to) - (a.from - b.from), radius_u)
}

/// The least `t` from 0 to 1 with `|start + way·t| ≤ radius`.
fn first_within(start: Point, way: Point, radius_u: f64) -> Option<f64> {
    let c = start.dot(start) - radius_u * radius_u;
    if c <= 0.0 {
        return Some(0.0);
    }
    let (a, b) = (way.dot(way), start.dot(way));
    let root = b * b - a * c;
    if b >= 0.0 || root < 0.0 {
        return None;
    }
    Some(c / (root.sqrt() - b)).filter(|t| *t <= 1.0)
}

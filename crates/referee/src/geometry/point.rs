//! A point or vector of three coordinates, in the units of the game.

use std::ops::{Add, Index, Mul, Neg, Sub};

/// A point or a vector. In a planar game `z` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point(pub [f64; 3]);

impl Point {
    pub const ZERO: Self = Self([0.0; 3]);

    pub fn dot(self, other: Self) -> f64 {
        self.0[0] * other.0[0] + self.0[1] * other.0[1] + self.0[2] * other.0[2]
    }

    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector of length 1 along this one; `None` for one without a direction.
    pub fn normalized(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0 && length.is_finite()).then(|| self * (1.0 / length))
    }

    /// The point at `fraction` of the way from this one to `other`.
    pub fn lerp(self, other: Self, fraction: f64) -> Self {
        self + (other - self) * fraction
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Point {
    type Output = Self;
    fn neg(self) -> Self {
        Self([-self.0[0], -self.0[1], -self.0[2]])
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self([self.0[0] * factor, self.0[1] * factor, self.0[2] * factor])
    }
}

impl Index<usize> for Point {
    type Output = f64;
    fn index(&self, axis: usize) -> &f64 {
        &self.0[axis]
    }
}

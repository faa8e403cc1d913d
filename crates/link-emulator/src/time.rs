//! Times and durations in microseconds. They are integers, so that equal inputs give equal results
//! on every machine.

use core::ops::{Add, AddAssign, Neg, Sub};

use serde::{Deserialize, Serialize};

/// Microseconds in a second.
pub const MICROS_PER_S: i64 = 1_000_000;

/// A point in time or a duration in µs, on the clock of its owner.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Micros(pub i64);

impl Micros {
    pub const ZERO: Self = Self(0);

    #[must_use]
    pub const fn from_ms(ms: i64) -> Self {
        Self(ms * 1000)
    }

    /// In whole milliseconds, rounded down.
    #[must_use]
    pub const fn as_ms(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// In seconds, for rendering only.
    #[must_use]
    pub fn as_s_f32(self) -> f32 {
        self.0 as f32 / MICROS_PER_S as f32
    }

    /// The later of two times.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The earlier of two times.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl Add for Micros {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Micros {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Micros {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

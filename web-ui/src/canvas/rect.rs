//! A rectangle of the page, for whatever is drawn or laid out there.

use shared::base::geometry::Vec2;

/// A rectangle, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its upper left corner.
    pub at: Vec2,
    /// Its size.
    pub size: Vec2,
}

impl Rect {
    /// Its middle.
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        self.at + self.size / 2.0
    }

    /// Its lower right corner.
    #[must_use]
    pub fn end(&self) -> Vec2 {
        self.at + self.size
    }

    /// The same with so much taken off at each side; what has less than that shrinks to its middle.
    #[must_use]
    pub fn inset(&self, by_px: f32) -> Self {
        let by = Vec2::splat(by_px).min(self.size / 2.0);
        Self { at: self.at + by, size: self.size - by * 2.0 }
    }

    /// Whether a point lies in it or at its rim.
    #[must_use]
    pub fn holds(&self, point: Vec2) -> bool {
        point.cmpge(self.at).all() && point.cmple(self.end()).all()
    }

    /// Whether it has anything in common with another; what only touches has not.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.end().min(other.end()).cmpgt(self.at.max(other.at)).all()
    }

    /// Whether any part of a circle lies in it.
    #[must_use]
    pub fn meets_circle(&self, middle: Vec2, radius: f32) -> bool {
        let nearest = middle.clamp(self.at, self.end());
        self.size.cmpgt(Vec2::ZERO).all() && middle.distance_squared(nearest) < radius * radius
    }
}

//! A rectangle of the page, for drawing and layout.

use shared::base::geometry::Vec2;

/// A rectangle, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Upper left corner.
    pub at: Vec2,
    pub size: Vec2,
}

impl Rect {
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        self.at + self.size / 2.0
    }

    /// Lower right corner.
    #[must_use]
    pub fn end(&self) -> Vec2 {
        self.at + self.size
    }

    /// Shrinks it by `by_px` on each side, at most to its middle.
    #[must_use]
    pub fn inset(&self, by_px: f32) -> Self {
        let by = Vec2::splat(by_px).min(self.size / 2.0);
        Self { at: self.at + by, size: self.size - by * 2.0 }
    }

    /// Whether it contains a point, edges included.
    #[must_use]
    pub fn holds(&self, point: Vec2) -> bool {
        point.cmpge(self.at).all() && point.cmple(self.end()).all()
    }

    /// Whether it contains another rectangle, edges included.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.holds(other.at) && self.holds(other.end())
    }

    /// Whether it overlaps another rectangle; shared edges do not count.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.end().min(other.end()).cmpgt(self.at.max(other.at)).all()
    }

    #[must_use]
    pub fn meets_circle(&self, middle: Vec2, radius: f32) -> bool {
        let nearest = middle.clamp(self.at, self.end());
        self.size.cmpgt(Vec2::ZERO).all() && middle.distance_squared(nearest) < radius * radius
    }
}

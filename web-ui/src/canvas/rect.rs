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
}

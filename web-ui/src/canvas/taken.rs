//! What a text in a picture must not cover.

use shared::base::geometry::Vec2;

use super::rect::Rect;

/// What is taken in a part of the page, in CSS pixels.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// The part of the page that a text may use.
    pub window: Rect,
    /// Ships and marks, with their radii.
    pub circles: Vec<(Vec2, f32)>,
    /// Names and panels.
    pub rects: Vec<Rect>,
}

impl Taken {
    /// Whether a text may stand there.
    #[must_use]
    pub fn is_free(&self, rect: &Rect) -> bool {
        self.window.contains(rect)
            && !self.circles.iter().any(|(middle, radius)| rect.meets_circle(*middle, *radius))
            && !self.rects.iter().any(|other| other.meets(rect))
    }
}

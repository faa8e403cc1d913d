//! The camera of a replay. It stands where all of it is in sight, and slides there when the replay
//! begins or the free part of the picture changes.

use shared::base::geometry::Vec2;
use web_ui::{
    canvas::{camera::Camera, rect::Rect},
    world::Motion,
};

use crate::replay::framing::Framed;

/// How long it slides, in s.
const SLIDE_S: f32 = 0.35;

/// A camera that stands still, once it has arrived.
pub(super) struct Stand {
    pub(super) framed: Framed,
    /// The part of the picture that it was put up for, in CSS pixels.
    pub(super) room: Rect,
    at_rest: Camera,
    /// The picture before, relative to where it stands in the end, in u.
    slide_from: Vec2,
    slid_s: f32,
    now: Camera,
}

impl Stand {
    /// A camera that slides from where `before` is to where it shows `framed` in `room`, with a
    /// margin. `near` is a camera close to it.
    pub(super) fn new(
        framed: Framed,
        (room, margin_px): (Rect, f32),
        near: Camera,
        before: &Camera,
        motion: Motion,
    ) -> Self {
        let drawn = framed.on_page(|at| near.to_page(at), margin_px);
        let at_rest = near.shifted(drawn.shift_into(room));
        let slide_from = match motion {
            Motion::Full => before.centre() - at_rest.centre(),
            Motion::Reduced => Vec2::ZERO,
        };
        let now = at_rest.clone();
        let mut stand = Self { framed, room, at_rest, slide_from, slid_s: 0.0, now };
        stand.slide(0.0);
        stand
    }

    /// Slides on for a time.
    pub(super) fn slide(&mut self, dt_s: f32) {
        self.slid_s += dt_s;
        let left = 1.0 - (self.slid_s / SLIDE_S).clamp(0.0, 1.0);
        let eased = left * left * (3.0 - 2.0 * left);
        self.now = self.at_rest.shifted(self.slide_from * -eased * self.at_rest.scale());
    }

    pub(super) fn camera(&self) -> &Camera {
        &self.now
    }

    pub(super) fn at_rest(&self) -> &Camera {
        &self.at_rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::ZERO, size: Vec2::new(1280.0, 720.0) };
    const ROOM: Rect = Rect { at: Vec2::new(0.0, 100.0), size: Vec2::new(1280.0, 500.0) };

    fn stand(motion: Motion) -> (Stand, Camera) {
        let before = Camera::fixed(WINDOW, Vec2::new(900.0, 700.0), 1360.0);
        let framed = Framed::of(&[Vec2::new(900.0, 700.0)], &[Vec2::new(1200.0, 500.0)]);
        let near = Camera::fixed(WINDOW, Vec2::new(1050.0, 600.0), 1360.0);
        (Stand::new(framed.unwrap(), (ROOM, 30.0), near, &before, motion), before)
    }

    #[test]
    fn it_slides_without_a_jump_and_stands() {
        let (mut stand, before) = stand(Motion::Full);
        let mut last = before.centre();
        assert!(stand.camera().centre().distance(last) < 1e-2, "it begins where the picture was");
        let way = last.distance(stand.at_rest().centre());
        for _ in 0..30 {
            stand.slide(0.016);
            let centre = stand.camera().centre();
            assert!(centre.distance(last) < way / 10.0, "{centre} after {last}");
            last = centre;
        }
        assert_eq!(last, stand.at_rest().centre());
        for at in [stand.framed.all.at, stand.framed.all.end()] {
            assert!(ROOM.holds(stand.camera().to_page(at)), "{at}");
        }
    }

    #[test]
    fn where_motion_is_reduced_it_stands_at_once() {
        let (stand, _) = stand(Motion::Reduced);
        assert_eq!(stand.camera(), stand.at_rest());
    }
}

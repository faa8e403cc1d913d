//! Prediction errors fade from the picture: the drawn ship is shown off its predicted place by an
//! offset that shrinks to nothing. The simulation never sees it.

use serde::Serialize;

use crate::base::{geometry::Vec2, time::Micros};

/// A jump above this is shown as one, in u (QuakeWorld snaps at 128).
const SNAP_U: f32 = 128.0;

/// What is left of the errors so far.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Correction {
    offset: Vec2,
    since: Micros,
}

impl Correction {
    /// The drawn place moved by this much without cause: added to what is left of earlier errors.
    pub(super) fn add(&mut self, now: Micros, error: Vec2, fade: Micros) {
        if error == Vec2::ZERO {
            return;
        }
        let sum = self.offset_at(now, fade) + error;
        let snaps = sum.length_squared() > SNAP_U * SNAP_U;
        self.offset = if snaps { Vec2::ZERO } else { sum };
        self.since = now;
    }

    /// The offset still shown: linear from the whole error to nothing.
    pub(super) fn offset_at(&self, now: Micros, fade: Micros) -> Vec2 {
        let left = fade - (now - self.since);
        if left.0 <= 0 || fade.0 <= 0 {
            return Vec2::ZERO;
        }
        self.offset * (left.0.min(fade.0) as f32 / fade.0 as f32)
    }

    /// Shows nothing any more: for a new life.
    pub(super) fn clear(&mut self) {
        self.offset = Vec2::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_fade_in_a_line_and_add_to_what_is_left() {
        let fade = Micros::from_ms(100);
        let mut correction = Correction::default();
        correction.add(Micros::ZERO, Vec2::new(8.0, 0.0), fade);
        for (ms, want) in [(0, 8.0), (25, 6.0), (50, 4.0), (75, 2.0), (100, 0.0), (500, 0.0)] {
            assert_eq!(correction.offset_at(Micros::from_ms(ms), fade).x, want, "{ms} ms");
        }
        correction.add(Micros::from_ms(50), Vec2::new(2.0, 1.0), fade);
        assert_eq!(correction.offset_at(Micros::from_ms(50), fade), Vec2::new(6.0, 1.0));
        correction.add(Micros::from_ms(60), Vec2::new(200.0, 0.0), fade);
        assert_eq!(correction.offset_at(Micros::from_ms(60), fade), Vec2::ZERO, "a snap");
        correction.add(Micros::from_ms(70), Vec2::X, Micros::ZERO);
        assert_eq!(correction.offset_at(Micros::from_ms(70), Micros::ZERO), Vec2::ZERO, "off");
    }
}

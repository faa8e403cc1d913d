//! Source's smoothing of prediction errors: small ones are ignored, large ones snap, the others
//! become an offset that fades linearly. Affects only the picture; runs once a correction.

use serde::Serialize;

use crate::base::{geometry::Vec2, time::Micros};

/// Errors up to this are ignored, in u.
pub const IGNORED_U: f32 = 0.5;
/// Errors above this snap, in u.
pub const SNAP_U: f32 = 64.0;
/// How long an error fades by default (`cl_smoothtime 0.1`).
pub const SMOOTH_DEFAULT: Micros = Micros::from_ms(100);

/// How an error was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ErrorHandling {
    /// Too small to show; earlier errors continue to fade.
    Ignored,
    /// It fades, together with the rest of earlier ones.
    Smoothed,
    /// It is shown at once; earlier errors continue to fade.
    Snapped,
}

/// The fading rest of the errors so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ErrorSmoothing {
    /// The offset at `since`, in u.
    residual: Vec2,
    since: Micros,
}

impl ErrorSmoothing {
    /// Adds an error: where the ship was drawn less where it belongs, in u. Whether it snaps
    /// depends on this error alone, not on its sum with earlier ones.
    pub fn add(&mut self, now: Micros, error: Vec2, smooth: Micros) -> ErrorHandling {
        let length2 = error.length_squared();
        if length2 <= IGNORED_U * IGNORED_U {
            return ErrorHandling::Ignored;
        }
        if length2 > SNAP_U * SNAP_U {
            return ErrorHandling::Snapped;
        }
        self.residual = self.offset_at(now, smooth) + error;
        self.since = now;
        ErrorHandling::Smoothed
    }

    /// The offset to draw with, in u: `E·(1 − t/smooth)`.
    #[must_use]
    pub fn offset_at(&self, now: Micros, smooth: Micros) -> Vec2 {
        let left = smooth - (now - self.since);
        if left.0 <= 0 || smooth.0 <= 0 {
            return Vec2::ZERO;
        }
        self.residual * (left.0.min(smooth.0) as f32 / smooth.0 as f32)
    }
}

//! Measures the frame rate from the times of the frames.

use shared::base::time::{MICROS_PER_S, Micros};

#[derive(Clone, Copy, Debug, Default)]
pub struct FrameRate {
    since: Micros,
    frames: u32,
    per_second: u32,
}

impl FrameRate {
    const WINDOW: Micros = Micros(MICROS_PER_S / 2);

    /// Counts a frame drawn at `now`.
    pub fn count(&mut self, now: Micros) {
        self.frames += 1;
        let span = now - self.since;
        if span >= Self::WINDOW {
            self.per_second =
                ((i64::from(self.frames) * MICROS_PER_S + span.0 / 2) / span.0) as u32;
            *self = Self { since: now, frames: 0, ..*self };
        }
    }

    /// Frames per second, from the last complete count.
    #[must_use]
    pub fn per_second(&self) -> u32 {
        self.per_second
    }
}

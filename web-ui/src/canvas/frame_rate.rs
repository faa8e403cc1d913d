//! How many pictures a second are drawn: the time of each goes in, a figure comes out.

use shared::base::time::{MICROS_PER_S, Micros};

/// Counts pictures.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameRate {
    since: Micros,
    frames: u32,
    per_second: u32,
}

impl FrameRate {
    const WINDOW: Micros = Micros(MICROS_PER_S / 2);

    /// A picture is drawn.
    pub fn count(&mut self, now: Micros) {
        self.frames += 1;
        let span = now - self.since;
        if span >= Self::WINDOW {
            self.per_second =
                ((i64::from(self.frames) * MICROS_PER_S + span.0 / 2) / span.0) as u32;
            *self = Self { since: now, frames: 0, ..*self };
        }
    }

    /// Pictures a second, by the newest count.
    #[must_use]
    pub fn per_second(&self) -> u32 {
        self.per_second
    }
}

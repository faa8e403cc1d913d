//! Play, pause and slow motion: converts real time to whole frames to simulate and a remainder.
//! Runs once per picture.

use lab::setup::FRAMES;
use shared::base::time::{MICROS_PER_S, Micros};

/// Divisors of real time: time runs at 1/n.
pub const SPEEDS: [u32; 7] = [1, 2, 5, 10, 20, 50, 100];
/// Maximum frames simulated per picture: after a pause of the page nothing is caught up.
const FRAMES_PER_PICTURE_MAX: i64 = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    #[default]
    Playing,
    Paused,
}

/// The remainder within the current frame, and the speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transport {
    pace: Pace,
    /// An index into [`SPEEDS`].
    speed: usize,
    /// Virtual time since the last whole frame, in µs times the current divisor.
    left: i64,
}

impl Transport {
    /// Advances by real time. Returns how many frames to simulate now.
    pub fn pass(&mut self, dt: Micros) -> u32 {
        if self.pace == Pace::Paused {
            return 0;
        }
        let frame = self.frame_length();
        self.left += dt.0.clamp(0, frame * FRAMES_PER_PICTURE_MAX);
        let frames = (self.left / frame).min(FRAMES_PER_PICTURE_MAX);
        self.left %= frame;
        frames as u32
    }

    /// Virtual time since the last whole frame: less than a frame.
    #[must_use]
    pub fn since_frame(&self) -> Micros {
        Micros(self.left / i64::from(self.divisor()))
    }

    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Divisor of the current speed.
    #[must_use]
    pub fn divisor(&self) -> u32 {
        SPEEDS[self.speed]
    }

    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Slows down by `steps` speeds (negative: speeds up), limited to the range.
    pub fn slower(&mut self, steps: isize) {
        self.set_speed(self.speed.saturating_add_signed(steps));
    }

    /// Sets the speed by its index in [`SPEEDS`].
    pub fn set_speed(&mut self, speed: usize) {
        let before = self.since_frame().0;
        self.speed = speed.min(SPEEDS.len() - 1);
        self.left = before * i64::from(self.divisor());
    }

    /// The index of the speed in [`SPEEDS`].
    #[must_use]
    pub fn speed(&self) -> usize {
        self.speed
    }

    /// Discards the remainder: time is at a whole frame.
    pub fn at_frame(&mut self) {
        self.left = 0;
    }

    /// Length of a frame in real time, in µs.
    fn frame_length(&self) -> i64 {
        MICROS_PER_S / i64::from(FRAMES.hz()) * i64::from(self.divisor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_sixty_frames_and_a_hundredth_of_them_in_slow_motion() {
        for (speed, divisor) in SPEEDS.into_iter().enumerate() {
            let mut transport = Transport::default();
            transport.set_speed(speed);
            let frames: u32 = (0..1000).map(|_| transport.pass(Micros(10_000))).sum();
            let expected = 600 / divisor;
            assert!(frames.abs_diff(expected) <= 1, "1/{divisor}: {frames}");
            assert!(transport.since_frame() < Micros(16_667));
        }
    }

    #[test]
    fn a_pause_of_the_page_is_not_caught_up_and_a_paused_time_stands() {
        let mut transport = Transport::default();
        assert_eq!(transport.pass(Micros(60_000_000)), 4);
        transport.set_pace(Pace::Paused);
        let before = transport.since_frame();
        assert_eq!(transport.pass(Micros(60_000_000)), 0);
        assert_eq!(transport.since_frame(), before);
    }

    #[test]
    fn another_speed_keeps_the_moment_within_the_frame() {
        let mut transport = Transport::default();
        transport.pass(Micros(8_000));
        transport.slower(99);
        assert_eq!(transport.divisor(), 100);
        assert_eq!(transport.since_frame(), Micros(8_000));
        transport.slower(-99);
        assert_eq!((transport.divisor(), transport.since_frame()), (1, Micros(8_000)));
    }
}

//! Moments of something that is played forward, kept now and then so that one can go back: states
//! go in as they pass, the newest at or before a frame comes out.

use alloc::collections::VecDeque;

use crate::base::limits::{MOMENT_FRAMES, MOMENTS_MAX};

/// Kept moments in the order of their frames, at most [`MOMENTS_MAX`].
#[derive(Clone, Debug)]
pub(super) struct Kept<T>(VecDeque<(u32, T)>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T: Clone> Kept<T> {
    /// Keeps a moment, if it is long enough since the last; with too many, those long ago thin out.
    pub(super) fn keep(&mut self, frame: u32, moment: &T) {
        let newest = self.0.back().map_or(0, |(frame, _)| *frame);
        if frame < newest + MOMENT_FRAMES {
            return;
        }
        if self.0.len() >= MOMENTS_MAX {
            // Of the older half every other one goes.
            let mut n = 0;
            self.0.retain(|_| {
                n += 1;
                n > MOMENTS_MAX / 2 || n % 2 == 0
            });
        }
        self.0.push_back((frame, moment.clone()));
    }

    /// The newest at or before a frame, with its frame.
    pub(super) fn nearest(&self, frame: u32) -> Option<(u32, &T)> {
        let later = self.0.partition_point(|(at, _)| *at <= frame);
        let (at, moment) = self.0.get(later.checked_sub(1)?)?;
        Some((*at, moment))
    }

    /// Forgets what lies at or after a frame.
    pub(super) fn forget_from(&mut self, frame: u32) {
        self.0.truncate(self.0.partition_point(|(at, _)| *at < frame));
    }
}

//! Checkpoints: states of something that is played forward, kept now and then so that one can go
//! back. States go in as they pass, the newest at or before a frame comes out.

use alloc::collections::VecDeque;

use crate::base::limits::{CHECKPOINT_FRAMES, CHECKPOINTS_MAX};

/// Kept states in the order of their frames, at most [`CHECKPOINTS_MAX`].
#[derive(Clone, Debug)]
pub(super) struct Checkpoints<T>(VecDeque<(u32, T)>);

impl<T> Default for Checkpoints<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T: Clone> Checkpoints<T> {
    /// Keeps a state if it is long enough since the last one; with too many, the older ones thin
    /// out.
    pub(super) fn keep(&mut self, frame: u32, state: &T) {
        let newest = self.0.back().map_or(0, |(frame, _)| *frame);
        if frame < newest + CHECKPOINT_FRAMES {
            return;
        }
        if self.0.len() >= CHECKPOINTS_MAX {
            // Of the older half every other one goes.
            let mut n = 0;
            self.0.retain(|_| {
                n += 1;
                n > CHECKPOINTS_MAX / 2 || n % 2 == 0
            });
        }
        self.0.push_back((frame, state.clone()));
    }

    /// The newest state at or before a frame, with its frame.
    pub(super) fn nearest(&self, frame: u32) -> Option<(u32, &T)> {
        let later = self.0.partition_point(|(at, _)| *at <= frame);
        let (at, state) = self.0.get(later.checked_sub(1)?)?;
        Some((*at, state))
    }

    /// Forgets what lies at or after a frame.
    pub(super) fn forget_from(&mut self, frame: u32) {
        self.0.truncate(self.0.partition_point(|(at, _)| *at < frame));
    }
}

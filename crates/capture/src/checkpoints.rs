//! Checkpoints: states of something that is played forward, kept now and then so that one can go
//! back. States go in as they pass, the newest at or before a frame comes out.
//!
//! Which frames are kept is a rule of two parts. The *even* ones are a step apart, over everything
//! that was ever reached; the step doubles as that grows, so that there are never more than a
//! number of them. The *near* ones are finer the nearer they are to where one stands: a frame is
//! kept as long as it is not farther away than [`CHECKPOINT_REACH`] times its grain, which is the
//! largest power of two that divides it. So whoever goes anywhere is at most a step away from what
//! is kept, and whoever goes back a little is a little away.

use alloc::collections::VecDeque;

use shared::base::limits::{
    CHECKPOINT_FRAMES, CHECKPOINT_REACH, CHECKPOINTS_MAX, FINE_CHECKPOINT_FRAMES,
};

/// Kept states in the order of their frames: at most [`CHECKPOINTS_MAX`] even ones by what a state
/// weighs, and a few near ones.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoints<T>(VecDeque<(u32, T)>);

/// Where somebody goes who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaybackMove {
    /// On, frame by frame.
    Advance,
    /// To a frame.
    SeekTo(u32),
}

impl<T> Default for Checkpoints<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Checkpoints<T> {
    /// Whether the state of a frame is to be kept and is not yet. `weight` is as how many a state
    /// counts.
    pub(crate) fn should_keep(&self, frame: u32, going: PlaybackMove, weight: u32) -> bool {
        // To keep every few frames of all that is played would cost more than to play them.
        let (finest, near) = match going {
            PlaybackMove::Advance => (CHECKPOINT_FRAMES, frame),
            PlaybackMove::SeekTo(target) => (FINE_CHECKPOINT_FRAMES, target),
        };
        frame.is_multiple_of(finest)
            && frame > 0
            && is_kept(frame, near, self.step(frame, weight))
            && self.place(frame).is_err()
    }

    /// Keeps the state of a frame.
    pub(crate) fn keep(&mut self, frame: u32, state: T) {
        if let Err(place) = self.place(frame) {
            self.0.insert(place, (frame, state));
        }
    }

    /// Forgets what is not to be kept any more, for somebody who is at a frame.
    pub(crate) fn thin(&mut self, frame: u32, weight: u32) {
        let step = self.step(0, weight);
        self.0.retain(|(kept, _)| is_kept(*kept, frame, step));
    }

    /// The newest state at or before a frame, with its frame.
    pub(crate) fn nearest(&self, frame: u32) -> Option<(u32, &T)> {
        let later = self.0.partition_point(|(at, _)| *at <= frame);
        let (at, state) = self.0.get(later.checked_sub(1)?)?;
        Some((*at, state))
    }

    /// Forgets what lies at or after a frame.
    pub(crate) fn forget_from(&mut self, frame: u32) {
        self.0.truncate(self.0.partition_point(|(at, _)| *at < frame));
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Frames from one even checkpoint to the next, where the farthest frame that was reached is
    /// this one, or the last of which a state is kept.
    fn step(&self, frame: u32, weight: u32) -> u32 {
        let farthest = self.0.back().map_or(0, |(kept, _)| *kept).max(frame);
        let most = (CHECKPOINTS_MAX / weight.max(1)).max(1);
        farthest.div_ceil(most).next_power_of_two().max(CHECKPOINT_FRAMES)
    }

    /// Where a frame is among those that are kept, or would be.
    fn place(&self, frame: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&frame, |(kept, _)| *kept)
    }
}

/// Whether a frame is one of the even ones, so many frames apart, or is near.
fn is_kept(frame: u32, near: u32, step: u32) -> bool {
    let grain = frame & frame.wrapping_neg();
    grain >= step || frame.abs_diff(near) <= CHECKPOINT_REACH * grain
}

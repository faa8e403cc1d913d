//! Checkpoints for seeking: stores some of the states that playback passes through, and returns the
//! newest one at or before a frame.
//!
//! Two rules decide which frames are kept. *Even* checkpoints are a step apart over everything
//! reached so far; the step doubles as the recording grows, which bounds their number. *Near*
//! checkpoints get finer towards the current position: a frame is kept while it is within
//! [`CHECKPOINT_REACH`] times its grain, the largest power of two that divides it. A seek to
//! anywhere is therefore at most one step from a checkpoint, and a short seek backwards only a few
//! frames.

use alloc::collections::VecDeque;

use crate::limits::{CHECKPOINT_FRAMES, CHECKPOINT_REACH, CHECKPOINTS_MAX, FINE_CHECKPOINT_FRAMES};

/// Stored states in frame order: up to [`CHECKPOINTS_MAX`] even ones, divided by a state's weight,
/// and a few near ones.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoints<T>(VecDeque<(u32, T)>);

/// How playback moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaybackMove {
    /// Frame by frame.
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
    /// Whether the state of a frame should be kept and is not yet. `weight` is the number of states
    /// that one counts as.
    pub(crate) fn should_keep(&self, frame: u32, going: PlaybackMove, weight: u32) -> bool {
        // Checkpointing every few frames during playback would cost more than playing them.
        let (finest, near) = match going {
            PlaybackMove::Advance => (CHECKPOINT_FRAMES, frame),
            PlaybackMove::SeekTo(target) => (FINE_CHECKPOINT_FRAMES, target),
        };
        frame.is_multiple_of(finest)
            && frame > 0
            && is_kept(frame, near, self.step(frame, weight))
            && self.place(frame).is_err()
    }

    pub(crate) fn keep(&mut self, frame: u32, state: T) {
        if let Err(place) = self.place(frame) {
            self.0.insert(place, (frame, state));
        }
    }

    /// Drops what need not be kept with playback at this frame.
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

    /// Drops checkpoints at or after a frame.
    pub(crate) fn drop_from(&mut self, frame: u32) {
        self.0.truncate(self.0.partition_point(|(at, _)| *at < frame));
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Frames between even checkpoints, given the farthest frame reached or the last one kept.
    fn step(&self, frame: u32, weight: u32) -> u32 {
        let farthest = self.0.back().map_or(0, |(kept, _)| *kept).max(frame);
        let most = (CHECKPOINTS_MAX / weight.max(1)).max(1);
        farthest.div_ceil(most).next_power_of_two().max(CHECKPOINT_FRAMES)
    }

    /// Index of a frame among those kept, or where it would be inserted.
    fn place(&self, frame: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&frame, |(kept, _)| *kept)
    }
}

/// Whether a frame is an even checkpoint at this step, or a near one.
fn is_kept(frame: u32, near: u32, step: u32) -> bool {
    let grain = frame & frame.wrapping_neg();
    grain >= step || frame.abs_diff(near) <= CHECKPOINT_REACH * grain
}

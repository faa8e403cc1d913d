//! Playback: something that was recorded goes in, and it is watched: forward by a frame, back by a
//! frame, to any frame. Checkpoints are kept on the way; going back starts at the newest one before
//! the frame and plays the rest again. Runs at every frame of the laboratory, and while somebody
//! moves its time bar.

use super::checkpoints::Checkpoints;

/// What can be played: a recording that says what follows from a state.
pub trait Playable {
    /// Everything that the next frame depends on.
    type State: Clone;
    /// Why there is no next frame.
    type End;

    /// The frame that a state stands at; the beginning is frame 0.
    fn frame_of(state: &Self::State) -> u32;

    /// How many frames are recorded.
    fn frames(&self) -> u32;

    /// Frame 0, from the state that the recording starts with.
    fn begin(&self, start: &Self::State) -> Self::State {
        start.clone()
    }

    /// One frame on.
    ///
    /// # Errors
    /// When there is no next frame.
    fn advance(&mut self, state: &mut Self::State) -> Result<(), Self::End>;
}

/// Whether a frame is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It stands there.
    There,
    /// More steps are needed.
    OnTheWay,
}

/// A recording, and where in it somebody is.
#[derive(Clone, Debug)]
pub struct Playback<R: Playable> {
    pub(super) recording: R,
    pub(super) state: R::State,
    pub(super) checkpoints: Checkpoints<R::State>,
    start: R::State,
    /// The frame to go to, while it is on the way there.
    target: Option<u32>,
}

impl<R: Playable> Playback<R> {
    /// A recording at its beginning.
    pub(super) fn at_start(recording: R, start: R::State) -> Self {
        let state = recording.begin(&start);
        Self { recording, state, checkpoints: Checkpoints::default(), start, target: None }
    }

    /// Another one of the same recording, at its beginning.
    pub(super) fn again(&self) -> Self
    where
        R: Clone,
    {
        Self::at_start(self.recording.clone(), self.start.clone())
    }

    /// The frame it stands at.
    #[must_use]
    pub fn frame(&self) -> u32 {
        R::frame_of(&self.state)
    }

    /// How many frames are recorded.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.recording.frames()
    }

    /// Whether it is on the way to a frame.
    #[must_use]
    pub fn seeking(&self) -> bool {
        self.target.is_some()
    }

    /// One frame on.
    ///
    /// # Errors
    /// When there is no next frame.
    pub fn step(&mut self) -> Result<(), R::End> {
        self.checkpoints.keep(self.frame(), &self.state);
        self.recording.advance(&mut self.state)
    }

    /// What came or will come after a frame: a copy of the state goes on from there, by what is
    /// recorded and beyond that with what is held, until a test holds of it or for so many frames.
    /// The playback stays where it is.
    #[must_use]
    pub fn after(&self, frame: u32, frames_max: u32, test: impl Fn(&R::State) -> bool) -> R::State
    where
        R: Clone,
    {
        let mut recording = self.recording.clone();
        let mut state = match self.checkpoints.nearest(frame) {
            _ if self.frame() == frame => self.state.clone(),
            Some((_, kept)) => kept.clone(),
            None => self.recording.begin(&self.start),
        };
        let last = frame.saturating_add(frames_max);
        while R::frame_of(&state) < last {
            let is_there = R::frame_of(&state) >= frame;
            if is_there && test(&state) || recording.advance(&mut state).is_err() {
                break;
            }
        }
        state
    }

    /// Goes to a frame, or as near as so many steps allow; [`seek_on`](Self::seek_on) goes on from
    /// there. Of a frame beyond the recording its end is meant.
    pub fn seek(&mut self, frame: u32, steps_max: u32) -> Reached {
        let frame = frame.min(self.frames());
        match self.checkpoints.nearest(frame) {
            Some((kept, state)) if frame < self.frame() || kept > self.frame() => {
                self.state = state.clone();
            }
            None if frame < self.frame() => self.state = self.recording.begin(&self.start),
            _ => {}
        }
        for _ in 0..steps_max {
            if self.frame() >= frame || self.step().is_err() {
                break;
            }
        }
        let there = self.frame() == frame;
        self.target = (!there).then_some(frame);
        if there { Reached::There } else { Reached::OnTheWay }
    }

    /// Goes on towards the frame it is on the way to, by so many steps at most; `None` when it is
    /// on the way to none.
    pub fn seek_on(&mut self, steps_max: u32) -> Option<Reached> {
        self.target.map(|frame| self.seek(frame, steps_max))
    }
}

//! Plays any recording: a frame forwards, a frame back, or to any frame. A seek restores the newest
//! checkpoint before the frame and replays the rest. Runs on every frame of the laboratory, and
//! while its time bar is dragged.

use super::checkpoints::{Checkpoints, PlaybackMove};

/// A recording that can advance a state by one frame.
pub trait Playable {
    /// Everything that the next frame depends on.
    type State: Clone;
    /// Why there is no next frame.
    type End;

    /// The frame that a state is at; the start is frame 0.
    fn frame_of(state: &Self::State) -> u32;

    fn frames(&self) -> u32;

    /// Frame 0, from the recording's initial state.
    fn begin(&self, start: &Self::State) -> Self::State {
        start.clone()
    }

    /// How many states this one counts as against the checkpoint limit.
    fn weight(state: &Self::State) -> u32;

    /// Called before a state is copied into a checkpoint: frees spare capacity without changing the
    /// state.
    fn shrink_to_fit(_state: &mut Self::State) {}

    /// Advances by one frame.
    ///
    /// # Errors
    /// When there is no next frame.
    fn advance(&mut self, state: &mut Self::State) -> Result<(), Self::End>;
}

/// Progress of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    There,
    /// More steps are needed.
    OnTheWay,
}

/// A recording with a position in it.
#[derive(Clone, Debug)]
pub struct Playback<R: Playable> {
    recording: R,
    state: R::State,
    checkpoints: Checkpoints<R::State>,
    start: R::State,
    /// Target of an unfinished seek.
    target: Option<u32>,
}

impl<R: Playable> Playback<R> {
    /// A recording at its beginning.
    #[must_use]
    pub fn at_start(recording: R, start: R::State) -> Self {
        let state = recording.begin(&start);
        Self { recording, state, checkpoints: Checkpoints::default(), start, target: None }
    }

    /// A second playback of the same recording, at its beginning.
    #[must_use]
    pub fn again(&self) -> Self
    where
        R: Clone,
    {
        Self::at_start(self.recording.clone(), self.start.clone())
    }

    #[must_use]
    pub fn recording(&self) -> &R {
        &self.recording
    }

    /// The state at the current frame.
    #[must_use]
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Changes the state and the recording from this frame on; later checkpoints are dropped.
    pub fn rewrite(&mut self, change: impl FnOnce(&mut R, &mut R::State)) {
        self.checkpoints.forget_from(self.frame());
        change(&mut self.recording, &mut self.state);
    }

    #[must_use]
    pub fn frame(&self) -> u32 {
        R::frame_of(&self.state)
    }

    #[must_use]
    pub fn frames(&self) -> u32 {
        self.recording.frames()
    }

    /// Whether a seek is unfinished.
    #[must_use]
    pub fn seeking(&self) -> bool {
        self.target.is_some()
    }

    /// Advances by one frame.
    ///
    /// # Errors
    /// When there is no next frame.
    pub fn step(&mut self) -> Result<(), R::End> {
        self.go(PlaybackMove::Advance)
    }

    /// One frame, as part of playing or seeking.
    fn go(&mut self, going: PlaybackMove) -> Result<(), R::End> {
        let (frame, weight) = (self.frame(), R::weight(&self.state));
        if self.checkpoints.should_keep(frame, going, weight) {
            R::shrink_to_fit(&mut self.state);
            self.checkpoints.keep(frame, self.state.clone());
            if going == PlaybackMove::Advance {
                self.checkpoints.thin(frame, weight);
            }
        }
        self.recording.advance(&mut self.state)
    }

    /// Looks ahead without moving: advances a copy from a frame, along the recording and then with
    /// the current controls, until a test passes or the frame limit is reached.
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

    /// Seeks to a frame, clamped to the end of the recording, in up to `steps_max` steps;
    /// [`seek_on`](Self::seek_on) continues an unfinished seek.
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
            if self.frame() >= frame || self.go(PlaybackMove::SeekTo(frame)).is_err() {
                break;
            }
        }
        self.checkpoints.thin(frame, R::weight(&self.state));
        let there = self.frame() == frame;
        self.target = (!there).then_some(frame);
        if there { Reached::There } else { Reached::OnTheWay }
    }

    /// Continues an unfinished seek by up to `steps_max` steps; `None` if there is none.
    pub fn seek_on(&mut self, steps_max: u32) -> Option<Reached> {
        self.target.map(|frame| self.seek(frame, steps_max))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use shared::base::rng::Rng;

    use super::*;
    use crate::limits::{CHECKPOINTS_MAX, RUN_FRAMES_MAX};

    /// A recording whose states are frame numbers; it counts the frames played, including replays.
    #[derive(Clone, Default)]
    struct Numbers {
        played: u32,
    }

    #[derive(Clone)]
    struct Number {
        frame: u32,
        weight: u32,
    }

    impl Playable for Numbers {
        type State = Number;
        type End = ();

        fn frame_of(state: &Number) -> u32 {
            state.frame
        }

        fn frames(&self) -> u32 {
            RUN_FRAMES_MAX
        }

        fn weight(state: &Number) -> u32 {
            state.weight
        }

        fn advance(&mut self, state: &mut Number) -> Result<(), ()> {
            self.played += 1;
            state.frame += 1;
            Ok(())
        }
    }

    /// Ten minutes, played to the end.
    fn played(weight: u32) -> Playback<Numbers> {
        let mut playback = Playback::at_start(Numbers::default(), Number { frame: 0, weight });
        play(&mut playback, RUN_FRAMES_MAX);
        playback
    }

    fn play(playback: &mut Playback<Numbers>, until: u32) {
        while playback.frame() < until {
            playback.step().unwrap();
        }
    }

    /// Seeks to a frame and returns how many frames were played for it.
    fn replayed(playback: &mut Playback<Numbers>, frame: u32) -> u32 {
        let before = playback.recording.played;
        assert_eq!(playback.seek(frame, u32::MAX), Reached::There);
        assert_eq!(playback.frame(), frame);
        playback.recording.played - before
    }

    /// The 95th percentile and the maximum.
    fn p95_and_most(mut numbers: Vec<u32>) -> (u32, u32) {
        numbers.sort_unstable();
        (numbers[numbers.len() * 95 / 100], numbers[numbers.len() - 1])
    }

    /// Seeks from anywhere to anywhere, and from the end to anywhere and back.
    fn check_jumps(playback: &mut Playback<Numbers>, (p95_max, most_max): (u32, u32)) {
        let mut rng = Rng::new(7, 1);
        let mut jumps = Vec::new();
        for n in 0..2000 {
            jumps.push(replayed(playback, rng.below(RUN_FRAMES_MAX + 1)));
            if n % 4 == 0 {
                jumps.push(replayed(playback, RUN_FRAMES_MAX));
            }
        }
        let (p95, most) = p95_and_most(jumps);
        assert!(p95 <= p95_max && most <= most_max, "{p95} frames again, maximum {most}");
    }

    #[test]
    fn a_jump_anywhere_in_ten_minutes_replays_few_frames() {
        for (weight, bounds) in [(1, (1000, 1024)), (2, (2000, 2048))] {
            let mut playback = played(weight);
            check_jumps(&mut playback, bounds);
            replayed(&mut playback, 11_111);
            play(&mut playback, 17_000);
            check_jumps(&mut playback, bounds);
            // Take over the controls in the past, and play to the end.
            replayed(&mut playback, 20_000);
            playback.checkpoints.forget_from(20_000);
            play(&mut playback, RUN_FRAMES_MAX);
            check_jumps(&mut playback, bounds);
        }
    }

    #[test]
    fn a_frame_back_replays_very_few_wherever_one_is() {
        let mut playback = played(1);
        for from in [RUN_FRAMES_MAX, 20_000, 777, 100] {
            replayed(&mut playback, from);
            let back = (from.saturating_sub(1500)..from).rev();
            let (p95, most) =
                p95_and_most(back.map(|frame| replayed(&mut playback, frame)).collect());
            // Rarely, the way leads past an even checkpoint to the one before it.
            assert!(p95 <= 7 && most <= 1024, "from {from}: {p95} frames again, maximum {most}");
        }
    }

    #[test]
    fn no_more_is_kept_than_there_may_be() {
        let near = 24;
        for weight in [1, 2] {
            let mut playback = played(weight);
            let even = CHECKPOINTS_MAX / weight;
            for frame in [RUN_FRAMES_MAX, 30_000, 500] {
                replayed(&mut playback, frame);
                for frame in (frame - 300..frame).rev() {
                    replayed(&mut playback, frame);
                    let n = playback.checkpoints.len() as u32;
                    assert!(n <= even + near, "{n} checkpoints at frame {frame}");
                }
            }
        }
    }
}

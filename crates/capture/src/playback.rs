//! Plays any recording: a frame forwards, a frame back, or to any frame. A seek restores the newest
//! checkpoint before the frame and re-simulates the rest. Runs on every frame of the laboratory,
//! and while its time bar is dragged.
//!
//! A run of the maximum length re-simulates at most 1024 frames per seek, times its columns. The
//! longest capture has 2^20 frames, so its even checkpoints are 32,768 frames apart and a seek
//! re-simulates up to that many; callers spread it over several steps.

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
    fn initial_state(&self, start: &Self::State) -> Self::State {
        start.clone()
    }

    /// The number of states that this one counts as towards the checkpoint limit.
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
pub enum SeekProgress {
    Arrived,
    /// More steps are needed.
    Seeking,
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
        let state = recording.initial_state(&start);
        Self { recording, state, checkpoints: Checkpoints::default(), start, target: None }
    }

    /// A new playback of this recording, at its beginning.
    #[must_use]
    pub fn restarted(&self) -> Self
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
    pub fn edit(&mut self, change: impl FnOnce(&mut R, &mut R::State)) {
        self.checkpoints.drop_from(self.frame());
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
        self.advance_one(PlaybackMove::Advance)
    }

    /// Advances by one frame of a playback or a seek, and keeps a checkpoint where one is due.
    fn advance_one(&mut self, going: PlaybackMove) -> Result<(), R::End> {
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

    /// Simulates a copy ahead from a frame until a test passes or the frame limit is reached; this
    /// playback does not move. Past the end of the recording the current controls apply.
    #[must_use]
    pub fn look_ahead(
        &self,
        frame: u32,
        frames_max: u32,
        test: impl Fn(&R::State) -> bool,
    ) -> R::State
    where
        R: Clone,
    {
        let mut recording = self.recording.clone();
        let mut state = match self.checkpoints.nearest(frame) {
            _ if self.frame() == frame => self.state.clone(),
            Some((_, kept)) => kept.clone(),
            None => self.recording.initial_state(&self.start),
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
    /// [`continue_seek`](Self::continue_seek) continues an unfinished seek.
    pub fn seek(&mut self, frame: u32, steps_max: u32) -> SeekProgress {
        let frame = frame.min(self.frames());
        match self.checkpoints.nearest(frame) {
            Some((kept, state)) if frame < self.frame() || kept > self.frame() => {
                self.state = state.clone();
            }
            None if frame < self.frame() => self.state = self.recording.initial_state(&self.start),
            _ => {}
        }
        for _ in 0..steps_max {
            if self.frame() >= frame || self.advance_one(PlaybackMove::SeekTo(frame)).is_err() {
                break;
            }
        }
        self.checkpoints.thin(frame, R::weight(&self.state));
        let there = self.frame() == frame;
        self.target = (!there).then_some(frame);
        if there { SeekProgress::Arrived } else { SeekProgress::Seeking }
    }

    /// Continues an unfinished seek by up to `steps_max` steps; `None` if there is none.
    pub fn continue_seek(&mut self, steps_max: u32) -> Option<SeekProgress> {
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
        assert_eq!(playback.seek(frame, u32::MAX), SeekProgress::Arrived);
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
    fn seeks_replay_a_bounded_number_of_frames() {
        for (weight, bounds) in [(1, (1000, 1024)), (2, (2000, 2048))] {
            let mut playback = played(weight);
            check_jumps(&mut playback, bounds);
            replayed(&mut playback, 11_111);
            play(&mut playback, 17_000);
            check_jumps(&mut playback, bounds);
            // Take over the controls in the past, and play to the end.
            replayed(&mut playback, 20_000);
            playback.checkpoints.drop_from(20_000);
            play(&mut playback, RUN_FRAMES_MAX);
            check_jumps(&mut playback, bounds);
        }
    }

    #[test]
    fn stepping_back_replays_few_frames() {
        let mut playback = played(1);
        for from in [RUN_FRAMES_MAX, 20_000, 777, 100] {
            replayed(&mut playback, from);
            let back = (from.saturating_sub(1500)..from).rev();
            let (p95, most) =
                p95_and_most(back.map(|frame| replayed(&mut playback, frame)).collect());
            // Stepping back across an even checkpoint re-simulates from the previous one.
            assert!(p95 <= 7 && most <= 1024, "from {from}: {p95} frames again, maximum {most}");
        }
    }

    #[test]
    fn checkpoint_count_is_bounded() {
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

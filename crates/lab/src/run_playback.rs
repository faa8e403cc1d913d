//! Plays a run, and lets a person take over at any frame: a new input discards everything recorded
//! after its frame. Inputs apply immediately: the match at a frame includes all inputs up to that
//! frame.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use capture::{
    limits::RUN_FRAMES_MAX,
    playback::{Playable, Playback},
};
use shared::{base::time::Micros, sim::event::ShotId};

use super::{
    run::{Input, Run, RunError, TimedInput},
    setup::{FRAMES, Setup},
    state::LabState,
};
use crate::limits::LAB_INPUTS_MAX;

/// Why a run cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunFull {
    #[error("the run has reached its limit of {max} frames", max = RUN_FRAMES_MAX)]
    Frames,
    #[error("the run has reached its limit of {max} inputs", max = LAB_INPUTS_MAX)]
    Inputs,
}

/// Longest time from a trigger until everything about the shot is known, in frames: its flight, the
/// longest `D`, and the delivery of the report.
pub const REPORT_FRAMES_MAX: u32 = 5 * FRAMES.hz() as u32;

/// A run being played, editable from any frame on.
#[derive(Clone, Debug)]
pub struct RunPlayback(Playback<Run>);

impl Deref for RunPlayback {
    type Target = Playback<Run>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for RunPlayback {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Playable for Run {
    type State = LabState;
    type End = RunFull;

    fn frame_of(state: &LabState) -> u32 {
        state.frame()
    }

    fn frames(&self) -> u32 {
        self.frames
    }

    fn initial_state(&self, start: &LabState) -> LabState {
        let mut state = start.clone();
        self.apply_inputs(&mut state);
        state
    }

    fn weight(state: &LabState) -> u32 {
        state.columns().len() as u32
    }

    fn shrink_to_fit(state: &mut LabState) {
        state.shrink_to_fit();
    }

    /// Advances by one frame: as recorded, or beyond the end of the run, which is extended with the
    /// current controls. A full run stays unchanged.
    fn advance(&mut self, state: &mut LabState) -> Result<(), RunFull> {
        if state.frame() >= RUN_FRAMES_MAX {
            return Err(RunFull::Frames);
        }
        state.advance();
        self.frames = self.frames.max(state.frame());
        self.apply_inputs(state);
        Ok(())
    }
}

impl Run {
    /// Applies the inputs of the match's current frame.
    fn apply_inputs(&self, state: &mut LabState) {
        for timed in self.inputs_at(state.frame()) {
            state.handle_input(&timed.input);
        }
    }

    /// Number of inputs up to and including a frame.
    fn inputs_until(&self, frame: u32) -> usize {
        self.inputs.partition_point(|input| input.frame <= frame)
    }
}

impl RunPlayback {
    /// Starts a match.
    ///
    /// # Errors
    /// When the setup is invalid.
    pub fn new(setup: Setup) -> Result<Self, RunError> {
        Self::of(Run::new(setup))
    }

    /// A recorded run, at its beginning.
    ///
    /// # Errors
    /// When the run is invalid.
    pub fn of(run: Run) -> Result<Self, RunError> {
        run.check()?;
        let start = LabState::new(&run.setup)?;
        Ok(Self(Playback::at_start(run, start)))
    }

    #[must_use]
    pub fn run(&self) -> &Run {
        self.recording()
    }

    /// The match at the point where a column's shot is fully reported, while the room's history
    /// still reaches back to the shot. `None` if the run is full before that.
    #[must_use]
    pub fn state_with_report(&self, column: usize, shot: ShotId) -> Option<LabState> {
        let rate = self.state().columns().get(column)?.harness().room().config().rate;
        let fired = rate.micros_at(shot.tick) - self.state().time_of(0);
        let frame = FRAMES.tick_at(fired.max(Micros::ZERO)).0;
        let knows = |state: &LabState| {
            state.columns().get(column).is_some_and(|column| column.has_complete_report(shot))
        };
        let state = self.look_ahead(frame, REPORT_FRAMES_MAX, knows);
        knows(&state).then_some(state)
    }

    /// Applies an input now and discards everything recorded after the current frame.
    ///
    /// # Errors
    /// When the run is full; nothing has changed then.
    pub fn handle_input(&mut self, input: Input) -> Result<(), RunFull> {
        let frame = self.frame();
        let n_before = self.run().inputs_until(frame);
        if n_before >= LAB_INPUTS_MAX {
            return Err(RunFull::Inputs);
        }
        self.edit(|run, state| {
            run.frames = frame;
            run.inputs.truncate(n_before);
            let replaced = |last: &TimedInput| last.frame == frame && input.replaces(&last.input);
            if run.inputs.last().is_some_and(replaced) {
                run.inputs.pop();
            }
            state.handle_input(&input);
            run.inputs.push(TimedInput { frame, input });
        });
        Ok(())
    }

    /// Played hashes at intervals of frames to the end of the run, starting with frame 0: stored in
    /// files and compared on replay.
    #[must_use]
    pub fn played_hashes(&self, every_frames: u32) -> Vec<u64> {
        let mut again = self.restarted();
        let mut hashes = Vec::new();
        loop {
            if again.frame().is_multiple_of(every_frames.max(1)) {
                hashes.push(again.state().played_hash());
            }
            if again.frame() >= self.frames() || again.step().is_err() {
                return hashes;
            }
        }
    }
}

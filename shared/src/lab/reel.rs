//! A run being watched: forward by a frame, back by a frame, to any frame, and on from any frame
//! with other hands. Moments are kept now and then, and what lies between is run again. What comes
//! from outside counts at once: a match at a frame has heard all inputs up to that frame.

use alloc::vec::Vec;

use super::{
    kept::Kept,
    run::{Act, Input, Run, RunError},
    setup::Setup,
    stage::Stage,
};
use crate::base::limits::{LAB_INPUTS_MAX, RUN_FRAMES_MAX};

/// Why a run does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// It is as long as a run may be.
    #[error("the recording is full: a run has {max} frames at most", max = RUN_FRAMES_MAX)]
    Frames,
    /// Too much came from outside.
    #[error("the recording is full: a run has {max} inputs at most", max = LAB_INPUTS_MAX)]
    Inputs,
}

/// A run and where in it somebody is.
#[derive(Clone, Debug)]
pub struct Reel {
    run: Run,
    stage: Stage,
    start: Stage,
    moments: Kept<Stage>,
}

impl Reel {
    /// A match that begins.
    ///
    /// # Errors
    /// When the setup is not sound.
    pub fn new(setup: Setup) -> Result<Self, RunError> {
        Self::of(Run::new(setup))
    }

    /// A recorded run, at its beginning.
    ///
    /// # Errors
    /// When it is not sound.
    pub fn of(run: Run) -> Result<Self, RunError> {
        run.check()?;
        let start = Stage::new(&run.setup)?;
        Ok(Self::begun(run, start))
    }

    /// At the beginning, with what comes there heard.
    fn begun(run: Run, start: Stage) -> Self {
        let mut reel = Self { run, stage: start.clone(), start, moments: Kept::default() };
        reel.hear();
        reel
    }

    /// The match as it stands.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The recording so far.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The frame it stands at.
    #[must_use]
    pub fn frame(&self) -> u32 {
        self.stage.frame()
    }

    /// Something comes from outside now. What was recorded after this frame is forgotten.
    ///
    /// # Errors
    /// When the recording is full; nothing has changed then.
    pub fn act(&mut self, act: Act) -> Result<(), Full> {
        let frame = self.frame();
        let kept = self.run.inputs.partition_point(|input| input.frame <= frame);
        if kept >= LAB_INPUTS_MAX {
            return Err(Full::Inputs);
        }
        self.fork();
        if self.run.inputs.last().is_some_and(|last| last.frame == frame && act.replaces(&last.act))
        {
            self.run.inputs.pop();
        }
        self.stage.act(&act);
        self.run.inputs.push(Input { frame, act });
        Ok(())
    }

    /// Hears what comes at the frame it stands at.
    fn hear(&mut self) {
        for input in self.run.inputs_at(self.stage.frame()) {
            self.stage.act(&input.act);
        }
    }

    /// Forgets what was recorded after this frame: it is begun anew from here.
    fn fork(&mut self) {
        let frame = self.frame();
        self.run.frames = frame;
        let kept = self.run.inputs.partition_point(|input| input.frame <= frame);
        self.run.inputs.truncate(kept);
        self.moments.forget_from(frame);
    }

    /// One frame on: as recorded, and beyond the end of the recording with what is held.
    ///
    /// # Errors
    /// When the recording is full; nothing has changed then.
    pub fn step(&mut self) -> Result<(), Full> {
        let frame = self.frame();
        if frame >= RUN_FRAMES_MAX {
            return Err(Full::Frames);
        }
        self.moments.keep(frame, &self.stage);
        self.stage.advance();
        self.run.frames = self.run.frames.max(self.frame());
        self.hear();
        Ok(())
    }

    /// Goes to a frame, or as near as so many steps allow: whether it is there. Frames beyond the
    /// recording cannot be gone to.
    pub fn seek(&mut self, frame: u32, steps_max: u32) -> Reached {
        let frame = frame.min(self.run.frames);
        match self.moments.nearest(frame) {
            Some((kept, moment)) if frame < self.frame() || kept > self.frame() => {
                self.stage = moment.clone();
            }
            None if frame < self.frame() => {
                self.stage = self.start.clone();
                self.hear();
            }
            _ => {}
        }
        for _ in 0..steps_max {
            if self.frame() >= frame || self.step().is_err() {
                break;
            }
        }
        if self.frame() == frame { Reached::There } else { Reached::OnTheWay }
    }

    /// The played hash every so many frames to the end of the recording, beginning with frame 0:
    /// what a file says of its run, and what whoever replays it compares.
    #[must_use]
    pub fn played_hashes(&self, every_frames: u32) -> Vec<u64> {
        let mut reel = Self::begun(self.run.clone(), self.start.clone());
        let mut hashes = Vec::new();
        loop {
            if reel.frame().is_multiple_of(every_frames.max(1)) {
                hashes.push(reel.stage.played_hash());
            }
            if reel.frame() >= self.run.frames || reel.step().is_err() {
                return hashes;
            }
        }
    }
}

/// Whether a frame is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It stands there.
    There,
    /// More steps are needed.
    OnTheWay,
}

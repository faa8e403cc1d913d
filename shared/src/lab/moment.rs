//! What somebody is looking at: a run, a frame of it, and maybe a shot. What a link leads to and a
//! file holds.

use super::{
    run::{Run, RunError},
    run_playback::RunPlayback,
};
use crate::sim::event::ShotId;

/// What somebody is looking at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The match.
    pub run: Run,
    /// The frame it stands at, at most the last of the run.
    pub frame: u32,
    /// The shot that is selected.
    pub shot: Option<ShotId>,
}

impl Moment {
    /// What a playback shows.
    #[must_use]
    pub fn of(playback: &RunPlayback, shot: Option<ShotId>) -> Self {
        Self { run: playback.run().clone(), frame: playback.frame(), shot }
    }

    /// Checks every bound: what passes can be opened.
    ///
    /// # Errors
    /// The first that is broken.
    pub fn check(&self) -> Result<(), RunError> {
        self.run.check()?;
        if self.frame > self.run.frames {
            return Err(RunError::Beyond { frame: self.frame, frames: self.run.frames });
        }
        Ok(())
    }

    /// A playback that stands there. Takes a while for a late frame: every frame before it is run.
    ///
    /// # Errors
    /// When it is not sound.
    pub fn open(&self) -> Result<RunPlayback, RunError> {
        self.check()?;
        let mut playback = RunPlayback::of(self.run.clone())?;
        playback.seek(self.frame, u32::MAX);
        Ok(playback)
    }
}

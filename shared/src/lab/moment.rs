//! What somebody is looking at: a run, a frame of it, and maybe a shot. What a link leads to and a
//! file holds.

use super::{
    reel::Reel,
    run::{Run, RunError},
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
    /// What a reel shows.
    #[must_use]
    pub fn of(reel: &Reel, shot: Option<ShotId>) -> Self {
        Self { run: reel.run().clone(), frame: reel.frame(), shot }
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

    /// A reel that stands there. Takes a while for a late frame: every frame before it is run.
    ///
    /// # Errors
    /// When it is not sound.
    pub fn open(&self) -> Result<Reel, RunError> {
        self.check()?;
        let mut reel = Reel::of(self.run.clone())?;
        reel.seek(self.frame, u32::MAX);
        Ok(reel)
    }
}

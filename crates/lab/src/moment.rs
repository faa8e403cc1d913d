//! What somebody is looking at: a run, a frame of it, and maybe a shot. What a link leads to and a
//! file holds.

use shared::sim::event::ShotId;

use super::{
    run::{Run, RunError},
    run_playback::RunPlayback,
};

/// What somebody is looking at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The match.
    pub run: Run,
    /// The frame it stands at, at most the last of the run.
    pub frame: u32,
    /// The shot that is selected.
    pub shot: Option<ColumnShot>,
}

/// A shot of one column: with two of them the same shot may be in both, and come to something else
/// in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnShot {
    /// Which column, from 0; below the number of columns at the frame of its moment.
    pub column: u8,
    /// The shot.
    pub shot: ShotId,
}

impl Moment {
    /// What a playback shows.
    #[must_use]
    pub fn of(playback: &RunPlayback, shot: Option<ColumnShot>) -> Self {
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
        let columns = self.run.columns_at(self.frame);
        match self.shot {
            Some(ColumnShot { column, .. }) if usize::from(column) >= columns => {
                Err(RunError::NoColumn { column, columns })
            }
            _ => Ok(()),
        }
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

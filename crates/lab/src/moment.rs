//! A moment of a run: a frame, and optionally a shot. Links lead to moments, and files hold them.

use shared::sim::event::ShotId;

use super::{
    run::{Run, RunError},
    run_playback::RunPlayback,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    pub run: Run,
    /// The current frame, within the run.
    pub frame: u32,
    /// The selected shot.
    pub shot: Option<ColumnShot>,
}

/// A shot of one column. Both columns may have the same shot, with different outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnShot {
    /// From 0; below the number of columns at the moment's frame.
    pub column: u8,
    pub shot: ShotId,
}

impl Moment {
    /// The current moment of a playback.
    #[must_use]
    pub fn of(playback: &RunPlayback, shot: Option<ColumnShot>) -> Self {
        Self { run: playback.run().clone(), frame: playback.frame(), shot }
    }

    /// Checks every bound: a moment that passes can be opened.
    ///
    /// # Errors
    /// The first violated bound.
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

    /// A playback at this moment. Slow for a late frame, since every frame before it is run.
    ///
    /// # Errors
    /// When the moment is invalid.
    pub fn open(&self) -> Result<RunPlayback, RunError> {
        self.check()?;
        let mut playback = RunPlayback::of(self.run.clone())?;
        playback.seek(self.frame, u32::MAX);
        Ok(playback)
    }
}

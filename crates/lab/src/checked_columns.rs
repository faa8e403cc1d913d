//! The columns of a match as the check of a scenario looks at them: all of them, where it compares
//! them, or each by itself.

use super::column::Column;

/// Some columns of a match, at a frame.
#[derive(Clone, Copy, Debug)]
pub struct CheckedColumns<'a> {
    columns: &'a [Column],
    frame: u32,
}

impl<'a> CheckedColumns<'a> {
    /// Columns as they stand after so many frames.
    #[must_use]
    pub(super) const fn at_frame(columns: &'a [Column], frame: u32) -> Self {
        Self { columns, frame }
    }

    /// The columns.
    #[must_use]
    pub const fn columns(&self) -> &'a [Column] {
        self.columns
    }

    /// Frames run since the beginning.
    #[must_use]
    pub const fn frame(&self) -> u32 {
        self.frame
    }
}

//! The columns passed to a scenario's check: all of them if it compares them, otherwise one at a
//! time.

use super::column::Column;

#[derive(Clone, Copy, Debug)]
pub struct CheckedColumns<'a> {
    columns: &'a [Column],
    frame: u32,
}

impl<'a> CheckedColumns<'a> {
    /// Columns after this many frames.
    #[must_use]
    pub(super) const fn at_frame(columns: &'a [Column], frame: u32) -> Self {
        Self { columns, frame }
    }

    #[must_use]
    pub const fn columns(&self) -> &'a [Column] {
        self.columns
    }

    /// Frames since the beginning.
    #[must_use]
    pub const fn frame(&self) -> u32 {
        self.frame
    }
}

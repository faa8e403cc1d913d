//! Shows the progress of a load as one line that is overwritten; nothing if standard error is no
//! terminal.
use std::io::{self, IsTerminal, Write};

/// A line of progress, erased on drop.
#[derive(Debug)]
pub(super) struct Progress {
    bots: u32,
    is_terminal: bool,
    shown: Option<(u64, u64)>,
}

impl Progress {
    pub(super) fn new(bots: u32) -> Self {
        Self { bots, is_terminal: io::stderr().is_terminal(), shown: None }
    }

    /// Shows `position` of `length` in a unit, if it changed.
    pub(super) fn show(&mut self, position: u64, length: u64, unit: &str) {
        if self.is_terminal && self.shown.replace((position, length)) != Some((position, length)) {
            write(&format!("{} bots: {position}/{length} {unit}", self.bots));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            write("");
        }
    }
}

/// Overwrites the line. A failed write is ignored.
fn write(text: &str) {
    let _ = write!(io::stderr(), "\r\x1b[K{text}");
}

//! What judging a file may take in all: looks at ships are taken from it by every scenario, before
//! its shots are judged.

use std::cell::Cell;

use super::limits::LOOKS_MAX;

/// The looks that are left.
#[derive(Debug)]
pub(super) struct Effort(Cell<i64>);

/// More is asked for than is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffortExceeded {
    pub(super) left: i64,
}

impl Effort {
    /// That of one file.
    pub(super) const fn whole() -> Self {
        Self(Cell::new(LOOKS_MAX))
    }

    /// Takes some of it.
    ///
    /// # Errors
    /// When less is left; nothing is taken then.
    pub(super) fn take(&self, looks: i64) -> Result<(), EffortExceeded> {
        let left = self.0.get();
        if looks > left {
            return Err(EffortExceeded { left });
        }
        self.0.set(left - looks);
        Ok(())
    }
}

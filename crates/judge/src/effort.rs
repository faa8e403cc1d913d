//! Bounds the work of judging a file. Every scenario takes its pose look-ups from the budget before
//! its shots are judged.

use std::cell::Cell;

use super::limits::LOOKS_MAX;

/// Remaining pose look-ups.
#[derive(Debug)]
pub(super) struct Effort(Cell<i64>);

/// A request for more than is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EffortExceeded {
    pub(super) left: i64,
}

impl Effort {
    /// The budget of one file.
    pub(super) const fn whole() -> Self {
        Self(Cell::new(LOOKS_MAX))
    }

    /// Takes look-ups from the budget.
    ///
    /// # Errors
    /// When fewer are left; the budget is unchanged then.
    pub(super) fn take(&self, looks: i64) -> Result<(), EffortExceeded> {
        let left = self.0.get();
        if looks > left {
            return Err(EffortExceeded { left });
        }
        self.0.set(left - looks);
        Ok(())
    }
}

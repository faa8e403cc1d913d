//! Bounds the work of judging a file. Every scenario takes its pose look-ups from the budget before
//! its shots are judged.

use std::cell::Cell;

use super::limits::POSE_LOOKUPS_MAX;

/// Remaining pose look-ups.
#[derive(Debug)]
pub(super) struct LookupBudget(Cell<i64>);

/// A request for more than is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BudgetExceeded {
    pub(super) left: i64,
}

impl LookupBudget {
    /// The budget of one file.
    pub(super) const fn for_file() -> Self {
        Self(Cell::new(POSE_LOOKUPS_MAX))
    }

    /// Takes look-ups from the budget.
    ///
    /// # Errors
    /// When fewer are left; the budget is unchanged then.
    pub(super) fn take(&self, lookups: i64) -> Result<(), BudgetExceeded> {
        let left = self.0.get();
        if lookups > left {
            return Err(BudgetExceeded { left });
        }
        self.0.set(left - lookups);
        Ok(())
    }
}

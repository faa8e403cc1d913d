//! A scenario as data: its key, its setup, and what must come of it.

use crate::{checked_columns::CheckedColumns, outcome::Outcome, setup::Setup};

/// A scenario as data.
pub(super) struct Card {
    pub(super) key: &'static str,
    pub(super) setup: fn() -> Setup,
    pub(super) reached: fn(&CheckedColumns) -> Option<Outcome>,
}

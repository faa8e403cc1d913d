//! A scenario as data: its key, its setup, and the check of its outcome.

use crate::{checked_columns::CheckedColumns, outcome::Outcome, setup::Setup};

pub(super) struct Card {
    pub(super) key: &'static str,
    pub(super) setup: fn() -> Setup,
    pub(super) evaluate_outcome: fn(&CheckedColumns) -> Option<Outcome>,
}

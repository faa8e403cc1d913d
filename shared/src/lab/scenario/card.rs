//! A scenario as data: its words, its setup, and what must come of it.

use crate::lab::{outcome::Outcome, setup::Setup, state::LabState};

/// A scenario as data.
pub(super) struct Card {
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    pub(super) source: &'static str,
    pub(super) watch: &'static str,
    pub(super) label: &'static str,
    pub(super) setup: fn() -> Setup,
    pub(super) reached: fn(&LabState) -> Option<Outcome>,
}

//! Tracks how long a player has done nothing, from its commands and answers.

use serde::Serialize;

use crate::{base::time::Tick, sim::command::UserCommand};

/// How long a player has done nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Idleness {
    /// The last tick in which it was active.
    pub(super) since: Tick,
    /// When it was asked, if it was and has not been active since.
    pub(super) asked: Option<Tick>,
}

impl Idleness {
    pub(super) fn from(tick: Tick) -> Self {
        Self { since: tick, asked: None }
    }

    /// Records a received command.
    pub(super) fn note_command(&mut self, command: &UserCommand, tick: Tick) {
        if command.acts() {
            self.note_answer(tick);
        }
    }

    /// Records that the player is present.
    pub(super) fn note_answer(&mut self, tick: Tick) {
        *self = Self::from(tick);
    }
}

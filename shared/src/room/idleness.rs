//! How long a player has done nothing: every command that comes is noted, and every answer.

use serde::Serialize;

use crate::{base::time::Tick, sim::command::UserCommand};

/// How long a player has done nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Idleness {
    /// The last tick in which it did something.
    pub(super) since: Tick,
    /// When it was asked, if it was, and did nothing since.
    pub(super) asked: Option<Tick>,
}

impl Idleness {
    pub(super) fn from(tick: Tick) -> Self {
        Self { since: tick, asked: None }
    }

    /// A command came.
    pub(super) fn note_command(&mut self, command: &UserCommand, tick: Tick) {
        if command.acts() {
            self.note_answer(tick);
        }
    }

    /// The player is there.
    pub(super) fn note_answer(&mut self, tick: Tick) {
        *self = Self::from(tick);
    }
}

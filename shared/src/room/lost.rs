//! The state of a lost connection, kept in the session while its seat is held.

use serde::Serialize;

use crate::{base::time::Tick, wire::message::Announced};

/// A connection that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Lost {
    /// The last tick with the connection.
    pub(super) after: Tick,
    /// Whether its ship was taken out of the arena.
    pub(super) is_out: bool,
    /// Whether the loss was announced to other players; then the return is, too. Does not affect
    /// the match.
    #[serde(skip)]
    pub(super) announced: Announced,
}

//! Since when a player's connection is lost: a session keeps it while its seat is held.

use serde::Serialize;

use crate::{base::time::Tick, wire::message::Announced};

/// A connection that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Lost {
    /// The last tick with it.
    pub(super) after: Tick,
    /// Whether its ship was taken out of the arena.
    pub(super) is_out: bool,
    /// Whether the others read of it: they read of the return then. Nothing of the match follows.
    #[serde(skip)]
    pub(super) announced: Announced,
}

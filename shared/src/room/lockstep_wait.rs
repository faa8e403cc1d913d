//! The state of a room's wait under lockstep, kept from one check to the next.

use alloc::vec::Vec;

use serde::Serialize;

use super::output::SessionId;
use crate::base::time::Micros;

/// The wait of a room's next tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct LockstepWait {
    /// The time of the last check whether the next tick may run.
    pub(super) looked_at: Micros,
    /// When the newest snapshot was last sent.
    pub(super) told_at: Micros,
    /// The sessions that the next tick waits for, in seat order; empty while ticks run.
    pub(super) missing: Vec<SessionId>,
    /// Since when exactly these have been missing.
    pub(super) missing_since: Micros,
}

//! What a room remembers of how its ticks wait under lockstep: plain data between two looks at
//! whether the next one may run.

use alloc::vec::Vec;

use serde::Serialize;

use super::output::SessionId;
use crate::base::time::Micros;

/// How the ticks of a room wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct LockstepWait {
    /// When it was last looked whether the next tick may run.
    pub(super) looked_at: Micros,
    /// When the newest tick was told of last.
    pub(super) told_at: Micros,
    /// For whom the next tick waits, in the order of the seats; none while ticks run.
    pub(super) missing: Vec<SessionId>,
    /// Since when it has waited for just these.
    pub(super) missing_since: Micros,
}

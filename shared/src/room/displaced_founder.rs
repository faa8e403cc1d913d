//! Who came first to a private room, while its seat, which was held for it, is somebody else's: its
//! right to the rules lasts as long as the seat was promised.

use serde::Serialize;

use super::output::SessionId;
use crate::{base::time::Tick, sim::ship::ShipId};

/// A founder whose seat was given to a newcomer.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct DisplacedFounder {
    /// Its last session.
    pub(super) session: SessionId,
    /// The first one that it had: who came first is asked by that.
    pub(super) original_session: SessionId,
    pub(super) ship: ShipId,
    /// When the right is over.
    pub(super) until: Tick,
}

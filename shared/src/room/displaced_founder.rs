//! The founder of a private room whose held seat was given to a newcomer. The founder's right to
//! the rules lasts as long as the seat would have been held.

use serde::Serialize;

use super::output::SessionId;
use crate::{base::time::Tick, sim::ship::ShipId};

/// A founder whose seat was given to a newcomer.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct DisplacedFounder {
    /// Its last session.
    pub(super) session: SessionId,
    /// Its first session, which identifies the founder.
    pub(super) original_session: SessionId,
    pub(super) ship: ShipId,
    /// When the right expires.
    pub(super) until: Tick,
}

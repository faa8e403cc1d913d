//! The bodies of a tick's snapshots: what is encoded once for everybody who builds upon the same.

use alloc::vec::Vec;

use crate::{base::time::Tick, sim::state::WorldState, wire::codec::CodecId};

/// What somebody is told of a large room; kept for their room only.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) state: WorldState,
    pub(super) baseline: WorldState,
    pub(super) before: WorldState,
}

/// The snapshot to build upon, and the one that it was built upon.
pub(super) type Wanted = (Option<Tick>, Option<Tick>);
/// A body, and the baseline it really builds upon.
pub(super) type EncodedBody = (Option<Tick>, Vec<u8>);
/// The bodies of a tick for those who are told of everybody, each once.
pub(super) type Bodies = Vec<((CodecId, Wanted), EncodedBody)>;

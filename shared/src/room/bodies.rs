//! The bodies of a tick's snapshots: what is encoded once for everybody who builds upon the same;
//! and who wants which.

use alloc::vec::Vec;

use crate::{base::time::Tick, wire::codec::CodecId};

/// The snapshot to build upon, and the one that it was built upon.
pub(super) type BaselinePair = (Option<Tick>, Option<Tick>);
/// What makes two viewers' bodies the same.
pub(super) type BodyKey = (CodecId, BaselinePair);
/// A body, and the baseline it really builds upon.
pub(super) type EncodedBody = (Option<Tick>, Vec<u8>);
/// The bodies of a tick for those who are told of everybody, each once.
pub(super) type Bodies = Vec<(BodyKey, EncodedBody)>;

/// A snapshot that goes with a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueSnapshot {
    /// Where its viewer sits.
    pub(super) seat: u16,
    pub(super) body: BodyKey,
}

/// A body that is wanted in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedBody {
    pub(super) key: BodyKey,
    /// Since when one of its sessions has waited.
    pub(super) since: Tick,
    pub(super) n_sessions: u32,
}

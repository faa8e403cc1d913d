//! The snapshot bodies of a tick: encoded once for all viewers with the same baseline, and the list
//! of viewers that want each.

use alloc::vec::Vec;

use crate::{base::time::Tick, wire::codec::CodecId};

/// The baseline of a snapshot, and that baseline's own baseline.
pub(super) type BaselinePair = (Option<Tick>, Option<Tick>);
/// Viewers with equal keys share a body.
pub(super) type BodyKey = (CodecId, BaselinePair);
/// A body, and the baseline that was actually used.
pub(super) type EncodedBody = (Option<Tick>, Vec<u8>);
/// The bodies of a tick that contain every ship, one per key.
pub(super) type Bodies = Vec<(BodyKey, EncodedBody)>;

/// A snapshot to be sent in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueSnapshot {
    /// The viewer's seat.
    pub(super) seat: u16,
    pub(super) body: BodyKey,
}

/// A body wanted in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedBody {
    pub(super) key: BodyKey,
    /// The tick since which the longest-waiting of its sessions has waited.
    pub(super) since: Tick,
    pub(super) n_sessions: u32,
}

//! Snapshot codecs: one file each, the one to use agreed at join.

use serde::{Deserialize, Serialize};

/// Which codec a session's snapshots are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodecId {
    /// Fields that differ from a dead-reckoned baseline.
    Fields,
}

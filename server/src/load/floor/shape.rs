//! What is sent over a floor: what a load of the game came to goes in, the sizes and rates that its
//! echo keeps to come out. One line of JSON takes it from the load to the server that it starts.
use serde::{Deserialize, Serialize};

use super::super::report::Report;

/// Sizes and rates of what one client and its server tell each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Clients that are served in the same tick, at least 1.
    pub room_size: u16,
    /// A snapshot, in bytes of its message.
    pub snapshot_bytes: usize,
    /// Any other message of the server's, in bytes.
    pub message_bytes: usize,
    /// So many of those go with a snapshot, in the mean; the answers to pings go by themselves.
    pub messages_per_snapshot: f64,
    /// A message of a client's, in bytes.
    pub up_bytes: usize,
}

impl Shape {
    /// What the game's own bots were sent and sent, in rooms of so many.
    pub(super) fn of(report: &Report, room_size: u16, pings_per_s: f64) -> Self {
        let (down, up) = (report.down(), report.up());
        let snapshots = report.snapshots_per_bot_second();
        let snapshot_bytes = report.snapshot_payload_bytes();
        let messages = down.messages - snapshots;
        let message_bytes = down.payload_bytes - snapshots * snapshot_bytes;
        let mean = |bytes: f64, n: f64| if n > 0.0 { (bytes / n).round() as usize } else { 0 };
        Self {
            room_size,
            snapshot_bytes: mean(snapshot_bytes, 1.0),
            message_bytes: mean(message_bytes, messages),
            messages_per_snapshot: if snapshots > 0.0 {
                ((messages - pings_per_s) / snapshots).max(0.0)
            } else {
                0.0
            },
            up_bytes: mean(up.payload_bytes, up.messages),
        }
    }
}

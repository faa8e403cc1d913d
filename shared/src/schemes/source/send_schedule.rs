//! Source's rate limit: when the next snapshot may be sent to a client, and when a delta's baseline
//! is too old. Asked whenever a snapshot could be sent.

use serde::Serialize;

use crate::base::time::{MICROS_PER_S, Micros};

/// Maximum bytes of a packet that count towards the rate: the size of one datagram.
pub const PACKET_BYTES_MAX: u32 = 1500;
/// Extra bytes counted per packet, for network headers.
pub const PACKET_OVERHEAD_BYTES: u32 = 48;
/// Snapshots back from which a baseline is too old.
pub const BASELINE_SNAPSHOTS_MAX: u32 = 29;

/// Whether a snapshot may be sent now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SendDecision {
    /// A snapshot may be sent.
    Send,
    /// The update rate makes none due yet.
    NotDue,
    /// One is due, but over the rate limit: choke.
    Choked,
}

/// When the next snapshot may be sent, and how many were choked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SendSchedule {
    /// When the update rate makes the next one due.
    due: Micros,
    /// When the last snapshot clears the rate limit.
    clear: Micros,
    /// Attempts refused by the rate limit since the last snapshot.
    n_choked: u32,
}

/// The minimum time between two sends: `max(interval, (min(bytes, 1500) + 48)·1000/rate)` ms. A
/// rate of 0 B/s counts as 1.
#[must_use]
pub fn send_gap(interval: Micros, bytes: u32, rate_bytes_per_s: u32) -> Micros {
    interval.max(carrying(bytes, rate_bytes_per_s))
}

/// Whether a baseline lies so many snapshots back that the next snapshot must be full.
#[must_use]
pub const fn too_old(snapshots_back: u32) -> bool {
    snapshots_back >= BASELINE_SNAPSHOTS_MAX
}

impl SendSchedule {
    /// Decides whether a snapshot may be sent now. Every refusal by the rate limit counts as choke,
    /// so call it once for every snapshot made.
    pub fn try_send(&mut self, now: Micros) -> SendDecision {
        if now < self.due {
            SendDecision::NotDue
        } else if now < self.clear {
            self.n_choked = self.n_choked.saturating_add(1);
            SendDecision::Choked
        } else {
            SendDecision::Send
        }
    }

    /// Charges a snapshot of this size; returns how many were choked before it. The next may be
    /// sent after [`send_gap`].
    pub fn sent(
        &mut self,
        now: Micros,
        interval: Micros,
        bytes: u32,
        rate_bytes_per_s: u32,
    ) -> u32 {
        self.due = now + interval;
        self.clear = now + carrying(bytes, rate_bytes_per_s);
        core::mem::take(&mut self.n_choked)
    }
}

fn carrying(bytes: u32, rate_bytes_per_s: u32) -> Micros {
    let counted = bytes.min(PACKET_BYTES_MAX) + PACKET_OVERHEAD_BYTES;
    Micros(i64::from(counted) * MICROS_PER_S / i64::from(rate_bytes_per_s.max(1)))
}

//! When Source sends the next snapshot to a client of a limited rate, and when a delta's baseline
//! is too old for it. Asked at each moment at which a snapshot could go.

use serde::Serialize;

use crate::base::time::{MICROS_PER_S, Micros};

/// Bytes of a packet that count towards the rate at most: what fits one datagram.
pub const PACKET_BYTES_MAX: u32 = 1500;
/// Bytes that every packet costs besides: the headers of the network.
pub const PACKET_OVERHEAD_BYTES: u32 = 48;
/// Snapshots back from which a baseline is too old.
pub const BASELINE_SNAPSHOTS_MAX: u32 = 29;

/// What becomes of a chance to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SendDecision {
    /// A snapshot may go.
    Send,
    /// The update rate asks for none yet.
    NotDue,
    /// One is due, but the rate forbids it: choke.
    Choked,
}

/// When the next snapshot may go, and how many were choked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SendSchedule {
    /// When the update rate asks for the next.
    due: Micros,
    /// When the rate has carried the last.
    clear: Micros,
    /// Chances refused for want of bandwidth since the last snapshot.
    n_choked: u32,
}

/// From one send to the next, at least: `max(interval, (min(bytes, 1500) + 48)·1000/rate)` ms. A
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
    /// A chance to send at a moment. Each one refused for bandwidth counts as choke, so chances
    /// should come as often as snapshots are made.
    pub fn chance(&mut self, now: Micros) -> SendDecision {
        if now < self.due {
            SendDecision::NotDue
        } else if now < self.clear {
            self.n_choked = self.n_choked.saturating_add(1);
            SendDecision::Choked
        } else {
            SendDecision::Send
        }
    }

    /// A snapshot of so many bytes goes; gives how many were choked before it. The next may go
    /// after [`send_gap`].
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

//! What a room leaves out of its output under load, so that its ticks stay within their time.

use crate::base::{limits::WHOLE_SEATS_MAX, pressure::Pressure};

/// Maximum ships in a snapshot of a large room, the viewer's own included. Without it, a crowd on
/// one screen would cost the square of its players.
pub(super) const fn ships_sent_max(pressure: Pressure) -> u32 {
    let small_room = WHOLE_SEATS_MAX as u32;
    match pressure {
        Pressure::Calm => small_room,
        Pressure::Busy => small_room / 2,
        Pressure::Overloaded => small_room / 4,
    }
}

/// Whether players who are shot down are sent the report of that shot unasked.
pub(super) const fn sends_unasked_reports(pressure: Pressure) -> bool {
    matches!(pressure, Pressure::Calm | Pressure::Busy)
}

/// One in this many snapshots due by a viewer's update rate is sent.
pub(super) const fn snapshot_divisor(pressure: Pressure) -> u32 {
    match pressure {
        Pressure::Calm | Pressure::Busy => 1,
        Pressure::Overloaded => 2,
    }
}

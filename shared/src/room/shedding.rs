//! What a room sheds under server load, in this order: distant ships, which become dots on the
//! chart; then every other snapshot, and unrequested reports. (Delaying newcomers is up to the
//! shell.) Queried for every snapshot that is due.
//!
//! What is still sent stays exact, and a dropped snapshot counts as choke, so that a player can see
//! it.

use crate::base::{limits::WHOLE_SEATS_MAX, pressure::Pressure};

/// Maximum ships in a snapshot of a large room, the viewer's own included. Without it, a crowd on
/// one screen would cost the square of its players.
pub(super) const fn ships_sent_max(pressure: Pressure) -> u32 {
    let as_in_a_small_room = WHOLE_SEATS_MAX as u32;
    match pressure {
        Pressure::Calm => as_in_a_small_room,
        Pressure::Busy => as_in_a_small_room / 2,
        Pressure::Overloaded => as_in_a_small_room / 4,
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

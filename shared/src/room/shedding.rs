//! What a room leaves out when its server works too hard for it, in this order: ships that are far
//! away, which become dots on the chart; then every other snapshot, and reports that nobody asked
//! for. (That newcomers wait for their
//! seat is the shell's part.) Asked for every snapshot that is due.
//!
//! Whatever is told stays exact, and a snapshot that is left out counts as choke, so that a player
//! can see it.

use crate::base::{limits::WHOLE_SEATS_MAX, pressure::Pressure};

/// Of how many ships a snapshot of a large room tells at most, the viewer's own one included. A
/// crowd on one screen would else cost the square of its players.
pub(super) const fn ships_sent_max(pressure: Pressure) -> u32 {
    let as_in_a_small_room = WHOLE_SEATS_MAX as u32;
    match pressure {
        Pressure::Calm => as_in_a_small_room,
        Pressure::Busy => as_in_a_small_room / 2,
        Pressure::Overloaded => as_in_a_small_room / 4,
    }
}

/// Whether those who are shot down are told the report of that shot before they ask for it.
pub(super) const fn sends_unasked_reports(pressure: Pressure) -> bool {
    matches!(pressure, Pressure::Calm | Pressure::Busy)
}

/// Of how many snapshots that are due by a viewer's update rate one is sent.
pub(super) const fn snapshot_divisor(pressure: Pressure) -> u32 {
    match pressure {
        Pressure::Calm | Pressure::Busy => 1,
        Pressure::Overloaded => 2,
    }
}

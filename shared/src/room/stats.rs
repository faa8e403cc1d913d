//! What a room counts.

use serde::Serialize;

/// Counters of a room, from its making.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoomStats {
    /// Times the process stalled for so long that ticks were put off instead of caught up.
    pub stalls: u64,
    /// Commands that did nothing: they came too late, or a bank had no tick left for them.
    pub late_commands: u64,
    /// Commands keyed so far ahead that they were dropped.
    pub early_commands: u64,
    /// Commands that were executed in place of missing ones.
    pub stand_ins: u64,
    /// Snapshots made, keyframes among them.
    pub snapshots: u64,
    /// Keyframes among them.
    pub keyframes: u64,
    /// Bodies of snapshots that were encoded, each for all who build upon the same.
    pub bodies: u64,
    /// Ticks that these bodies tell of, together: what they cost to encode grows with it.
    pub body_ticks: u64,
    /// Bytes of snapshots made, before any was replaced.
    pub snapshot_bytes: u64,
    /// Bounces off walls and asteroids.
    pub bounces: u64,
    /// Contacts between ships.
    pub contacts: u64,
    /// Snapshots left out: the one before still waited, the byte rate had no room, or the next was
    /// due before this one was let go.
    pub choked: u64,
    /// Times that a snapshot waited for the next tick because its session had been told so much.
    pub held_by_allowance: u64,
    /// Times that a snapshot waited for the next tick because so many bodies were wanted.
    pub held_by_bodies: u64,
    /// Reports of shots that were made.
    pub reports: u64,
}

//! The counters of a room.

use serde::Serialize;

/// The counters of a room since it was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoomStats {
    /// Stalls of the process so long that ticks were put off instead of caught up.
    pub stalls: u64,
    /// Commands not executed: they were too late, or a bank had no tick left for them.
    pub late_commands: u64,
    /// Commands keyed so far ahead that they were dropped.
    pub early_commands: u64,
    /// Commands that were executed in place of missing ones.
    pub stand_ins: u64,
    /// Snapshots made, including keyframes.
    pub snapshots: u64,
    /// Keyframes among them.
    pub keyframes: u64,
    /// Snapshot bodies encoded, each shared by all viewers with the same baseline.
    pub bodies: u64,
    /// Total ticks covered by these bodies; the cost of encoding grows with it.
    pub body_ticks: u64,
    /// Bytes of snapshots made, before any was replaced.
    pub snapshot_bytes: u64,
    /// Bounces off walls and asteroids.
    pub bounces: u64,
    /// Contacts between ships.
    pub contacts: u64,
    /// Snapshots left out: the one before was still waiting, the byte rate had no room, or the next
    /// one was due before this one was released.
    pub choked: u64,
    /// Snapshots held back for a tick because their session's allowance did not cover them.
    pub held_by_allowance: u64,
    /// Snapshots held back for a tick because too many bodies were wanted.
    pub held_by_bodies: u64,
    /// Shot reports made.
    pub reports: u64,
}

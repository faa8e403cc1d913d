//! What the player learns besides the picture: notices, the kill feed, and connection statistics.

use alloc::string::String;

use serde::Serialize;

use crate::{
    base::{
        geometry::Turn,
        time::{Micros, Tick},
    },
    sim::{
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::message::Refusal,
};

/// A one-time event that a shell may show or sound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Notice {
    /// The welcome arrived and the match has begun.
    Joined,
    /// A player joined.
    PlayerJoined { name: String },
    /// A player left.
    PlayerLeft { name: String },
    /// The player fired.
    Fired { weapon: Weapon },
    /// The server confirmed a hit by the player.
    HitConfirmed {
        shot: ShotId,
        victim: ShipId,
        /// Hit points it lost.
        damage: u8,
    },
    /// The player was hit.
    Hurt {
        by: ShipId,
        /// Hit points lost.
        damage: u8,
    },
    /// The player was killed.
    Died {
        by: ShipId,
        weapon: Weapon,
        /// The direction in which the shooter was drawn, if it was.
        from: Option<Turn>,
    },
    /// The player killed another.
    Killed { victim: ShipId },
    /// The player spawned.
    Spawned,
    /// A hit on the player was undone.
    Refunded {
        /// Hit points given back.
        refund: u8,
    },
    /// A hit by the player was undone.
    HitUndone {
        shot: ShotId,
        /// The ship that had been hit.
        victim: ShipId,
    },
    /// The room changed its rules.
    RulesChanged {
        /// Who changed them; `None` if the room restored its own.
        by: Option<String>,
    },
    /// The room refused a request.
    Refused { why: Refusal },
    /// The server stalled for a second or more; the match continues from where it was.
    ServerStalled {
        /// In ms.
        ms: u32,
    },
    /// The tab was in the background: the commands in between were skipped.
    Resynchronised,
    /// A player lost its connection; the seat is held for a while.
    PlayerAway { name: String },
    /// A player that was away is back.
    PlayerBack { name: String },
    /// The room is full and the player has been idle: asks whether the player is still there.
    AreYouThere {
        /// Time left to answer, in ms; `None` if no answer is needed any more.
        answer_within_ms: Option<u32>,
    },
    /// The room's bots spare the player, who has been idle.
    Truce {
        /// Longest time left, in ms; `None` if the truce is over.
        ends_within_ms: Option<u32>,
    },
}

/// A line of the kill feed. Holds names, since players may have left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KillLine {
    /// When it was first shown, on the client's clock.
    pub at: Micros,
    /// The shot that killed.
    pub shot: ShotId,
    pub killer: String,
    pub victim: String,
    /// The seat of the victim.
    pub victim_id: ShipId,
}

/// Statistics of the connection and the prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct NetStats {
    /// Round trip of the newest ping, in ms; `None` before the first.
    pub ping_ms: Option<u32>,
    /// Mean difference between consecutive round trips, in ms.
    pub jitter_ms: u32,
    /// Round trip by QuakeWorld's estimate, in ms: from sending a command to the snapshot that says
    /// it was executed, including the margin. Drops at once, creeps up by 1 ms a snapshot.
    pub latency_ms: u32,
    /// Whether the own ship is frozen because too many commands are unacknowledged. Happens only
    /// with QuakeWorld's error correction.
    pub frozen: bool,
    /// The client's own tick.
    pub own_tick: Tick,
    /// The newest snapshot's tick.
    pub server_tick: Tick,
    /// How early commands arrived at the server, in ms, by its newest report.
    pub command_margin_ms: i32,
    /// The newest prediction error, in u; exactly 0 if the prediction was right.
    pub prediction_error_u: f32,
    /// Predictions so far whose error was not exactly 0.
    pub mispredictions: u32,
    /// Ticks of the whole world rerun for the newest snapshot, if every ship is predicted.
    pub rerun_ticks: Option<u32>,
    /// Snapshots that the server choked, because the previous one was still queued or the player's
    /// byte rate was used up.
    pub choked: u32,
    /// Commands that the server dropped because they arrived too late or too early.
    pub late_commands: u32,
    /// Shots the player fired. Each would be a message to the other players if every machine
    /// computed the hits itself.
    pub shots_fired: u32,
    /// Hits by the player that the server reported. If the shooter reported hits, each would be one
    /// more message.
    pub hits_reported: u32,
    pub snapshots: u32,
    /// Snapshots that arrived after a newer one or not at all: the gaps between those received.
    pub snapshots_missed: u32,
    /// Snapshots that could not be decoded or did not reproduce the server's state. Each triggers a
    /// keyframe request.
    pub mismatches: u32,
    /// Bytes received, over all messages.
    pub bytes_in: u64,
    /// Bytes sent, over all messages.
    pub bytes_out: u64,
}

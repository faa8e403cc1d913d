//! What the player is told besides the picture: notices, the kill feed, and figures.

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

/// Something a shell may want to say or sound, told once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Notice {
    /// The welcome came: the game is on.
    Joined,
    /// Somebody took a seat.
    PlayerJoined { name: String },
    /// Somebody left.
    PlayerLeft { name: String },
    /// A shot of the player's left its muzzle.
    Fired { weapon: Weapon },
    /// The server confirmed a hit of the player's.
    HitConfirmed {
        shot: ShotId,
        victim: ShipId,
        /// Hit points it lost.
        damage: u8,
    },
    /// The player was hurt.
    Hurt {
        /// By whom.
        by: ShipId,
        /// Hit points lost.
        damage: u8,
    },
    /// The player was shot down.
    Died {
        /// By whom.
        by: ShipId,
        /// With what.
        weapon: Weapon,
        /// In which direction the shooter was drawn, if it was.
        from: Option<Turn>,
    },
    /// The player shot somebody down.
    Killed { victim: ShipId },
    /// The player begins a life.
    Spawned,
    /// Hit points came back to the player: a hit was undone.
    Refunded {
        /// Hit points given back.
        refund: u8,
    },
    /// A hit of the player's was undone.
    HitUndone {
        shot: ShotId,
        /// Who had been hit.
        victim: ShipId,
    },
    /// The room decides by other rules.
    RulesChanged {
        /// Who changed them; `None`: the room took its own ones up again.
        by: Option<String>,
    },
    /// The room did not do what the player asked for.
    Refused { why: Refusal },
    /// The server stood still for a second or more; the match goes on from where it was.
    ServerStalled {
        /// For how long, in ms.
        ms: u32,
    },
    /// The tab was away: commands begin anew, and none is made for the time between.
    Resynchronised,
    /// Somebody's connection is lost; the seat is held for a while.
    PlayerAway { name: String },
    /// Somebody who was away is back.
    PlayerBack { name: String },
    /// The room is full, and the player did nothing for long: whether it is there.
    AreYouThere {
        /// How long there is for an answer, in ms; `None`: none is needed any more.
        answer_within_ms: Option<u32>,
    },
    /// The room's bots spare the player, who has done nothing for a while.
    Truce {
        /// For how long at most, in ms; `None`: they do no longer.
        ends_within_ms: Option<u32>,
    },
}

/// A line of the kill feed. Names are kept, since players leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KillLine {
    /// When it was shown first, on the client's clock.
    pub at: Micros,
    /// The shot that did it.
    pub shot: ShotId,
    /// Who shot.
    pub killer: String,
    pub victim: String,
    /// Who died, by seat.
    pub victim_id: ShipId,
}

/// The figures of the connection and of the prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct NetStats {
    /// Round trip by the newest echo, in ms; `None` until one came.
    pub ping_ms: Option<u32>,
    /// Mean difference between consecutive round trips, in ms.
    pub jitter_ms: u32,
    /// Round trip as QuakeWorld estimates it, in ms: from a command's sending to the snapshot that
    /// says it was executed, margin included. Falls at once, creeps up by 1 ms a snapshot.
    pub latency_ms: u32,
    /// Whether the picture of the own ship stands still, because too many commands are
    /// unacknowledged for a client that corrects as QuakeWorld's does.
    pub frozen: bool,
    /// The client's own tick.
    pub own_tick: Tick,
    /// The newest snapshot's tick.
    pub server_tick: Tick,
    /// How many ms early the commands arrived at the server, by its newest word.
    pub command_margin_ms: i32,
    /// The newest prediction error, in u: exactly 0 when prediction was right.
    pub prediction_error_u: f32,
    /// Prediction errors so far that were not exactly 0.
    pub mispredictions: u32,
    /// Ticks of the whole world that the newest snapshot had run again, where everybody is
    /// predicted.
    pub rerun_ticks: Option<u32>,
    /// Snapshots that the server left out: the one before still waited to be sent, or the player's
    /// byte rate had no room.
    pub choked: u32,
    /// Commands the server had to drop because they came too late, or too early.
    pub late_commands: u32,
    /// Shots the player fired: messages to the others, where every machine works out the hits.
    pub shots_fired: u32,
    /// Hits of the player's that the server told of: what one more message each would have said.
    pub hits_told: u32,
    /// Snapshots received.
    pub snapshots: u32,
    /// Snapshots that came after a newer one, or never: the gaps between those received.
    pub snapshots_missed: u32,
    /// Snapshots that led to another state than the server's, or to none; each asked for a
    /// keyframe.
    pub mismatches: u32,
    /// Bytes received, all messages.
    pub bytes_in: u64,
    /// Bytes sent, all messages.
    pub bytes_out: u64,
}

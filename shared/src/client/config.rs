//! What a client is started with, and what it can be told to show.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::{
    netcode::values::{Delivery, PlayerNetcode},
    wire::message::RoomRequest,
};

/// What a client is started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientConfig {
    /// The player's name.
    pub name: String,
    /// The room; empty for the default one.
    pub room: String,
    /// What the player sees and sends.
    pub netcode: PlayerNetcode,
    /// How the room shall be if this client is the first in it.
    pub room_request: Option<RoomRequest>,
    /// How snapshots travel to it.
    pub delivery: Delivery,
}

/// Whether the scene holds ghosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GhostVisibility {
    /// None.
    #[default]
    Hidden,
    /// All three truths.
    Shown,
}

//! The client's startup configuration, and whether it shows ghosts.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::{
    netcode::values::{PlayerNetcode, SnapshotDelivery},
    wire::message::RoomRequest,
};

/// What a client is started with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientConfig {
    pub name: String,
    /// The room to join; empty for the default one.
    pub room: String,
    /// The player's netcode settings.
    pub netcode: PlayerNetcode,
    /// The settings of the room, if this client creates it.
    pub room_request: Option<RoomRequest>,
    /// How snapshots are delivered.
    pub delivery: SnapshotDelivery,
}

/// Whether the scene contains ghosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GhostVisibility {
    #[default]
    Hidden,
    /// All three kinds.
    Shown,
}

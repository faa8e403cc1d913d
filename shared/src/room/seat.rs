//! The seats of a room.

use serde::Serialize;

use super::session::Session;
use crate::{
    pilot::{Pilot, manner::Manner},
    sim::ship::ShipId,
};

/// The occupant of a seat.
#[allow(clippy::large_enum_variant, reason = "the seats of a full room are players'")]
#[derive(Clone, Debug, Serialize)]
pub(super) enum Seat {
    Empty,
    Player(Session),
    Bot(Bot),
}

/// A bot of the room.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Bot {
    pub(super) ship: ShipId,
    pub(super) pilot: Pilot,
    /// Follows from the name under which the roster lists it.
    #[serde(skip)]
    pub(super) manner: Manner,
}

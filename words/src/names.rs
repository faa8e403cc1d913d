//! Names of ships in sentences, supplied by the caller. Player names are the same in every
//! language; the ships of a laboratory match are named by the language.

use alloc::string::String;

use shared::sim::ship::ShipId;

use crate::lab::LabPlayer;

/// The name of a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShipName {
    /// Its player's name.
    Called(String),
    /// In a laboratory match: its player.
    Of(LabPlayer),
    /// Its player has left the room, so the name is lost.
    Left,
}

impl ShipName {
    /// Names a ship: by its player (`players` has the viewer first), otherwise by roster name,
    /// [`Left`](Self::Left) without one.
    #[must_use]
    pub fn among(players: &[Option<ShipId>], ship: ShipId, name: Option<&str>) -> Self {
        match players.iter().position(|of| *of == Some(ship)) {
            Some(player) => Self::Of(LabPlayer::of(player)),
            None => name.map_or(Self::Left, Self::from),
        }
    }
}

impl From<&str> for ShipName {
    fn from(name: &str) -> Self {
        Self::Called(name.into())
    }
}

/// Looks up the name of a ship.
pub type Names<'a> = &'a dyn Fn(ShipId) -> ShipName;

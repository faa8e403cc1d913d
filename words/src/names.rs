//! What ships are called: whoever asks for a sentence brings it. Names that people gave themselves
//! are the same in every language; the ships of a laboratory's match are called by a language.

use alloc::string::String;

use shared::sim::ship::ShipId;

use crate::lab::LabPlayer;

/// What a ship is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShipName {
    /// By the name of whoever flies it.
    Called(String),
    /// In a match of the laboratory, by whose it is.
    Of(LabPlayer),
    /// Whoever flew it has left the room, and with them their name.
    Left,
}

impl ShipName {
    /// What a ship is called in a match whose players have these ships, the one who is told first;
    /// a ship that is none of theirs by its name, where somebody in the room has it.
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

/// What ships are called.
pub type Names<'a> = &'a dyn Fn(ShipId) -> ShipName;

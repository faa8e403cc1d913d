//! Names of the players in a room, from a roster or a client.

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::message::{Access, RosterEntry},
};
use words::Language;

/// The name of a ship's player, unless they left.
#[must_use]
pub fn known_name(roster: &[RosterEntry], id: ShipId) -> Option<&str> {
    let entry = roster.iter().find(|entry| entry.ship == id)?;
    Some(&entry.name)
}

/// The name of a ship's player, or a text for a player who left.
#[must_use]
pub fn name_of(language: Language, roster: &[RosterEntry], id: ShipId) -> &str {
    known_name(roster, id).unwrap_or(language.departed_player())
}

/// Whether a ship is flown by a bot.
#[must_use]
pub fn is_bot(roster: &[RosterEntry], id: ShipId) -> bool {
    roster.iter().any(|entry| entry.ship == id && entry.bot)
}

/// The name of the room's first player, if only they may change settings.
#[must_use]
pub fn first_name(language: Language, client: &Client, access: Access) -> &str {
    match access {
        Access::FirstOnly { first } => name_of(language, client.roster(), first),
        Access::May | Access::Public => "",
    }
}

//! What people in a room are called: a roster or a client goes in, a name comes out.

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::message::{Access, RosterEntry},
};
use words::Language;

/// The name at a seat, if somebody sits there.
#[must_use]
pub fn known_name(roster: &[RosterEntry], id: ShipId) -> Option<&str> {
    let entry = roster.iter().find(|entry| entry.ship == id)?;
    Some(&entry.name)
}

/// The name at a seat, as the game says it.
#[must_use]
pub fn name_of(roster: &[RosterEntry], id: ShipId) -> &str {
    known_name(roster, id).unwrap_or(Language::English.somebody_who_left())
}

/// The name of whoever came first to the room, where that matters.
#[must_use]
pub fn first_name(client: &Client, access: Access) -> &str {
    match access {
        Access::FirstOnly { first } => name_of(client.roster(), first),
        Access::May | Access::Public => "",
    }
}

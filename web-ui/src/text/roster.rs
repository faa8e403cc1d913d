//! What people in a room are called: a roster or a client goes in, a name comes out.

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::message::{Access, RosterEntry},
};

/// The name at a seat.
#[must_use]
pub fn name_of(roster: &[RosterEntry], id: ShipId) -> &str {
    let entry = roster.iter().find(|entry| entry.ship == id);
    entry.map_or("somebody who left", |entry| entry.name.as_str())
}

/// The name of whoever came first to the room, where that matters.
#[must_use]
pub fn first_name(client: &Client, access: Access) -> &str {
    match access {
        Access::FirstOnly { first } => name_of(client.roster(), first),
        Access::May | Access::Public => "",
    }
}

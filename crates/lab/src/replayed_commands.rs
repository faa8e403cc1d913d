//! The replay of a client's unacknowledged commands on top of the state that the server
//! acknowledged, one ship after each: what reconciliation runs at once, drawn as ghosts. Runs when
//! a picture shows them.

use alloc::vec::Vec;

use shared::{
    client::Client,
    sim::{
        collision::contact,
        ship::Ship,
        world::{WorldParams, apply_command, settle},
    },
};

/// The replay of a client's newest commands.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedCommands {
    /// The own ship in the newest snapshot: after the newest command that the server has executed.
    pub acknowledged: Ship,
    /// The own ship after each command since, oldest first; the last one is the prediction.
    pub ghosts: Vec<Ship>,
}

impl ReplayedCommands {
    /// Replays a client's unacknowledged commands; `None` without a ship in its newest snapshot.
    /// Other ships stand where that snapshot has them, as in the client's own prediction.
    #[must_use]
    pub fn of(client: &Client, params: &WorldParams) -> Option<Self> {
        let own = client.own_id()?;
        let acknowledged = *client.ships().iter().find(|ship| ship.id == own)?;
        let others = client.ships().iter().filter(|ship| ship.id != own && ship.alive());
        let mut ship = acknowledged;
        let step = |command| {
            apply_command(&mut ship, &command, params);
            let touches = |other: &Ship| contact(&mut ship.body, &mut other.body.clone());
            if others.clone().map(touches).fold(false, |any, touched| any | touched) {
                settle(&mut ship, &params.arena);
            }
            ship
        };
        let ghosts = client.unacknowledged_commands().into_iter().map(step).collect();
        Some(Self { acknowledged, ghosts })
    }
}

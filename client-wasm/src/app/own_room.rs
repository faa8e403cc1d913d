//! The card of a private room that the player just opened: whose it is, and the link to it. It
//! goes when somebody comes, or when the player puts it away.

use shared::client::Client;

use super::{App, Phase};

/// Whether the card is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OwnRoom {
    /// It is not.
    #[default]
    No,
    /// The player opened the room, and is alone in it.
    Opened,
}

impl App {
    /// Shows the card while the player is alone; a few times a second.
    pub(super) fn sync_own_room(&mut self) {
        let client = self.session.as_ref().map(|session| &session.client);
        if client.is_some_and(|client| people(client) > 1) {
            self.own_room = OwnRoom::No;
        }
        let shown = self.own_room == OwnRoom::Opened && self.phase == Phase::Playing;
        self.hud.own_room.set_hidden(!shown);
    }

    /// Puts the card away; whether it was there.
    pub(super) fn dismiss_own_room(&mut self) -> bool {
        let shown = std::mem::take(&mut self.own_room) == OwnRoom::Opened;
        self.hud.own_room.set_hidden(true);
        shown && self.phase == Phase::Playing
    }
}

fn people(client: &Client) -> usize {
    client.roster().iter().filter(|entry| !entry.bot).count()
}

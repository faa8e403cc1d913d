//! Lists the ships that the room's bots spare, and notifies players of their truces. Runs in every
//! tick, once its commands are known.

use alloc::vec::Vec;

use super::{output::SessionId, state::Room, truce::TruceChange};
use crate::{sim::ship::ShipId, wire::message::ServerControl};

impl Room {
    /// Notifies players whose truces began or ended in this tick. Without bots, new truces are not
    /// announced.
    pub(super) fn send_truces(&mut self, changes: &[(SessionId, TruceChange)]) {
        for &(id, change) in changes {
            let ends_within_ms = match change {
                TruceChange::Begun { .. } if self.n_bots() == 0 => continue,
                TruceChange::Begun { ends_within_ms } => Some(ends_within_ms),
                TruceChange::Ended => None,
            };
            if self.session(id).is_some_and(|session| !session.is_lost()) {
                self.send_control(id, &ServerControl::Truce { ends_within_ms });
            }
        }
    }

    /// Lists the ships that the room's bots spare.
    pub(super) fn list_spared(&self, spared: &mut Vec<ShipId>) {
        spared.clear();
        let sessions = self.all_sessions().filter(|session| session.truce.holds());
        spared.extend(sessions.map(|session| session.ship));
    }
}

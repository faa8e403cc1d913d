//! Tells all players who uses aim assist. Runs once a second, for the changes since then, and when
//! a player enters the room.

use alloc::vec::Vec;

use super::{output::SessionId, state::Room};
use crate::{
    base::limits::AIM_ASSIST_AT_ONCE,
    wire::message::{AimAssist, ServerControl},
};

/// Whether a player uses aim assist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SaidAimAssist {
    /// As its page said last.
    pub(super) said: AimAssist,
    /// As last sent to all players.
    pub(super) sent: AimAssist,
}

impl Room {
    /// Handles what a player's page says.
    pub(super) fn handle_aim_assist(&mut self, session: SessionId, assist: AimAssist) {
        if let Some(session) = self.session_mut(session) {
            session.aim_assist.said = assist;
        }
    }

    /// Sends what has changed, for up to [`AIM_ASSIST_AT_ONCE`] players, whatever their pages said
    /// in between.
    pub(super) fn send_aim_assist(&mut self) {
        let changed = self.sessions().filter(|one| one.aim_assist.said != one.aim_assist.sent);
        let changed: Vec<SessionId> = changed.map(|one| one.id).take(AIM_ASSIST_AT_ONCE).collect();
        for id in changed {
            let Some(session) = self.session_mut(id) else { continue };
            let (ship, assist) = (session.ship, session.aim_assist.said);
            session.aim_assist.sent = assist;
            self.broadcast(&ServerControl::AimAssist { ship, assist });
        }
    }

    /// Sends a player who enters the room everything that the others know.
    pub(super) fn send_all_aim_assist(&mut self, id: SessionId) {
        let on = self.all_sessions().filter(|session| session.aim_assist.sent == AimAssist::On);
        for ship in on.map(|session| session.ship).collect::<Vec<_>>() {
            self.send_control(id, &ServerControl::AimAssist { ship, assist: AimAssist::On });
        }
    }
}

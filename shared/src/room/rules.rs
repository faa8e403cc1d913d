//! Who may change what the room decides by, and what happens when somebody does: it counts from
//! the next tick on, for everyone, and everyone is told. What a player alone in a public room chose
//! lasts until somebody else comes, or that player goes.

use super::{
    config::{ConfigError, RoomKind},
    output::SessionId,
    seat::Seat,
    state::Room,
};
use crate::{
    base::{limits::RULES_MIN_MS, time::Tick},
    netcode::values::RoomNetcode,
    sim::ship::ShipId,
    wire::message::{Access, Refusal, ServerControl},
};

impl Room {
    /// Changes what the room decides by, from the next tick on, and tells nobody: for tests of what
    /// a room decides. Players hear of rules by [`request_rules`](Self::request_rules).
    ///
    /// # Errors
    /// When the room cannot play by a setting; nothing changes then.
    pub fn set_netcode(&mut self, netcode: RoomNetcode) -> Result<(), ConfigError> {
        self.check_change(&netcode)?;
        self.put_netcode(netcode);
        Ok(())
    }

    /// Whether the room can go on by other rules.
    fn check_change(&self, netcode: &RoomNetcode) -> Result<(), ConfigError> {
        self.config.check_rules(netcode)?;
        let waits = netcode.lockstep().is_some();
        if waits == self.lockstep.is_some() { Ok(()) } else { Err(ConfigError::Anew) }
    }

    fn put_netcode(&mut self, netcode: RoomNetcode) {
        self.config.netcode = netcode;
        let limits = self.config.rate_limits();
        for seat in &mut self.seats {
            if let Seat::Player(session) = seat {
                session.grant(&limits);
            }
        }
    }

    /// The room decides by other rules from its next ticks on, and everybody is told that a player
    /// changed them.
    ///
    /// # Errors
    /// When the room cannot play by a setting; nothing changes then.
    pub fn request_rules(&mut self, netcode: RoomNetcode, by: ShipId) -> Result<(), ConfigError> {
        self.check_change(&netcode)?;
        self.pending_rules = Some((netcode, by));
        Ok(())
    }

    /// A player asks for other rules.
    pub(super) fn handle_rules_request(&mut self, session: SessionId, netcode: RoomNetcode) {
        let access = self.access(session);
        let refused = match self.check_change(&netcode) {
            _ if access != Access::May => Some(Refusal::Rules(access)),
            Err(ConfigError::LaboratoryOnly(_)) => Some(Refusal::LaboratoryOnly),
            Err(_) => Some(Refusal::Setting),
            Ok(()) => None,
        };
        if let Some(refusal) = refused {
            self.say(session, &ServerControl::Refused(refusal));
        } else if let Some(by) = self.session(session).map(|session| session.ship) {
            self.pending_rules = Some((netcode, by));
        }
    }

    /// Before a tick: the newest rules that were asked for count from it on, if they are others;
    /// soon after a change they wait.
    pub(super) fn apply_pending_rules(&mut self) {
        let from = self.world.tick.next();
        let least = self.clock.rate().ticks_in_ms(RULES_MIN_MS);
        if from.since(self.rules_since) < i64::from(least) {
            return;
        }
        let Some((netcode, by)) = self.pending_rules.take() else { return };
        self.play_by(netcode, from, Some(by));
    }

    /// A room that is open to everybody is nobody's: where not just one player is in it, it plays
    /// by the rules that it was founded with. Runs when somebody comes or goes, with how many there
    /// are then.
    pub(super) fn restore_rules(&mut self, n_players: usize) {
        if self.config.kind == RoomKind::Public && n_players != 1 {
            self.pending_rules = None;
            self.play_by(self.own_rules, self.world.tick.next(), None);
        }
    }

    /// These rules count from the next tick on; everybody is told if they are others.
    fn play_by(&mut self, netcode: RoomNetcode, from: Tick, by: Option<ShipId>) {
        if netcode != self.config.netcode {
            self.put_netcode(netcode);
            self.rules_since = from;
            self.say_to_all(&ServerControl::Rules { netcode, from, by });
        }
    }

    /// Whether a player may change the rules.
    pub(super) fn access(&self, session: SessionId) -> Access {
        self.access_beside(self.first(), session)
    }

    /// Tells everybody whose access has changed since it was told.
    pub(super) fn tell_access(&mut self) {
        let first = self.first();
        for id in self.session_ids() {
            let access = self.access_beside(first, id);
            let told = self
                .session_mut(id)
                .is_none_or(|session| core::mem::replace(&mut session.access, access) == access);
            if !told {
                self.say(id, &ServerControl::Access(access));
            }
        }
    }

    /// Who came first of those who are here: sessions are numbered in the order they came.
    fn first(&self) -> Option<(SessionId, ShipId)> {
        let first = self.all_sessions().min_by_key(|session| session.senior.unwrap_or(session.id));
        first.map(|session| (session.id, session.ship))
    }

    /// Whether a player may change the rules, beside whoever came first.
    fn access_beside(&self, first: Option<(SessionId, ShipId)>, session: SessionId) -> Access {
        let other = first.filter(|(id, _)| *id != session);
        match (self.config.kind, other) {
            (RoomKind::Public, _) if self.n_players() > 1 => Access::Public,
            (RoomKind::Private, Some((_, first))) => Access::FirstOnly { first },
            (RoomKind::Public | RoomKind::Experimental | RoomKind::Simulated, _)
            | (RoomKind::Private, None) => Access::May,
        }
    }
}

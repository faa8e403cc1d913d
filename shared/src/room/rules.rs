//! Who may change what the room decides by, and what happens when somebody does: it counts from
//! the next tick on, for everyone, and everyone is told. What a player alone in a public room chose
//! lasts until somebody else comes, or that player goes.

use super::{
    config::{ConfigError, RoomKind},
    displaced_founder::DisplacedFounder,
    output::SessionId,
    seat::Seat,
    session::Session,
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
        self.apply_netcode(netcode);
        Ok(())
    }

    /// Whether the room can go on by other rules.
    fn check_change(&self, netcode: &RoomNetcode) -> Result<(), ConfigError> {
        self.config.check_rules(netcode)?;
        let waits = netcode.lockstep().is_some();
        if waits == self.lockstep.is_some() { Ok(()) } else { Err(ConfigError::Anew) }
    }

    fn apply_netcode(&mut self, netcode: RoomNetcode) {
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
            self.send_control(session, &ServerControl::Refused(refusal));
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
        self.switch_rules(netcode, from, Some(by));
    }

    /// A room that is open to everybody is nobody's: where not just one player is in it, it plays
    /// by the rules that it was founded with. Runs when somebody comes or goes, with how many there
    /// are then.
    pub(super) fn restore_rules(&mut self, n_players: usize) {
        if self.config.kind == RoomKind::Public && n_players != 1 {
            self.pending_rules = None;
            self.switch_rules(self.own_rules, self.world.tick.next(), None);
        }
    }

    /// These rules count from the next tick on; everybody is told if they are others.
    fn switch_rules(&mut self, netcode: RoomNetcode, from: Tick, by: Option<ShipId>) {
        if netcode != self.config.netcode {
            self.apply_netcode(netcode);
            self.rules_since = from;
            self.broadcast(&ServerControl::Rules { netcode, from, by });
        }
    }

    /// Whether a player may change the rules.
    pub(super) fn access(&self, session: SessionId) -> Access {
        self.access_beside(self.founder(), session)
    }

    /// Tells everybody whose access has changed since it was told.
    pub(super) fn send_access(&mut self) {
        let founder = self.founder();
        for id in self.session_ids() {
            let access = self.access_beside(founder, id);
            let told = self
                .session_mut(id)
                .is_none_or(|session| core::mem::replace(&mut session.access, access) == access);
            if !told {
                self.send_control(id, &ServerControl::Access(access));
            }
        }
    }

    /// Whether the right of a session that came first is kept, though its seat was given up.
    #[must_use]
    pub fn keeps_founders_right(&self, session: SessionId) -> bool {
        self.displaced_founder.is_some_and(|founder| founder.session == session)
    }

    /// Who came first is back on another seat, before its right is over.
    pub fn handle_founder_back(&mut self, session: SessionId, earlier: SessionId) {
        let founder = self.displaced_founder.filter(|founder| founder.session == earlier);
        if let Some(founder) = founder
            && let Some(back) = self.session_mut(session)
        {
            back.original_session = Some(founder.original_session);
            self.displaced_founder = None;
            self.send_access();
        }
    }

    /// A held seat is about to be given to a newcomer: if it is the founder's, its right is kept
    /// until that tick.
    pub(super) fn keep_founders_right(&mut self, session: SessionId, until: Tick) {
        if self.config.kind != RoomKind::Private || self.displaced_founder.is_some() {
            return;
        }
        if let Some(found) = self.first().filter(|first| first.id == session) {
            let (original_session, ship) = (found.original_session.unwrap_or(session), found.ship);
            self.displaced_founder =
                Some(DisplacedFounder { session, original_session, ship, until });
        }
    }

    /// Before a tick: when the time is over that its seat was promised to a founder, the right is
    /// that of who came next.
    pub(super) fn expire_founders_right(&mut self) {
        if self.displaced_founder.is_some_and(|founder| founder.until <= self.world.tick) {
            self.displaced_founder = None;
            self.send_access();
        }
    }

    /// Who came first of those who are here: sessions are numbered in the order they came.
    fn first(&self) -> Option<&Session> {
        self.all_sessions().min_by_key(|session| session.original_session.unwrap_or(session.id))
    }

    /// Who has the first one's right: that one, here or not.
    fn founder(&self) -> Option<(SessionId, ShipId)> {
        let displaced = self.displaced_founder.map(|founder| (founder.session, founder.ship));
        displaced.or_else(|| self.first().map(|first| (first.id, first.ship)))
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

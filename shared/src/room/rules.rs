//! Who may change a room's rules, and the change itself: new rules apply from the next tick on, for
//! every player, and are broadcast. Rules chosen by a player alone in a public room last until
//! another player joins or that player leaves.

use serde::Serialize;

use super::{
    config::{ConfigError, RoomKind},
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

/// The rules of a room over time.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RuleChanges {
    /// Those that the room was created with.
    #[serde(skip)]
    own: RoomNetcode,
    /// The newest rules requested, and the ship of the player who requested them.
    pending: Option<(RoomNetcode, ShipId)>,
    /// The founder, if its held seat was given to a newcomer.
    #[serde(skip_serializing_if = "Option::is_none")]
    displaced_founder: Option<DisplacedFounder>,
    /// The first tick under the present rules.
    since: Tick,
}

impl RuleChanges {
    pub(super) fn new(own: RoomNetcode) -> Self {
        Self { own, pending: None, displaced_founder: None, since: Tick::ZERO }
    }
}

impl Room {
    /// Changes the rules from the next tick on without a broadcast, for tests of judging. Players
    /// are notified by [`request_rules`](Self::request_rules).
    ///
    /// # Errors
    /// When the room cannot play by a setting; nothing changes then.
    pub fn set_netcode(&mut self, netcode: RoomNetcode) -> Result<(), ConfigError> {
        self.check_change(&netcode)?;
        self.apply_netcode(netcode);
        Ok(())
    }

    /// Checks whether the running match can switch to other rules.
    fn check_change(&self, netcode: &RoomNetcode) -> Result<(), ConfigError> {
        self.config.check_rules(netcode)?;
        let waits = netcode.lockstep().is_some();
        if waits == self.lockstep.is_some() { Ok(()) } else { Err(ConfigError::LockstepFixed) }
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

    /// Requests a change of the rules by a player. It applies in one of the next ticks and is
    /// broadcast.
    ///
    /// # Errors
    /// When the room cannot play by a setting; nothing changes then.
    pub fn request_rules(&mut self, netcode: RoomNetcode, by: ShipId) -> Result<(), ConfigError> {
        self.check_change(&netcode)?;
        self.rules.pending = Some((netcode, by));
        Ok(())
    }

    /// Handles a player's request for other rules.
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
            self.rules.pending = Some((netcode, by));
        }
    }

    /// Before a tick: applies the newest requested rules if they differ. They wait while the last
    /// change is too recent.
    pub(super) fn apply_pending_rules(&mut self) {
        let from = self.world.tick.next();
        let least = self.clock.rate().ticks_in_ms(RULES_MIN_MS);
        if from.since(self.rules.since) < i64::from(least) {
            return;
        }
        let Some((netcode, by)) = self.rules.pending.take() else { return };
        self.switch_rules(netcode, from, Some(by));
    }

    /// Restores a public room's original rules unless exactly one player is in it. Runs when a
    /// player joins or leaves, with the number of players after that.
    pub(super) fn restore_rules(&mut self, n_players: usize) {
        if self.config.kind == RoomKind::Public && n_players != 1 {
            self.rules.pending = None;
            self.switch_rules(self.rules.own, self.world.tick.next(), None);
        }
    }

    /// Applies these rules from the next tick on; broadcasts them if they differ.
    fn switch_rules(&mut self, netcode: RoomNetcode, from: Tick, by: Option<ShipId>) {
        if netcode != self.config.netcode {
            self.apply_netcode(netcode);
            self.rules.since = from;
            self.broadcast(&ServerControl::Rules { netcode, from, by });
        }
    }

    /// Whether a player may change the rules.
    pub(super) fn access(&self, session: SessionId) -> Access {
        self.access_given(self.founder(), session)
    }

    /// Notifies every player whose access has changed.
    pub(super) fn send_access(&mut self) {
        let founder = self.founder();
        for id in self.session_ids() {
            let access = self.access_given(founder, id);
            let is_unchanged = self
                .session_mut(id)
                .is_none_or(|session| core::mem::replace(&mut session.access, access) == access);
            if !is_unchanged {
                self.send_control(id, &ServerControl::Access(access));
            }
        }
    }

    /// Whether a session's founder right is kept although its seat was given away.
    #[must_use]
    pub fn keeps_founders_right(&self, session: SessionId) -> bool {
        self.rules.displaced_founder.is_some_and(|founder| founder.session == session)
    }

    /// Gives the founder right back to a founder who returned on another seat in time.
    pub fn handle_founder_back(&mut self, session: SessionId, earlier: SessionId) {
        let founder = self.rules.displaced_founder.filter(|founder| founder.session == earlier);
        if let Some(founder) = founder
            && let Some(back) = self.session_mut(session)
        {
            back.original_session = Some(founder.original_session);
            self.rules.displaced_founder = None;
            self.send_access();
        }
    }

    /// Keeps the founder right until a tick, if the founder's held seat is about to be given to a
    /// newcomer.
    pub(super) fn keep_founders_right(&mut self, session: SessionId, until: Tick) {
        if self.config.kind != RoomKind::Private || self.rules.displaced_founder.is_some() {
            return;
        }
        if let Some(found) = self.first().filter(|first| first.id == session) {
            let (original_session, ship) = (found.original_session.unwrap_or(session), found.ship);
            self.rules.displaced_founder =
                Some(DisplacedFounder { session, original_session, ship, until });
        }
    }

    /// Before a tick: when a displaced founder's time is over, the right passes to the next player
    /// in order of joining.
    pub(super) fn expire_founders_right(&mut self) {
        if self.rules.displaced_founder.is_some_and(|founder| founder.until <= self.world.tick) {
            self.rules.displaced_founder = None;
            self.send_access();
        }
    }

    /// The player who joined first, connected or with a held seat: sessions are numbered in order
    /// of joining.
    fn first(&self) -> Option<&Session> {
        self.all_sessions().min_by_key(|session| session.original_session.unwrap_or(session.id))
    }

    /// The holder of the founder right, present or not.
    fn founder(&self) -> Option<(SessionId, ShipId)> {
        let displaced = self.rules.displaced_founder.map(|founder| (founder.session, founder.ship));
        displaced.or_else(|| self.first().map(|first| (first.id, first.ship)))
    }

    /// Whether a player may change the rules, given the holder of the founder right.
    fn access_given(&self, first: Option<(SessionId, ShipId)>, session: SessionId) -> Access {
        let other = first.filter(|(id, _)| *id != session);
        match (self.config.kind, other) {
            (RoomKind::Public, _) if self.n_players() > 1 => Access::Public,
            (RoomKind::Private, Some((_, first))) => Access::FirstOnly { first },
            (RoomKind::Public | RoomKind::Experimental | RoomKind::Simulated, _)
            | (RoomKind::Private, None) => Access::May,
        }
    }
}

/// A founder whose seat was given to a newcomer.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct DisplacedFounder {
    /// Its last session.
    pub(super) session: SessionId,
    /// Its first session, which identifies the founder.
    pub(super) original_session: SessionId,
    pub(super) ship: ShipId,
    /// When the right expires.
    pub(super) until: Tick,
}

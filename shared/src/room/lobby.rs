//! Players joining and leaving: seats, names, and the bots that make way.

use alloc::{string::String, vec::Vec};
use core::mem;

use super::{
    config::RoomKind,
    output::{HeldSeats, JoinError, Output, SessionId},
    seat::{Bot, Seat},
    session::Session,
    solo::Solo,
    state::Room,
};
use crate::{
    base::{limits::BRIEF_STAY_MS, rng::mix_all, time::Micros},
    pilot::{
        Pilot,
        manner::{Character, character},
    },
    sim::{ship::ShipId, side::Side},
    wire::{
        close_reason::CloseReason,
        codec::CodecId,
        message::{Access, Announced, Hello, MessageError, RosterEntry, ServerControl, Welcome},
        name::{clean_name, free_name, shortened},
    },
};

impl Room {
    /// Seats a new player, on a bot's seat or a held one if need be. The welcome is the first
    /// output to this session; output to other sessions may precede it.
    ///
    /// # Errors
    /// When every seat is taken by a player, or there is no common codec.
    pub fn handle_join(&mut self, now: Micros, hello: &Hello) -> Result<SessionId, JoinError> {
        self.handle_join_taking(now, hello, HeldSeats::Any)
    }

    /// As [`handle_join`](Self::handle_join), for a player who may be given only some of the held
    /// seats.
    ///
    /// # Errors
    /// As [`check_join`](Self::check_join).
    pub fn handle_join_taking(
        &mut self,
        now: Micros,
        hello: &Hello,
        held: HeldSeats,
    ) -> Result<SessionId, JoinError> {
        self.check_join(hello, held)?;
        let full = JoinError::Full { seats: self.config.seats };
        let codec = self.common_codec(hello).ok_or(JoinError::NoCodec)?;
        if self.is_full() {
            self.release_oldest_seat(held);
        }
        let is_alone = self.n_present() == 0;
        let ended_solo = self.end_solo();
        let side = self.side_for_player();
        self.remove_surplus_bots(self.n_present() + 1, side);
        let ship = self.add_player_ship(side).ok_or(full)?;
        if is_alone && self.config.is_adaptive() {
            self.begin_solo(ship);
        }
        // Notify the present players; the newcomer gets the rules with its welcome.
        self.restore_rules(self.n_players() + 1);
        let id = self.seat_session(ship, codec, hello);
        let entry = RosterEntry { ship, name: self.free_name(&hello.name), bot: false };
        self.enter_roster(entry);
        self.greet(now, id, ship, codec);
        self.send_current_bot_level(ship);
        if ended_solo.is_some() || side.is_some() {
            self.even_out_bots();
        }
        Ok(id)
    }

    /// Checks whether there is a seat for a new player.
    ///
    /// # Errors
    /// When every seat is taken by a player or held and not available; or when there is no common
    /// codec.
    pub fn check_join(&self, hello: &Hello, held: HeldSeats) -> Result<(), JoinError> {
        self.common_codec(hello).ok_or(JoinError::NoCodec)?;
        let has_seat = !self.is_full() || self.oldest_held(held).is_some();
        if has_seat { Ok(()) } else { Err(JoinError::Full { seats: self.config.seats }) }
    }

    fn is_full(&self) -> bool {
        self.n_players() >= self.config.seats.into()
    }

    /// Opens a session on the seat of a ship, replacing any session there.
    pub(super) fn seat_session(
        &mut self,
        ship: ShipId,
        codec: CodecId,
        hello: &Hello,
    ) -> SessionId {
        let id = SessionId(self.n_sessions);
        self.n_sessions += 1;
        let mut session = Session::new(id, ship, codec, &self.clock, self.world.tick);
        session.subscribe(&hello.subscription, &self.config.rate_limits());
        let before = self.take_seat(ship, Seat::Player(session));
        self.seat_of.insert(id, ship.idx);
        if let Seat::Player(earlier) = before {
            self.seat_of.remove(&earlier.id);
            self.keep_departed(earlier);
        }
        id
    }

    /// Sends a new session everything it needs to start.
    pub(super) fn greet(&mut self, now: Micros, id: SessionId, ship: ShipId, codec: CodecId) {
        let access = self.access(id);
        if let Some(session) = self.session_mut(id) {
            session.access = access;
        }
        self.send_control(id, &ServerControl::Welcome(self.welcome(ship, codec, access)));
        if !self.sent_pressure.is_calm() {
            self.send_control(id, &ServerControl::Pressure(self.sent_pressure));
        }
        let sides_and_round = [self.sides_message(), self.round_message()];
        for message in sides_and_round.into_iter().flatten() {
            self.send_control(id, &message);
        }
        let away = self.all_sessions().filter(|session| session.is_lost());
        for ship in away.map(|session| session.ship).collect::<Vec<ShipId>>() {
            self.send_control(id, &ServerControl::Away { ship, announced: Announced::No });
        }
        self.send_all_aim_assist(id);
        self.send_watchers_to(id);
        self.send_access();
        self.probe(now, id);
    }

    /// Keeps the sent log of a departed session while its shots are open, and the ticks of its
    /// snapshots while reports on its shots can be requested.
    fn keep_departed(&mut self, session: Session) {
        self.kept.departed_ticks.record(session.id, self.world.tick, session.flow.sent_ticks);
        if self.shots.iter().any(|open| open.session == Some(session.id)) {
            self.departed.record(session.id, self.world.tick, session.flow.sent);
        }
    }

    /// Removes a player for good.
    pub fn handle_leave(&mut self, session: SessionId) {
        if self.free_seat(session) {
            self.even_out_bots();
            self.restore_rules(self.n_players());
            self.send_access();
        }
    }

    /// Frees the seat of a session; returns whether it had one.
    pub(super) fn free_seat(&mut self, session: SessionId) -> bool {
        let seat = self.seat_of.remove(&session);
        if let Some(seat) = seat {
            self.vacate(seat);
            let is_over = |solo: &mut Solo| usize::from(seat) == solo.seat();
            self.solo.take_if(is_over);
        }
        seat.is_some()
    }

    /// The best codec that both the room and the client support.
    pub(super) fn common_codec(&self, hello: &Hello) -> Option<CodecId> {
        self.codecs().iter().copied().find(|codec| hello.codecs.contains(codec))
    }

    /// The codecs that a room supports, best first. All but the best are for comparison and take up
    /// to fifty times the bytes, so only rooms of the laboratory support them.
    fn codecs(&self) -> &'static [CodecId] {
        const ALL: &[CodecId] = &CodecId::ALL;
        match self.config.kind {
            RoomKind::Simulated => ALL,
            RoomKind::Public | RoomKind::Private | RoomKind::Experimental => &ALL[..1],
        }
    }

    /// The number of connected players.
    pub(super) fn n_present(&self) -> usize {
        self.sessions().count()
    }

    pub(super) fn n_bots(&self) -> usize {
        self.seats.iter().filter(|seat| matches!(seat, Seat::Bot(_))).count()
    }

    /// Ships in the arena, alive or about to respawn.
    pub(super) fn flying_ships(&self) -> impl Iterator<Item = ShipId> {
        let is_out = |ship| {
            let session = self.session_of(ship);
            session.is_some_and(|session| session.lost.is_some_and(|lost| lost.is_out))
        };
        self.roster.iter().map(|entry| entry.ship).filter(move |ship| !is_out(*ship))
    }

    /// For this many connected players, one of whom may be about to join a side.
    fn n_ships_wanted(&self, n_present: usize, joins: Option<Side>) -> usize {
        let bots_max = self.solo.map_or(u16::MAX, |solo| solo.bots_max());
        let with_bots = n_present + usize::from(bots_max);
        let filled = usize::from(self.config.bots.min(self.config.seats));
        n_present.max(filled).max(self.n_ships_evened(joins)).min(with_bots)
    }

    /// Removes bots to make way for this many connected players, one of whom may be about to join a
    /// side. A held seat displaces no bot: its player may never come back.
    pub(super) fn remove_surplus_bots(&mut self, n_present: usize, joins: Option<Side>) {
        while self.n_bots() + n_present > self.n_ships_wanted(n_present, joins) {
            self.remove_bot(joins);
        }
    }

    pub(super) fn remove_all_bots(&mut self) {
        while self.n_bots() > 0 {
            self.remove_bot(None);
        }
    }

    /// Adds a ship for a newcomer. The last free seat may belong to a bot that flies in place of a
    /// ship taken out of the arena.
    fn add_player_ship(&mut self, side: Option<Side>) -> Option<ShipId> {
        self.add_ship(side).or_else(|| {
            if let Some(seat) = self.last_bot(side) {
                self.vacate(seat);
            }
            self.add_ship(side)
        })
    }

    fn add_ship(&mut self, side: Option<Side>) -> Option<ShipId> {
        match side {
            Some(side) => self.world.add_ship_on(side),
            None => self.world.add_ship(),
        }
    }

    /// Adds bots until as many ships fly as the room wants.
    pub(super) fn fill_with_bots(&mut self) {
        while self.flying_ships().count() < self.n_ships_wanted(self.n_present(), None) {
            let Some(ship) = self.add_ship(self.side_for_bot()) else {
                return;
            };
            let n = self.n_bots_made;
            self.n_bots_made += 1;
            let pilot = Pilot::new(mix_all(&[self.config.seed, n.into()]));
            let Character { name, manner, .. } = *character(n);
            self.take_seat(ship, Seat::Bot(Bot { ship, pilot, manner }));
            self.enter_roster(RosterEntry { ship, name: self.free_name(name), bot: true });
        }
    }

    /// Puts a new occupant on the seat of a ship; returns the previous one.
    fn take_seat(&mut self, ship: ShipId, by: Seat) -> Seat {
        let seat = usize::from(ship.idx);
        if self.seats.len() <= seat {
            self.seats.resize_with(seat + 1, || Seat::Empty);
        }
        mem::replace(&mut self.seats[seat], by)
    }

    fn remove_bot(&mut self, joins: Option<Side>) {
        if let Some(seat) = self.bot_to_remove(joins) {
            self.vacate(seat);
        }
    }

    pub(super) fn vacate(&mut self, seat: u16) {
        let (ship, announced) = match mem::replace(&mut self.seats[usize::from(seat)], Seat::Empty)
        {
            Seat::Empty => return,
            Seat::Bot(bot) => (bot.ship, Announced::No),
            Seat::Player(session) => {
                let (ship, announced) = (session.ship, self.announces(&session));
                self.keep_departed(session);
                (ship, announced)
            }
        };
        self.keep_kills(ship);
        self.world.remove_ship(ship);
        self.forget_in_round(ship);
        self.roster.retain(|entry| entry.ship != ship);
        self.broadcast(&ServerControl::Left { ship, announced });
    }

    /// Whether other players are shown that a player leaves or loses the connection. Not after a
    /// brief stay, and only once: a held seat that is released was announced when the connection
    /// was lost.
    pub(super) fn announces(&self, session: &Session) -> Announced {
        let stayed = self.world.tick.since(session.joined_at);
        let is_brief = stayed < i64::from(self.clock.rate().ticks_in_ms(BRIEF_STAY_MS));
        if is_brief || session.is_lost() { Announced::No } else { Announced::Yes }
    }

    fn enter_roster(&mut self, entry: RosterEntry) {
        let at = self.roster.partition_point(|other| other.ship.idx < entry.ship.idx);
        self.roster.insert(at, entry.clone());
        let newcomer = entry.ship;
        let others = self.sessions().filter(|session| session.ship != newcomer);
        let others = others.map(|session| session.id).collect();
        self.send_control_to(others, &ServerControl::Joined(entry));
    }

    /// A cleaned name that is unique in the room.
    fn free_name(&self, wanted: &str) -> String {
        let is_taken = |name: &str| self.roster.iter().any(|entry| entry.name == name);
        free_name(&clean_name(wanted), shortened, is_taken)
    }

    fn welcome(&self, ship: ShipId, codec: CodecId, access: Access) -> Welcome {
        Welcome {
            ship,
            room: self.config.name.clone(),
            tick: self.world.tick,
            rate: self.clock.rate(),
            seats: self.config.seats,
            arena: self.config.arena.clone(),
            netcode: self.config.netcode,
            rate_bounds: self.config.rate_bounds,
            access,
            codec,
            roster: self.roster.clone(),
        }
    }

    pub(super) fn close(
        &mut self,
        session: SessionId,
        reason: CloseReason,
        detail: Option<MessageError>,
    ) {
        if self.seat_of.contains_key(&session) {
            // A slow client may come back.
            match reason {
                CloseReason::Slow => self.handle_lost(session),
                _ => self.handle_leave(session),
            }
            self.outputs.push_back(Output::Close { session, reason, detail });
        }
    }
}

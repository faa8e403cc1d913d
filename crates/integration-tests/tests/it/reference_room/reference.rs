//! The reference room: the authority over one match, in its plainest form. It receives the players'
//! messages as they arrive and produces the results of each tick, in order. It encodes nothing and
//! searches nothing; the world and its step are the game's own.
//!
//! It is given what only a sending room can know: which snapshots fitted the byte rate, when an
//! echo was requested, and which sessions were closed.

use std::collections::BTreeMap;

use shared::{
    base::{
        limits::RULES_MIN_MS,
        time::{Micros, Tick, TickClock},
    },
    judge::shot::HitClaim,
    netcode::{
        choices::Ramming,
        values::{RoomNetcode, Subscription},
    },
    room::{RoomConfig, RoomKind, SessionId},
    sim::{
        collision::Solids,
        command::UserCommand,
        event::Event,
        ship::{Ship, ShipId},
        side::{Division, Side},
        world::{CollisionMode, World, WorldParams},
    },
    wire::{
        command_packet::CommandPacket,
        message::{ClientControl, ClientMessage, Hello},
    },
};

use super::{
    bots::{Bot, solids_around},
    counterfactuals::Archive,
    judging::RoomVerdicts,
    poses::Poses,
    session::{Counted, Sent, Session},
    shots::{Bench, OpenShot, ShotNotice},
};

/// The results of a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct TickResult {
    pub(crate) tick: Tick,
    pub(crate) events: Vec<Event>,
    /// Verdicts sent to players, in order.
    pub(crate) notices: Vec<ShotNotice>,
    /// Refused claims, in order.
    pub(crate) refused: Vec<(SessionId, HitClaim)>,
    /// Whether new rules are in force from this tick on.
    pub(crate) new_rules: bool,
    /// Contacts between ships.
    pub(crate) contacts: u32,
    /// For shots that are over: why the room's verdict was adopted.
    pub(crate) too_close: Vec<&'static str>,
}

/// The authority over one match.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) config: RoomConfig,
    clock: TickClock,
    pub(crate) world: World,
    pub(crate) poses: Poses,
    /// By seat.
    pub(crate) players: BTreeMap<u16, Session>,
    /// By seat.
    bots: BTreeMap<u16, Bot>,
    shots: Vec<OpenShot>,
    asked: Option<RoomNetcode>,
    rules_since: Tick,
    /// The rules that it was created with.
    own_rules: RoomNetcode,
    n_sessions: u32,
    n_bots: u32,
    pub(crate) counted: Counted,
    /// What is kept of shots that are over.
    pub(crate) archive: Archive,
    /// Claims refused since the last tick.
    refused: Vec<(SessionId, HitClaim)>,
}

impl Reference {
    pub(crate) fn new(config: RoomConfig, now: Micros) -> Self {
        let has_sides = config.sides.is_some();
        let params = WorldParams {
            division: if has_sides { Division::TwoSides } else { Division::None },
            ..WorldParams::new(config.rate, config.arena.clone())
        };
        let mut reference = Self {
            clock: TickClock::new(config.rate, now),
            world: World::new(params, config.seats, config.seed),
            poses: Poses::new(config.rate),
            players: BTreeMap::new(),
            bots: BTreeMap::new(),
            shots: Vec::new(),
            asked: None,
            rules_since: Tick::ZERO,
            own_rules: config.netcode,
            n_sessions: 0,
            n_bots: 0,
            counted: Counted::default(),
            archive: Archive::default(),
            refused: Vec::new(),
            config,
        };
        reference.even_out_bots();
        reference
    }

    /// A player joins, in place of a bot if need be.
    pub(crate) fn join(&mut self, hello: &Hello) -> Option<SessionId> {
        if self.players.len() >= self.config.seats.into() {
            return None;
        }
        let (players, _) = self.by_side();
        let side = (players[1] < players[0]).into();
        while self.players.len() + 1 + self.bots.len() > self.n_ships_wanted(Some(side)) {
            self.remove_bot(Some(side));
        }
        let ship = self.add_ship(side)?;
        self.restore_rules(self.players.len() + 1);
        let id = SessionId(self.n_sessions);
        self.n_sessions += 1;
        let session = Session::new(id, ship, hello.subscription, self.world.tick);
        self.players.insert(ship.idx, session);
        if self.config.sides.is_some() {
            self.even_out_bots();
        }
        Some(id)
    }

    /// A connection is gone.
    pub(crate) fn leave(&mut self, id: SessionId) {
        let seat = self.players.iter().find(|(_, session)| session.id == id);
        if let Some((&seat, session)) = seat {
            self.world.remove_ship(session.ship);
            self.players.remove(&seat);
            self.even_out_bots();
            self.restore_rules(self.players.len());
        }
    }

    /// Receives a message. An undecodable one has no effect here: the room closes its session.
    pub(crate) fn hear(&mut self, now: Micros, id: SessionId, message: &[u8]) {
        match ClientMessage::decode(message) {
            Ok(ClientMessage::Commands(packet)) => {
                let (tick, clock) = (self.world.tick, self.clock);
                if let (Ok(packet), Some(session)) =
                    (CommandPacket::decode(packet), self.session_mut(id))
                {
                    let counted = session.hear(now, tick, &clock, &packet);
                    self.count(counted);
                }
            }
            Ok(ClientMessage::Control(control)) => self.hear_control(now, id, control),
            Ok(ClientMessage::Hello(_) | ClientMessage::Watch(_) | ClientMessage::Resume(_))
            | Err(_) => {}
        }
    }

    fn hear_control(&mut self, now: Micros, id: SessionId, control: ClientControl) {
        let may = self.may_change_rules(id);
        let Some(session) = self.session_mut(id) else { return };
        match control {
            ClientControl::Echo { nonce } => session.hear_echo(now, nonce),
            ClientControl::Subscribe(wanted) => {
                if wanted.check().is_ok() {
                    session.subscription = wanted;
                }
            }
            ClientControl::SetRules(wanted) => {
                if may && wanted.check().is_ok() {
                    self.asked = Some(wanted);
                }
            }
            ClientControl::Claim(claim) => {
                if !session.hear_claim(claim) {
                    self.refused.push((id, claim));
                }
            }
            // None of these affects a shot. No match here stalls, so the room's clock has one
            // epoch.
            ClientControl::Epoch { .. }
            | ClientControl::Ping { .. }
            | ClientControl::WantReports(_)
            | ClientControl::RequestReport(_)
            | ClientControl::FullUpdate
            | ClientControl::Here
            | ClientControl::AimAssist(_)
            | ClientControl::Turn(_)
            | ClientControl::Rematch => {}
        }
    }

    /// Who may change the rules: a room's first player, its only one, or every player.
    fn may_change_rules(&self, id: SessionId) -> bool {
        let first = self.players.values().map(|session| session.id).min();
        match self.config.kind {
            RoomKind::Public => self.players.len() == 1,
            RoomKind::Private => first == Some(id),
            RoomKind::Experimental | RoomKind::Simulated => true,
        }
    }

    /// A public room with several players, or none, returns to the rules it was created with.
    fn restore_rules(&mut self, n_players: usize) {
        if self.config.kind == RoomKind::Public && n_players != 1 {
            self.asked = None;
            if self.config.netcode != self.own_rules {
                self.config.netcode = self.own_rules;
                self.rules_since = self.world.tick.next();
            }
        }
    }

    /// Requests other rules from the room's next ticks on.
    pub(crate) fn request_rules(&mut self, netcode: RoomNetcode) {
        self.asked = Some(netcode);
    }

    /// The snapshot of a tick was sent to a session.
    pub(crate) fn note_sent(&mut self, id: SessionId, tick: Tick) {
        if let Some(session) = self.session_mut(id) {
            session.sent.push(tick);
        }
    }

    /// A session was asked for an echo.
    pub(crate) fn note_probe(&mut self, now: Micros, id: SessionId, nonce: u32) {
        if let Some(session) = self.session_mut(id) {
            session.ask_echo(now, nonce);
        }
    }

    /// Whether a session is connected.
    pub(crate) fn knows(&self, id: SessionId) -> bool {
        self.players.values().any(|session| session.id == id)
    }

    /// Runs the next tick. The room's results are used only where the judge cannot decide.
    pub(crate) fn tick(&mut self, room_says: RoomVerdicts) -> TickResult {
        let new_rules = self.change_rules();
        let commands = self.gather();
        let solids = match self.config.netcode.ramming {
            Ramming::Mutual => None,
            Ramming::RammerOnly => Some(self.solids()),
        };
        let collision_mode =
            solids.as_ref().map_or(CollisionMode::Mutual, CollisionMode::RammerOnly);
        let stepped = self.world.step(&commands, collision_mode);
        let tick = self.world.tick;
        for session in self.players.values() {
            let behind = tick.since(session.executed).clamp(0, 255) as u8;
            self.world.set_behind(session.ship, behind);
        }
        self.poses.note(&self.world);
        let (mut notices, mut too_close) = (Vec::new(), Vec::new());
        let (mut events, mut refused) = (stepped.events, std::mem::take(&mut self.refused));
        let marker_rates_hz = self.marker_rates_hz();
        self.archive.note_marker_rates(tick, &marker_rates_hz);
        let mut bench = Bench {
            world: &mut self.world,
            poses: &self.poses,
            players: &mut self.players,
            marker_rates_hz: &marker_rates_hz,
            archive: &mut self.archive,
            room_says,
        };
        for fired in &stepped.fired {
            self.shots.push(bench.open(fired, self.config.netcode));
        }
        for shot in &mut self.shots {
            bench.judge(shot, &mut events, &mut refused);
        }
        bench.refuse_the_rest(&self.shots, &mut refused);
        for shot in self.shots.extract_if(.., |shot| shot.is_over()) {
            notices.extend(bench.close(&shot));
            too_close.extend(shot.too_close());
        }
        events.iter().for_each(|event| self.archive.note_event(event));
        let contacts = stepped.contacts;
        TickResult { tick, events, notices, refused, new_rules, contacts, too_close }
    }

    /// Applies the newest rules requested, from the next tick on, but not too soon after the last
    /// change. Returns whether the rules changed.
    fn change_rules(&mut self) -> bool {
        let next = self.world.tick.next();
        let least = self.config.rate.ticks_in_ms(RULES_MIN_MS);
        if next.since(self.rules_since) < least.into() {
            return false;
        }
        let Some(netcode) = self.asked.take() else { return false };
        let differs = netcode != self.config.netcode;
        if differs {
            (self.config.netcode, self.rules_since) = (netcode, next);
        }
        differs
    }

    /// The commands of every ship, in seat order.
    fn gather(&mut self) -> Vec<(ShipId, UserCommand)> {
        let (tick, rate, netcode) = (self.world.tick.next(), self.config.rate, self.config.netcode);
        let limits = self.config.rate_limits();
        let spared = self.players.values().filter(|session| session.life.is_spared());
        let spared: Vec<ShipId> = spared.map(|session| session.ship).collect();
        let mut commands = Vec::new();
        for seat in 0..self.config.seats {
            if let Some(bot) = self.bots.get_mut(&seat) {
                let command = bot.fly(&self.world, &self.poses, &netcode, &spared);
                commands.extend(command.map(|command| (bot.ship, command)));
            }
            if let Some(session) = self.players.get_mut(&seat) {
                let (own, counted) = session.execute(tick, rate, netcode.commands);
                session.note_tick(tick, &netcode, &limits);
                if let Some(ship) = self.world.ship(session.ship) {
                    let acts = own.iter().any(|command| command.acts());
                    session.life.note_tick(ship, acts, tick, rate);
                }
                commands.extend(own.into_iter().map(|command| (session.ship, command)));
                self.count(counted);
            }
        }
        commands
    }

    /// What each living ship may ram, where it bounces off what its player sees.
    fn solids(&self) -> Solids {
        let (rate, netcode) = (self.config.rate, &self.config.netcode);
        let mut solids = Solids::default();
        for ship in self.world.ships().filter(|ship: &&Ship| ship.alive()) {
            let session = self.players.get(&ship.id.idx);
            let sent = session.map(|session| Sent::new(&session.sent, rate));
            let next = self.world.tick.next();
            let near = solids_around(ship, next, &self.poses, sent, (rate, netcode));
            solids.push(ship.id, near.into_iter());
        }
        solids
    }

    /// Markers a second that ET per command stores, for each seat.
    fn marker_rates_hz(&self) -> Vec<u16> {
        let of = |seat: u16| self.players.get(&seat).map(|session| session.subscription);
        let seats = 0..self.config.seats;
        let subscriptions = seats.map(|seat| of(seat).unwrap_or_else(Subscription::default));
        subscriptions.map(|subscription| subscription.marker_rate_hz).collect()
    }

    /// The players of both sides, and all ships. Even seats are one side, odd ones the other.
    fn by_side(&self) -> ([usize; 2], [usize; 2]) {
        let on = |side: u16, seat: &&u16| **seat % 2 == side;
        let players = [0, 1].map(|side| self.players.keys().filter(|seat| on(side, seat)).count());
        let bots = [0, 1].map(|side| self.bots.keys().filter(|seat| on(side, seat)).count());
        (players, [players[0] + bots[0], players[1] + bots[1]])
    }

    /// How many ships the room wants, if one more player joins this side.
    fn n_ships_wanted(&self, joins: Option<usize>) -> usize {
        let (bots, seats) = (self.config.bots.into(), self.config.seats.into());
        let wanted = (self.players.len() + usize::from(joins.is_some())).max(bots);
        if self.config.sides.is_none() || bots == 0 {
            return wanted;
        }
        let (mut players, _) = self.by_side();
        if let Some(side) = joins {
            players[side] += 1;
        }
        wanted.max((2 * players[0].max(players[1]).max(bots.div_ceil(2))).min(seats))
    }

    fn add_ship(&mut self, side: usize) -> Option<ShipId> {
        match self.config.sides {
            None => self.world.add_ship(),
            Some(_) => self.world.add_ship_on(Side::ALL[side]),
        }
    }

    /// Removes the last bot; where there are sides, of the one with more ships.
    fn remove_bot(&mut self, joins: Option<usize>) {
        let (_, mut ships) = self.by_side();
        if let Some(side) = joins {
            ships[side] += 1;
        }
        let from = u16::from(ships[0] <= ships[1]);
        let is_due = |seat: &u16| self.config.sides.is_none() || seat % 2 == from;
        let seats = || self.bots.keys().rev().copied();
        let seat = seats().find(is_due).or_else(|| seats().next());
        if let Some(bot) = seat.and_then(|seat| self.bots.remove(&seat)) {
            self.world.remove_ship(bot.ship);
        }
    }

    /// Adds bots until there are as many ships as the room wants; where there are sides, as many
    /// on both.
    fn even_out_bots(&mut self) {
        while self.players.len() + self.bots.len() > self.n_ships_wanted(None) {
            self.remove_bot(None);
        }
        loop {
            self.fill_with_bots();
            let (_, ships) = self.by_side();
            let is_over = self.config.sides.is_none() || ships[0].abs_diff(ships[1]) < 2;
            let from = u16::from(ships[0] < ships[1]);
            let surplus = self.bots.keys().rev().copied().find(|seat| seat % 2 == from);
            let Some(seat) = surplus.filter(|_| !is_over) else { return };
            if let Some(bot) = self.bots.remove(&seat) {
                self.world.remove_ship(bot.ship);
            }
        }
    }

    fn fill_with_bots(&mut self) {
        while self.players.len() + self.bots.len() < self.n_ships_wanted(None) {
            let (players, ships) = self.by_side();
            let side = ((ships[1], players[1]) < (ships[0], players[0])).into();
            let Some(ship) = self.add_ship(side) else { return };
            self.bots.insert(ship.idx, Bot::new(ship, self.config.seed, self.n_bots));
            self.n_bots += 1;
        }
    }

    fn count(&mut self, more: Counted) {
        self.counted.late += more.late;
        self.counted.early += more.early;
        self.counted.stand_ins += more.stand_ins;
    }

    fn session_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        self.players.values_mut().find(|session| session.id == id)
    }
}

//! Plays a random match in two rooms at once. Players, links, rule changes, joins, leaves and
//! stalls are drawn from a seed; both rooms receive the same messages at the same moments and are
//! compared after every tick.

use shared::{
    base::{
        geometry::Vec2,
        rng::Rng,
        state_hash::state_hash,
        time::{Micros, Tick, TickRate},
    },
    judge::shot::HitClaim,
    netcode::{
        choices::HitRule,
        preset::Preset,
        rates::RateBounds,
        setting::{Owner, Setting, Unit},
        values::{Netcode, RoomNetcode},
    },
    report::shot_report::ShotReport,
    room::{Difficulty, Output, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::{Arena, Asteroid},
        event::Event,
        ship::{Ship, ShipId},
    },
    wire::{
        link::send_message,
        message::{ClientMessage, Refusal, ServerControl, ServerMessage},
        sides::Sides,
    },
};

use super::{
    counterfactuals, guest::Sight, judging::RoomVerdicts, player::Player, reference::Reference,
    shots::ShotNotice, tally::Tally,
};
use crate::support::{largest_outside_laboratory, narrow_arena, shuffled};

/// How far a ship is moved at once, in u. If a ship is farther from where it was met than ships can
/// fly, a room reports a miss and not that its life was over. Only scenarios, which move ships
/// anywhere, can tell the two apart.
const PUT_MAX_U: f32 = 480.0;

/// A match in both rooms.
pub(crate) struct Match {
    seed: u64,
    rng: Rng,
    now: Micros,
    room: Room,
    reference: Reference,
    players: Vec<Player>,
    /// When the room wakes next: when its tick is due, or later.
    wakes: Micros,
    next_act: Micros,
    /// Claims that the room refused since its last tick.
    refused: Vec<(SessionId, HitClaim)>,
    tally: Tally,
}

impl Match {
    /// The match of a seed. Of three consecutive seeds, the first starts with a preset, the second
    /// with some of its settings changed, and the third with random rules around one hit rule.
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed, 12);
        let preset = Preset::ALL[(seed / 3 % 9) as usize].netcode();
        let netcode = match seed % 3 {
            0 => preset,
            1 => shuffled(preset, Owner::Room, &mut rng),
            _ => {
                let hit_rule = HitRule::ALL[(seed / 3 % 9) as usize];
                Netcode { room: RoomNetcode { hit_rule, ..any_rules(&mut rng) }, ..preset }
            }
        };
        let arena = match rng.below(5) {
            0 => Arena::strewn(seed),
            1 => narrow_arena(),
            2 => Arena { width_u: 1100, height_u: 800, ..Arena::empty() },
            _ => thicket(&mut rng),
        };
        let hz = [60, 60, 60, 30, 20, 64, 128][rng.below(7) as usize];
        let kinds =
            [RoomKind::Experimental, RoomKind::Experimental, RoomKind::Private, RoomKind::Public];
        let (seats, bots) = (4 + rng.below(5) as u16, rng.below(5) as u16);
        let kind = kinds[rng.below(4) as usize];
        let sides = Sides { round_trip_ms: [20, 150] };
        let config = RoomConfig {
            name: "twice".into(),
            seats,
            bots,
            difficulty: Difficulty::Full,
            rounds: None,
            watch_delay_ms: 0,
            sides: Some(sides).filter(|_| kind == RoomKind::Private && !seed.is_multiple_of(4)),
            series: None,
            rate: TickRate::new(hz).unwrap(),
            arena,
            netcode: netcode.room,
            kind,
            rate_bounds: RateBounds::default(),
            seed,
        };
        let room = Room::new(config.clone(), Micros::ZERO).unwrap();
        let mut playing = Self {
            seed,
            now: Micros::ZERO,
            wakes: room.poll_time(),
            room,
            reference: Reference::new(config, Micros::ZERO),
            players: Vec::new(),
            next_act: Micros::from_ms(1500),
            refused: Vec::new(),
            tally: Tally::default(),
            rng,
        };
        playing.tally.add("matches", 1);
        for _ in 0..2 + playing.rng.below(3) {
            playing.bring_player(netcode);
        }
        playing
    }

    /// Plays until a moment. Returns what was compared.
    pub(crate) fn play(mut self, until: Micros) -> Tally {
        while self.now < until {
            self.step();
        }
        let counted = self.reference.counted;
        self.tally.add("commands too late", counted.late);
        self.tally.add("commands too early", counted.early);
        self.tally.add("commands stood in for", counted.stand_ins);
        self.tally
    }

    /// Advances to the next moment at which anything happens.
    fn step(&mut self) {
        let moments = self.players.iter().filter_map(Player::next_moment);
        self.now = moments.fold(self.wakes, Micros::min).max(self.now);
        for n in 0..self.players.len() {
            while let Some(message) = self.players[n].up.poll_deliver(self.now) {
                self.deliver(n, &message);
            }
        }
        if self.now >= self.wakes {
            self.tick();
        }
        let sight = Sight {
            world: &self.reference.world,
            poses: &self.reference.poses,
            rules: &self.reference.config.netcode,
        };
        for player in self.players.iter_mut().filter(|player| !player.gone) {
            player.advance(self.now, &sight, sight.world.params());
        }
        if self.now >= self.next_act {
            self.next_act = self.now + Micros::from_ms(100 + i64::from(self.rng.below(500)));
            self.act();
        }
    }

    fn bring_player(&mut self, netcode: Netcode) {
        let netcode = match self.rng.below(2) {
            0 => netcode,
            _ => shuffled(netcode, Owner::Player, &mut self.rng),
        };
        let n = self.players.len() as u32;
        let player = Player::new(n, self.seed, netcode.player, self.now, &mut self.rng);
        self.players.push(player);
    }

    /// Delivers a player's message to both rooms.
    fn deliver(&mut self, n: usize, message: &[u8]) {
        if self.players[n].gone {
            return;
        }
        if let Some(session) = self.players[n].session {
            self.room.handle_message(self.now, session, message);
            self.reference.hear(self.now, session, message);
        } else if let Ok(ClientMessage::Hello(hello)) = ClientMessage::decode(message) {
            let joined = self.room.handle_join(self.now, &hello).ok();
            assert_eq!(joined, self.reference.join(&hello), "seed {}: joining", self.seed);
            self.players[n].session = joined;
            self.players[n].gone = joined.is_none();
            self.tally.add(if joined.is_some() { "joins" } else { "joins refused" }, 1);
        }
        self.send();
    }

    /// Sends what the room outputs between its ticks, and removes the sessions it closed.
    fn send(&mut self) {
        for session in self.hear_room().closed {
            self.lose(session);
        }
    }

    /// Wakes the room, which runs the ticks that are due, and runs the same in the reference room.
    fn tick(&mut self) {
        let before = self.room.tick();
        self.room.handle_time(self.now);
        let after = self.room.tick();
        let stall = if self.rng.below(300) == 0 { self.rng.below(6) + 1 } else { 0 };
        self.tally.add("stalls", u64::from(stall > 0));
        let stall = self.room.config().rate.micros_at(Tick(stall));
        self.wakes = self.room.poll_time() + stall;
        let heard = self.hear_room();
        let mut refused = Vec::new();
        for tick in (before.0 + 1..=after.0).map(Tick) {
            let events: Vec<Event> = self.room.journal().events_of(tick).copied().collect();
            let notices = heard.notices.iter().filter(|notice| notice.judged_at == tick);
            let notices: Vec<ShotNotice> = notices.copied().collect();
            let room_says =
                RoomVerdicts { events: &events, notices: &notices, refused: &self.refused };
            let ticked = self.reference.tick(room_says);
            let at = format!("seed {}, tick {}", self.seed, tick.0);
            assert_eq!(ticked.tick, tick, "{at}");
            assert_eq!(events, ticked.events, "{at}: what happened (the room's first)");
            assert_eq!(notices, ticked.notices, "{at}: notices (the room's first)");
            refused.extend(ticked.refused.iter().copied());
            for (session, _) in heard.snapshots.iter().filter(|(_, shown)| *shown == tick) {
                self.reference.note_sent(*session, tick);
            }
            self.tally.note(&ticked, &self.reference.config.netcode);
        }
        let at = format!("seed {}, tick {}", self.seed, after.0);
        for report in &heard.reports {
            counterfactuals::check(&self.reference, report, &mut self.tally, &at);
        }
        let said = std::mem::take(&mut self.refused);
        assert_eq!(said, refused, "{at}: claims refused");
        for session in heard.closed {
            self.lose(session);
        }
        self.check_state();
    }

    /// Collects and sends the room's output, and informs the reference room of what only a sender
    /// knows.
    fn hear_room(&mut self) -> RoomOutput {
        let mut heard = RoomOutput::default();
        while let Some(output) = self.room.poll_output() {
            let (session, message) = match output {
                Output::Reliable { session, message } => {
                    self.hear_control(session, &message, &mut heard);
                    (session, message)
                }
                Output::Snapshot { session, tick, message } => {
                    self.room.handle_written(session, tick);
                    heard.snapshots.push((session, tick));
                    (session, message)
                }
                Output::Close { session, .. } => {
                    heard.closed.push(session);
                    continue;
                }
                // The seats of closed sessions are given up at once.
                Output::GivenUp { .. } | Output::Watch(_) => continue,
            };
            let mut players = self.players.iter_mut();
            if let Some(player) = players.find(|player| player.session == Some(session)) {
                send_message(&mut player.down, self.now, message);
            }
        }
        heard
    }

    fn hear_control(&mut self, session: SessionId, message: &[u8], heard: &mut RoomOutput) {
        let message = ServerMessage::decode(message).expect("a room sends valid messages");
        let ServerMessage::Control(control) = message else { return };
        match control {
            ServerControl::Probe { nonce } => self.reference.note_probe(self.now, session, nonce),
            // Its shooter may have left.
            ServerControl::Judged(record) if self.reference.knows(session) => {
                heard.notices.push(ShotNotice::of(session, &record));
            }
            ServerControl::Refused(Refusal::Claim { claim, why }) => {
                let why = format!("{why:?}");
                let why = why.split(' ').next().unwrap_or_default();
                self.tally.add(format!("claims refused: {why}"), 1);
                self.refused.push((session, claim));
            }
            ServerControl::Report(report) => {
                self.tally
                    .add(if report.is_whole() { "reports sent" } else { "reports of all" }, 1);
                let own =
                    self.reference.knows(session) && report.viewer == report.record.shot.shooter;
                heard.reports.extend(own.then_some(*report));
            }
            _ => {}
        }
    }

    /// Removes a session that is gone from the room.
    fn lose(&mut self, session: SessionId) {
        self.tally.add("closed by the room", 1);
        self.reference.leave(session);
        // No one resumes here, so a seat is not held for a session closed as slow either.
        self.room.handle_leave(session);
        let mut players = self.players.iter_mut();
        if let Some(player) = players.find(|player| player.session == Some(session)) {
            player.gone = true;
        }
    }

    /// Asserts that both rooms hold the same state, to the bit.
    fn check_state(&self) {
        let at = format!("seed {}, tick {}", self.seed, self.room.tick().0);
        let (room, reference) = (self.room.world(), &self.reference.world);
        for (left, right) in room.ships().zip(reference.ships()) {
            assert_eq!(left, right, "{at}: a ship (the room's first)");
        }
        assert_eq!(state_hash(room), state_hash(reference), "{at}: the worlds");
        assert_eq!(self.room.config().netcode, self.reference.config.netcode, "{at}: the rules");
        assert_eq!(self.room.n_players(), self.reference.players.len(), "{at}: the players");
        let (stats, counted) = (self.room.stats(), self.reference.counted);
        assert_eq!(stats.late_commands, counted.late, "{at}: commands too late");
        assert_eq!(stats.early_commands, counted.early, "{at}: commands too early");
        assert_eq!(stats.stand_ins, counted.stand_ins, "{at}: commands stood in for");
    }

    /// Makes a random change.
    fn act(&mut self) {
        match self.rng.below(20) {
            0..=3 => self.change_rules(),
            4..=5 => {
                if let Some(n) = self.some_player() {
                    self.players[n].change_settings(self.now, &mut self.rng);
                }
            }
            6 if self.players.len() < 12 => self.bring_player(Netcode::default()),
            7 => self.part(),
            8..=12 => self.put_together(),
            13 => self.throw(),
            14 => {
                if let Some(n) = self.some_player() {
                    self.players[n].change_lines(&mut self.rng);
                }
            }
            15..=16 => {
                if let Some(n) = self.some_player() {
                    self.players[n].ask_about_shots(self.now);
                }
            }
            _ => {}
        }
    }

    /// Changes the rules: to a preset, or in some settings; on behalf of a player or of the room's
    /// owner.
    fn change_rules(&mut self) {
        let now = Netcode { room: self.room.config().netcode, ..Netcode::default() };
        let rules = match self.rng.below(3) {
            0 => Preset::ALL[self.rng.below(9) as usize].room(),
            1 => shuffled(now, Owner::Room, &mut self.rng).room,
            _ => any_rules(&mut self.rng),
        };
        match (self.rng.below(4), self.some_player()) {
            (0, _) => {
                self.room.request_rules(rules, ShipId::default()).unwrap();
                self.reference.request_rules(rules);
            }
            (1, _) => {
                self.room.set_netcode(rules).unwrap();
                self.reference.config.netcode = rules;
            }
            (_, Some(n)) => self.players[n].request_rules(self.now, rules),
            (_, None) => {}
        }
    }

    /// A player leaves, or sends an undecodable message.
    fn part(&mut self) {
        let Some(n) = self.some_player() else { return };
        let Some(session) = self.players[n].session else { return };
        if self.rng.below(3) == 0 {
            return self.deliver(n, &[9, 9, 9]);
        }
        self.room.handle_leave(session);
        self.reference.leave(session);
        self.players[n].gone = true;
        self.tally.add("leaves", 1);
        self.send();
    }

    /// Moves some ships next to another one.
    fn put_together(&mut self) {
        let ships: Vec<Ship> =
            self.room.world().ships().filter(|ship| ship.alive()).copied().collect();
        if ships.is_empty() {
            return;
        }
        let middle = ships[self.rng.below(ships.len() as u32) as usize];
        let size = self.room.config().arena.size();
        let margin = Vec2::splat(20.0);
        for ship in ships.iter().filter(|ship| ship.id != middle.id) {
            let off = Vec2::new(self.rng.range(-120.0, 120.0), self.rng.range(-120.0, 120.0));
            let at = (middle.body.pos + off).clamp(margin, size - margin);
            let is_near = (at - ship.body.pos).length() < PUT_MAX_U;
            if is_near && self.rng.below(2) == 0 {
                self.room.world_mut().place(ship.id, at);
                self.reference.world.place(ship.id, at);
            }
        }
    }

    /// Throws a ship, as fast as ships fly.
    fn throw(&mut self) {
        let ships: Vec<ShipId> = self.room.world().ships().map(|ship| ship.id).collect();
        if ships.is_empty() {
            return;
        }
        let ship = ships[self.rng.below(ships.len() as u32) as usize];
        let vel = Vec2::new(self.rng.range(-290.0, 290.0), self.rng.range(-290.0, 290.0));
        self.room.world_mut().set_velocity(ship, vel);
        self.reference.world.set_velocity(ship, vel);
    }

    /// A random player who is connected.
    fn some_player(&mut self) -> Option<usize> {
        let players = self.players.iter().enumerate();
        let playing: Vec<usize> = players
            .filter(|(_, player)| player.session.is_some() && !player.gone)
            .map(|(n, _)| n)
            .collect();
        let n = self.rng.below(playing.len().max(1) as u32) as usize;
        playing.get(n).copied()
    }
}

/// An arena of many small rocks, where cover is always near.
fn thicket(rng: &mut Rng) -> Arena {
    let (width_u, height_u) = (1000, 700);
    let mut rock = || Asteroid {
        x_u: 60 + rng.below(880) as u16,
        y_u: 60 + rng.below(580) as u16,
        radius_u: 14 + rng.below(14) as u16,
    };
    let rocks: Vec<Asteroid> = (0..28).map(|_| rock()).collect();
    Arena { width_u, height_u, asteroids: rocks.try_into().unwrap() }
}

/// Rules in which every choice is equally likely.
fn any_rules(rng: &mut Rng) -> RoomNetcode {
    let mut netcode = shuffled(Netcode::default(), Owner::Room, rng);
    for setting in Setting::ALL {
        let spec = setting.spec();
        if spec.owner == Owner::Room && matches!(spec.unit, Unit::Choice(_)) {
            netcode.set(*setting, rng.below(largest_outside_laboratory(*setting) + 1)).unwrap();
        }
    }
    netcode.room
}

/// The room's output.
#[derive(Clone, Debug, Default)]
struct RoomOutput {
    snapshots: Vec<(SessionId, Tick)>,
    notices: Vec<ShotNotice>,
    reports: Vec<ShotReport>,
    closed: Vec<SessionId>,
}

//! A player without a client. It flies at random, aims at other ships, and sometimes sends what no
//! honest client would: false views, and commands that are late, early, repeated or missing. It
//! runs once a frame.

use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{Tick, VIEW_STEPS_PER_TICK, ViewTime},
    },
    judge::shot::HitClaim,
    netcode::{choices::HitRule, values::RoomNetcode},
    sim::{
        command::{Thrust, Trigger, UserCommand, View},
        event::{ShotId, Weapon},
        rules::{BEAM_COOLDOWN_MS, BOLT_SPEED_U_PER_S, LASER_COOLDOWN_MS, SHIP_RADIUS_U},
        ship::{Ship, ShipId},
        world::World,
    },
    wire::{
        command_packet::CommandPacket,
        message::{ClientControl, ServerControl, ServerMessage, commands_message},
        snapshot,
    },
};

use super::poses::Poses;

/// Commands in a packet.
const PACKET_MAX: usize = 15;

/// The true state of the match, which a guest may look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<'a> {
    pub(crate) world: &'a World,
    pub(crate) poses: &'a Poses,
    pub(crate) rules: &'a RoomNetcode,
}

/// A player without a client.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    rng: Rng,
    ship: Option<ShipId>,
    /// Ticks of the snapshots received, in order.
    snapshots: Vec<Tick>,
    /// Every command so far.
    said: Vec<UserCommand>,
    /// Claims that wait for their tick.
    claims: Vec<(Tick, HitClaim)>,
    held: UserCommand,
    /// The first keys at which its laser and its beam may fire again after its last claim.
    ready: [Tick; 2],
    /// How far ahead of the room's tick it keys its commands, in ms.
    lead_ms: u32,
    /// How far in the past it sees the others, in ticks.
    back: i64,
    /// One view in this many is false.
    lies_one_in: u32,
    backups: usize,
    epoch: u8,
    /// Frames for which it stays silent.
    silent: u32,
}

impl Guest {
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed, 31);
        Self {
            ship: None,
            snapshots: Vec::new(),
            said: Vec::new(),
            claims: Vec::new(),
            held: UserCommand::default(),
            ready: [Tick::ZERO; 2],
            lead_ms: 40 + rng.below(200),
            back: i64::from(rng.below(24)),
            lies_one_in: 4 + rng.below(60),
            backups: rng.below(5) as usize,
            epoch: 0,
            silent: 0,
            rng,
        }
    }

    /// Receives a message. Returns its immediate answer, if any.
    pub(crate) fn hear(&mut self, message: &[u8]) -> Option<Vec<u8>> {
        match ServerMessage::decode(message).expect("a room sends valid messages") {
            ServerMessage::Control(ServerControl::Welcome(welcome)) => {
                self.ship = Some(welcome.ship);
            }
            ServerMessage::Control(ServerControl::Probe { nonce }) => {
                let wrong = u32::from(self.rng.below(16) == 0);
                return Some(ClientControl::Echo { nonce: nonce + wrong }.encode());
            }
            ServerMessage::Control(_) | ServerMessage::Seat(_) => {}
            ServerMessage::Snapshot(bytes) => {
                let (head, _) = snapshot::decode(bytes).expect("a room sends valid messages");
                if self.snapshots.last().is_none_or(|newest| head.tick > *newest) {
                    self.snapshots.push(head.tick);
                }
            }
        }
        None
    }

    /// The messages it sends in a frame.
    pub(crate) fn frame(&mut self, sight: &Sight) -> Vec<Vec<u8>> {
        let Some(ship) = self.ship else { return Vec::new() };
        let mut messages = self.due_claims(sight.world.tick);
        if self.silent > 0 {
            self.silent -= 1;
            return messages;
        }
        match self.rng.below(400) {
            0 => self.silent = 5 + self.rng.below(40),
            1 => self.epoch = self.epoch.wrapping_add(1),
            2 => self.lead_ms = self.rng.below(260),
            3 => self.back = i64::from(self.rng.below(40)),
            4 => messages.push(self.packet(vec![self.far_ahead(sight)])),
            _ => {}
        }
        let lead = sight.world.params().rate.ticks_in_ms(self.lead_ms);
        let until = sight.world.tick.0 + lead;
        let newest = self.said.last().map_or(0, |newest| newest.tick.0);
        let first = (newest + 1).max(until.saturating_sub(PACKET_MAX as u32 - 1));
        for key in first..=until {
            let command = self.command(ship, Tick(key), sight);
            self.said.push(command);
        }
        let n_new = (until + 1).saturating_sub(first) as usize;
        let n = (n_new + self.backups).min(PACKET_MAX);
        let from = self.said.len().saturating_sub(n);
        let mut commands = self.said[from..].to_vec();
        // The keys of a packet have no gaps.
        let newest = commands.last().map_or(0, |newest| newest.tick.0);
        let n_commands = commands.len() as u32;
        let mut n = 0;
        commands.retain(|command| {
            n += 1;
            command.tick.0 + n_commands == newest + n
        });
        messages.push(self.packet(commands));
        messages
    }

    fn packet(&mut self, commands: Vec<UserCommand>) -> Vec<u8> {
        let ack = self.snapshots.last().copied().filter(|_| self.rng.below(100) > 0);
        let packet = CommandPacket { ack, view_epoch: self.epoch, commands };
        commands_message(&packet.encode())
    }

    /// A command keyed further ahead than a room accepts.
    fn far_ahead(&self, sight: &Sight) -> UserCommand {
        let hz = sight.world.params().rate.hz();
        UserCommand { tick: sight.world.tick.plus(u32::from(hz) + 40), ..self.held }
    }

    fn command(&mut self, ship: ShipId, key: Tick, sight: &Sight) -> UserCommand {
        let view = self.view(key, sight);
        let target = self.target(ship, &view, sight);
        // When the command is executed, if it arrives in time.
        let lead_s = key.since(sight.world.tick) as f32 * sight.world.params().rate.dt_s();
        if self.rng.below(20) == 0 {
            self.held.thrust = Thrust::ALL[self.rng.below(9) as usize];
            let held = (self.rng.below(4) > 0, self.rng.below(2) == 0);
            self.held.trigger = Trigger::from_pressed(held);
        }
        if let (Some(target), Some(own)) = (target, sight.world.ship(ship)) {
            let drift = match sight.rules.hit_rule {
                HitRule::Present | HitRule::Targeting => target.body.vel - own.body.vel,
                _ => -own.body.vel,
            };
            let way = target.body.pos - own.body.pos + drift * lead_s;
            let flight_s = (way.length() - SHIP_RADIUS_U).max(0.0) / BOLT_SPEED_U_PER_S;
            let is_led = self.held.trigger == Trigger::Laser && self.rng.below(4) > 0;
            let meant = if is_led { way + target.body.vel * flight_s } else { way };
            self.held.aim = Turn::of(meant);
            if self.rng.below(12) == 0 {
                self.held.thrust = Thrust::towards(way);
            }
            if sight.rules.hit_rule == HitRule::Claim {
                self.claim(ship, key, target.id, flight_s, sight);
            }
        }
        UserCommand { tick: key, view, ..self.held }
    }

    /// The view that it claims.
    fn view(&mut self, key: Tick, sight: &Sight) -> View {
        let rate = sight.world.params().rate;
        let delay = i64::from(rate.ticks_in_ms(sight.rules.delay_ms.into()));
        let seen = match sight.rules.hit_rule {
            HitRule::DelayedSync => ViewTime::from_tick(key).plus_ticks(-delay),
            _ => ViewTime::from_tick(sight.world.tick).plus_ticks(-self.back),
        };
        let mut time = ViewTime(seen.0 + i64::from(self.rng.below(256)));
        let mut shift = 0;
        if self.rng.below(self.lies_one_in) == 0 {
            let ticks = i64::from(self.rng.below(240)) - 120;
            time = time.plus_ticks(ticks);
            shift = self.rng.below(3);
        }
        let older = self.snapshots.iter().rfind(|tick| **tick <= time.floor());
        let newer = self.snapshots.iter().find(|tick| **tick > time.floor());
        let pair = older.zip(newer).filter(|(older, newer)| newer.since(**older) < 200);
        pair.map_or(View { time, older: time.floor(), span: 0 }, |(older, newer)| View {
            time,
            older: older.minus(shift),
            span: newer.since(*older) as u8,
        })
    }

    /// The ship it aims at, as seen in its view.
    fn target(&mut self, own: ShipId, view: &View, sight: &Sight) -> Option<Ship> {
        let at = match sight.rules.hit_rule {
            HitRule::Present | HitRule::Targeting => sight.world.tick,
            _ => view.time.floor().min(sight.world.tick),
        };
        let from = sight.world.ship(own)?.body.pos;
        let others = sight.poses.all(at).iter().filter(|ship| ship.alive() && ship.id != own);
        let distance = |ship: &&Ship| (ship.body.pos - from).length_squared();
        others.copied().min_by(|a, b| distance(&a).total_cmp(&distance(&b)))
    }

    /// Queues a claim for the shots of a command, for when they would hit or for a random time.
    fn claim(&mut self, shooter: ShipId, key: Tick, victim: ShipId, flight_s: f32, sight: &Sight) {
        let rate = sight.world.params().rate;
        let trigger = self.held.trigger;
        let guns = [
            (trigger.laser(), Weapon::Laser, LASER_COOLDOWN_MS),
            (trigger.beam(), Weapon::Beam, BEAM_COOLDOWN_MS),
        ];
        for (n, (is_held, weapon, cooldown_ms)) in guns.into_iter().enumerate() {
            if !is_held || key < self.ready[n] {
                continue;
            }
            self.ready[n] = key.plus(rate.ticks_in_ms(cooldown_ms));
            if self.rng.below(6) == 0 {
                continue;
            }
            let lie = self.rng.below(8) == 0;
            let age = match weapon {
                Weapon::Laser => {
                    (flight_s * f32::from(rate.hz()) * VIEW_STEPS_PER_TICK as f32) as u32
                }
                Weapon::Beam => 0,
            };
            let age = if lie { self.rng.below(9000) } else { age };
            let wait = if lie { 0 } else { age / VIEW_STEPS_PER_TICK as u32 };
            let shot = ShotId { tick: key, shooter, weapon };
            let claim = HitClaim { shot, victim, age };
            self.claims.push((key.plus(wait), claim));
            if lie {
                self.claims.push((key, claim));
            }
        }
    }

    fn due_claims(&mut self, now: Tick) -> Vec<Vec<u8>> {
        let due = self.claims.extract_if(.., |(tick, _)| *tick <= now);
        due.map(|(_, claim)| ClientControl::Claim(claim).encode()).collect()
    }
}

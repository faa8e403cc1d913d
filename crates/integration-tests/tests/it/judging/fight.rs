//! Random fights: ships join, leave, are moved, thrown and shot down, and fire at each other under
//! random views, connections and rules. From a seed, a fight produces the cases for the naive judge
//! and the verdicts that the game's judge gave during it.

use shared::{
    base::{
        geometry::{Turn, Vec2, quantise_pos},
        rng::Rng,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    netcode::{
        choices::{BoltPath, CoverVeto, HitRule, Piercing},
        values::RoomNetcode,
    },
    sim::{
        arena::{Arena, Asteroid},
        command::{Thrust, UserCommand, View},
        event::{Decided, Decision, Finality, ShotId, Weapon},
        rules::{BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
        ship::{Ship, ShipId},
        side::Division,
        world::{CollisionMode, World, WorldParams},
    },
};

use super::game::{Game, GameVerdict, JudgingContext, TickHits};
use crate::naive_judge::{Case, Claim, Known, Line, ShipState, Shot};

/// Parameters of a fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) seed: u64,
    pub(crate) hz: u16,
    pub(crate) seats: u16,
    pub(crate) field: Field,
    /// Ticks between snapshots; 0 means that shooters see every tick.
    pub(crate) sent_every: u32,
    pub(crate) ticks: u32,
    /// Shots per hundred ticks.
    pub(crate) shots: u32,
    pub(crate) rules: Rules,
    pub(crate) division: Division,
}

/// The size of the arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Field {
    /// So narrow that every ship is within reach, wherever it is moved.
    Narrow,
    /// The game's default size.
    Wide,
    /// The size of the largest rooms.
    Vast,
}

/// The rules under which shots are fired.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rules {
    /// Exactly these rules.
    Exactly(RoomNetcode),
    /// This hit rule, with all other choices random.
    By(HitRule),
}

pub(crate) struct Fired {
    pub(crate) shot: Shot,
    pub(crate) netcode: RoomNetcode,
    claims: Vec<Claim>,
}

/// A finished fight.
pub(crate) struct Fight {
    params: WorldParams,
    past: Vec<Vec<ShipState>>,
    known: Vec<Known>,
    sent: Option<Vec<Tick>>,
    marker_rates_hz: Vec<u16>,
    pub(crate) shots: Vec<Fired>,
}

impl Fight {
    /// Runs the fight, and returns with it the game's verdict on each shot.
    pub(crate) fn of(setup: Setup) -> (Self, Vec<GameVerdict>) {
        let mut fighting = Fighting::new(setup);
        for _ in 0..setup.ticks {
            fighting.tick();
        }
        (fighting.fight, fighting.game.said())
    }

    /// The input of the naive judge for a shot.
    pub(crate) fn case(&self, n: usize) -> Case<'_> {
        let Fired { shot, netcode, claims } = &self.shots[n];
        let (shot, netcode) = (*shot, *netcode);
        Case {
            rate: self.params.rate,
            arena: &self.params.arena,
            netcode,
            division: self.params.division,
            shot,
            past: &self.past,
            sent: self.sent.as_deref(),
            marker_rates_hz: &self.marker_rates_hz,
            known: &self.known[shot.tick.0 as usize..],
            claims,
        }
    }
}

/// A fight in progress.
struct Fighting {
    setup: Setup,
    rng: Rng,
    world: World,
    held: Vec<UserCommand>,
    game: Game,
    fight: Fight,
}

impl Fighting {
    fn new(setup: Setup) -> Self {
        let mut rng = Rng::new(setup.seed, 9);
        let rate = TickRate::new(setup.hz).unwrap();
        let params = WorldParams {
            division: setup.division,
            ..WorldParams::new(rate, arena(setup.field, &mut rng))
        };
        let mut world = World::new(params.clone(), setup.seats, setup.seed);
        let marker_rates_hz = (0..setup.seats).map(|_| 15 + rng.below(120) as u16).collect();
        for _ in 0..setup.seats {
            world.add_ship();
        }
        let fight = Fight {
            params,
            past: vec![Vec::new()],
            known: vec![Known::default()],
            sent: (setup.sent_every > 0).then(Vec::new),
            marker_rates_hz,
            shots: Vec::new(),
        };
        let game = Game::new(rate, setup.sent_every == 0);
        let held = vec![UserCommand::default(); setup.seats.into()];
        Self { setup, rng, world, held, game, fight }
    }

    fn tick(&mut self) {
        self.stir();
        let ids: Vec<ShipId> = self.world.ships().map(|ship| ship.id).collect();
        let mut commands = Vec::new();
        for id in ids {
            let held = &mut self.held[usize::from(id.idx)];
            if self.rng.below(20) == 0 {
                held.thrust = Thrust::ALL[self.rng.below(9) as usize];
                held.aim = Turn(self.rng.next_u32() as u16);
            }
            commands.push((id, UserCommand { tick: self.world.tick.next(), ..*held }));
        }
        self.world.step(&commands, CollisionMode::Mutual);
        let now = self.world.tick;
        self.game.record(&self.world);
        self.fight.past.push(everybody(&self.world));
        let shots =
            self.setup.shots / 100 + u32::from(self.rng.below(100) < self.setup.shots % 100);
        for _ in 0..shots {
            self.fire();
        }
        self.judge();
        // As in a room, the snapshot of a tick is sent when its shots are judged.
        if let Some(sent) = &mut self.fight.sent
            && now.0.is_multiple_of(self.setup.sent_every)
            // Some snapshots are left out.
            && self.rng.below(10) > 0
        {
            sent.push(now);
            self.game.send(now);
        }
    }

    fn judge(&mut self) {
        // Hits of this tick are not yet in the history.
        let is_hurt = self.chance(80);
        if is_hurt && let Some(victim) = self.some_ship() {
            self.kill(victim);
        }
        self.claim();
        let n_sent = self.fight.sent.as_ref().map_or(0, Vec::len);
        self.fight.known.push(Known { present: everybody(&self.world), n_sent });
        let tick_hits =
            if is_hurt || self.chance(500) { TickHits::NotInHistory } else { TickHits::InHistory };
        let claims = self.fight.shots.iter().map(|fired| &fired.claims[..]);
        self.game.judge(around(&self.fight, &self.world), &self.world, tick_hits, claims);
    }

    fn some_ship(&mut self) -> Option<ShipId> {
        let seat = self.rng.below(self.setup.seats.into()) as u16;
        self.world.ships().find(|ship| ship.id.idx == seat).map(|ship| ship.id)
    }

    fn chance(&mut self, permille: u32) -> bool {
        self.rng.below(1000) < permille
    }

    fn kill(&mut self, victim: ShipId) {
        let shot = ShotId { tick: self.world.tick, shooter: victim, weapon: Weapon::Beam };
        let decision = Decision::Hit { victim, finality: Finality::Final };
        let hit = Decided { decision, distance_u: 0.0, age: Micros::ZERO };
        while self.world.ship(victim).is_some_and(Ship::alive) {
            self.world.apply(shot, &hit, &mut Vec::new());
        }
    }

    /// Ships join, leave, are moved, thrown and shot down. In wide arenas no ship is moved or
    /// thrown farther than about 700 u: the game's judge assumes that a ship farther from a shot
    /// than this plus what it can fly was never near it.
    fn stir(&mut self) {
        if self.chance(100) {
            self.world.add_ship();
        }
        let Some(ship) = self.some_ship() else { return };
        let (size, at) =
            (self.world.params().arena.size(), self.world.ship(ship).unwrap().body.pos);
        let margin = SHIP_RADIUS_U + 4.0;
        let anywhere = Vec2::new(
            self.rng.range(margin, size.x - margin),
            self.rng.range(margin, size.y - margin),
        );
        let is_narrow = self.setup.field == Field::Narrow;
        let turn = Turn(self.rng.next_u32() as u16).unit();
        let nearby = (at + turn * self.rng.range(10.0, 200.0))
            .clamp(Vec2::splat(margin), size - Vec2::splat(margin));
        let fastest_u_per_s = if is_narrow { 6000.0 } else { 1500.0 };
        let many = if self.setup.seats > 100 { 8 } else { 60 };
        match self.rng.below(many) {
            0 => self.world.remove_ship(ship),
            1 if is_narrow => self.world.place(ship, anywhere),
            1 | 2 => self.world.place(ship, nearby),
            3 => self.world.set_velocity(ship, turn * self.rng.range(300.0, fastest_u_per_s)),
            4 => self.kill(ship),
            _ => {}
        }
    }

    fn fire(&mut self) {
        let Some(shooter) = self.some_ship() else { return };
        let (now, rate) = (self.world.tick, self.world.params().rate);
        let netcode = self.netcode();
        // Beams have little effect under delayed synchronisation.
        let beams = if netcode.hit_rule == HitRule::DelayedSync { 150 } else { 500 };
        let weapon = if self.chance(beams) { Weapon::Beam } else { Weapon::Laser };
        let back_ms = match netcode.hit_rule {
            HitRule::DelayedSync if self.rng.below(8) > 0 => {
                i64::from(netcode.delay_ms) + i64::from(self.rng.below(80)) - 40
            }
            _ => [0, 40, 113, 200, 350, 900, 1400][self.rng.below(7) as usize],
        };
        let view = self.view(Micros::from_ms(back_ms));
        let at = self.world.ship(shooter).unwrap().body.pos;
        let aim = self.aim(shooter, weapon, view);
        let muzzle = quantise_pos(at + aim.unit() * SHIP_RADIUS_U);
        let round_trip = Micros(i64::from(self.rng.below(200_000)));
        let lead = Micros(round_trip.0 / 2 + i64::from(self.rng.below(30_000)));
        let lerp = match self.rng.below(3) {
            0 => Micros(i64::from(self.rng.below(150_000))),
            _ => (Micros::from_ms(back_ms) - lead - Micros(round_trip.0 / 2)).max(Micros::ZERO),
        };
        let floor = match self.rng.below(6) {
            0 => rate.micros_in_steps(view.time.0) + Micros(i64::from(self.rng.below(100_000))),
            _ => Micros(-1_000_000_000_000),
        };
        let mut span = |most: u32| Micros(i64::from(self.rng.below(most)));
        let line = Line {
            round_trip: span(200_000),
            waited: span(30_000),
            drawn_behind: span(150_000),
            late: Micros(span(100_000).0.max(50_000) - 50_000),
        };
        let line = self.chance(600).then_some(line);
        let by_claim = netcode.hit_rule.by_claim();
        let transit = match self.rng.below(8) {
            0 if !by_claim => Micros(i64::from(self.rng.below(300_000))),
            _ => Micros::ZERO,
        };
        let tick = now;
        let shot = Shot {
            shooter,
            weapon,
            tick,
            muzzle,
            aim,
            view,
            floor,
            round_trip,
            lead,
            lerp,
            line,
            transit,
        };
        self.game.fire(&shot, netcode, around(&self.fight, &self.world));
        self.fight.shots.push(Fired { shot, netcode, claims: Vec::new() });
    }

    fn netcode(&mut self) -> RoomNetcode {
        let hit_rule = match self.setup.rules {
            Rules::Exactly(netcode) => return netcode,
            Rules::By(hit_rule) => hit_rule,
        };
        let mut of = |values: &[u16]| values[self.rng.below(values.len() as u32) as usize];
        RoomNetcode {
            hit_rule,
            bolt_path: BoltPath::ALL[usize::from(of(&[0, 1, 2, 3, 4, 5]))],
            cover_veto: CoverVeto::ALL[usize::from(of(&[0, 1, 2]))],
            ping_cap_ms: of(&[1000, 1000, 0, 50, 200]),
            path_k: of(&[1, 1, 7, 99]) as u8,
            rewind_bound_ms: of(&[0, 100, 400, 400, 1000, 1000]),
            delay_ms: of(&[0, 150, 350, 350, 1400]),
            claim_tolerance: of(&[0, 1024, 1024, 4096]),
            piercing: Piercing::ALL[usize::from(of(&[0, 0, 0, 0, 0, 1]))],
            ..RoomNetcode::default()
        }
    }

    /// The view in a command, for a screen that lags by `back`: sometimes on a tick, mostly between
    /// two. It names the snapshots it was drawn from, or others, or none.
    fn view(&mut self, back: Micros) -> View {
        let (now, rate) = (self.world.tick, self.world.params().rate);
        let at = rate.view_at(rate.micros_at(now) - back);
        let time = match self.rng.below(3) {
            0 => ViewTime(at.0.div_euclid(VIEW_STEPS_PER_TICK) * VIEW_STEPS_PER_TICK),
            _ => ViewTime(at.0 - i64::from(self.rng.below(300))),
        };
        let sent = self.fight.sent.as_deref().unwrap_or_default();
        let before = sent.partition_point(|tick| *tick <= time.floor());
        let older = before.checked_sub(1).map_or(time.floor(), |last| sent[last]);
        let newer = sent.get(before + self.rng.below(2) as usize);
        let span = newer.map_or(0, |newer| newer.since(older).clamp(0, 255) as u8);
        match self.rng.below(4) {
            0 => View { time, older: Tick(0), span: self.rng.below(256) as u8 },
            1 => View { time, older, span: 0 },
            _ => View { time, older, span },
        }
    }

    /// Mostly towards a ship as it was seen, leading it for bolts; sometimes anywhere.
    fn aim(&mut self, shooter: ShipId, weapon: Weapon, view: View) -> Turn {
        let spread = [60, 120, 900, 4000, 65_536][self.rng.below(5) as usize];
        let off = self.rng.below(spread) as i32 - spread as i32 / 2;
        let from = self.world.ship(shooter).unwrap().body.pos;
        let near = |ship: &&Ship| {
            ship.id != shooter && ship.alive() && (ship.body.pos - from).length() < 900.0
        };
        let targets: Vec<(ShipId, Vec2)> =
            self.world.ships().filter(near).map(|ship| (ship.id, ship.body.vel)).collect();
        if targets.is_empty() {
            return Turn(self.rng.next_u32() as u16);
        }
        let (target, vel) = targets[self.rng.below(targets.len() as u32) as usize];
        let seen = self.fight.past.get(view.time.floor().0 as usize);
        let seen = seen.and_then(|all| all.iter().find(|stood| stood.ship == target));
        let pos = seen.map_or(from + Vec2::X, |stood| stood.pos);
        let flight_s = match weapon {
            Weapon::Laser => (pos - from).length() / BOLT_SPEED_U_PER_S,
            Weapon::Beam => 0.0,
        };
        Turn(Turn::of(pos + vel * flight_s - from).0.wrapping_add(off as u16))
    }

    /// Shooters claim hits, mostly on a ship near the bolt.
    fn claim(&mut self) {
        let (now, rate) = (self.world.tick, self.world.params().rate);
        for n in 0..self.fight.shots.len() {
            let Fired { shot, netcode, .. } = self.fight.shots[n];
            let since = rate.micros_at(now) - rate.micros_at(shot.tick);
            if !netcode.hit_rule.by_claim() || since > Micros::from_ms(2000) || !self.chance(120) {
                continue;
            }
            let early = Micros(i64::from(self.rng.below(40_000)) - 20_000);
            let age = match (shot.weapon, self.rng.below(12)) {
                (_, 0) => Micros(i64::from(self.rng.below(1_500_000))),
                (Weapon::Beam, _) => Micros::ZERO,
                (Weapon::Laser, 1) => since + Micros(early.0 * 10),
                (Weapon::Laser, _) => since + early,
            };
            let tip = shot.muzzle + shot.aim.unit() * (BOLT_SPEED_U_PER_S * age.as_s_f32());
            let off_u = |stood: &ShipState| match shot.weapon {
                Weapon::Laser => (stood.pos - tip).length(),
                Weapon::Beam => (stood.pos - shot.muzzle).perp_dot(shot.aim.unit()).abs(),
            };
            let others = self.fight.past[now.0 as usize].iter();
            let others = others.filter(|stood| stood.ship != shot.shooter);
            let nearest = others.min_by(|a, b| off_u(a).total_cmp(&off_u(b))).map(|s| s.ship);
            let victim = match self.rng.below(6) {
                0 => self.some_ship(),
                _ => nearest,
            };
            let gone = ShipId { idx: 0, generation: u16::MAX };
            let claim = Claim { heard: now, victim: victim.unwrap_or(gone), age };
            self.fight.shots[n].claims.push(claim);
        }
    }
}

fn around<'a>(fight: &'a Fight, world: &World) -> JudgingContext<'a> {
    JudgingContext {
        params: &fight.params,
        now: world.tick,
        marker_rates_hz: &fight.marker_rates_hz,
    }
}

fn everybody(world: &World) -> Vec<ShipState> {
    world.ships().map(|ship| ShipState::of(ship, world.tick)).collect()
}

fn arena(field: Field, rng: &mut Rng) -> Arena {
    let strewn = Arena::strewn(rng.next_u32().into());
    match field {
        Field::Narrow => {
            let mut rock = |x_u: u16, y_u: u16| Asteroid {
                x_u: x_u + rng.below(60) as u16,
                y_u: y_u + rng.below(60) as u16,
                radius_u: 20 + rng.below(40) as u16,
            };
            let asteroids = [rock(120, 120), rock(400, 100), rock(250, 270)].into();
            Arena { width_u: 560, height_u: 420, asteroids }
        }
        Field::Wide => strewn,
        Field::Vast => Arena { width_u: 9000, height_u: 4700, ..strewn },
    }
}

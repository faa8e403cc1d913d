//! Pilots fight under the real rules, and a spectator's statistics are checked. Every failure
//! prints the rate and seed that reproduce its fight.

mod tally;

use shared::{
    base::{
        geometry::Vec2,
        rng::Rng,
        state_hash::state_hash,
        time::{Tick, TickRate},
    },
    history::store::History,
    judge::{hit_test::state::HitTest, shooter_history::ShooterHistory, shot::Shot},
    netcode::values::RoomNetcode,
    pilot::{Pilot, sights::Sights, surroundings::Surroundings},
    sim::{
        arena::Arena,
        command::{Thrust, UserCommand, View},
        event::{Decision, Event, EventKind, Weapon},
        ship::{Ship, ShipId},
        world::{CollisionMode, Fired, World, WorldParams},
    },
};
use tally::{COLUMNS, Tally};

/// Below this speed a ship counts as still, in u/s.
const STILL_U_PER_S: f32 = 60.0;

/// A ship that stays within this distance of one point loiters, in u.
const LOITER_U: f32 = 150.0;

/// The player in the first seat.
#[derive(Clone, Copy, Debug, PartialEq)]
enum First {
    /// A pilot like the others.
    Pilot,
    /// A first-time player, who flies about at random and does not shoot.
    Newcomer,
}

/// Per-seat state between ticks.
#[derive(Clone, Debug, Default)]
struct Watch {
    before: Option<UserCommand>,
    changed_at: Vec<Tick>,
    still_ticks: u32,
    anchor: Option<(Tick, Vec2)>,
    life_ticks: u32,
}

struct Fight {
    world: World,
    history: History,
    hit_tests: Vec<HitTest>,
    pilots: Vec<Pilot>,
    ids: Vec<ShipId>,
    first: First,
    rng: Rng,
    stray: Thrust,
    watches: Vec<Watch>,
    peace_ticks: u32,
    tally: Tally,
}

impl Fight {
    fn new(hz: u16, n_pilots: usize, first: First, seed: u64) -> Self {
        let params = WorldParams::new(TickRate::new(hz).unwrap(), Arena::strewn(seed));
        let mut world = World::new(params, 32, seed);
        Self {
            ids: (0..n_pilots).map(|_| world.add_ship().unwrap()).collect(),
            history: History::new(world.params().rate),
            world,
            hit_tests: Vec::new(),
            pilots: (0..n_pilots as u64).map(|n| Pilot::new(seed * 100 + n)).collect(),
            first,
            rng: Rng::new(seed, 77),
            stray: Thrust::None,
            watches: vec![Watch::default(); n_pilots],
            peace_ticks: 0,
            tally: Tally::default(),
        }
    }

    fn run(mut self, seconds: u32) -> Tally {
        for _ in 0..seconds * u32::from(self.world.params().rate.hz()) {
            self.tick();
        }
        self.tally.seconds = seconds as f32;
        self.tally
    }

    fn tick(&mut self) {
        let commands: Vec<(ShipId, UserCommand)> =
            (0..self.ids.len()).map(|seat| (self.ids[seat], self.command(seat))).collect();
        let stepped = self.world.step(&commands, CollisionMode::Mutual);
        self.history.record(self.world.tick, self.world.ships());
        self.tally.bounces += stepped.bounced.walls + stepped.bounced.asteroids;
        self.tally.contacts += stepped.contacts;
        let mut events = stepped.events;
        for fired in &stepped.fired {
            self.take_shot(fired);
        }
        self.judge(&mut events);
        self.count(&events, stepped.fired.is_empty());
        for (seat, (_, command)) in commands.iter().enumerate() {
            self.watch(seat, *command);
        }
    }

    fn command(&mut self, seat: usize) -> UserCommand {
        let own = self.world.ship(self.ids[seat]).unwrap();
        let sights = Sights::of(&self.world, own.id, Sights::now(&self.world));
        let view = View::present(self.world.tick);
        let surroundings = sights.surroundings(own, &self.world, view);
        if seat == 0 && self.first == First::Newcomer {
            return stray(&mut self.stray, &mut self.rng, own, &surroundings);
        }
        self.pilots[seat].fly(&surroundings)
    }

    fn take_shot(&mut self, fired: &Fired) {
        let rate = self.world.params().rate;
        let shot = Shot::of_bolt(&fired.bolt, rate, RoomNetcode::default());
        let shot = Shot { view: rate.micros_in_steps(fired.view.time.0), ..shot };
        match shot.weapon() {
            Weapon::Laser => self.tally.bolts += 1,
            Weapon::Beam => self.tally.beams += 1,
        }
        self.hit_tests.push(HitTest::new(shot, &self.rewind_source()));
    }

    fn judge(&mut self, events: &mut Vec<Event>) {
        for mut hit_test in std::mem::take(&mut self.hit_tests) {
            for decided in hit_test.advance(&self.rewind_source()) {
                if matches!(decided.decision, Decision::Hit { .. }) {
                    self.world.apply(hit_test.shot().id, &decided, events);
                }
            }
            if !hit_test.over() {
                self.hit_tests.push(hit_test);
            }
        }
    }

    fn rewind_source(&self) -> ShooterHistory<'_> {
        ShooterHistory {
            history: &self.history,
            params: self.world.params(),
            now: self.world.tick,
            sent: None,
            marker_rates_hz: &[],
            died: &[],
        }
    }

    fn count(&mut self, events: &[Event], peaceful: bool) {
        for event in events {
            match event.kind {
                EventKind::Hit { shot, .. } if shot.weapon == Weapon::Laser => {
                    self.tally.bolt_hits += 1;
                }
                EventKind::Hit { .. } => self.tally.beam_hits += 1,
                EventKind::Died { victim, .. } => {
                    self.tally.kills += 1;
                    if victim == self.ids[0] {
                        let life_s = self.watches[0].life_ticks as f32 * self.dt_s();
                        self.tally.first_lives_s.push(life_s);
                    }
                }
                EventKind::Fired { .. }
                | EventKind::Spawned { .. }
                | EventKind::Settled { .. }
                | EventKind::Retracted { .. } => {}
            }
        }
        self.peace_ticks = if peaceful { self.peace_ticks + 1 } else { 0 };
        let peace_s = self.peace_ticks as f32 * self.dt_s();
        self.tally.longest_peace_s = self.tally.longest_peace_s.max(peace_s);
    }

    fn watch(&mut self, seat: usize, command: UserCommand) {
        let dt_s = self.dt_s();
        let own = *self.world.ship(self.ids[seat]).unwrap();
        let watch = &mut self.watches[seat];
        if !own.alive() {
            *watch = Watch::default();
            return;
        }
        watch.life_ticks += 1;
        if seat == 0 && self.first == First::Newcomer {
            return;
        }
        let speed = own.body.vel.length();
        self.tally.ship_ticks += 1;
        self.tally.speed_sum += f64::from(speed);
        watch.still_ticks = if speed < STILL_U_PER_S { watch.still_ticks + 1 } else { 0 };
        self.tally.stillest_s = self.tally.stillest_s.max(watch.still_ticks as f32 * dt_s);
        let (since, anchor) = *watch.anchor.get_or_insert((command.tick, own.body.pos));
        if anchor.distance(own.body.pos) > LOITER_U {
            watch.anchor = None;
        }
        let loiters_s = command.tick.since(since) as f32 * dt_s;
        self.tally.longest_loiter_s = self.tally.longest_loiter_s.max(loiters_s);
        if let Some(before) = watch.before.replace(command) {
            let turned = f32::from(before.aim.shortest_turn_to(command.aim).unsigned_abs());
            let flick = turned * 360.0 / 65_536.0 / dt_s;
            self.tally.fastest_flick = self.tally.fastest_flick.max(flick);
            if before.thrust != command.thrust {
                self.tally.thrust_changes += 1;
                watch.changed_at.push(command.tick);
            }
            watch.changed_at.retain(|at| (command.tick.since(*at) as f32) * dt_s < 1.0);
            self.tally.busiest = self.tally.busiest.max(watch.changed_at.len() as u32);
        }
        let others = self.world.ships().filter(|ship| ship.alive() && ship.id != own.id);
        let nearest =
            others.map(|ship| ship.body.pos.distance(own.body.pos)).fold(f32::INFINITY, f32::min);
        self.tally.near[((nearest / 100.0) as usize).min(COLUMNS - 1)] += 1;
    }

    fn dt_s(&self) -> f32 {
        self.world.params().rate.dt_s()
    }
}

/// Flies about: a new direction twice a second, more often than not towards the middle.
fn stray(thrust: &mut Thrust, rng: &mut Rng, own: &Ship, around: &Surroundings) -> UserCommand {
    if rng.unit() < 2.0 * around.params.rate.dt_s() {
        let home = around.params.arena.size() * 0.5 - own.body.pos;
        let whim = Vec2::new(rng.normal(), rng.normal()) * 900.0;
        *thrust = Thrust::towards(home + whim);
    }
    UserCommand { thrust: *thrust, view: around.view, ..UserCommand::neutral(around.tick, own.aim) }
}

/// Four pilots for two minutes, a fight per seed.
fn check_fights(hz: u16, seeds: std::ops::Range<u64>) -> Tally {
    let mut all = Tally::default();
    for seed in seeds {
        let tally = Fight::new(hz, 4, First::Pilot, seed).run(120);
        let at = format!("{hz} Hz, seed {seed}: {tally}");
        println!("{at}");
        assert!((0.15..0.35).contains(&tally.bolt_rate()), "bolts that hit; {at}");
        assert!((0.2..0.65).contains(&tally.beam_rate()), "beams that hit; {at}");
        assert!((5.0..17.0).contains(&tally.kills_per_min()), "kills; {at}");
        assert!(tally.stillest_s < 0.6, "stands still; {at}");
        assert!(tally.longest_loiter_s < 6.0, "loiters; {at}");
        assert!(tally.speed() > 240.0, "flies slowly; {at}");
        assert!(tally.fastest_flick <= 721.0, "flicks; {at}");
        assert!(tally.busiest <= 7, "jitters; {at}");
        assert!(tally.thrust_changes_per_s(hz.into()) < 3.0, "jitters; {at}");
        assert!(tally.longest_peace_s < 15.0, "no ships meet; {at}");
        all.add(&tally);
    }
    println!("{hz} Hz, together: {all}");
    all
}

#[test]
fn fights_are_lively_and_shots_hit_as_often_as_peoples_at_every_rate() {
    for hz in [30, 60, 128] {
        let all = check_fights(hz, 1..6);
        assert!((0.18..0.30).contains(&all.bolt_rate()), "{hz} Hz: {all}");
        assert!((6.0..15.0).contains(&all.kills_per_min()), "{hz} Hz: {all}");
        assert!(all.bounces as f32 * 60.0 < all.seconds, "flies into things; {hz} Hz: {all}");
    }
}

#[test]
fn two_pilots_find_each_other_in_the_whole_arena() {
    for seed in 1..9 {
        let tally = Fight::new(30, 2, First::Pilot, seed).run(120);
        println!("two, seed {seed}: {tally}");
        assert!(tally.longest_peace_s < 30.0, "seed {seed}: {tally}");
        assert!(tally.kills > 0, "seed {seed}: {tally}");
    }
}

#[test]
fn a_newcomer_lives_for_a_while_against_three() {
    let mut all = Tally::default();
    for seed in 1..9 {
        all.add(&Fight::new(60, 4, First::Newcomer, seed).run(120));
    }
    let [early_s, middle_s, late_s] = [0.1, 0.5, 0.9].map(|share| all.first_life_s(share));
    println!("a newcomer and three pilots: {all}; lives {early_s} {middle_s} {late_s} s");
    assert!((10.0..20.0).contains(&middle_s), "half of the lives are over after {middle_s} s");
    assert!(early_s > 4.0, "a tenth of the lives are over after {early_s} s");
}

#[test]
fn a_fight_is_the_same_every_time() {
    let hash = |seed| {
        let mut fight = Fight::new(60, 4, First::Pilot, seed);
        for _ in 0..60 * 20 {
            fight.tick();
        }
        (state_hash(&fight.world), state_hash(&fight.pilots))
    };
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
}

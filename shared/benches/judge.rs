//! What judging costs: a beam, a bolt's first tick, and the ticks of whole rooms without what is
//! sent. Times are worth something as ratios within one run, to the memory floor most of all.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

#[path = "../tests/support/crowd.rs"]
mod crowd;
#[path = "../tests/support/worlds.rs"]
mod worlds;

use std::cell::RefCell;

use crowd::Crowd;
use divan::{Bencher, black_box};
use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{Micros, TickRate},
    },
    scheme::{
        choices::HitRule,
        history::History,
        netcode::RoomNetcode,
        present::Present,
        recall::Recall,
        shot::Shot,
        trial::{Ruling, Trial},
    },
    sim::{
        arena::Arena,
        bolt::Bolt,
        command::{Thrust, Trigger, UserCommand},
        event::{ShotId, Weapon},
        ship::ShipId,
        world::{Ground, Meeting, Outcome, Stepped, World},
    },
};
use worlds::{Liveliness, RandomMatch};

/// Ticks of history that shots are judged in.
const TICKS: u32 = 64;
/// How far back a shot looks, in ticks: 200 ms.
const BACK: u32 = 12;

/// Rules that look at other moments than the game's own.
const BEAM_RULES: [HitRule; 4] =
    [HitRule::Present, HitRule::EtPerFrame, HitRule::SourceLives, HitRule::Deferred];
/// Those that bolts know.
const BOLT_RULES: [HitRule; 3] = [HitRule::Present, HitRule::SourceLives, HitRule::Deferred];

fn main() {
    divan::main();
}

/// A shot across a field of ships, ready to be judged again and again.
struct Range {
    played: RandomMatch,
    shot: Shot,
}

impl Range {
    fn new(targets: u16, weapon: Weapon, hit_rule: HitRule) -> Self {
        let rate = TickRate::DEFAULT;
        let mut played = RandomMatch::new(targets, targets, rate, 7, Liveliness::STEADY);
        // ET and Source want more of the past.
        let ticks = if hit_rule == HitRule::Lagrange { TICKS } else { 2 * TICKS };
        played.run(ticks as usize);
        let age = u32::from(weapon == Weapon::Laser);
        let fired = played.tick().minus(age);
        let shooter = played.state(fired).ships[0];
        let id = ShotId { tick: fired, shooter: shooter.id, weapon };
        let arena = &played.world.ground().arena;
        let bolt = Bolt::new(id, fired, shooter.body.pos, Turn(9000), arena);
        let rule = RoomNetcode { hit_rule, ..RoomNetcode::default() };
        let shot = Shot::of_bolt(&bolt, rate, rule);
        let back = Micros::from_ms(200);
        let shot = Shot { view: rate.micros_at(fired.minus(BACK)), lerp: back, ..shot };
        Self { played, shot }
    }

    fn recall(&self) -> Recall<'_> {
        Recall {
            history: &self.played.history,
            ground: self.played.world.ground(),
            now: self.played.tick(),
            sent: None,
            marker_rates_hz: &[],
            present: None,
        }
    }
}

fn bench_verdict(bencher: Bencher, range: &Range) {
    let recall = range.recall();
    let (mut trial, mut rulings) = (Trial::new(range.shot, &recall), Vec::new());
    bencher.bench_local(|| {
        rulings.clear();
        trial.renew(black_box(range.shot), &recall);
        trial.judge(black_box(&recall), &mut rulings);
        rulings.len()
    });
}

/// The verdict on a beam across the field, at targets 200 ms ago.
#[divan::bench(args = [64, 1024], sample_size = 500)]
fn judge_beam(bencher: Bencher, targets: u16) {
    bench_verdict(bencher, &Range::new(targets, Weapon::Beam, HitRule::Lagrange));
}

/// The same with what its record tells: everybody it passed, and the nearest.
#[divan::bench(args = [64, 1024], sample_size = 500)]
fn told_beam(bencher: Bencher, targets: u16) {
    let range = Range::new(targets, Weapon::Beam, HitRule::Lagrange);
    let recall = range.recall();
    let (mut trial, mut rulings) = (Trial::new(range.shot, &recall), Vec::new());
    bencher.bench_local(|| {
        rulings.clear();
        trial.renew(black_box(range.shot), &recall);
        trial.judge(black_box(&recall), &mut rulings);
        trial.look(&recall);
        trial.n_looks()
    });
}

/// The first tick of a bolt, at targets 200 ms ago, with what its record tells.
#[divan::bench(args = [64, 1024], sample_size = 500)]
fn judge_bolt(bencher: Bencher, targets: u16) {
    bench_verdict(bencher, &Range::new(targets, Weapon::Laser, HitRule::Lagrange));
}

/// The verdict on a beam among 1,024 ships by other rules.
#[divan::bench(args = BEAM_RULES, sample_size = 50)]
fn beam_by_rule(bencher: Bencher, rule: HitRule) {
    bench_verdict(bencher, &Range::new(1024, Weapon::Beam, rule));
}

/// The first tick of a bolt among 1,024 ships by other rules.
#[divan::bench(args = BOLT_RULES, sample_size = 50)]
fn bolt_by_rule(bencher: Bencher, rule: HitRule) {
    bench_verdict(bencher, &Range::new(1024, Weapon::Laser, rule));
}

/// What a look at everybody cannot do without: to read their places of then and now.
#[divan::bench(args = [64, 1024], sample_size = 500)]
fn memory_floor(bencher: Bencher, targets: usize) {
    let range = Range::new(targets as u16, Weapon::Beam, HitRule::Lagrange);
    let rows: Vec<[Vec<f32>; 2]> = [range.played.tick().minus(BACK), range.played.tick()]
        .map(|tick| {
            let poses = || range.played.history.poses(tick);
            [poses().map(|pose| pose.pos.x).collect(), poses().map(|pose| pose.pos.y).collect()]
        })
        .into();
    bencher.bench_local(|| {
        let mut sum = 0_u32;
        for row in black_box(&rows) {
            for column in row {
                sum = column.iter().fold(sum, |sum, at| sum.wrapping_add(at.to_bits()));
            }
        }
        sum
    });
}

/// A tick of a room of players, half of whose hands hold a trigger, without what is sent.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn room_step(bencher: Bencher, players: u16) {
    bench_room(bencher, players, 0);
}

/// A tick of a room of bots, their thinking included.
#[divan::bench(args = [64], sample_size = 1, sample_count = 300)]
fn bots_step(bencher: Bencher, bots: u16) {
    bench_room(bencher, 0, bots);
}

fn bench_room(bencher: Bencher, players: u16, bots: u16) {
    let mut crowd = Crowd::new(players, bots, RoomNetcode::default(), 550);
    crowd.run(240);
    if std::env::var_os("BENCH_SAYS").is_some() {
        eprintln!("{players} players: {} bolts", crowd.room.world().bolts().len());
    }
    let crowd = RefCell::new(crowd);
    bencher
        .with_inputs(|| crowd.borrow_mut().feed())
        .bench_local_values(|()| crowd.borrow_mut().room.simulate());
}

/// A world whose shots are judged, and nobody who is told of it.
struct Skirmish {
    world: World,
    history: History,
    present: Present,
    open: Vec<Trial>,
    spare: Vec<Trial>,
    rulings: Vec<Ruling>,
    stepped: Stepped,
    commands: Vec<(ShipId, UserCommand)>,
    rng: Rng,
}

impl Skirmish {
    fn new(ships: u16, armed: u32) -> Self {
        // So wide that bolts fly on for a while.
        let arena = Arena { width_u: 8000, height_u: 4500, ..Arena::strewn(7) };
        let ground = Ground::new(TickRate::DEFAULT, arena);
        let mut world = World::new(ground, ships, 7);
        let ids = (0..ships).map(|_| world.add_ship().unwrap());
        let commands = ids.map(|id| (id, UserCommand::default())).collect();
        let mut skirmish = Self {
            world,
            history: History::with_seats(TickRate::DEFAULT, ships),
            present: Present::default(),
            open: Vec::new(),
            spare: Vec::new(),
            rulings: Vec::new(),
            stepped: Stepped::default(),
            commands,
            rng: Rng::new(7, 4),
        };
        for _ in 0..240 {
            skirmish.feed(armed);
            skirmish.step();
        }
        skirmish
    }

    /// What everybody holds in the next tick.
    fn feed(&mut self, armed: u32) {
        let tick = self.world.tick.next();
        for (_, command) in &mut self.commands {
            if self.rng.below(30) == 0 {
                command.thrust = Thrust::ALL[self.rng.below(9) as usize];
                command.aim = Turn(self.rng.next_u32() as u16);
                let held = self.rng.below(1000) < armed;
                command.trigger = Trigger::from_held((held, held && self.rng.below(8) == 0));
            }
            command.tick = tick;
        }
    }

    fn step(&mut self) {
        self.world.step_into(&self.commands, Meeting::Mutual, &mut self.stepped);
        let now = self.world.tick;
        self.history.record(now, self.world.ships());
        self.present.fill(self.world.ships(), now);
        let rate = TickRate::DEFAULT;
        for n in 0..self.stepped.fired.len() {
            let shot = Shot::of_bolt(&self.stepped.fired[n].bolt, rate, RoomNetcode::default());
            let shot = Shot { view: shot.fired - Micros::from_ms(104), ..shot };
            let mut trial = self.spare.pop();
            let recall = recall(&self.world, &self.history, &self.present);
            match &mut trial {
                Some(trial) => trial.renew(shot, &recall),
                None => trial = Some(Trial::new(shot, &recall)),
            }
            self.open.extend(trial);
        }
        for trial in &mut self.open {
            self.rulings.clear();
            trial.judge(&recall(&self.world, &self.history, &self.present), &mut self.rulings);
            for ruling in &self.rulings {
                let Ruling::Hit { victim, distance_u, finality, .. } = *ruling else { continue };
                let (shot, damage) = (trial.shot().id, 12);
                let hit = Outcome::Hit { shot, victim, damage, distance_u, finality };
                self.world.apply(hit, &mut self.stepped.events);
                if let Some(ship) = self.world.ship(victim) {
                    self.present.renew(ship, now);
                }
            }
        }
        self.spare.extend(self.open.extract_if(.., |trial| trial.over()));
    }
}

fn recall<'a>(world: &'a World, history: &'a History, present: &'a Present) -> Recall<'a> {
    let (now, ground) = (world.tick, world.ground());
    let present = Some(present);
    Recall { history, ground, now, sent: None, marker_rates_hz: &[], present }
}

/// A tick of a world and its judging, with commands given and nobody told: 1,024 ships and some
/// 2,048 bolts.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn step_and_judge(bencher: Bencher, ships: u16) {
    let armed = 480;
    let skirmish = RefCell::new(Skirmish::new(ships, armed));
    if std::env::var_os("BENCH_SAYS").is_some() {
        eprintln!("{ships} ships, {} bolts", skirmish.borrow().world.bolts().len());
    }
    bencher
        .with_inputs(|| skirmish.borrow_mut().feed(armed))
        .bench_local_values(|()| skirmish.borrow_mut().step());
}

/// The world's part of such a tick, and the row of the history.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn step_and_record(bencher: Bencher, ships: u16) {
    let skirmish = RefCell::new(Skirmish::new(ships, 480));
    bencher.with_inputs(|| skirmish.borrow_mut().feed(480)).bench_local_values(|()| {
        let of = &mut *skirmish.borrow_mut();
        of.world.step_into(&of.commands, Meeting::Mutual, &mut of.stepped);
        of.history.record(of.world.tick, of.world.ships());
    });
}

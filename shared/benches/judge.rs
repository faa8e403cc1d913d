//! What judging costs: a beam, a bolt's first tick, and the ticks of whole rooms without what is
//! sent. Times are worth something as ratios within one run, to the memory floor most of all;
//! allocations are counted.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

#[path = "../tests/support/crowd.rs"]
mod crowd;
#[path = "support/range.rs"]
mod range;
#[path = "support/skirmish.rs"]
mod skirmish;
#[path = "../tests/support/worlds.rs"]
mod worlds;

use std::cell::RefCell;

use crowd::Crowd;
use divan::{AllocProfiler, Bencher, black_box};
use range::{BACK, Range};
use shared::{
    scheme::{choices::HitRule, netcode::RoomNetcode, trial::Trial},
    sim::{event::Weapon, world::Meeting},
};
use skirmish::Skirmish;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Rules that look at other moments than the game's own.
const BEAM_RULES: [HitRule; 4] =
    [HitRule::Present, HitRule::EtPerFrame, HitRule::SourceLives, HitRule::Deferred];
/// Those that bolts know.
const BOLT_RULES: [HitRule; 3] = [HitRule::Present, HitRule::SourceLives, HitRule::Deferred];

fn main() {
    divan::main();
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

/// A tick of a world and its judging, with commands given and nobody told: 1,024 ships and some
/// 2,048 bolts.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn step_and_judge(bencher: Bencher, ships: u16) {
    let armed = 600;
    let skirmish = RefCell::new(Skirmish::new(ships, armed));
    if std::env::var_os("BENCH_SAYS").is_some() {
        eprintln!("{ships} ships, {} bolts", skirmish.borrow().world.bolts().len());
    }
    bencher
        .with_inputs(|| skirmish.borrow_mut().feed(armed))
        .bench_local_values(|()| skirmish.borrow_mut().step());
}

/// A row of the history; with 1,024 ships the grid that shots look in, too.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn history_row(bencher: Bencher, ships: u16) {
    let skirmish = RefCell::new(Skirmish::new(ships, 600));
    bencher.with_inputs(|| skirmish.borrow_mut().tick(600)).bench_local_values(|()| {
        let of = &mut *skirmish.borrow_mut();
        of.history.record(of.world.tick, of.world.ships());
    });
}

/// The world's part of such a tick, and the row of the history.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn step_and_record(bencher: Bencher, ships: u16) {
    let skirmish = RefCell::new(Skirmish::new(ships, 600));
    bencher.with_inputs(|| skirmish.borrow_mut().feed(600)).bench_local_values(|()| {
        let of = &mut *skirmish.borrow_mut();
        of.world.step_into(&of.commands, Meeting::Mutual, &mut of.stepped);
        of.history.record(of.world.tick, of.world.ships());
    });
}

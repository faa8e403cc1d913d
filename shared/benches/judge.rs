//! What judging costs: a beam, a bolt's first tick, and the ticks of whole rooms without what is
//! sent. Times are worth something as ratios within one run, to the memory floor most of all;
//! allocations are counted.
#![allow(
    clippy::unwrap_used,
    reason = "a benchmark says what it measures, and fails where it cannot go on"
)]

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
    judge::hit_test::state::HitTest,
    lab::workload::{Kind, Workload},
    netcode::{choices::HitRule, values::RoomNetcode},
    report::closest_approach::closest_approaches,
    sim::{event::Weapon, world::Meeting},
};
use skirmish::Skirmish;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Of a thousand moments those at which a ship holds its trigger.
const ARMED: u32 = 440;
/// The same of players of a room that grows with them.
const PLAYERS_ARMED: u32 = 300;
/// Rules that look at other moments than the game's own.
const BEAM_RULES: [HitRule; 4] =
    [HitRule::Present, HitRule::EtPerFrame, HitRule::SourceLives, HitRule::Deferred];
/// Those that bolts know.
const BOLT_RULES: [HitRule; 3] = [HitRule::Present, HitRule::SourceLives, HitRule::Deferred];

fn main() {
    divan::main();
}

fn bench_verdict(bencher: Bencher, range: &Range) {
    let rewind_source = range.rewind_source();
    let (mut hit_test, mut rulings) = (HitTest::new(range.shot, &rewind_source), Vec::new());
    bencher.bench_local(|| {
        rulings.clear();
        hit_test.renew(black_box(range.shot), &rewind_source);
        hit_test.judge(black_box(&rewind_source), &mut rulings);
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
    let rewind_source = range.rewind_source();
    let (mut hit_test, mut rulings) = (HitTest::new(range.shot, &rewind_source), Vec::new());
    bencher.bench_local(|| {
        rulings.clear();
        hit_test.renew(black_box(range.shot), &rewind_source);
        hit_test.judge(black_box(&rewind_source), &mut rulings);
        closest_approaches(&hit_test, [rewind_source].into_iter()).n_seen
    });
}

/// The first tick of a bolt, at targets 200 ms ago.
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

/// A tick of a room of players, without what is sent: with a thousand some two thousand bolts fly.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn room_step(bencher: Bencher, players: u16) {
    let arena = Workload { kind: Kind::Battle, ships: players }.arena();
    bench_room(bencher, Crowd::within(arena, players, 0, RoomNetcode::default(), PLAYERS_ARMED));
}

/// A tick of a room of bots, their thinking included.
#[divan::bench(args = [64], sample_size = 1, sample_count = 300)]
fn bots_step(bencher: Bencher, bots: u16) {
    bench_room(bencher, Crowd::new(0, bots, RoomNetcode::default(), 0));
}

fn bench_room(bencher: Bencher, mut crowd: Crowd) {
    crowd.run(240);
    let world = crowd.room.world();
    eprintln!("a room of {} ships and {} bolts", world.ships().count(), world.bolts().len());
    let crowd = RefCell::new(crowd);
    bencher
        .with_inputs(|| crowd.borrow_mut().feed())
        .bench_local_values(|()| crowd.borrow_mut().room.simulate());
}

/// A tick of a world and its judging, with commands given and nobody told: 1,024 ships and some
/// 2,048 bolts.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn step_and_judge(bencher: Bencher, ships: u16) {
    let skirmish = RefCell::new(Skirmish::new(ships, ARMED));
    eprintln!("a world of {ships} ships and {} bolts", skirmish.borrow().world.bolts().len());
    bencher
        .with_inputs(|| skirmish.borrow_mut().feed(ARMED))
        .bench_local_values(|()| skirmish.borrow_mut().step());
}

/// A row of the history; with 1,024 ships the grid that shots look in, too.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn history_row(bencher: Bencher, ships: u16) {
    let skirmish = RefCell::new(Skirmish::new(ships, ARMED));
    bencher.with_inputs(|| skirmish.borrow_mut().tick(ARMED)).bench_local_values(|()| {
        let of = &mut *skirmish.borrow_mut();
        of.history.record(of.world.tick, of.world.ships());
    });
}

/// The world's part of such a tick, and the row of the history.
#[divan::bench(args = [64, 1024], sample_size = 1, sample_count = 300)]
fn step_and_record(bencher: Bencher, ships: u16) {
    let skirmish = RefCell::new(Skirmish::new(ships, ARMED));
    bencher.with_inputs(|| skirmish.borrow_mut().feed(ARMED)).bench_local_values(|()| {
        let of = &mut *skirmish.borrow_mut();
        of.world.step_into(&of.commands, Meeting::Mutual, &mut of.stepped);
        of.history.record(of.world.tick, of.world.ships());
    });
}

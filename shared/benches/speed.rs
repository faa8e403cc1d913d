//! What a tick costs: the world's step, a snapshot's encoding and decoding, a judged shot. Full
//! rooms of random hands; times are worth something as ratios within one run.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

#[path = "../tests/support/worlds.rs"]
mod worlds;

use divan::{Bencher, black_box, counter::BytesCount};
use shared::{
    base::{
        geometry::Turn,
        time::{Tick, TickRate},
    },
    scheme::{netcode::RoomNetcode, recall::Recall, shot::Shot, trial::Trial},
    sim::{
        bolt::Bolt,
        event::{ShotId, Weapon},
        state::WorldState,
        world::Meeting,
    },
    wire::codec::{CodecContext, CodecId},
};
use worlds::{Liveliness, RandomMatch};

const SHIPS: [u16; 3] = [16, 64, 256];
/// Ticks before anything is measured: bolts of every age fly.
const WARM_UP: usize = 240;
/// Ticks from a baseline to its snapshot: a round trip of 150 ms at 30 snapshots a second.
const BACK: u32 = 10;

fn main() {
    divan::main();
}

fn warm(ships: u16) -> RandomMatch {
    let mut played = RandomMatch::new(ships, ships, TickRate::DEFAULT, 7, Liveliness::STEADY);
    played.run(WARM_UP);
    played
}

#[divan::bench(args = SHIPS)]
fn world_step(bencher: Bencher, ships: u16) {
    let mut played = warm(ships);
    let commands = played.commands();
    bencher
        .with_inputs(|| played.world.clone())
        .bench_refs(|world| world.step(black_box(&commands), Meeting::Mutual));
}

/// A snapshot to be encoded: the match, the tick of its baseline, its size.
fn snapshot(ships: u16, keyframe: bool) -> (RandomMatch, Option<Tick>, Vec<u8>) {
    let played = warm(ships);
    let baseline = (!keyframe).then(|| played.tick().minus(BACK));
    let body = encode(&played, baseline);
    (played, baseline, body)
}

fn encode(played: &RandomMatch, baseline: Option<Tick>) -> Vec<u8> {
    let (context, tick) = (context(played), played.tick());
    let events = baseline.map_or(&[][..], |baseline| played.events_between(baseline, tick));
    let state = played.state(tick);
    CodecId::Fields.encode(&context, baseline.map(|tick| played.state(tick)), state, events).0
}

fn context(played: &RandomMatch) -> CodecContext<'_> {
    CodecContext { ground: played.world.ground(), seats: played.world.ships().count() as u16 }
}

#[divan::bench(args = SHIPS)]
fn encode_delta(bencher: Bencher, ships: u16) {
    let (played, baseline, body) = snapshot(ships, false);
    bencher.counter(BytesCount::new(body.len())).bench(|| encode(&played, black_box(baseline)));
}

#[divan::bench(args = SHIPS)]
fn encode_keyframe(bencher: Bencher, ships: u16) {
    let (played, baseline, body) = snapshot(ships, true);
    bencher.counter(BytesCount::new(body.len())).bench(|| encode(&played, black_box(baseline)));
}

#[divan::bench(args = SHIPS)]
fn encode_full_state_postcard(bencher: Bencher, ships: u16) {
    let played = warm(ships);
    let state: &WorldState = played.state(played.tick());
    let len = postcard::to_allocvec(state).unwrap().len();
    bencher.counter(BytesCount::new(len)).bench(|| postcard::to_allocvec(black_box(state)));
}

#[divan::bench(args = SHIPS)]
fn decode_delta(bencher: Bencher, ships: u16) {
    bench_decode(bencher, ships, false);
}

#[divan::bench(args = SHIPS)]
fn decode_keyframe(bencher: Bencher, ships: u16) {
    bench_decode(bencher, ships, true);
}

fn bench_decode(bencher: Bencher, ships: u16, keyframe: bool) {
    let (played, baseline, body) = snapshot(ships, keyframe);
    let (context, tick) = (context(&played), played.tick());
    let known = baseline.map(|tick| played.state(tick));
    bencher
        .counter(BytesCount::new(body.len()))
        .bench(|| CodecId::Fields.decode(&context, known, tick, black_box(&body)));
}

/// A beam across the field, at targets 200 ms ago.
#[divan::bench(args = [64, 1024])]
fn judge_rewound_beam(bencher: Bencher, targets: u16) {
    bench_judge(bencher, targets, Weapon::Beam);
}

/// The first tick of a bolt, at targets 200 ms ago.
#[divan::bench(args = [64, 1024])]
fn judge_rewound_bolt(bencher: Bencher, targets: u16) {
    bench_judge(bencher, targets, Weapon::Laser);
}

fn bench_judge(bencher: Bencher, targets: u16, weapon: Weapon) {
    let rate = TickRate::DEFAULT;
    let mut played = RandomMatch::new(targets, targets, rate, 7, Liveliness::STEADY);
    played.run(90);
    let age = u32::from(weapon == Weapon::Laser);
    let fired = played.tick().minus(age);
    let shooter = played.state(fired).ships[0];
    let shot = ShotId { tick: fired, shooter: shooter.id, weapon };
    let arena = &played.world.ground().arena;
    let bolt = Bolt::new(shot, fired, shooter.body.pos, Turn(9000), arena);
    let shot = Shot::of_bolt(&bolt, rate, RoomNetcode::default());
    let shot = Shot { view: rate.micros_at(fired.minus(12)), ..shot };
    let recall = |now| Recall {
        history: &played.history,
        ground: played.world.ground(),
        now,
        sent: None,
        marker_rates_hz: &[],
        present: None,
    };
    let mut trial = Trial::new(shot, &recall(fired));
    for now in fired.0..played.tick().0 {
        trial.advance(&recall(Tick(now)));
    }
    let now = recall(played.tick());
    bencher.with_inputs(|| trial.clone()).bench_refs(|trial| trial.advance(black_box(&now)));
}

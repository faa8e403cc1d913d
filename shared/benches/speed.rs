//! What a tick costs: the world's step, and snapshots written and read. Times are worth something
//! as ratios within one run; allocations are counted.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

#[path = "support/played.rs"]
mod played;

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use played::Played;
use shared::{sim::world::Meeting, wire::codec::CodecId};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const WORKLOADS: [&str; 4] = ["curve-64", "aim-64", "battle-64", "battle-256"];
const CODECS: [CodecId; 2] = [CodecId::Replay, CodecId::Fields];

fn main() {
    divan::main();
}

/// The time for one ship of one snapshot is this by the number of ships.
#[divan::bench(args = WORKLOADS, consts = [0, 1])]
fn encode<const CODEC: usize>(bencher: Bencher, name: &str) {
    let played = Played::new(name);
    bencher
        .counter(ItemsCount::new(usize::from(played.seats)))
        .bench(|| played.encode(black_box(CODECS[CODEC])));
}

#[divan::bench(args = WORKLOADS, consts = [0, 1])]
fn decode<const CODEC: usize>(bencher: Bencher, name: &str) {
    let played = Played::new(name);
    let body = played.encode(CODECS[CODEC]);
    bencher
        .counter(ItemsCount::new(usize::from(played.seats)))
        .bench(|| played.decode(CODECS[CODEC], black_box(&body)));
}

/// The whole tick of a match of hands: commands, step, record.
#[divan::bench(args = ["curve-64", "swarm-64", "swarm-1024"])]
fn tick(bencher: Bencher, name: &str) {
    let played = Played::new(name);
    bencher.with_inputs(|| played.trace.clone()).bench_refs(|trace| trace.step());
}

/// The step alone, of ships that coast.
#[divan::bench(args = ["curve-64", "curve-1024"])]
fn world_step(bencher: Bencher, name: &str) {
    let played = Played::new(name);
    bencher
        .with_inputs(|| played.trace.world().clone())
        .bench_refs(|world| world.step(black_box(&[]), Meeting::Mutual));
}

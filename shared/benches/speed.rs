//! What a tick costs: the world's step, and snapshots written and read. Times are worth something
//! as ratios within one run; allocations are counted.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on fails")]

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use shared::{
    base::time::{Tick, TickRate},
    lab::workload::{Trace, Workload},
    sim::{
        event::Event, journal::events_of, record::TickRecord, state::WorldState, world::Meeting,
    },
    wire::codec::{Baseline, CodecContext, CodecId, Telling},
};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const WORKLOADS: [&str; 4] = ["curve-64", "aim-64", "battle-64", "battle-256"];
const CODECS: [CodecId; 2] = [CodecId::Replay, CodecId::Fields];
/// Ticks before anything is measured: bolts of every age fly.
const WARM_UP: usize = 240;
/// Ticks from a snapshot to the next: 20 a second.
const INTERVAL: u32 = 3;

fn main() {
    divan::main();
}

/// A match, and the last three states that its players were told.
struct Played {
    trace: Trace,
    told: [WorldState; 3],
    seats: u16,
}

impl Played {
    fn new(name: &str) -> Self {
        let workload = Workload::named(name).unwrap();
        let mut trace = workload.start(TickRate::DEFAULT).unwrap();
        let mut told = [const { Vec::new() }; 3].map(|ships| WorldState {
            tick: Tick::ZERO,
            ships,
            bolts: Vec::new(),
        });
        for n in 0..WARM_UP as u32 {
            trace.step();
            if n % INTERVAL == 0 {
                told.rotate_left(1);
                told[2] = trace.journal().state().clone();
            }
        }
        Self { trace, told, seats: workload.ships }
    }

    fn context(&self) -> CodecContext<'_> {
        CodecContext { ground: self.trace.world().ground(), seats: self.seats }
    }

    fn baseline(&self) -> Baseline<'_> {
        Baseline { state: &self.told[1], before: Some(&self.told[0]) }
    }

    fn records(&self) -> (Vec<&TickRecord>, Vec<Event>) {
        let [_, from, to] = &self.told;
        let records = self.trace.journal().between(from.tick, to.tick).unwrap();
        let events = events_of(&records);
        (records, events)
    }

    fn encode(&self, codec: CodecId, records: &[&TickRecord], events: &[Event]) -> Vec<u8> {
        let (baseline, state) = (Some(self.baseline()), &self.told[2]);
        let telling = Telling { baseline, state, records, events, area: None };
        codec.encode(&self.context(), &telling).0
    }
}

/// The time for one ship of one snapshot is this by the number of ships.
#[divan::bench(args = WORKLOADS, consts = [0, 1])]
fn encode<const CODEC: usize>(bencher: Bencher, name: &str) {
    let played = Played::new(name);
    let (records, events) = played.records();
    bencher
        .counter(ItemsCount::new(usize::from(played.seats)))
        .bench(|| played.encode(CODECS[CODEC], black_box(&records), &events));
}

#[divan::bench(args = WORKLOADS, consts = [0, 1])]
fn decode<const CODEC: usize>(bencher: Bencher, name: &str) {
    let played = Played::new(name);
    let (records, events) = played.records();
    let body = played.encode(CODECS[CODEC], &records, &events);
    let (context, tick) = (played.context(), played.told[2].tick);
    let baseline = Some(played.baseline());
    bencher
        .counter(ItemsCount::new(usize::from(played.seats)))
        .bench(|| CODECS[CODEC].decode(None, &context, baseline, tick, black_box(&body)));
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

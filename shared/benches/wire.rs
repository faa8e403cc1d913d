//! Bytes per ship and snapshot: each workload at each snapshot rate by each codec, beside the
//! entropy of what the hands did. Every snapshot is decoded again and compared. Counts, the same
//! on every machine.
//!
//! `cargo bench --bench wire -- curve-64 20` measures one workload at one rate.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and fails where it cannot go on"
)]

use std::collections::VecDeque;

use shared::{
    base::time::{Tick, TickRate},
    lab::workload::{Trace, Workload},
    sim::{journal::events_of, state::WorldState},
    wire::{
        bits::Category,
        codec::{Baseline, CodecContext, CodecId, Telling},
    },
};

const WORKLOADS: [&str; 9] = [
    "curve-16",
    "curve-64",
    "curve-256",
    "aim-64",
    "aim-256",
    "battle-64",
    "battle-256",
    "idle-256",
    "swarm-1024",
];
const RATES: [u32; 4] = [10, 20, 30, 60];
/// Measured after this, in s: everybody flies.
const WARM_UP_S: u32 = 2;
/// And for so long, in s.
const SPAN_S: u32 = 20;

/// What one codec took.
#[derive(Clone, Copy, Default)]
struct Spent {
    bytes: usize,
    snapshots: usize,
    ships: usize,
    ship_bits: u64,
    bolt_bits: u64,
    event_bits: u64,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|w| !w.starts_with("--")).collect();
    let columns = "workload|Hz|codec|bytes/snapshot|per ship|ships|bolts|events|entropy|ratio";
    println!("| {} |", columns.replace('|', " | "));
    println!("|{}", "---|".repeat(columns.split('|').count()));
    for name in WORKLOADS {
        for hz in RATES {
            let wanted = |word: &String| *word == name || *word == hz.to_string();
            if words.is_empty() || words.iter().all(wanted) {
                measure(name, hz);
            }
        }
    }
}

fn measure(name: &str, hz: u32) {
    let rate = TickRate::DEFAULT;
    let workload = Workload::named(name).expect("a workload");
    let mut trace = workload.start(rate).unwrap();
    let interval = u32::from(rate.hz()) / hz;
    for _ in 0..WARM_UP_S * u32::from(rate.hz()) {
        trace.step();
    }
    let before = trace.entropy().copied();
    let mut told: VecDeque<WorldState> = VecDeque::new();
    let mut spent = [Spent::default(); CodecId::ALL.len()];
    for n in 0..SPAN_S * u32::from(rate.hz()) {
        trace.step();
        if n % interval == 0 {
            let state = trace.journal().state().clone();
            if told.len() == 2 {
                for (codec, spent) in CodecId::ALL.into_iter().zip(&mut spent) {
                    tell(&trace, codec, &told, &state, workload.ships, spent);
                }
                told.pop_front();
            }
            told.push_back(state);
        }
    }
    let entropy = trace.entropy().copied().zip(before).map(|(now, before)| {
        let since = shared::lab::workload::Entropy {
            slots: now.slots - before.slots,
            turns: now.turns - before.turns,
            spins: now.spins - before.spins,
            ..now
        };
        (since.thrust_bits() + since.aim_bits()) * f64::from(interval) / 8.0
    });
    for (codec, spent) in CodecId::ALL.into_iter().zip(spent) {
        print_row(name, hz, codec, spent, entropy);
    }
}

fn tell(
    trace: &Trace,
    codec: CodecId,
    told: &VecDeque<WorldState>,
    state: &WorldState,
    seats: u16,
    spent: &mut Spent,
) {
    let context = CodecContext { ground: trace.world().ground(), seats };
    let (before, baseline) = (&told[0], &told[1]);
    let records = trace.journal().between(baseline.tick, state.tick).expect("they are here");
    let events = events_of(&records);
    let baseline = Some(Baseline { state: baseline, before: Some(before) });
    let telling = Telling { baseline, state, records: &records, events: &events, area: None };
    let (body, tally) = codec.encode(&context, &telling);
    let told = codec.decode(None, &context, baseline, state.tick, &body);
    let told = told.expect("what was encoded decodes");
    assert!(told.state == *state && told.events == events, "tick {}", state.tick.0);
    spent.bytes += body.len();
    spent.snapshots += 1;
    spent.ships += state.ships.len();
    spent.ship_bits += u64::from(tally.bits(Category::Ships));
    spent.bolt_bits += u64::from(tally.bits(Category::Bolts));
    spent.event_bits += u64::from(tally.bits(Category::Events));
    let _ = Tick::ZERO;
}

fn print_row(name: &str, hz: u32, codec: CodecId, spent: Spent, entropy: Option<f64>) {
    let (snapshots, ships) = (spent.snapshots as f64, spent.ships as f64);
    let per_ship = |bits: u64| bits as f64 / 8.0 / ships;
    let bytes = spent.bytes as f64;
    let of = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.3}"));
    println!(
        "| {name} | {hz} | {codec:?} | {:.1} | {:.3} | {:.3} | {:.3} | {:.3} | {} | {} |",
        bytes / snapshots,
        bytes / ships,
        per_ship(spent.ship_bits),
        per_ship(spent.bolt_bits),
        per_ship(spent.event_bits),
        of(entropy),
        of(entropy.filter(|entropy| *entropy > 0.0).map(|entropy| bytes / ships / entropy)),
    );
}

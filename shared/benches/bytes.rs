//! Bytes per ship and snapshot: a recorded match of sixteen pilots, encoded by each codec against
//! baselines of different age, beside the whole state in postcard. Counts, the same everywhere.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and fails where it cannot go on"
)]

#[path = "../tests/support/guest.rs"]
mod guest;

use guest::{Party, config_of};
use shared::{
    base::time::Tick,
    pilot::{Pilot, sights::Sights},
    sim::{
        arena::Arena,
        command::{UserCommand, View},
        event::Event,
        ship::ShipId,
        state::WorldState,
        world::World,
    },
    wire::{
        bits::Category,
        codec::{CodecContext, CodecId},
        message::snapshot_message,
        snapshot::{SnapshotHead, ViewerHead, encode},
    },
};

const PILOTS: u16 = 16;
/// Two minutes at 60 Hz, 30 snapshots a second.
const TICKS: u32 = 7200;
/// Snapshots that are left out: everybody has just spawned.
const WARM_UP: usize = 60;
/// How old the newest acknowledged snapshot is, in snapshots.
const AGES: [(&str, usize); 3] =
    [("1 snapshot back", 1), ("acknowledged 150 ms late", 5), ("acknowledged 300 ms late", 9)];

/// A match as one viewer was told of it.
struct Trace {
    world: World,
    states: Vec<WorldState>,
    events: Vec<Event>,
}

/// What an encoding took, in all.
#[derive(Clone, Copy, Default)]
struct Spent {
    bytes: usize,
    snapshots: usize,
    ship_bits: u32,
    event_bits: u32,
    bolt_bits: u32,
}

fn main() {
    let trace = record();
    let n_events = trace.events.len();
    println!("{PILOTS} pilots, {} snapshots, {n_events} events", trace.states.len() - WARM_UP);
    println!();
    println!("| encoding | bytes per snapshot | per ship | ships | events | bolts |");
    println!("|---|---|---|---|---|---|");
    for (name, age) in AGES {
        print_row(&format!("fields, {name}"), measure(&trace, Some(age)));
    }
    print_row("fields, keyframes", measure(&trace, None));
    print_row("postcard, whole state", measure_postcard(&trace, 0));
    print_row("postcard, and events 150 ms late", measure_postcard(&trace, 5));
    println!();
    println!("Per snapshot: the whole message, kind and head included. Per ship: that, divided.");
    println!("Ships, events, bolts: their bits per ship and snapshot, as bytes.");
}

/// Fifteen bots of the room, and one pilot who plays as a client does.
fn record() -> Trace {
    let mut party = Party::new(config_of(PILOTS, PILOTS, Arena::strewn(1), 1), 1);
    let (mut pilot, own) = (Pilot::new(99), party.guests[0].ship);
    for _ in 0..TICKS {
        let command = fly(&mut pilot, own, party.room.world());
        let ack = party.guests[0].newest();
        party.say(0, ack, vec![command]);
        party.step();
    }
    let guest = party.guests.remove(0);
    assert_eq!(party.room.stats().keyframes, 1, "the first, and every event is here");
    Trace { world: party.room.world().clone(), states: guest.states, events: guest.events }
}

fn fly(pilot: &mut Pilot, own: ShipId, world: &World) -> UserCommand {
    let sights = Sights::of(world, own, Sights::now(world));
    pilot.fly(&sights.around(
        world.ship(own).expect("nobody leaves"),
        world,
        View::present(world.tick),
    ))
}

/// The codec against baselines of an age in snapshots, or keyframes only.
fn measure(trace: &Trace, age: Option<usize>) -> Spent {
    let context = CodecContext { ground: trace.world.ground(), seats: PILOTS };
    let mut spent = Spent::default();
    for (n, state) in trace.states.iter().enumerate().skip(WARM_UP) {
        let baseline = age.map(|age| &trace.states[n - age]);
        let since = baseline.map_or(state.tick, |baseline| baseline.tick);
        let events = events_between(trace, since, state.tick);
        let (body, tally) = CodecId::Fields.encode(&context, baseline, state, events);
        let decoded = CodecId::Fields.decode(&context, baseline, state.tick, &body);
        assert_eq!(&decoded.expect("what was encoded decodes").0, state);
        let viewer = ViewerHead { executed: state.tick, ..ViewerHead::default() };
        let head = SnapshotHead { tick: state.tick, baseline: baseline.map(|b| b.tick), viewer };
        spent.bytes += snapshot_message(&encode(&head, &body)).len();
        spent.snapshots += 1;
        spent.ship_bits += tally.bits(Category::Ships);
        spent.event_bits += tally.bits(Category::Events);
        spent.bolt_bits += tally.bits(Category::Bolts);
    }
    spent
}

/// The whole state as serde writes it, with the events of some last snapshots.
fn measure_postcard(trace: &Trace, age: usize) -> Spent {
    let mut spent = Spent::default();
    for (n, state) in trace.states.iter().enumerate().skip(WARM_UP) {
        let events = events_between(trace, trace.states[n - age].tick, state.tick);
        let bytes = postcard::to_allocvec(&(state, events)).unwrap();
        spent.bytes += bytes.len();
        spent.snapshots += 1;
    }
    spent
}

fn events_between(trace: &Trace, after: Tick, until: Tick) -> &[Event] {
    let from = trace.events.partition_point(|event| event.tick <= after);
    let to = trace.events.partition_point(|event| event.tick <= until);
    &trace.events[from..to]
}

fn print_row(name: &str, spent: Spent) {
    let n = spent.snapshots as f64;
    let per_ship = |bytes: f64| bytes / n / f64::from(PILOTS);
    let of_bits = |bits: u32| match bits {
        0 => "–".to_string(),
        bits => format!("{:.2}", per_ship(f64::from(bits) / 8.0)),
    };
    let bytes = spent.bytes as f64;
    println!(
        "| {name} | {:.1} | {:.2} | {} | {} | {} |",
        bytes / n,
        per_ship(bytes),
        of_bits(spent.ship_bits),
        of_bits(spent.event_bits),
        of_bits(spent.bolt_bits)
    );
}

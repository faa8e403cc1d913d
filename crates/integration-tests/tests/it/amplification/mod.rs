//! Compares the cost of the worst client with that of an honest one in its place, in bytes and
//! encoded bodies, and measures what the limits on it cost honest players.
//!
//! Bytes count all messages to a client. An honest client reads everything over a lossless stream:
//! it is sent each tick once, in bodies shared with all others who do the same.

mod cost;
mod lines;
mod manner;

use cost::Cost;
use lines::{Lines, line};
use manner::Manner;
use shared::{
    base::{limits::BODIES_PER_TICK_MAX, time::Tick},
    room::RoomStats,
    wire::conditions::LinkMode::{self, Datagram, Stream},
};

const SEED: u64 = 20_261_123;

#[test]
fn the_worst_client_has_five_times_the_bytes_and_twice_the_bodies() {
    for seats in [8, 32] {
        println!("seed {SEED}: one of {seats}, for each second");
        let default = Cost::of(SEED, Manner::Stream, 30, (seats, seats));
        for rate in [30, 128] {
            let same = Cost::of(SEED, Manner::Stream, rate, (seats, seats));
            for manner in Manner::ALL {
                let cost = Cost::of(SEED, manner, rate, (seats, seats));
                cost.print(&format!("{manner:?} {rate}"), &same, &default);
                assert!(cost.bytes <= 5.0 * same.bytes, "{manner:?} at {rate}");
                assert!(cost.bodies <= 2.0 * same.bodies, "{manner:?} at {rate}");
                // Every tick at 128 Hz, requested honestly, costs half as much again.
                assert!(cost.bytes <= 6.0 * default.bytes, "{manner:?} at {rate}");
            }
        }
    }
}

#[test]
fn a_large_room_tells_nobody_more_either() {
    println!("seed {SEED}: one of 24 on 80 seats, for each second");
    let same = Cost::of(SEED, Manner::Stream, 30, (80, 24));
    for manner in [Manner::HasNothing, Manner::AcksOld(24), Manner::AcksAnything] {
        let cost = Cost::of(SEED, manner, 30, (80, 24));
        cost.print(&format!("{manner:?}"), &same, &same);
        assert!(cost.bytes <= 5.0 * same.bytes && cost.bodies <= same.bodies, "{manner:?}");
    }
}

/// Runs until everything is steady and then for some seconds. Returns the room's counters for the
/// latter.
fn measure(lines: &mut Lines, seconds: u32) -> RoomStats {
    lines.run(3);
    lines.guests.iter_mut().for_each(|guest| guest.gaps.clear());
    let before = lines.room.stats();
    lines.run(seconds);
    let after = lines.room.stats();
    RoomStats {
        snapshots: after.snapshots - before.snapshots,
        keyframes: after.keyframes - before.keyframes,
        held_by_allowance: after.held_by_allowance - before.held_by_allowance,
        held_by_bodies: after.held_by_bodies - before.held_by_bodies,
        ..after
    }
}

/// Links of 0 to 400 ms that lose 5 % each way, at thirty snapshots a second. Asserts that no
/// snapshot is more than `late_most` ticks late.
fn check_mix(seed: u64, seats: u16, mix: &[LinkMode], late_most: u32) {
    let mut lines = Lines::new(seed, seats);
    for n in 0..seats {
        let mode = mix[usize::from(n) % mix.len()];
        let manner = if mode == Stream { Manner::Stream } else { Manner::Datagrams };
        lines.join(manner, 30, line(mode, n * 400 / (seats - 1), 50));
    }
    let stats = measure(&mut lines, 12);
    let RoomStats { snapshots, keyframes, held_by_allowance, held_by_bodies, .. } = stats;
    println!(
        "seed {seed}, {seats} lines {mix:?}: {snapshots} snapshots, {held_by_allowance} held back \
         by allowances, {held_by_bodies} by bodies; {} bodies in a tick at most",
        lines.bodies_most
    );
    assert!(lines.bodies_most <= BODIES_PER_TICK_MAX as u64);
    assert_eq!((keyframes, held_by_allowance), (0, 0));
    for (gap, times) in lines.guests.iter().flat_map(|guest| &guest.gaps) {
        // A stalled socket holds a snapshot back for at least 200 ms.
        let stalled = mix.contains(&Stream) && *gap >= 12;
        assert!(*gap <= 2 + late_most || stalled, "{gap} ticks apart, {times} times");
    }
}

#[test]
fn no_honest_mix_of_lines_is_delayed_by_more_than_a_tick() {
    for seed in SEED..SEED + 3 {
        for mix in [&[Datagram][..], &[Stream], &[Datagram, Stream]] {
            check_mix(seed, 32, mix, 1);
        }
    }
    check_mix(SEED, 64, &[Datagram], 1);
}

#[test]
fn hostile_players_compete_with_each_other() {
    for (n_honest, n_hostile, late_most) in [(1, 31, 1), (8, 24, 1), (1, 63, 2), (8, 56, 2)] {
        let mut lines = Lines::new(SEED, n_honest + n_hostile);
        for _ in 0..n_hostile {
            lines.join(Manner::AcksAnything, 128, line(Datagram, 0, 0));
        }
        for n in 0..n_honest {
            lines.join(Manner::Stream, 30, line(Stream, 20 * n, 0));
        }
        let stats = measure(&mut lines, 6);
        let honest = &lines.guests[usize::from(n_hostile)..];
        println!(
            "seed {SEED}: {n_honest} honest, {n_hostile} hostile: {} and {} held back; {:?}",
            stats.held_by_allowance, stats.held_by_bodies, honest[0].gaps
        );
        assert!(stats.held_by_allowance + stats.held_by_bodies > 100, "the hostile ones wait");
        assert!(lines.bodies_most <= BODIES_PER_TICK_MAX as u64);
        for guest in honest {
            let apart = guest.gaps.keys().max().unwrap();
            assert!(*apart <= 2 + late_most, "{:?}", guest.gaps);
        }
    }
}

#[test]
fn a_new_player_gets_two_keyframes_and_then_changes() {
    let mut lines = Lines::new(SEED, 8);
    lines.join(Manner::Stream, 30, line(Stream, 0, 0));
    lines.run(2);
    let came = lines.room.tick();
    let guest = lines.join(Manner::Datagrams, 30, line(Datagram, 400, 0));
    lines.run(3);
    let guest = &lines.guests[guest];
    let after: Vec<i64> = guest.keyframes.iter().map(|tick| tick.since(came)).collect();
    assert_eq!(after, [2, 4], "the next one uses the second as its baseline");
    assert_eq!(guest.gaps.keys().collect::<Vec<_>>(), [&2], "so that its picture moves");
}

#[test]
fn low_rates_are_never_held_back() {
    for rate in [1, 2, 5, 10] {
        let mut lines = Lines::new(SEED, 8);
        let guest = lines.join(Manner::Datagrams, rate, line(Datagram, 400, 0));
        let stats = measure(&mut lines, 20);
        assert_eq!(stats.snapshots, 20 * u64::from(rate), "{rate} a second");
        assert_eq!((stats.held_by_allowance, stats.held_by_bodies), (0, 0));
        let keyframes = lines.guests[guest].keyframes.len();
        assert!(keyframes <= 3, "{rate} a second: {keyframes} keyframes");
    }
}

#[test]
fn a_stall_of_the_server_takes_nothing_of_an_allowance() {
    let mut lines = Lines::new(SEED, 8);
    for (n, manner) in [Manner::Stream, Manner::Datagrams, Manner::Datagrams].iter().enumerate() {
        lines.join(*manner, 30, line(Datagram, 100 * n as u16, 0));
    }
    lines.run(3);
    let before = lines.room.stats();
    lines.stall(5);
    lines.run(3);
    let after = lines.room.stats();
    assert_eq!(after.stalls, 1);
    assert_eq!(after.keyframes, before.keyframes);
    assert_eq!(after.held_by_allowance, before.held_by_allowance);
    let newest = |n: usize| lines.guests[n].newest();
    let behind = |newest: Tick| lines.room.tick().since(newest);
    assert!((0..3).all(|n| newest(n).is_some_and(|newest| behind(newest) <= 2)));
}

//! What the worst client costs against an honest one in its place, in bytes and in bodies that are
//! encoded; and what the bounds that hold it cost honest players.
//!
//! Bytes are those of all messages to a client. Honest is who reads what it is sent, over a stream
//! on which nothing is lost: it is told of each tick once, by bodies that it shares with all who do
//! so too.

mod cost;
mod lines;
mod manner;

use cost::Cost;
use lines::{Lines, line};
use manner::Manner;
use shared::{
    base::time::Tick,
    room::RoomStats,
    wire::conditions::LinkMode::{Datagram, Stream},
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
                // All the ticks at a rate of 128 are half as much again, asked for honestly.
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

/// Plays on for some seconds, from when everything is steady, and gives the room's counters of
/// that.
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
        ..after
    }
}

#[test]
fn honest_lines_are_never_held_back() {
    for seed in SEED..SEED + 3 {
        let mut lines = Lines::new(seed, 32);
        for n in 0..32 {
            lines.join(Manner::Datagrams, 30, line(Datagram, n * 400 / 31, 50));
        }
        let RoomStats { keyframes, held_by_allowance, .. } = measure(&mut lines, 12);
        println!("seed {seed}: {keyframes} keyframes, {held_by_allowance} held back");
        assert_eq!((keyframes, held_by_allowance), (0, 0));
    }
}

#[test]
fn a_newcomer_is_told_everything_twice_and_then_what_is_new() {
    let mut lines = Lines::new(SEED, 8);
    lines.join(Manner::Stream, 30, line(Stream, 0, 0));
    lines.run(2);
    let came = lines.room.tick();
    let guest = lines.join(Manner::Datagrams, 30, line(Datagram, 400, 0));
    lines.run(3);
    let guest = &lines.guests[guest];
    let after: Vec<i64> = guest.keyframes.iter().map(|tick| tick.since(came)).collect();
    assert_eq!(after, [2, 4], "and what comes next builds upon the second one");
    assert_eq!(guest.gaps.keys().collect::<Vec<_>>(), [&2], "so that its picture moves");
}

#[test]
fn low_rates_are_never_held_back() {
    for rate in [1, 2, 5, 10] {
        let mut lines = Lines::new(SEED, 8);
        let guest = lines.join(Manner::Datagrams, rate, line(Datagram, 400, 0));
        let stats = measure(&mut lines, 20);
        assert_eq!(stats.snapshots, 20 * u64::from(rate), "{rate} a second");
        assert_eq!(stats.held_by_allowance, 0);
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

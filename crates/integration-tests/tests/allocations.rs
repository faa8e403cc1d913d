//! Asserts that a warm room does not allocate. A tick in which no shot is reported allocates
//! nothing while bots think, players' commands run, bolts fly and hits are judged. The one
//! exception is the journal of the last minute, which stores one block a second.
//!
//! A record, a report or a message is allocated for its reader and is not counted here.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

#[path = "support/crowd.rs"]
mod crowd;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use crowd::Crowd;
use shared::{
    base::time::Micros,
    netcode::{
        choices::{HitRule, Ramming},
        values::RoomNetcode,
    },
    sim::event::{EventKind, ShotId},
};

/// The system's allocator, with a count of allocations per thread.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending no longer counts.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every call is forwarded unchanged to the system's allocator, which upholds the contract.
// Counting only touches a thread-local cell and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.realloc(ptr, layout, new_size) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How many allocations a call makes.
fn allocations(of: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    of();
    ASKED.get() - before
}

/// Ticks until a room is warm: the whole history has been written, and fights have been as crowded
/// as they get.
const WARM: usize = 3600;
/// Ticks that are counted.
const TICKS: usize = 600;
/// Players in the room.
const PLAYERS: u16 = 4;

/// Each player's newest judged shot.
fn newest_shots(crowd: &Crowd) -> Vec<Option<(ShotId, Micros)>> {
    crowd.ships.iter().map(|ship| crowd.room.judged_shots(*ship, Micros::ZERO).last()).collect()
}

/// Whether the newest tick starts a second of the room's long journal.
fn ends_second(crowd: &Crowd) -> bool {
    crowd.room.tick().0.is_multiple_of(crowd.room.config().rate.hz().into())
}

/// Asserts that a room of bots and a few players allocates nothing in a quiet tick.
fn check_room(netcode: RoomNetcode, bots: u16) {
    let mut crowd = Crowd::new(PLAYERS, bots, netcode, 60);
    crowd.run(WARM);
    let (mut quiet, mut asked, mut hits, mut shots) = (0, Vec::new(), 0, 0);
    for n in 0..TICKS {
        crowd.feed();
        while crowd.room.poll_output().is_some() {}
        let before = (newest_shots(&crowd), crowd.room.stats().reports);
        let n_asked = allocations(|| crowd.room.simulate());
        let after = (newest_shots(&crowd), crowd.room.stats().reports);
        // The long journal stores a second in one block, once a second.
        let n_asked = n_asked - u64::from(ends_second(&crowd)).min(n_asked);
        let silent = crowd.room.poll_output().is_none() && after == before;
        let is_hit = |kind: &EventKind| matches!(kind, EventKind::Hit { .. });
        hits += crowd.room.events_now().filter(|event| is_hit(&event.kind)).count();
        shots = shots.max(crowd.room.flying().count());
        if silent {
            quiet += 1;
            asked.extend((n_asked > 0).then_some((n, n_asked)));
        }
    }
    println!("{:?}: {quiet} quiet ticks, {hits} hits, {shots} bolts, {asked:?}", netcode.hit_rule);
    assert!(quiet > TICKS / 2 && hits > 30 && shots > 20, "{quiet} quiet, {hits} hits, {shots}");
    assert_eq!(asked, [], "(tick, allocations) under {:?}", netcode.hit_rule);
}

/// Limit for encoding a body, which is encoded once for all players with the same baseline.
const BODY_ALLOCATIONS: u64 = 48;

/// Snapshots go to `players` players in a third of the ticks. Messages reuse returned buffers, so
/// the allocations that remain do not depend on the number of players.
fn check_sending(players: u16) {
    let mut crowd = Crowd::new(players, 64 - players, RoomNetcode::default(), 60);
    let (mut most, mut sending, mut sent) = (0, 0, 0);
    let next = |crowd: &mut Crowd| {
        crowd.feed();
        crowd.room.config().rate.micros_at(crowd.room.tick().next())
    };
    for _ in 0..WARM {
        let now = next(&mut crowd);
        crowd.room.handle_time(now);
        crowd.hear();
    }
    for _ in 0..TICKS {
        let now = next(&mut crowd);
        let before = crowd.room.stats().reports;
        let n_asked = allocations(|| crowd.room.handle_time(now));
        let after = crowd.room.stats().reports;
        let (snapshots, others) = crowd.hear();
        if snapshots > 0 && others == 0 && before == after {
            sending += 1;
            sent += snapshots;
            most = most.max(n_asked);
        }
    }
    println!("{players} players: {sent} snapshots in {sending} ticks, up to {most} allocations");
    assert!(sending > TICKS / 8 && sent >= sending * usize::from(players), "{sending}, {sent}");
    assert!(most <= BODY_ALLOCATIONS, "{most} allocations for {players} snapshots");
}

#[test]
fn a_snapshot_more_asks_for_no_memory() {
    for players in [4, 60] {
        check_sending(players);
    }
}

#[test]
fn a_warm_room_of_bots_and_players_asks_for_no_memory() {
    for hit_rule in [HitRule::Lagrange, HitRule::SourceByLifeId] {
        check_room(RoomNetcode { hit_rule, ..RoomNetcode::default() }, 64);
    }
}

#[test]
fn neither_does_delayed_synchronisation_where_the_rammer_bounces() {
    let netcode = RoomNetcode {
        hit_rule: HitRule::DelayedSync,
        ramming: Ramming::RammerOnly,
        ..RoomNetcode::default()
    };
    check_room(netcode, 64);
}

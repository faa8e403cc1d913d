//! Asserts that a room's heap grows with its players and not with its seats.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

#[path = "support/counting.rs"]
mod counting;
#[path = "support/crowd.rs"]
mod crowd;

use counting::held_by;
use crowd::Crowd;
use shared::{
    base::{
        limits::SEATS_MAX,
        time::{Micros, TickRate},
    },
    netcode::{rates::RateBounds, values::RoomNetcode},
    room::{Difficulty, Room, RoomConfig, RoomKind},
    sim::{arena::Arena, ship::ShipId},
};

/// Ticks until the whole history has been written.
const WARM: usize = 290;

/// Ticks of more than the minute for which shots are kept.
const OVER_A_MINUTE: usize = 66 * 60;
/// Limit for each player in a full room of 64 who all fight for over a minute, in bytes.
const FIGHTER_BYTES_MAX: i64 = 80 * 1024;

fn config(seats: u16) -> RoomConfig {
    RoomConfig {
        name: "room".into(),
        seats,
        bots: 0,
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate: TickRate::DEFAULT,
        arena: Arena::strewn(7),
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed: 7,
    }
}

/// Bytes held by a warm room of `seats` seats after `players` joined and `leavers` of them left.
fn held(seats: u16, players: u16, leavers: u16) -> i64 {
    let mut crowd = Crowd::in_room(config(seats), players, 0);
    for _ in 0..WARM {
        crowd.feed();
        crowd.serve();
    }
    crowd.leave(leavers.into());
    assert_eq!(crowd.room.n_players(), usize::from(players - leavers));
    let bytes = held_by(crowd.room);
    println!("{seats} seats, {players} players, {leavers} of which leave: {bytes} bytes");
    bytes
}

#[test]
fn seats_that_nobody_took_hold_next_to_nothing() {
    let fresh = held_by(Room::new(config(SEATS_MAX), Micros::ZERO).unwrap());
    println!("a fresh room of {SEATS_MAX} seats: {fresh} bytes");
    assert!(fresh <= i64::from(SEATS_MAX) * 64, "{fresh} bytes");
    let (small, large) = (held(8, 1, 0), held(SEATS_MAX, 1, 0));
    let of_seats = large - small;
    assert!(of_seats <= i64::from(SEATS_MAX) * 96, "{of_seats} bytes of untaken seats");
}

#[test]
fn a_room_grows_with_its_players() {
    let [one, some, many] = [1, 16, 64].map(|players| held(SEATS_MAX, players, 0));
    assert!(one < some && some < many, "{one}, {some}, {many} bytes");
    let others = (many - one) / 63;
    assert!(
        2 * others < one,
        "each of 63 others holds less than half of the first: {others} bytes"
    );
}

#[test]
fn a_full_room_that_fights_for_a_minute_holds_little_for_each() {
    let players = 64;
    let mut crowd = Crowd::in_room(config(players), players, 300);
    for _ in 0..OVER_A_MINUTE {
        crowd.feed_as_drawn();
        crowd.serve();
    }
    let kept = |ship: &ShipId| {
        let judged = crowd.room.judged_shots(*ship, Micros::ZERO);
        judged.filter(|(shot, _)| shot.shooter == *ship).count()
    };
    let kept: usize = crowd.ships.iter().map(kept).sum();
    assert!(kept > 28 * usize::from(players), "{kept} shots are kept");
    let journal = crowd.room.long_journal().bytes();
    let bytes = held_by(crowd.room) / i64::from(players);
    println!("{bytes} bytes a player, with {kept} shots, and a journal of {journal} bytes");
    assert!(bytes <= FIGHTER_BYTES_MAX, "{bytes} bytes a player");
}

/// The history's rows keep their width until the room is closed.
#[test]
fn what_a_player_holds_is_given_back_when_it_leaves() {
    let (full, left) = (held(SEATS_MAX, 64, 0), held(SEATS_MAX, 64, 63));
    assert!(2 * left < full, "{full} bytes, and {left} when all but one have left");
}

/// A small private room, of which a host has hundreds: a player among three bots, after a minute.
#[test]
fn a_small_room_is_small() {
    let bots = RoomConfig { bots: 4, ..config(64) };
    let mut crowd = Crowd::in_room(bots, 1, 300);
    for _ in 0..60 * 60 {
        crowd.feed_as_drawn();
        crowd.serve();
    }
    let bytes = held_by(crowd.room);
    println!("one player and three bots: {bytes} bytes");
    assert!(bytes <= 376 * 1024, "{bytes} bytes");
}

//! From 200 addresses, joins and drops connections as fast as the limits per address allow, until
//! every seat in every room is held. Newcomers from other addresses must still get in at once, to
//! the lobby and to their own rooms. For comparison, the same attack is aimed at another process on
//! the same machine, so that only the server's own cost counts for the honest players.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use tokio::time::{Instant, sleep, sleep_until};

use crate::beside::{self, Aim, Run, gap_aim, table};
use crate::figures::Times;
use crate::length::Length;
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::players::Load;
use crate::server::Server;
use crate::socket::{Answer, Socket, join, open};
use crate::tally::Tally;

const ADDRESSES: u16 = 200;
const SEATS: u16 = 50;
/// Lobby seats that one address leaves to others, as published: `SEATS_FOR_OTHERS` in
/// `crates/server/src/limits.rs`. As many addresses take one of them each.
const LEFT_IN_LOBBY: u16 = 4;
/// Seats that may be held: those of the rooms that the addresses open, one room for each except the
/// last, which asks for the lobby, and those of the lobby.
const SEATS_MOST: u64 = ADDRESSES as u64 * SEATS as u64;
/// Handshake interval of an address, as published: `ADDRESS_HANDSHAKES_PER_S`.
const HANDSHAKE_PERIOD: Duration = Duration::from_nanos(1_000_000_000 / 32);
/// The published burst of handshakes, and how many seconds a seat is held.
const HANDSHAKES_BURST: u64 = 128;
const SEAT_HELD_S: u64 = 30;
/// Newcomers to the lobby, and as many to their own rooms, before the first seat is free again.
const NEWCOMERS: u8 = 20;
const NEWCOMERS_EVERY: Duration = Duration::from_millis(500);
const WELCOME_MAX_MS: f64 = 1000.0;
const GAP_MORE_PERCENT: f64 = 10.0;

/// An attacker's address, and the room it asks for; an empty name asks for the lobby.
#[derive(Clone, Debug)]
struct Attacker {
    from: IpAddr,
    room: String,
    seats: u16,
}

/// Results for the attack and for the newcomers.
#[derive(Clone, Debug, Default)]
struct AttackResult {
    /// Seats held before the first newcomer.
    held: u64,
    filled_after: Duration,
    rooms: u64,
    welcome: u64,
    times: Times,
}

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let addresses = length.of(ADDRESSES / 4, ADDRESSES);
    let most = SEATS_MOST * u64::from(addresses) / u64::from(ADDRESSES);
    let load = Load { bots: 16, room_size: 8, seconds: length.of(15, 20) };
    // The honest players use two rooms. With them, all rooms are taken, or two thirds of them.
    let (all, more) = (addresses + 2, (addresses + 2) * 3 / 2);
    let mut outcome = Outcome::default();
    let mut runs = Vec::new();
    let mut rows = Vec::new();
    for (name, rooms) in [("rooms are left", more), ("no room is left", all)] {
        let (elsewhere, _) = attacked(name, rooms, Aim::OtherProcess, addresses, load).await?;
        let (here, result) = attacked(name, rooms, Aim::HonestServer, addresses, load).await?;
        outcome.checks.extend(checks(name, &result, most));
        outcome.checks.push(gap_aim(&elsewhere, &here, GAP_MORE_PERCENT));
        rows.push(row(name, &result, most));
        runs.extend([elsewhere, here]);
    }
    let runs: Vec<&Run> = runs.iter().collect();
    outcome.checks.extend(beside::check_invariants(&runs));
    let columns = vec![
        "run",
        "seats held",
        "the maximum possible",
        "after",
        "rooms",
        "newcomers welcome",
        "p50, ms",
        "most, ms",
    ];
    outcome.tables.extend([Table { columns, rows }, table(&runs)]);
    outcome.notes.push(format!(
        "At 32 handshakes a second for 30 s, {addresses} addresses could hold {} seats: the \
         limit is the seats of all rooms.",
        u64::from(addresses) * (HANDSHAKES_BURST + 32 * SEAT_HELD_S)
    ));
    Ok(outcome)
}

async fn attacked(
    name: &str,
    rooms: u16,
    aim: Aim,
    addresses: u16,
    load: Load,
) -> Result<(Run, AttackResult)> {
    let (rooms, seats) = (rooms.to_string(), SEATS.to_string());
    let options = ["--limit-loopback", "--seats", &seats, "--rooms", &rooms];
    let mut result = AttackResult::default();
    let run = beside::run_aimed(name, &options, load, aim, async |server, scene| {
        result = attack(server, &scene.tally, addresses).await;
    })
    .await?;
    Ok((run, result))
}

fn checks(name: &str, result: &AttackResult, most: u64) -> [CheckedFigure; 3] {
    let label = |what: &str| format!("{name}: {what}");
    let come = 2 * u64::from(NEWCOMERS);
    [
        CheckedFigure::count(&label("seats held"), result.held, most),
        CheckedFigure::count(&label("newcomers welcome"), result.welcome, come),
        CheckedFigure::aim(
            &label("longest wait for a welcome"),
            result.times.ms_at(1000),
            WELCOME_MAX_MS,
            "ms",
        ),
    ]
}

fn row(name: &str, result: &AttackResult, most: u64) -> Vec<String> {
    let ms = |permille| result.times.ms_at(permille).map_or("–".into(), |ms| format!("{ms:.1}"));
    vec![
        name.into(),
        result.held.to_string(),
        most.to_string(),
        format!("{:.1} s", result.filled_after.as_secs_f64()),
        result.rooms.to_string(),
        format!("{} of {}", result.welcome, 2 * NEWCOMERS),
        ms(500),
        ms(1000),
    ]
}

/// The attackers: the last asks for the lobby, each other one opens a room, and the first ones take
/// the seats left in the lobby.
fn plan_attackers(addresses: u16) -> Vec<Attacker> {
    let from = |n: u16| IpAddr::V4(Ipv4Addr::new(127, 0, 17, n as u8 + 1));
    let opened = (0..addresses - 1).map(|n| Attacker {
        from: from(n),
        room: format!("held {n}"),
        seats: SEATS,
    });
    let lobby = |n, seats| Attacker { from: from(n), room: String::new(), seats };
    let left = (0..LEFT_IN_LOBBY).map(|n| lobby(n, 1));
    let last = lobby(addresses - 1, SEATS - LEFT_IN_LOBBY);
    opened.chain(left).chain([last]).collect()
}

/// Takes the seats, then lets newcomers join.
async fn attack(server: &Server, tally: &Tally, addresses: u16) -> AttackResult {
    let begun = Instant::now();
    let attackers = plan_attackers(addresses);
    let taken = join_all(attackers.iter().map(|attacker| fill(server, tally, attacker))).await;
    let filled_after = begun.elapsed();
    let held = taken.into_iter().map(u64::from).sum();
    AttackResult { held, filled_after, ..newcomers(server, tally).await }
}

/// Takes seats and drops their connections without a goodbye. Returns how many.
async fn fill(server: &Server, tally: &Tally, attacker: &Attacker) -> u16 {
    let mut held = 0;
    for n in 0..attacker.seats {
        let begun = Instant::now();
        held += u16::from(take_and_drop(server, tally, attacker).await);
        if n + 1 < attacker.seats {
            sleep_until(begun + HANDSHAKE_PERIOD).await;
        }
    }
    held
}

async fn take_and_drop(server: &Server, tally: &Tally, attacker: &Attacker) -> bool {
    let Some(mut socket) = open(attacker.from, server.address, tally).await else { return false };
    let answer = join(&mut socket, &attacker.room, tally).await;
    let expected = if attacker.room.is_empty() { "lobby" } else { &attacker.room };
    let is_in = matches!(&answer, Answer::Welcome(room) if room == expected);
    match answer {
        Answer::Welcome(_) => tally.answered("welcome"),
        Answer::Closed(code) => tally.answered(code.to_string()),
        Answer::Nothing => tally.answered("nothing"),
    }
    is_in
}

/// Newcomers, each from its own address, alternate between the lobby and their own rooms.
async fn newcomers(server: &Server, tally: &Tally) -> AttackResult {
    let mut result = AttackResult::default();
    let mut sockets: Vec<Socket> = Vec::new();
    for n in 1..=NEWCOMERS {
        for (net, room) in [(18, String::new()), (19, format!("newcomer {n}"))] {
            let from = IpAddr::V4(Ipv4Addr::new(127, 0, net, n));
            let begun = Instant::now();
            let socket = open(from, server.address, tally).await;
            let Some(mut socket) = socket else { continue };
            let answer = join(&mut socket, &room, tally).await;
            let expected = if room.is_empty() { "lobby" } else { &room };
            if matches!(&answer, Answer::Welcome(room) if room == expected) {
                result.times.push(begun.elapsed());
                result.welcome += 1;
            }
            sockets.push(socket);
        }
        if let Ok(now) = server.readings().await {
            result.rooms = result.rooms.max(now.value("lagrange_rooms") as u64);
        }
        sleep(NEWCOMERS_EVERY).await;
    }
    result
}

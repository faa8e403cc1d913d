//! Prediction is exact: with jitter below the margin no command is late and no bit is wrong. Above
//! it, only snapshots that contain a late command bring an error.
//!
//! `cargo xtask test --long` plays the exact matches for 100,000 commands, otherwise for 18,000. A
//! single wrong bit fails either.

use integration_tests::is_long;
use lab::harness::Harness;
use shared::{
    base::time::{Micros, Tick},
    netcode::values::PlayerNetcode,
    wire::conditions::{Conditions, LinkConditions},
};

use crate::support::{RandomHand, narrow_arena, room, seconds};

const SEED: u64 = 20_260_701;

fn conditions(round_trip_ms: u16, jitter_ms: u16) -> Conditions {
    Conditions::both(LinkConditions { jitter_ms, ..LinkConditions::delay(round_trip_ms / 2) })
}

/// Length of an exact match: a little more than 100,000 commands at 60 Hz, or 18,000.
fn exact_s() -> i64 {
    if is_long() { 1680 } else { 302 }
}

fn check_exact(round_trip_ms: u16, jitter_ms: u16, margin_ms: u16) {
    let seed = SEED + u64::from(round_trip_ms);
    println!("seed {seed}: RTT {round_trip_ms} ms ± {jitter_ms} ms, margin {margin_ms} ms");
    let netcode = PlayerNetcode { margin_ms, ..PlayerNetcode::default() };
    let mut harness = Harness::new(room(narrow_arena(), seed)).unwrap();
    harness.add_player(netcode, conditions(round_trip_ms, jitter_ms));
    let mut hand = RandomHand::new(seed, false);
    let lasts_s = exact_s();
    harness.run_until(seconds(lasts_s), &mut |_, _, _| hand.next());
    let (room, client) = (harness.room().stats(), harness.client(0).net_stats());
    println!("  {} bounces, {} snapshots", room.bounces, client.snapshots);
    // After the first two seconds, at least 60 commands, 30 snapshots and two and a half bounces a
    // second.
    assert!(client.own_tick > Tick(60 * lasts_s as u32 - 120), "{client:?}");
    assert!(room.bounces >= 5 * lasts_s as u64 / 2, "{room:?}");
    assert_eq!(room.late_commands, 0, "{room:?}");
    assert_eq!(client.mispredictions, 0, "{client:?}");
    assert!(i64::from(client.snapshots) > 29 * lasts_s, "{client:?}");
}

#[test]
fn no_bit_is_wrong_on_a_perfect_link() {
    check_exact(0, 0, 20);
}

#[test]
fn no_bit_is_wrong_at_50_ms_with_jitter_below_the_margin() {
    check_exact(50, 9, 20);
}

#[test]
fn no_bit_is_wrong_at_150_ms_with_jitter_below_the_margin() {
    check_exact(150, 19, 40);
}

#[test]
fn no_bit_is_wrong_at_300_ms_with_jitter_below_the_margin() {
    check_exact(300, 29, 60);
}

#[test]
fn errors_come_only_with_snapshots_that_contain_a_late_command() {
    for (round_trip_ms, jitter_ms) in [(50, 25), (150, 40), (300, 60)] {
        println!("seed {SEED}: RTT {round_trip_ms} ms ± {jitter_ms} ms, margin 0 ms, 2 % stalls");
        let netcode = PlayerNetcode { margin_ms: 0, ..PlayerNetcode::default() };
        let link = LinkConditions {
            jitter_ms,
            loss_permille: 20,
            ..LinkConditions::delay(round_trip_ms / 2)
        };
        let mut harness = Harness::new(room(narrow_arena(), SEED)).unwrap();
        harness.add_player(netcode, Conditions::both(link));
        let mut hand = RandomHand::new(SEED, false);
        let mut missing_at: Vec<Tick> = Vec::new();
        let (mut stand_ins, mut last, mut wrong) = (0, Tick::ZERO, 0);
        let mut mispredictions = 0;
        while harness.now() < seconds(240) {
            harness.step(&mut |_, _, _| hand.next());
            let stats = harness.room().stats();
            if stats.stand_ins > stand_ins {
                stand_ins = stats.stand_ins;
                missing_at.push(harness.room().tick());
            }
            let net = harness.client(0).net_stats();
            if net.server_tick > last {
                if net.mispredictions > mispredictions {
                    wrong += 1;
                    let cause = missing_at.iter().any(|t| *t > last && *t <= net.server_tick);
                    assert!(cause, "an error at {:?} without a late command", net.server_tick);
                }
                (last, mispredictions) = (net.server_tick, net.mispredictions);
            }
        }
        println!("  {} missing commands, {wrong} snapshots with an error", missing_at.len());
        assert!(wrong > 20, "the jitter is above the margin");
        assert!(harness.room().stats().late_commands > 20);
    }
}

#[test]
fn a_tab_that_returns_resynchronises_in_half_a_second_and_replays_nothing() {
    let mut harness = Harness::new(room(narrow_arena(), SEED)).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(150));
    let mut hand = RandomHand::new(SEED, false);
    harness.run_until(seconds(5), &mut |_, _, _| hand.next());
    let before = harness.client(0).net_stats();
    harness.sleep_player(0, seconds(35));
    harness.run_until(seconds(35), &mut |_, _, _| hand.next());
    assert_eq!(harness.ended(0), None, "snapshots are acknowledged in the background");
    let bytes_before = harness.client(0).net_stats().bytes_out;
    harness.run_until(seconds(35) + Micros::from_ms(500), &mut |_, _, _| hand.next());
    let back = harness.client(0).net_stats();
    assert!(back.own_tick.since(before.own_tick) >= 30 * 60);
    assert!(
        back.bytes_out - bytes_before < 2000,
        "commands missed while asleep are not sent: {back:?}"
    );
    let (late, wrong) = (harness.room().stats().late_commands, back.mispredictions);
    harness.run_until(seconds(45), &mut |_, _, _| hand.next());
    let settled = harness.client(0).net_stats();
    assert_eq!(harness.room().stats().late_commands, late, "in time since half a second");
    assert_eq!(settled.mispredictions, wrong, "and right since half a second");
}

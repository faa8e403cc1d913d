//! The rates that a player gets: what it asks for, within the bounds of room and server, from the
//! tick in which one of them changes; and full updates on request.

use lab::harness::Harness;
use shared::{
    client::status::Notice,
    netcode::{
        rates::{GrantedRate, RateBounds, RateCap},
        values::{PlayerNetcode, RoomNetcode},
    },
    room::RoomConfig,
    wire::{
        conditions::Conditions,
        message::{Access, Refusal},
    },
};

use crate::support::{RandomHand, narrow_arena, room, seconds};

const SEED: u64 = 20_261_123;

fn within(min: u16, max: u16) -> RoomNetcode {
    RoomNetcode { update_min_hz: min, update_max_hz: max, ..RoomNetcode::default() }
}

/// Runs a match for some seconds. Returns the snapshots received in the last one, and how many of
/// all expected ones never arrived.
fn run_on(harness: &mut Harness, s: i64, hand: &mut RandomHand) -> (u32, u32) {
    let until = seconds(s) + harness.now();
    harness.run_until(until, &mut |_, _, _| hand.next());
    let graph = harness.client(0).net_graph();
    (graph.updates_per_s, graph.lost())
}

fn match_of(netcode: RoomNetcode, rate_bounds: RateBounds, wish_hz: u16) -> Harness {
    println!("seed {SEED}, wish {wish_hz}/s");
    let config = RoomConfig { netcode, rate_bounds, ..room(narrow_arena(), SEED) };
    let mut harness = Harness::new(config).unwrap();
    let player = PlayerNetcode { update_rate_hz: wish_hz, ..PlayerNetcode::default() };
    harness.add_player(player, Conditions::round_trip(60));
    harness
}

#[test]
fn a_wish_is_held_to_the_bounds_of_room_and_server() {
    let all = RateBounds::default();
    let server = RateBounds { update_min_hz: 20, update_max_hz: 30, ..all };
    let rows = [
        // (wish, room, server, a second, who cut it)
        (10, within(20, 40), all, 20, Some(RateCap::Room)),
        (66, within(20, 40), all, 30, Some(RateCap::Room)), // every second tick of 60
        (30, within(20, 40), all, 30, None),
        (60, within(1, 128), server, 30, Some(RateCap::Server)),
        (128, within(1, 128), all, 60, Some(RateCap::TickRate)),
    ];
    for (wish_hz, netcode, server, want, cut_by) in rows {
        let mut harness = match_of(netcode, server, wish_hz);
        let mut hand = RandomHand::new(SEED, false);
        let (updates, lost) = run_on(&mut harness, 4, &mut hand);
        assert!(updates.abs_diff(want) <= 1, "{wish_hz}: {updates} for {want}");
        assert_eq!(lost, 0, "the client knows its rate");
        let limits = harness.client(0).rate_limits().unwrap();
        let GrantedRate { cut_by: reported, .. } = limits.update_rate(wish_hz);
        assert_eq!(reported, cut_by, "{wish_hz}");
        assert_eq!(harness.client(0).netcode().update_rate_hz, wish_hz, "the wish stays");
    }
}

#[test]
fn other_bounds_count_at_once_and_the_wish_is_not_forgotten() {
    let mut harness = match_of(RoomNetcode::default(), RateBounds::default(), 60);
    let mut hand = RandomHand::new(SEED, false);
    assert!(run_on(&mut harness, 3, &mut hand).0.abs_diff(60) <= 1);
    assert_eq!(harness.client(0).access(), Some(Access::May));
    for (netcode, want) in [(within(1, 20), 20), (RoomNetcode::default(), 60)] {
        harness.client_mut(0).request_rules(netcode);
        let (updates, lost) = run_on(&mut harness, 4, &mut hand);
        assert!(updates.abs_diff(want) <= 1, "{updates} for {want}");
        assert!(lost <= 1, "{lost} lost");
    }
}

#[test]
fn a_delay_of_snapshots_is_of_those_that_come() {
    // Two snapshots of delay: at 10 a second 200 ms, at the 20 that the room gives 100 ms.
    let mut harness = match_of(within(20, 40), RateBounds::default(), 10);
    let player = PlayerNetcode {
        update_rate_hz: 10,
        interp_ratio: 2,
        interpolation_ms: 0,
        ..PlayerNetcode::default()
    };
    harness.client_mut(0).set_netcode(player);
    run_on(&mut harness, 2, &mut RandomHand::new(SEED, false));
    let delay = harness.client(0).net_graph().interpolation.unwrap().delay;
    assert_eq!(delay.as_ms(), 100);
}

#[test]
fn a_full_update_comes_on_request_and_once_a_second() {
    let mut harness = match_of(RoomNetcode::default(), RateBounds::default(), 30);
    let mut hand = RandomHand::new(SEED, false);
    run_on(&mut harness, 5, &mut hand);
    let full = |harness: &Harness| {
        harness.client(0).net_graph().received.iter().filter(|packet| packet.full).count()
    };
    let refusals = |harness: &mut Harness| {
        let notices = harness.client_mut(0).drain_notices();
        let waits = notices.into_iter().filter_map(|notice| match notice {
            Notice::Refused { why: Refusal::FullUpdate { wait_ms } } => Some(wait_ms),
            _ => None,
        });
        waits.collect::<Vec<u16>>()
    };
    assert_eq!(full(&harness), 0, "without loss, every snapshot has a baseline");
    harness.client_mut(0).request_full_update();
    let soon = harness.now() + shared::base::time::Micros::from_ms(400);
    harness.run_until(soon, &mut |_, _, _| hand.next());
    assert_eq!((full(&harness), refusals(&mut harness).len()), (1, 0));
    harness.client_mut(0).request_full_update();
    let soon = harness.now() + shared::base::time::Micros::from_ms(200);
    harness.run_until(soon, &mut |_, _, _| hand.next());
    let waits = refusals(&mut harness);
    assert!(matches!(waits[..], [wait] if (500..=650).contains(&wait)), "{waits:?}");
    assert_eq!(full(&harness), 1, "refused");
    run_on(&mut harness, 1, &mut hand);
    harness.client_mut(0).request_full_update();
    run_on(&mut harness, 1, &mut hand);
    assert_eq!((full(&harness), refusals(&mut harness).len()), (2, 0));
    assert_eq!(
        harness.client(0).net_stats().mispredictions,
        0,
        "a full update changes no prediction"
    );
}

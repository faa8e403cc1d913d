//! Compares the net graph with what the link, the room and the rules did, in virtual time.

use lab::harness::Harness;
use shared::{
    base::{
        limits::NET_GRAPH_MS,
        time::{Micros, TickRate, ViewTime},
    },
    client::{
        Controls,
        netgraph::{DelayWarning, STACK},
        packet_log::{PacketIn, PacketKind},
    },
    netcode::{
        choices::{HitRule, RemoteView},
        values::{PlayerNetcode, RoomNetcode},
    },
    room::RoomConfig,
    schemes::clamp::Clamp,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::{
        bits::Category,
        conditions::{Conditions, LinkConditions, LinkMode},
    },
};

use crate::support::{RandomHand, by_rule, course::lane, narrow_arena, room, seconds};

const SEED: u64 = 20_261_205;
const WINDOW: Micros = Micros::from_ms(NET_GRAPH_MS as i64);

/// A player among bots, on a link that is perfect until the player has joined.
fn joined(player: PlayerNetcode, link: Conditions, bots: u16, arena: Arena) -> Harness {
    println!("seed {SEED}");
    let config = RoomConfig { bots, seats: 64, ..room(arena, SEED) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(player, Conditions::round_trip(100));
    harness.run_until(seconds(1), &mut |_, _, _| Controls::default());
    harness.set_conditions(0, link);
    harness
}

fn lossy(permille: u16) -> Conditions {
    let down = LinkConditions {
        loss_permille: permille,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(50)
    };
    Conditions { down, ..Conditions::round_trip(100) }
}

/// Runs `n` windows. Returns the snapshots lost, choked and received in all of them.
fn windows(harness: &mut Harness, n: u32) -> (u32, u32, u32) {
    let mut hand = RandomHand::new(SEED, true);
    let mut sum = (0, 0, 0);
    for _ in 0..n {
        let until = harness.now() + WINDOW;
        harness.run_until(until, &mut |_, _, _| hand.next());
        assert_eq!(harness.ended(0), None);
        let graph = harness.client(0).net_graph();
        let came =
            graph.received.iter().filter(|packet| packet.kind == PacketKind::Snapshot).count();
        sum = (sum.0 + graph.lost(), sum.1 + graph.choked(), sum.2 + came as u32);
        let all = graph.lost() + graph.choked() + came as u32;
        let share = |part: u32| (part * 1000 + all / 2) / all;
        assert_eq!((graph.loss_permille, graph.choke_permille), {
            (share(graph.lost()), share(graph.choked()))
        });
    }
    sum
}

#[test]
fn losses_show_as_gaps_at_the_rate_of_the_link() {
    for permille in [0, 50, 200] {
        let mut harness = joined(PlayerNetcode::default(), lossy(permille), 0, lane());
        // Earlier snapshots have arrived before the windows start.
        harness.run_until(seconds(2), &mut |_, _, _| Controls::default());
        let begun = harness.room().stats().snapshots;
        let (lost, choked, came) = windows(&mut harness, 15);
        let sent = (harness.room().stats().snapshots - begun) as u32;
        let share = f64::from(lost * 1000) / f64::from(lost + came);
        println!("  {permille} ‰: {lost} lost, {came} received, {sent} sent: {share:.1} ‰");
        assert!(choked == 0 && sent.abs_diff(lost + came) <= 15, "{sent} sent");
        assert!((share - f64::from(permille)).abs() <= f64::from(permille) * 0.2, "{share} ‰");
    }
}

#[test]
fn what_comes_after_all_is_not_lost() {
    let down = LinkConditions {
        reorder_permille: 200,
        duplicate_permille: 100,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(50)
    };
    let link = Conditions { down, ..Conditions::round_trip(100) };
    let mut harness = joined(PlayerNetcode::default(), link, 0, lane());
    let (lost, ..) = windows(&mut harness, 5);
    // What is in flight at the end of a window counts as lost until it arrives.
    assert!(lost <= 5, "{lost} lost");
    let graph = harness.client(0).net_graph();
    let of = |kind| graph.received.iter().filter(|packet| packet.kind == kind).count();
    println!("  {} late, {} twice", of(PacketKind::Late), of(PacketKind::Repeated));
    assert!(of(PacketKind::Late) > 10 && of(PacketKind::Repeated) > 5);
}

#[test]
fn what_the_byte_rate_leaves_out_is_choke_and_not_loss() {
    let player = PlayerNetcode { rate_kb_per_s: 1, ..PlayerNetcode::default() };
    let mut harness = joined(player, Conditions::round_trip(100), 63, lane());
    let before = harness.client(0).net_stats().choked;
    let (lost, choked, came) = windows(&mut harness, 5);
    let counted = harness.client(0).net_stats().choked - before;
    println!("  {choked} choked of {}, {lost} lost; the server counted {counted}", choked + came);
    assert_eq!(lost, 0);
    assert!(choked > 20 && counted.abs_diff(choked) <= 5);
}

#[test]
fn the_bars_add_up_to_every_byte_that_came() {
    let down = LinkConditions {
        jitter_ms: 20,
        reorder_permille: 50,
        duplicate_permille: 20,
        ..lossy(50).down
    };
    let mut harness =
        joined(PlayerNetcode::default(), Conditions { down, ..lossy(0) }, 7, narrow_arena());
    let mut hand = RandomHand::new(SEED, true);
    // Starting from an empty graph, every byte is counted once.
    let stats = |harness: &Harness| harness.client(0).net_stats();
    let (mut newest, mut bytes) = (harness.client(0).net_graph().now, stats(&harness).bytes_in);
    let mut by_category = [0_u32; STACK.len()];
    while harness.now() < seconds(20) {
        harness.run_until(harness.now() + seconds(1), &mut |_, _, _| hand.next());
        let graph = harness.client(0).net_graph();
        let new: Vec<&PacketIn> =
            graph.received.iter().filter(|packet| packet.at > newest).collect();
        for packet in &new {
            assert_eq!(packet.bits.total(), packet.bytes * 8, "{packet:?}");
            for (sum, category) in by_category.iter_mut().zip(STACK) {
                *sum += packet.bits.bits(category);
            }
        }
        let sum: u32 = new.iter().map(|packet| packet.bytes).sum();
        assert_eq!(bytes + u64::from(sum), stats(&harness).bytes_in);
        (newest, bytes) = (graph.now, stats(&harness).bytes_in);
        assert!(graph.received.iter().all(|packet| graph.now - packet.at < WINDOW));
        let shown: u32 = graph.received.iter().map(|packet| packet.bytes).sum();
        assert_eq!(graph.bytes(), shown);
    }
    println!("  bits by category, from the bottom of the stack: {by_category:?}");
    assert!(by_category.iter().all(|bits| *bits > 1000), "{by_category:?}");
    let [_, own, others, ..] = by_category;
    assert!(own < others, "one ship takes less than seven");
}

#[test]
fn rates_are_those_of_the_last_second() {
    let player =
        PlayerNetcode { update_rate_hz: 20, command_rate_hz: 30, ..PlayerNetcode::default() };
    let mut harness = joined(player, Conditions::round_trip(100), 3, lane());
    let mut hand = RandomHand::new(SEED, false);
    for s in 3..12 {
        harness.run_until(seconds(s), &mut |_, _, _| hand.next());
        let before = harness.client(0).net_stats();
        harness.run_until(seconds(s + 1), &mut |_, _, _| hand.next());
        let (stats, graph) = (harness.client(0).net_stats(), harness.client(0).net_graph());
        let near = |got: u32, want: u64, off: u64| {
            assert!(u64::from(got).abs_diff(want) <= off, "{got} for {want} at {s} s");
        };
        near(graph.updates_per_s, 20, 1);
        near(graph.command_packets_per_s, 30, 1);
        near(graph.commands_per_s, 60, 2);
        // A packet on the boundary may count in either second.
        near(graph.incoming.bytes_per_s, stats.bytes_in - before.bytes_in, 200);
        near(graph.outgoing.bytes_per_s, stats.bytes_out - before.bytes_out, 60);
        near(graph.incoming.packets_per_s, 20 + 5, 5);
        near(graph.outgoing.packets_per_s, 30 + 2, 3);
        assert_eq!(graph.ping_ms, stats.ping_ms);
        assert_eq!(graph.command_margin_ms, stats.command_margin_ms);
        assert!(graph.error_u <= graph.error_worst_u);
    }
}

/// The delay warning at 30 snapshots a second, and whether data ran out in the last second.
fn warned(interpolation_ms: u16, link: Conditions) -> (Option<DelayWarning>, bool) {
    let player = PlayerNetcode { interpolation_ms, interp_ratio: 0, ..PlayerNetcode::default() };
    let mut harness = joined(player, link, 0, lane());
    harness.run_until(seconds(6), &mut |_, _, _| Controls::default());
    let interpolation = harness.client(0).net_graph().interpolation.unwrap();
    assert_eq!(interpolation.delay, Micros::from_ms(interpolation_ms.into()));
    assert_eq!(interpolation.interval, TickRate::DEFAULT.micros_at(shared::base::time::Tick(2)));
    let recently = interpolation.out_of_data.is_some_and(|ago| ago < seconds(1));
    (interpolation.warning, recently)
}

#[test]
fn a_delay_that_is_too_short_is_warned_of() {
    let link = Conditions::round_trip(100);
    assert_eq!(warned(10, link), (Some(DelayWarning::TooShort), true));
    assert_eq!(warned(33, link).0, Some(DelayWarning::TooShort));
    assert_eq!(warned(50, link), (Some(DelayWarning::OneLossShows), false));
    assert_eq!(warned(100, link), (None, false));
    assert!(warned(50, lossy(300)).1, "the graph shows it");
}

#[test]
fn running_out_of_data_is_warned_of_while_it_lasts() {
    let mut harness = joined(PlayerNetcode::default(), lossy(0), 0, lane());
    let ago = |harness: &mut Harness, s| {
        harness.run_until(seconds(s), &mut |_, _, _| Controls::default());
        harness.client(0).net_graph().interpolation.unwrap().out_of_data
    };
    assert_eq!(ago(&mut harness, 3), None);
    harness.set_conditions(0, lossy(1000));
    assert_eq!(ago(&mut harness, 4), Some(Micros::ZERO));
    harness.set_conditions(0, lossy(0));
    let over = ago(&mut harness, 7).unwrap();
    assert!(over > seconds(2) && over < seconds(3), "{over:?} ago");
    let player = PlayerNetcode { remote: RemoteView::Raw, ..PlayerNetcode::default() };
    harness.client_mut(0).set_netcode(player);
    assert!(harness.client(0).net_graph().interpolation.is_none(), "no pose is interpolated");
}

/// The rewinds of beams, checked against their shot records.
fn rewinds(netcode: RoomNetcode, round_trip_ms: u16) -> Vec<(Micros, Option<Clamp>)> {
    let mut config = room(lane(), SEED);
    config.netcode = netcode;
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(round_trip_ms));
    let mut all = Vec::new();
    while harness.now() < seconds(12) {
        harness.step(&mut |_, _, _| Controls {
            thrust: Thrust::Right,
            trigger: Trigger::from_pressed((false, true)),
            ..Controls::default()
        });
        let Some(record) = harness.client_mut(0).drain_records().pop() else { continue };
        let rewind = harness.client(0).net_graph().rewind.unwrap();
        let back = ViewTime::from_tick(record.shot.tick).since(record.view.used);
        assert_eq!(rewind.used, TickRate::DEFAULT.micros_in_steps(back), "{record:?}");
        assert_eq!((rewind.shot, rewind.clamp), (record.shot, record.view.clamp));
        // The clocks take a while to settle.
        if harness.now() > seconds(6) {
            all.push((rewind.used, rewind.clamp));
        }
    }
    assert!(all.len() > 3, "{all:?}");
    all
}

#[test]
fn the_rewind_shown_is_the_one_that_was_used() {
    println!("seed {SEED}");
    for (used, clamp) in rewinds(by_rule(HitRule::Lagrange), 100) {
        println!("  Lagrange, RTT 100 ms: {} ms", used.as_ms());
        // The delay of 100 ms, the round trip, and the wait of a command.
        assert!((200..260).contains(&used.as_ms()) && clamp.is_none(), "{used:?} {clamp:?}");
    }
    for (used, clamp) in rewinds(by_rule(HitRule::Lagrange), 500) {
        assert_eq!((used, clamp), (Micros::from_ms(400), Some(Clamp::Bound)));
    }
    for (used, clamp) in rewinds(by_rule(HitRule::Present), 100) {
        assert_eq!((used, clamp), (Micros::ZERO, None));
    }
}

#[test]
fn own_ships_are_counted_apart_from_the_others() {
    let graph_of = |bots| {
        let mut harness =
            joined(PlayerNetcode::default(), Conditions::round_trip(100), bots, lane());
        let mut hand = RandomHand::new(SEED, false);
        harness.run_until(seconds(6), &mut |_, _, _| hand.next());
        let graph = harness.client(0).net_graph();
        let of = |category| graph.received.iter().map(|packet| packet.bits.bits(category)).sum();
        let (own, others): (u32, u32) = (of(Category::OwnShip), of(Category::Ships));
        println!("  {bots} bots: {own} bits for the own ship, {others} for the others");
        (own, others, graph.received.len() as u32)
    };
    let (own, others, packets) = graph_of(0);
    // Alone, a snapshot holds only the few bits that say that there are no other ships.
    assert!(own > 2 * packets && others <= 4 * packets, "{own}, {others} in {packets}");
    let (own_among, others_among, _) = graph_of(7);
    assert!(own_among.abs_diff(own) < own / 2 && others_among > own_among);
}

//! Measures every setting of a player's sending and receiving by the counters of a real room, and
//! the messages that two ways of reporting hits cost.

use lab::harness::Harness;
use shared::{
    client::{
        Controls,
        status::{NetStats, Notice},
    },
    netcode::{
        choices::RateRule,
        values::{Netcode, PlayerNetcode},
    },
    room::{RoomConfig, RoomStats},
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{
    RandomHand,
    course::{Course, VIEWER, after, lane},
    narrow_arena, room, seconds,
};

const SEED: u64 = 20_261_124;

/// Enough bots in view that their snapshots exceed the narrowest byte rate.
const CROWD: u16 = 63;

/// Runs a player with a netcode, a link and random input for some seconds among bots.
fn match_of(player: PlayerNetcode, link: Conditions, bots: u16, s: i64) -> (RoomStats, NetStats) {
    let config = RoomConfig { bots, seats: 64, ..room(lane(), SEED) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(player, link);
    let mut hand = RandomHand::new(SEED, true);
    harness.run_until(seconds(s), &mut |_, _, _| hand.next());
    assert_eq!(harness.ended(0), None);
    (harness.room().stats(), harness.client(0).net_stats())
}

#[test]
fn rates_say_how_much_is_sent() {
    println!("seed {SEED}, RTT 100 ms, 10 s");
    let link = Conditions::round_trip(100);
    for (update_rate_hz, want) in [(128, 600), (60, 600), (30, 300), (20, 200), (10, 100)] {
        let player = PlayerNetcode { update_rate_hz, ..PlayerNetcode::default() };
        let n = match_of(player, link, 0, 10).1.snapshots;
        println!("  update rate {update_rate_hz} Hz: {n} snapshots");
        assert!(n.abs_diff(want) <= want / 20, "{n} for {want}");
    }
    let mut bytes = Vec::new();
    for command_rate_hz in [60, 40, 30, 20, 1] {
        let player = PlayerNetcode { command_rate_hz, ..PlayerNetcode::default() };
        let (room, client) = match_of(player, link, 0, 10);
        println!("  command rate {command_rate_hz} Hz: {} bytes up", client.bytes_out);
        // Packets every quarter of a second are late until the client's clock has made room for
        // them.
        assert!(room.late_commands <= if command_rate_hz == 1 { 60 } else { 0 });
        bytes.push(client.bytes_out);
    }
    assert!(bytes.is_sorted_by(|a, b| a > b), "{bytes:?}");
    let player = PlayerNetcode { rate_kb_per_s: 1, ..PlayerNetcode::default() };
    let (narrow, client) = match_of(player, link, CROWD, 10);
    let (wide, _) = match_of(PlayerNetcode::default(), link, CROWD, 10);
    println!(
        "  1 kB/s: {} choked, {} snapshots; 1000 kB/s: {} choked",
        client.choked, client.snapshots, wide.choked
    );
    assert!(narrow.choked > 20 && client.choked > 20 && wide.choked == 0);
    // Source counts 48 bytes of headers per packet and lets nothing go ahead.
    let player = PlayerNetcode { rate_rule: RateRule::Source, ..player };
    let (source, _) = match_of(player, link, CROWD, 10);
    println!("  1 kB/s by Source's rule: {} choked", source.choked);
    assert!(source.choked > narrow.choked, "{} for {}", source.choked, narrow.choked);
    let player = PlayerNetcode { delta_window: 1, ..PlayerNetcode::default() };
    // Over a stream the last snapshot written is always a baseline.
    let down = LinkConditions { mode: LinkMode::Datagram, ..link.down };
    let (short, _) = match_of(player, Conditions { down, ..link }, CROWD, 10);
    println!("  delta window 1: {} keyframes; any: {}", short.keyframes, wide.keyframes);
    // It asks for one with every snapshot, and gets what its allowance covers.
    assert!((6..=12).contains(&short.keyframes) && wide.keyframes == 1);
    assert!(short.snapshots > 280 && short.choked < 10, "{} snapshots", short.snapshots);
}

#[test]
fn margin_and_backups_make_room_for_jitter_and_loss() {
    println!("seed {SEED}, RTT 100 ms, 20 s");
    let link = Conditions::round_trip(100);
    for margin_ms in [0, 12, 60, 200] {
        let player = PlayerNetcode { margin_ms, ..PlayerNetcode::default() };
        let got = match_of(player, link, 0, 30).1;
        println!("  margin {margin_ms} ms: latency {} ms", got.latency_ms);
        // The round trip, the margin, the wait for a frame and for the packet's second command.
        let waits = got.latency_ms as i32 - 100 - i32::from(margin_ms);
        assert!((0..45).contains(&waits), "{got:?}");
        assert!((got.command_margin_ms - i32::from(margin_ms)).abs() < 20, "{got:?}");
    }
    let lossy = LinkConditions {
        loss_permille: 100,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(50)
    };
    let missing = |backups| {
        let player = PlayerNetcode { backups, margin_ms: 40, ..PlayerNetcode::default() };
        let n = match_of(player, Conditions { up: lossy, ..link }, 0, 20).0.stand_ins;
        println!("  {backups} backups, 10 % loss: {n} missing");
        n
    };
    assert!(missing(0) > 5 * missing(6));
}

#[test]
fn a_changed_setting_is_sent_at_once() {
    let mut course = Course::new(Netcode::default(), Conditions::round_trip(100), SEED);
    course.run(after(1), &mut |_| Controls::default(), &mut |_| {});
    for marker_rate_hz in [20, 125] {
        let before = course.harness.client(VIEWER).net_stats().bytes_out;
        let player = PlayerNetcode { marker_rate_hz, ..PlayerNetcode::default() };
        course.harness.client_mut(VIEWER).set_netcode(player);
        assert!(course.harness.client(VIEWER).net_stats().bytes_out > before);
    }
}

#[test]
fn messages_are_counted_for_both_ways_of_telling_hits() {
    let config = RoomConfig { bots: 7, ..room(narrow_arena(), SEED) };
    println!("seed {SEED}");
    let mut harness = Harness::new(config).unwrap();
    let player = harness.add_player(PlayerNetcode::default(), Conditions::round_trip(100));
    let (mut fired, mut hits) = (0, 0);
    let mut hand = RandomHand::new(SEED, true);
    while harness.now() < seconds(20) {
        harness.step(&mut |_, _, _| hand.next());
        for notice in harness.client_mut(player).drain_notices() {
            fired += u32::from(matches!(notice, Notice::Fired { .. }));
            hits += u32::from(matches!(notice, Notice::HitConfirmed { .. }));
        }
    }
    let stats = harness.client(player).net_stats();
    println!("  {} messages per shot, {} with hits", fired, fired + hits);
    assert_eq!((stats.shots_fired, stats.hits_reported), (fired, hits));
    assert!(fired > 10 && hits > 0);
}

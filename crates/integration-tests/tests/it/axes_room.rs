//! Measures what the client predicts under the room's settings: collisions and late commands. Also
//! checks that changing any setting at any moment disturbs nothing else.

use lab::harness::Harness;
use proptest::prelude::*;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::Micros,
    },
    client::{
        Client, Controls, GhostVisibility,
        scene::{GhostKind, PlayerKind},
        status::NetStats,
    },
    netcode::{
        choices::{CommandPolicy, CorrectionMode, Ramming, RemoteView},
        preset::Preset,
        rates::RateBounds,
        setting::Owner,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    room::{RoomConfig, RoomKind, RoomStats},
    schemes::clamp::Clamp,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{RandomHand, config, narrow_arena, room, seconds, shuffled, towards};

const SEED: u64 = 20_261_123;

/// Steers at the nearest other ship as drawn.
fn ram(client: &Client, wander: Controls) -> Controls {
    let scene = client.scene();
    let Some(own) = scene.ships.iter().find(|ship| ship.owner == PlayerKind::You) else {
        return wander;
    };
    let others = scene.ships.iter().filter(|ship| ship.id != own.id);
    let apart = |at: Vec2| (at - own.pos).length();
    let nearest = others.min_by(|a, b| apart(a.pos).total_cmp(&apart(b.pos)));
    nearest.map_or(wander, |other| Controls {
        thrust: Thrust::towards(other.pos - own.pos),
        aim: towards(own.pos, other.pos),
        ..wander
    })
}

/// Three players who ram the ships they see, half of the time.
fn rams(netcode: Netcode, round_trip_ms: u16) -> (RoomStats, Vec<NetStats>) {
    let mut config = room(Arena { width_u: 900, height_u: 700, ..Arena::empty() }, SEED);
    config.netcode = netcode.room;
    let mut harness = Harness::new(config).unwrap();
    for _ in 0..3 {
        harness.add_player(netcode.player, Conditions::round_trip(round_trip_ms));
    }
    let mut hands: Vec<RandomHand> = (0..3).map(|n| RandomHand::new(SEED + n, false)).collect();
    let mut errors_at_start = 0;
    while harness.now() < seconds(90) {
        harness.step(&mut |_, idx, client| {
            let wander = hands[idx].next();
            if client.own_tick().0 / 120 % 2 == 0 { ram(client, wander) } else { wander }
        });
        if harness.now() < seconds(3) {
            errors_at_start = harness.client(0).net_stats().mispredictions;
        }
    }
    println!("  {errors_at_start} errors while joining");
    (harness.room().stats(), (0..3).map(|n| harness.client(n).net_stats()).collect())
}

#[test]
fn ramming_what_one_sees_is_predicted_exactly() {
    let room = RoomNetcode { ramming: Ramming::RammerOnly, ..RoomNetcode::default() };
    for (remote, update_rate_hz, round_trip_ms) in [
        (RemoteView::Delayed, 128, 100),
        (RemoteView::Delayed, 128, 250),
        (RemoteView::Delayed, 30, 100),
        (RemoteView::Interpolate, 60, 100),
    ] {
        let player = PlayerNetcode { remote, update_rate_hz, ..PlayerNetcode::default() };
        let (stats, clients) = rams(Netcode { room, player }, round_trip_ms);
        let wrong: u32 = clients.iter().map(|client| client.mispredictions).sum();
        println!(
            "seed {SEED}, {remote:?}, {update_rate_hz} Hz, RTT {round_trip_ms} ms: {} rams, \
             {wrong} errors",
            stats.contacts
        );
        assert!(stats.contacts > 100, "{stats:?}");
        assert_eq!(stats.late_commands, 0, "{stats:?}");
        assert_eq!(wrong, 0);
    }
    let player = PlayerNetcode { update_rate_hz: 128, ..PlayerNetcode::default() };
    let mutual = Netcode { room: RoomNetcode::default(), player };
    let (stats, clients) = rams(mutual, 100);
    let wrong: u32 = clients.iter().map(|client| client.mispredictions).sum();
    println!("seed {SEED}, mutual: {} rams, {wrong} errors", stats.contacts);
    assert!(wrong > 50, "when both bounce, no client can predict it");
}

/// Mispredictions of a single player whose commands are often late.
fn errors_under(commands: CommandPolicy) -> (RoomStats, NetStats) {
    let mut config = room(narrow_arena(), SEED);
    config.netcode.commands = commands;
    let mut harness = Harness::new(config).unwrap();
    let netcode = PlayerNetcode { margin_ms: 0, ..PlayerNetcode::default() };
    let link = LinkConditions { jitter_ms: 40, loss_permille: 20, ..LinkConditions::delay(75) };
    harness.add_player(netcode, Conditions::both(link));
    let mut hand = RandomHand::new(SEED, true);
    harness.run_until(seconds(240), &mut |_, _, _| hand.next());
    (harness.room().stats(), harness.client(0).net_stats())
}

#[test]
fn late_commands_cost_nothing_where_ships_wait_for_them() {
    println!("seed {SEED}, RTT 150 ms ± 40 ms, margin 0 ms, 2 % stalls");
    for policy in [CommandPolicy::RepeatLast, CommandPolicy::RunOnNext, CommandPolicy::Bank] {
        let (room, client) = errors_under(policy);
        println!(
            "  {policy:?}: {} late, {} stand-ins, {} errors",
            room.late_commands, room.stand_ins, client.mispredictions
        );
        match policy {
            CommandPolicy::RepeatLast => assert!(client.mispredictions > 20, "{client:?}"),
            CommandPolicy::RunOnNext => assert_eq!(client.mispredictions, 0, "{client:?}"),
            // A client cannot know what a full bank runs again.
            CommandPolicy::Bank => {
                assert!(room.stand_ins < 5, "{room:?}");
                assert!(u64::from(client.mispredictions) <= room.stand_ins, "{client:?}");
            }
            CommandPolicy::Lockstep => unreachable!("no command is late there"),
        }
    }
}

#[test]
fn ghosts_of_what_was_seen_follow_every_view() {
    for remote in RemoteView::ALL {
        let config = RoomConfig { bots: 6, ..room(Arena::strewn(SEED), SEED) };
        let mut harness = Harness::new(config).unwrap();
        let player = PlayerNetcode { remote: *remote, ..PlayerNetcode::default() };
        harness.add_player(player, Conditions::round_trip(150));
        harness.client_mut(0).set_ghosts(GhostVisibility::Shown);
        let mut hand = RandomHand::new(SEED, true);
        let (mut pairs, mut apart, mut lonely) = (0_u32, 0.0_f64, 0_u32);
        harness.run_until(seconds(60), &mut |_, _, client| {
            let ghosts = client.scene().ghosts;
            for (n, judged) in ghosts.iter().enumerate() {
                if judged.kind != GhostKind::Judged {
                    continue;
                }
                let saw = n.checked_sub(1).map(|before| ghosts[before]);
                match saw.filter(|saw| saw.kind == GhostKind::Saw) {
                    Some(saw) => {
                        pairs += 1;
                        apart += f64::from((saw.pos - judged.pos).length());
                    }
                    None => lonely += 1,
                }
            }
            hand.next()
        });
        let mean = apart / f64::from(pairs.max(1));
        println!("seed {SEED}, {remote:?}: {pairs} pairs, {mean:.2} u apart, {lonely} unseen");
        assert!(pairs > 300 && lonely * 20 < pairs, "{pairs} pairs, {lonely} unseen");
        // The room judges at the view time plus the age. That moment is drawn where the view lies
        // between snapshots; a raw view stays on one snapshot until the next.
        let between = matches!(remote, RemoteView::Interpolate | RemoteView::Delayed);
        assert!(mean < if between { 0.5 } else { 15.0 }, "{mean} u");
    }
}

#[test]
fn a_change_of_view_opens_an_epoch_in_which_no_shot_is_set_forward() {
    let config = RoomConfig { bots: 3, ..room(Arena::strewn(SEED), SEED) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(150));
    let views = [RemoteView::Raw, RemoteView::Interpolate, RemoteView::Chase, RemoteView::Delayed];
    let (mut n, mut backwards) = (0_usize, 0_usize);
    for (k, remote) in views.iter().cycle().take(24).enumerate() {
        let player = PlayerNetcode { remote: *remote, ..PlayerNetcode::default() };
        harness.client_mut(0).set_netcode(player);
        let fire = Controls { trigger: Trigger::Laser, ..Controls::default() };
        harness.run_until(Micros::from_ms(2000 + 1300 * k as i64), &mut |_, _, _| fire);
        for record in harness.client_mut(0).drain_records() {
            n += 1;
            backwards += usize::from(record.view.clamp == Some(Clamp::Backwards));
        }
    }
    println!("seed {SEED}: {backwards} of {n} shots set forward in 24 changes");
    assert!(n > 100 && backwards == 0, "{backwards} of {n}");
}

/// Two players and two bots; every few hundred ms everything is changed.
fn check_switching(start: Preset, seed: u64, lossy: bool) {
    let mut rng = Rng::new(seed, 0);
    let arena = Arena { width_u: 1400, height_u: 1000, ..Arena::empty() };
    let size = arena.size();
    let room = RoomConfig {
        bots: 4,
        netcode: start.netcode().room,
        kind: RoomKind::Experimental,
        rate_bounds: RateBounds::default(),
        ..room(arena, seed)
    };
    let mut harness = Harness::new(room).unwrap();
    let link = LinkConditions {
        jitter_ms: 30,
        loss_permille: if lossy { 50 } else { 0 },
        duplicate_permille: 20,
        mode: if lossy { LinkMode::Datagram } else { LinkMode::Stream },
        ..LinkConditions::delay(50)
    };
    for _ in 0..2 {
        harness.add_player(start.netcode().player, Conditions::both(link));
    }
    for player in 0..2 {
        harness.client_mut(player).set_ghosts(GhostVisibility::Shown);
    }
    let mut hands: Vec<RandomHand> = (0..2).map(|n| RandomHand::new(seed + n, true)).collect();
    let mut at = seconds(1);
    while harness.now() < seconds(7) {
        if harness.now() >= at {
            at += Micros::from_ms(200 + i64::from(rng.below(300)));
            let idx = rng.below(2) as usize;
            let client = harness.client_mut(idx);
            let room = client.rules().unwrap_or_default();
            let now = Netcode { room, player: client.netcode() };
            let preset = Preset::ALL[rng.below(9) as usize].netcode();
            let new = match rng.below(4) {
                0 => Netcode { room, ..preset },
                1 => preset,
                2 => shuffled(now, Owner::Room, &mut rng),
                _ => shuffled(now, Owner::Player, &mut rng),
            };
            client.set_netcode(new.player);
            if new.room != room {
                client.request_rules(new.room);
            }
        }
        harness.step(&mut |_, idx, client| {
            if !client.joined() {
                return Controls::default();
            }
            let scene = client.scene();
            let all = scene.ships.iter().map(|ship| ship.pos).chain([scene.focus]);
            for pos in all.chain(scene.ghosts.iter().map(|ghost| ghost.pos)) {
                // A chase by the seed and a long extrapolation may leave the field, but not by far.
                let off = (pos - size * 0.5).abs() - size * 0.5;
                assert!(pos.is_finite() && off.max_element() < 900.0, "seed {seed}: {pos}");
                assert!(pos.length() > 1.0, "seed {seed}: at the origin");
            }
            assert!(scene.bolts.iter().all(|bolt| bolt.pos.is_finite()));
            hands[idx].next()
        });
    }
    for idx in 0..2 {
        assert_eq!(harness.ended(idx), None, "seed {seed}");
        assert!(harness.client(idx).net_stats().snapshots > 5);
    }
}

proptest! {
    #![proptest_config(config(6))]
    #[test]
    fn anything_may_be_changed_at_any_moment(seed in any::<u64>(), lossy in any::<bool>()) {
        for preset in Preset::ALL {
            check_switching(preset, seed >> 8, lossy);
        }
    }
}

#[test]
fn a_change_of_smoothing_leaves_the_own_ship_where_it_is() {
    let mut harness = Harness::new(room(Arena::empty(), SEED)).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::round_trip(100));
    let right = Controls { thrust: Thrust::Right, aim: Turn(0), trigger: Trigger::None };
    harness.run_until(seconds(2), &mut |_, _, _| right);
    for n in 0..9 {
        let correction = CorrectionMode::ALL[n % 3];
        let player = PlayerNetcode { correction, ..PlayerNetcode::default() };
        harness.client_mut(0).set_netcode(player);
        let before = harness.client(0).scene().focus;
        let mut frames = 0;
        while frames < 2 {
            harness.step(&mut |_, _, _| {
                frames += 1;
                right
            });
        }
        let moved = (harness.client(0).scene().focus - before).length();
        assert!(moved < 15.0, "{moved} u in two frames at {correction:?}");
    }
}

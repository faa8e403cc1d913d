//! What is drawn is what is judged, and rewinding makes aimed shots hit.

use lab::harness::Harness;
use shared::{
    base::geometry::Vec2,
    client::{
        Client, Controls, GhostVisibility,
        scene::{GhostKind, PlayerKind, PoseSource, SceneShip},
        status::Notice,
    },
    history::pose::Pair,
    netcode::{choices::HitRule, values::PlayerNetcode},
    room::Room,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{RandomHand, by_rule, room, seconds, towards};

/// Compares every interpolated remote ship of the last frame with the server's history. Returns the
/// number of comparisons.
fn check_drawn_is_judged(room: &Room, client: &Client) -> u32 {
    let Some(view) = client.view() else { return 0 };
    let pair = Pair { older: view.older, newer: view.older.plus(view.span.into()) };
    let scene = client.scene();
    let remote = scene.ships.iter().filter(|ship| ship.source == PoseSource::Interpolated);
    let mut n = 0;
    for ship in remote {
        let judged = room.history().between(ship.id.idx, pair, view.time);
        let judged = judged.expect("the drawn pose is in the history");
        let apart = (judged.pos - ship.pos).length();
        assert!(apart <= 1e-3, "{apart} u apart at {view:?}: {ship:?} for {judged:?}");
        assert!(judged.alive);
        n += 1;
    }
    n
}

#[test]
fn the_pose_drawn_is_the_pose_judged_lossless_and_lossy() {
    let lossy = LinkConditions {
        jitter_ms: 25,
        loss_permille: 100,
        reorder_permille: 50,
        duplicate_permille: 20,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(75)
    };
    for (name, link) in [("lossless", LinkConditions::delay(75)), ("lossy", lossy)] {
        let seed = 99;
        println!("seed {seed}, {name}");
        let config = shared::room::RoomConfig { bots: 6, ..room(Arena::strewn(seed), seed) };
        let mut harness = Harness::new(config).unwrap();
        let netcode = PlayerNetcode { backups: 3, ..PlayerNetcode::default() };
        let mut hands: Vec<RandomHand> = (0..3).map(|n| RandomHand::new(seed + n, true)).collect();
        for _ in 0..3 {
            harness.add_player(netcode, Conditions::both(link));
        }
        let mut compared = 0;
        harness.run_until(seconds(120), &mut |room, idx, client| {
            compared += check_drawn_is_judged(room, client);
            hands[idx].next()
        });
        println!("  {compared} poses compared");
        assert!(compared > 50_000, "{compared}");
        assert_eq!((0..3).filter_map(|n| harness.ended(n)).count(), 0);
    }
}

/// A stationary shooter, and a target that crosses the arena again and again. Returns beams fired
/// and hits confirmed.
fn duel(rule: HitRule, round_trip_ms: u16) -> (u32, u32) {
    let seed = 5;
    let mut config = room(Arena::empty(), seed);
    config.netcode = by_rule(rule);
    let mut harness = Harness::new(config).unwrap();
    let shooter =
        harness.add_player(PlayerNetcode::default(), Conditions::round_trip(round_trip_ms));
    let target = harness.add_player(PlayerNetcode::default(), Conditions::round_trip(40));
    let mut thrust = Thrust::Right;
    let (mut fired, mut hit) = (0, 0);
    let mut next_second = 0;
    while harness.now() < seconds(400) {
        harness.step(&mut |_, idx, client| {
            if idx == shooter {
                return aim_perfectly(client);
            }
            if let Some(ship) = client.own_ship() {
                if ship.body.pos.x > 2800.0 {
                    thrust = Thrust::Left;
                } else if ship.body.pos.x < 400.0 {
                    thrust = Thrust::Right;
                }
            }
            Controls { thrust, ..Controls::default() }
        });
        if harness.now() >= seconds(next_second) {
            // Moves both back: the target may have been killed and respawned elsewhere.
            next_second += 20;
            let ids = [shooter, target].map(|n| harness.client(n).own_id());
            if let [Some(shooter), Some(target)] = ids {
                harness.room_mut().world_mut().place(shooter, Vec2::new(1600.0, 1500.0));
                harness.room_mut().world_mut().place(target, Vec2::new(450.0, 900.0));
            }
        }
        for notice in harness.client_mut(shooter).drain_notices() {
            fired += u32::from(matches!(notice, Notice::Fired { .. }));
            hit += u32::from(matches!(notice, Notice::HitConfirmed { .. }));
        }
    }
    println!("{rule:?} at RTT {round_trip_ms} ms: {hit} of {fired}");
    (fired, hit)
}

/// Fires the beam at the target as drawn, when it crosses at speed, unshielded and healthy.
fn aim_perfectly(client: &Client) -> Controls {
    let scene = client.scene();
    let own = scene.own_ship();
    let target = scene.ships.iter().find(|ship| ship.owner == PlayerKind::Player);
    let (Some(own), Some(target)) = (own, target) else {
        return Controls::default();
    };
    let worth = target.vel.x.abs() > 380.0
        && !target.shielded
        && target.health > 40
        && (400.0..2800.0).contains(&target.pos.x);
    let near = (target.pos - own.pos).length() < 1100.0;
    let trigger = if worth && near { Trigger::Beam } else { Trigger::None };
    Controls { aim: towards(own.pos, target.pos), trigger, ..Controls::default() }
}

#[test]
fn a_perfect_aim_hits_with_rewind_and_misses_without() {
    for round_trip_ms in [200, 250] {
        let (fired, hit) = duel(HitRule::Lagrange, round_trip_ms);
        assert!(fired > 30 && f64::from(hit) >= 0.99 * f64::from(fired), "{hit} of {fired}");
    }
    let (fired, hit) = duel(HitRule::Present, 200);
    assert!(fired > 30 && f64::from(hit) < 0.05 * f64::from(fired), "{hit} of {fired}");
}

#[test]
fn beyond_the_bound_even_rewind_misses() {
    let (fired, hit) = duel(HitRule::Lagrange, 500);
    assert!(fired > 30 && f64::from(hit) < 0.05 * f64::from(fired), "{hit} of {fired}");
}

#[test]
fn the_ghosts_of_what_was_seen_and_what_was_judged_lie_on_each_other() {
    let seed = 12;
    println!("seed {seed}");
    let config = shared::room::RoomConfig { bots: 6, ..room(Arena::strewn(seed), seed) };
    let mut harness = Harness::new(config).unwrap();
    let player = harness.add_player(PlayerNetcode::default(), Conditions::round_trip(150));
    harness.client_mut(player).set_ghosts(GhostVisibility::Shown);
    let mut hand = RandomHand::new(seed, true);
    let (mut compared, mut farthest) = (0, 0.0_f32);
    harness.run_until(seconds(120), &mut |_, _, client| {
        let ghosts = client.scene().ghosts;
        for two in ghosts.windows(2) {
            if (two[0].kind, two[1].kind) == (GhostKind::Saw, GhostKind::Judged) {
                compared += 1;
                farthest = farthest.max((two[0].pos - two[1].pos).length());
            }
        }
        hand.next()
    });
    println!("  {compared} pairs, up to {farthest} u apart");
    assert!(compared > 1000 && farthest < 1.0, "{compared} pairs, {farthest} u apart");
}

/// Lengths of a crossing ship's lag thread over its speed, and the times that the scene gives for
/// them, in ms.
fn measured_threads(round_trip_ms: u16) -> Vec<(f32, f32)> {
    let mut harness = Harness::new(room(Arena::empty(), 7)).unwrap();
    let viewer =
        harness.add_player(PlayerNetcode::default(), Conditions::round_trip(round_trip_ms));
    let flier = harness.add_player(PlayerNetcode::default(), Conditions::round_trip(40));
    harness.client_mut(viewer).set_ghosts(GhostVisibility::Shown);
    let right = Controls { thrust: Thrust::Right, ..Controls::default() };
    let mut threads = Vec::new();
    for s in 0..20 {
        if let Some(ship) = harness.client(flier).own_id() {
            harness.room_mut().world_mut().place(ship, Vec2::new(200.0, 900.0));
        }
        harness.run_until(seconds(s * 5 + 5), &mut |_, idx, client| {
            let scene = client.scene();
            let newest = scene.ghosts.iter().find(|ghost| ghost.kind == GhostKind::Server);
            let drawn = newest.and_then(|ghost| scene.ship(ghost.ship)).copied();
            // At full speed, and neither drawn on its way back nor placed there already.
            let is_steady = |ship: &SceneShip| {
                ship.vel.x > 410.0
                    && (1000.0..2600.0).contains(&ship.pos.x)
                    && newest.is_some_and(|newest| newest.pos.x > ship.pos.x)
            };
            if let (true, Some(newest), Some(ship), Some(ahead)) =
                (idx == viewer, newest, drawn.filter(is_steady), scene.newest_ahead)
                && ship.source == PoseSource::Interpolated
            {
                let length = newest.pos.distance(ship.pos) / ship.vel.length();
                threads.push((length * 1000.0, ahead.as_s_f32() * 1000.0));
            }
            if idx == flier { right } else { Controls::default() }
        });
    }
    threads
}

#[test]
fn the_time_of_a_lag_thread_is_its_length_over_the_ships_speed() {
    for round_trip_ms in [40, 300] {
        let threads = measured_threads(round_trip_ms);
        assert!(threads.len() > 1000, "{} frames", threads.len());
        for (length_ms, said_ms) in &threads {
            assert!((length_ms - said_ms).abs() < 3.0, "{length_ms} ms long, said {said_ms} ms");
        }
        let mean = threads.iter().map(|(_, said_ms)| said_ms).sum::<f32>() / threads.len() as f32;
        println!("round trip {round_trip_ms} ms: {mean} ms in {} frames", threads.len());
        // The interpolation delay, whatever the ping: the newest snapshot is as old as it is.
        assert!((80.0..120.0).contains(&mean), "{mean} ms");
    }
}

#[test]
fn a_cloned_harness_run_on_comes_to_the_same_state() {
    let seed = 31;
    let link = LinkConditions {
        jitter_ms: 20,
        loss_permille: 30,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(60)
    };
    let config = shared::room::RoomConfig { bots: 5, ..room(Arena::strewn(seed), seed) };
    let mut harness = Harness::new(config).unwrap();
    for _ in 0..2 {
        harness.add_player(PlayerNetcode::default(), Conditions::both(link));
    }
    // The controls depend only on the time.
    let drive = |client: &Client, idx: usize| {
        let n = client.own_tick().0 / 20 + idx as u32;
        Controls {
            thrust: Thrust::ALL[n as usize % 9],
            trigger: if n.is_multiple_of(3) { Trigger::Both } else { Trigger::None },
            ..Controls::default()
        }
    };
    harness.run_until(seconds(20), &mut |_, idx, client| drive(client, idx));
    let mut twin = harness.clone();
    assert_eq!(twin.state_hash(), harness.state_hash());
    for s in 21..40 {
        harness.run_until(seconds(s), &mut |_, idx, client| drive(client, idx));
        twin.run_until(seconds(s), &mut |_, idx, client| drive(client, idx));
        assert_eq!(twin.state_hash(), harness.state_hash(), "seed {seed}, after {s} s");
    }
    twin.run_until(seconds(40), &mut |_, idx, client| drive(client, idx));
    assert_ne!(twin.state_hash(), harness.state_hash(), "the hash tells moments apart");
}

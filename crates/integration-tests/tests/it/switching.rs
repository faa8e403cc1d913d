//! Rules switched during a match. Nothing is reset and nothing breaks; once the shots of the old
//! rules are over, the room is as if it had always had the new ones.

use std::collections::BTreeMap;

use lab::harness::Harness;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::Micros,
    },
    client::{Client, Controls, status::Notice},
    netcode::{
        preset::Preset,
        setting::Owner,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    room::{Room, RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
        ship::ShipId,
    },
    wire::{
        conditions::{Conditions, LinkConditions, LinkMode},
        message::{Access, ClientControl, Hello, Refusal},
    },
};

use crate::support::{RandomHand, as_by_default, room, seconds, shuffled};

/// A random preset with some settings of one owner changed.
fn some(rng: &mut Rng, owner: Owner) -> Netcode {
    let preset = Preset::ALL[rng.below(9) as usize].netcode();
    shuffled(preset, owner, rng)
}

/// Asserts that positions never jump within a life and that scores never fall.
#[derive(Default)]
struct Watch(BTreeMap<ShipId, (u16, Vec2, u16, u16)>);

impl Watch {
    fn look(&mut self, room: &Room, seed: u64) {
        for ship in room.world().ships() {
            let now = (ship.life, ship.body.pos, ship.kills, ship.deaths);
            let Some(before) = self.0.insert(ship.id, now) else { continue };
            assert!(now.2 >= before.2 && now.3 >= before.3, "seed {seed}: a score fell");
            if before.0 == ship.life {
                let moved = (now.1 - before.1).length();
                // A bank runs up to 25 commands at once, at 7 u each, and a push may add to that.
                assert!(moved < 230.0, "seed {seed}: {moved} u in one tick");
            }
        }
    }
}

#[test]
fn rules_and_views_are_switched_at_any_moment() {
    let mut kills = 0;
    for seed in 0..6 {
        println!("seed {seed}");
        let mut rng = Rng::new(seed, 3);
        let link = LinkConditions {
            jitter_ms: 30,
            loss_permille: 30,
            mode: LinkMode::Datagram,
            ..LinkConditions::delay(40 * seed as u16)
        };
        let config = RoomConfig { bots: 7, ..room(Arena::strewn(seed), seed) };
        let mut harness = Harness::new(config).unwrap();
        let mut hands: Vec<RandomHand> = (0..3).map(|n| RandomHand::new(seed + n, true)).collect();
        for _ in 0..3 {
            harness.add_player(PlayerNetcode::default(), Conditions::both(link));
        }
        let mut watch = Watch::default();
        let mut next = seconds(1);
        let mut tick = harness.room().tick();
        while harness.now() < seconds(45) {
            harness.step(&mut |_, idx, _| hands[idx].next());
            if harness.now() >= next {
                next += Micros(150_000 + 1000 * i64::from(rng.below(700)));
                if rng.below(2) == 0 {
                    let netcode = some(&mut rng, Owner::Room).room;
                    harness.client_mut(0).request_rules(netcode);
                } else {
                    let player = rng.below(3) as usize;
                    let netcode = some(&mut rng, Owner::Player).player;
                    harness.client_mut(player).set_netcode(netcode);
                }
            }
            if harness.room().tick() != tick {
                tick = harness.room().tick();
                watch.look(harness.room(), seed);
            }
        }
        assert_eq!((0..3).filter_map(|n| harness.ended(n)).count(), 0, "seed {seed}");
        kills += harness.room().world().ships().map(|ship| u32::from(ship.kills)).sum::<u32>();
    }
    println!("{kills} ships shot down");
    assert!(kills > 20, "{kills}: a match went on");
}

/// Three players who fly and fire far out of each other's reach.
fn apart(seed: u64) -> Harness {
    let arena = Arena { width_u: 16_000, height_u: 16_000, ..Arena::empty() };
    // Sent snapshots are remembered for longer than shots last.
    let config = RoomConfig { rate_bounds: as_by_default(), ..room(arena, seed) };
    let mut harness = Harness::new(config).unwrap();
    for _ in 0..3 {
        harness.add_player(PlayerNetcode::default(), Conditions::round_trip(80));
    }
    harness
}

/// Controls that depend only on the time.
fn circle(idx: usize, client: &Client) -> Controls {
    let n = client.own_tick().0 / 15;
    let trigger = if n.is_multiple_of(2) { Trigger::Both } else { Trigger::None };
    let thrust = Thrust::ALL[1 + (n as usize + idx) % 8];
    Controls { thrust, aim: Turn((n * 2311) as u16), trigger }
}

fn run(harness: &mut Harness, until: Micros) {
    let mut placed = harness.now() > seconds(1);
    while harness.now() < until {
        harness.step(&mut |_, idx, client| circle(idx, client));
        if !placed && harness.now() > seconds(1) {
            placed = true;
            for idx in 0..3_u16 {
                let id = harness.client(usize::from(idx)).own_id().unwrap();
                let at = Vec2::new(3000.0 + 5000.0 * f32::from(idx), 8000.0);
                harness.room_mut().world_mut().place(id, at);
            }
        }
    }
}

#[test]
fn after_the_shots_of_before_a_room_is_as_if_it_had_always_been_so() {
    for (n, preset) in Preset::ALL.into_iter().enumerate() {
        let seed = n as u64;
        let mut always = apart(seed);
        always.room_mut().set_netcode(preset.room()).unwrap();
        let mut switched = apart(seed);
        let mut rng = Rng::new(seed, 9);
        for quarter in 4..40 {
            let rules = some(&mut rng, Owner::Room).room;
            // These three change how ships and commands run; they stay, so that the twins stay
            // alike.
            let RoomNetcode { ramming, commands, minimum_lag_ms, .. } = preset.room();
            let rules = RoomNetcode { ramming, commands, minimum_lag_ms, ..rules };
            switched.room_mut().set_netcode(rules).unwrap();
            run(&mut switched, Micros(quarter * 250_000));
        }
        switched.room_mut().set_netcode(preset.room()).unwrap();
        run(&mut always, seconds(10));
        run(&mut switched, seconds(10));
        // A bolt's life, the largest `D`, and half a second for claims.
        for harness in [&mut always, &mut switched] {
            run(harness, seconds(10) + Micros::from_ms(1200 + 1400 + 500));
        }
        let same = always.room().state_hash() == switched.room().state_hash();
        assert!(same, "{preset:?}, seed {seed}: state of the previous rules remains");
    }
}

#[test]
fn who_may_change_the_rules_depends_on_the_room() {
    let rows = [
        // (kind, players, who asks, may)
        (RoomKind::Public, 1, 0, true),
        (RoomKind::Public, 2, 0, false),
        (RoomKind::Public, 2, 1, false),
        (RoomKind::Private, 1, 0, true),
        (RoomKind::Private, 2, 0, true),
        (RoomKind::Private, 2, 1, false),
        (RoomKind::Experimental, 2, 0, true),
        (RoomKind::Experimental, 2, 1, true),
    ];
    for (kind, players, who, may) in rows {
        let name = format!("{kind:?}, {players} players, player {who}");
        let mut harness =
            Harness::new(RoomConfig { kind, bots: 3, ..room(Arena::empty(), 1) }).unwrap();
        for n in 0..players {
            harness.add_player(PlayerNetcode::default(), Conditions::round_trip(40));
            harness.run_until(seconds(n + 1), &mut |_, _, _| Controls::default());
        }
        let client = harness.client_mut(who);
        assert_eq!(client.access() == Some(Access::May), may, "{name}");
        client.drain_notices();
        client.request_rules(Preset::Source.room());
        harness.run_until(seconds(5), &mut |_, _, _| Controls::default());
        let now = harness.room().config().netcode;
        assert_eq!(now == Preset::Source.room(), may, "{name}");
        for n in 0..players as usize {
            let notices = harness.client_mut(n).drain_notices();
            let notified =
                notices.iter().any(|notice| matches!(notice, Notice::RulesChanged { .. }));
            assert_eq!(notified, may, "{name}: everyone is notified");
            assert_eq!(harness.client(n).rules(), Some(now));
            let refused = notices
                .iter()
                .any(|notice| matches!(notice, Notice::Refused { why: Refusal::Rules(_) }));
            assert_eq!(refused, !may && n == who, "{name}: the requester learns the reason");
        }
    }
}

#[test]
fn a_public_room_plays_by_its_own_rules_for_more_than_one() {
    let own = Preset::Targeting.room();
    let config =
        RoomConfig { kind: RoomKind::Public, netcode: own, bots: 3, ..room(Arena::empty(), 1) };
    let mut harness = Harness::new(config).unwrap();
    let hands = |harness: &mut Harness, s: i64| {
        harness.run_until(seconds(s), &mut |_, _, _| Controls::default());
        harness.room().config().netcode
    };
    let link = Conditions::round_trip(40);
    harness.add_player(PlayerNetcode::default(), link);
    hands(&mut harness, 1);
    harness.client_mut(0).request_rules(Preset::Source.room());
    assert_eq!(hands(&mut harness, 2), Preset::Source.room(), "alone one may");
    harness.client_mut(0).drain_notices();
    harness.add_player(PlayerNetcode::default(), link);
    assert_eq!(hands(&mut harness, 3), own, "the second player finds the room's own rules");
    let notices = harness.client_mut(0).drain_notices();
    let notified = notices.iter().any(|notice| matches!(notice, Notice::RulesChanged { by: None }));
    assert!(notified, "the first one is notified: {notices:?}");
    for n in 0..2 {
        assert_eq!(harness.client(n).rules(), Some(own));
        assert_eq!(harness.client(n).net_stats().mispredictions, 0);
    }

    let config = RoomConfig { netcode: own, ..harness.room().config().clone() };
    let mut room = Room::new(config, Micros::ZERO).unwrap();
    let hello = Hello::new("ada", "");
    let first = room.handle_join(Micros::ZERO, &hello).unwrap();
    let rules = RoomNetcode::default();
    room.handle_message(Micros::ZERO, first, &ClientControl::SetRules(rules).encode());
    room.handle_time(Micros::from_ms(100));
    assert_eq!(room.config().netcode, rules);
    room.handle_leave(first);
    assert_eq!(room.config().netcode, own, "the next player finds the room's own rules");
}

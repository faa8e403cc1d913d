//! The minimum lag of a room, measured with real clients: how early the commands of near and far
//! players arrive, when their shots are executed, and who is shown not to keep it.

use lab::harness::Harness;
use shared::{
    base::time::{Micros, Tick},
    client::{Client, Controls},
    netcode::{
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    schemes::minimum_lag::keeps_to,
    sim::{arena::Arena, command::Trigger, event::ShotId},
    wire::conditions::Conditions,
};

use crate::support::{room, seconds};

const SEED: u64 = 20_261_123;
/// The round trips of the players, in ms.
const ROUND_TRIPS_MS: [u16; 3] = [40, 200, 260];
/// A tick, a frame, and the wait of a packet for its second command.
const WAITS: Micros = Micros::from_ms(17 + 17 + 17);

/// Players at their distances, once their clocks have settled.
fn settled(minimum_lag_ms: u16) -> Harness {
    let Netcode { room: rules, player } = Preset::Lagrange.netcode();
    let mut config = room(Arena::empty(), SEED);
    config.netcode = RoomNetcode { minimum_lag_ms, ..rules };
    let mut harness = Harness::new(config).unwrap();
    for round_trip_ms in ROUND_TRIPS_MS {
        harness.add_player(player, Conditions::round_trip(round_trip_ms));
    }
    harness.run_until(seconds(10), &mut |_, _, _| Controls::default());
    harness
}

fn newest_own(client: &Client) -> Option<ShotId> {
    let mut shots = client.shots().rev().map(|shot| shot.shot);
    shots.find(|shot| Some(shot.shooter) == client.own_id())
}

/// The ticks that execute the players' shots, each fired `after` a common moment.
fn executed(minimum_lag_ms: u16, after: [Micros; 3]) -> [Tick; 3] {
    let mut harness = settled(minimum_lag_ms);
    let begun = harness.now();
    let mut fired = [false; 3];
    harness.run_until(begun + seconds(3), &mut |room, player, _| {
        let now = room.config().rate.micros_at(room.tick());
        let due = now >= begun + after[player] && !fired[player];
        fired[player] |= due;
        Controls { trigger: Trigger::from_pressed((due, false)), ..Controls::default() }
    });
    [0, 1, 2].map(|player| newest_own(harness.client(player)).expect("it fired").tick)
}

fn ms_between(ticks: [Tick; 3]) -> f32 {
    ticks[1].since(ticks[0]) as f32 * 1000.0 / 60.0
}

#[test]
fn commands_of_the_near_ones_wait() {
    println!("seed {SEED}");
    let margins = |minimum_lag_ms| {
        let harness = settled(minimum_lag_ms);
        [0, 1, 2].map(|player| harness.client(player).net_stats().command_margin_ms)
    };
    let (without, with) = (margins(0), margins(200));
    for (player, want) in [160, 0, 0].into_iter().enumerate() {
        let more = with[player] - without[player];
        assert!((more - want).abs() <= 9, "player {player}: {more} for {want} ms");
    }
}

#[test]
fn who_sees_the_same_shoots_at_the_same_time() {
    // The far player sees 80 ms later what the near one sees.
    let seen = [Micros::ZERO, Micros::from_ms(80), Micros::from_ms(110)];
    let (without, with) = (executed(0, seen), executed(200, seen));
    let (apart, together) = (ms_between(without), ms_between(with));
    println!("seed {SEED}: answers to one sight {apart} ms apart, and {together} ms");
    assert!((apart - 160.0).abs() <= WAITS.as_ms() as f32, "{apart} ms");
    assert!(together.abs() <= WAITS.as_ms() as f32, "{together} ms");

    // For triggers pulled at the same instant, commands still wait, but pictures do not.
    let at_once = [Micros::ZERO; 3];
    let (without, with) = (executed(0, at_once), executed(200, at_once));
    let (before, after) = (ms_between(without), ms_between(with));
    println!("triggers of one instant {before} ms apart, and {after} ms");
    assert!((before - 80.0).abs() <= WAITS.as_ms() as f32, "{before} ms");
    assert!((after + 80.0).abs() <= WAITS.as_ms() as f32, "{after} ms");
}

#[test]
fn everybody_sees_who_does_not_keep_to_it() {
    println!("seed {SEED}");
    let keeping = |minimum_lag_ms| {
        let harness = settled(minimum_lag_ms);
        let minimum = Micros::from_ms(200);
        let latencies = harness.client(2).latencies();
        [0, 1, 2].map(|player| {
            let own = harness.client(player).own_id();
            let latency = latencies.iter().find(|latency| Some(latency.ship) == own);
            let latency = latency.expect("every player has a latency");
            let ms = |span: u16| Micros::from_ms(span.into());
            keeps_to(minimum, ms(latency.round_trip_ms), ms(latency.lead_ms))
        })
    };
    assert_eq!(keeping(200), [true; 3]);
    assert_eq!(keeping(0), [false, true, true], "as who does not follow the room's rule");
}

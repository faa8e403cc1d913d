//! Predict everyone, in a real room with real clients: by how much shots miss, that collisions are
//! predicted exactly, and how many ticks are re-run.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick, TickRate},
    },
    client::Controls,
    netcode::{
        choices::Ramming,
        laboratory_preset::LaboratoryPreset,
        preset::Preset,
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    schemes::predict_everyone::{miss_u, run},
    sim::{arena::Arena, command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

use crate::support::{
    duel::{Duel, SHOTS, SPEED, fight},
    room, seconds,
};

const RATE: TickRate = TickRate::DEFAULT;

fn netcode(rerun_ticks: u8, input_delay_ticks: u8) -> Netcode {
    let Netcode { room, player } = LaboratoryPreset::PredictEveryone.netcode();
    Netcode { room, player: PlayerNetcode { rerun_ticks, input_delay_ticks, ..player } }
}

#[test]
fn shots_miss_by_the_input_delay_and_by_what_the_others_hold() {
    let rows = [
        // (most ticks run, input delay, round trip in ms, in ticks: gap, missed by)
        (8, 0, 180, 13.0, 5.0),
        (15, 0, 180, 13.0, 0.0),
        (15, 3, 180, 10.0, 3.0),
        (30, 0, 400, 26.0, 0.0),
        (15, 0, 400, 26.0, 11.0),
        (8, 0, 400, 26.0, 18.0),
        (8, 3, 400, 23.0, 18.0),
        (0, 0, 100, 8.0, 8.0),
    ];
    for (most, delay, round_trip_ms, gap_ticks, missed_ticks) in rows {
        for weapon in [Weapon::Beam, Weapon::Laser] {
            let duel = Duel::open(netcode(most, delay), weapon, round_trip_ms);
            let samples = fight(&duel).0;
            assert_eq!(samples.len(), SHOTS, "seed {}", duel.seed);
            let dt_s = RATE.dt_s();
            for sample in &samples {
                let gap = sample.newest.as_s_f32() / dt_s - f32::from(delay);
                let ran = run(gap.round() as u32, most.into());
                let want = miss_u(SPEED, delay.into(), ran.frozen, dt_s);
                let off = (sample.miss_u - want).abs();
                assert!((gap - gap_ticks).abs() < 2.6, "{weapon:?}: a gap of {gap} ticks");
                assert!(
                    off <= SPEED * dt_s + 0.5,
                    "{weapon:?}, {most}, {delay}: {} for {want}",
                    sample.miss_u
                );
            }
            let mean = samples.iter().map(|sample| sample.miss_u).sum::<f32>() / SHOTS as f32;
            println!("{weapon:?}, r {most}, δ {delay}: missed by {:.2} ticks", mean / SPEED / dt_s);
            // A command is aimed by the picture of the tick before it.
            let off = mean / SPEED / dt_s - missed_ticks;
            assert!((0.7..1.2).contains(&off), "{weapon:?}, r {most}, δ {delay}: {off} ticks off");
        }
    }
}

/// Flies a ship into a stationary one, by the rules of the preset. Returns the mispredictions,
/// the ticks that the newest snapshot re-ran, and the number of contacts.
fn collide(player: PlayerNetcode) -> (u32, Option<u32>, u64) {
    collide_by(netcode(15, 0).room, player)
}

/// The same by some rules of the room.
fn collide_by(rules: RoomNetcode, player: PlayerNetcode) -> (u32, Option<u32>, u64) {
    let seed = 5;
    let mut config = room(Arena::empty(), seed);
    config.netcode = rules;
    let mut harness = Harness::new(config).unwrap();
    for _ in 0..2 {
        harness.add_player(player, Conditions::round_trip(150));
    }
    harness.run_until(seconds(5), &mut |_, _, _| Controls::default());
    for (n, x) in [600.0, 900.0].into_iter().enumerate() {
        let ship = harness.client(n).own_id().unwrap();
        harness.room_mut().world_mut().place(ship, Vec2::new(x, 600.0));
    }
    harness.run_until(seconds(6), &mut |_, _, _| Controls::default());
    let before = harness.client(0).net_stats().mispredictions;
    harness.run_until(seconds(9), &mut |_, player, _| {
        let thrust = if player == 0 { Thrust::Right } else { Thrust::None };
        Controls { thrust, ..Controls::default() }
    });
    let stats = harness.client(0).net_stats();
    (stats.mispredictions - before, stats.rerun_ticks, harness.room().stats().contacts)
}

#[test]
fn the_own_ship_bounces_off_others_where_they_are_predicted() {
    let player = netcode(15, 0).player;
    let (wrong, rerun, contacts) = collide(player);
    assert!(contacts > 0, "they met");
    assert_eq!(wrong, 0, "both ships are known, and so is where they part");
    // 150 ms and the margin, and the waits for ticks and frames.
    let rerun = rerun.unwrap();
    assert!((9..=13).contains(&rerun), "{rerun} ticks");
    let (wrong, rerun, _) = collide(PlayerNetcode::default());
    assert!(wrong > 0, "against where the newest snapshot has the other");
    assert_eq!(rerun, None);
}

#[test]
fn the_own_ship_meets_others_by_the_rooms_rule_of_ramming() {
    let rules = Preset::DelayedSync.room();
    assert_eq!(rules.ramming, Ramming::RammerOnly);
    for most in [15, 4, 0] {
        let (wrong, rerun, contacts) = collide_by(rules, netcode(most, 0).player);
        assert!(contacts > 0, "they met");
        assert_eq!(wrong, 0, "r {most}: only the rammer bounces, off what it sees");
        assert!(rerun.is_some());
    }
}

#[test]
fn no_more_ticks_are_run_again_than_the_player_wants() {
    for most in [0, 4, 8] {
        assert_eq!(collide(netcode(most, 0).player).1, Some(most.into()));
    }
    let later = netcode(15, 4).player;
    let ms = Micros::from_ms(66);
    assert!(RATE.micros_at(later.input_delay()) > ms && later.input_delay() == Tick(4));
    let unused = PlayerNetcode { input_delay_ticks: 4, ..PlayerNetcode::default() };
    assert_eq!(unused.input_delay(), Tick(0), "only where all ships are predicted");
}

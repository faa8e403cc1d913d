//! What a ping is worth: two equal hands on the two sides of a room, one behind 20 ms and one
//! behind 150 ms, under two presets. With `--nocapture` it prints the table of docs/schemes.md;
//! `SIDES_MINUTES=25` plays as much of it.

use lab::harness::Harness;
use shared::{
    base::time::Micros,
    netcode::preset::Preset,
    room::RoomConfig,
    sim::{arena::Arena, side::Side},
    wire::{conditions::Conditions, sides::Sides},
};

use crate::support::{
    guest::config_of,
    hand::{GOOD, Hand},
};

/// Round trips of the two sides, in ms.
const ROUND_TRIPS_MS: [u16; 2] = [20, 150];
/// Matches of a preset; in every second one the sides change places.
const SEEDS: u64 = 8;
/// Length of a match, in minutes.
const MINUTES: i64 = 3;

fn minutes() -> i64 {
    std::env::var("SIDES_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(MINUTES)
}

/// The kills of both round trips in a match.
fn play(preset: Preset, seed: u64) -> [u32; 2] {
    let netcode = preset.netcode();
    let mut round_trips_ms = ROUND_TRIPS_MS;
    let is_swapped = seed.is_multiple_of(2);
    if is_swapped {
        round_trips_ms.reverse();
    }
    let config = RoomConfig {
        netcode: netcode.room,
        sides: Some(Sides { round_trip_ms: round_trips_ms }),
        ..config_of(2, 0, Arena::for_seats(8, seed), seed)
    };
    let arena = config.arena.clone();
    let mut harness = Harness::new(config).unwrap();
    let mut hands = Vec::new();
    for (player, ms) in round_trips_ms.into_iter().enumerate() {
        harness.add_player(netcode.player, Conditions::round_trip(ms));
        hands.push(Hand::new(GOOD, 100 * seed + player as u64));
    }
    let end = Micros::from_ms(minutes() * 60_000);
    harness.run_until(end, &mut |_, player, client| hands[player].play(client, &arena));
    let mut kills = Side::ALL.map(|side| u32::from(harness.room().side_kills(side)));
    if is_swapped {
        kills.reverse();
    }
    kills
}

/// The kills of both round trips in all matches of a preset.
fn play_all(preset: Preset) -> [u32; 2] {
    let mut sum = [0; 2];
    for seed in 1..=SEEDS {
        let kills = play(preset, seed);
        println!("{preset:?}, seed {seed}: {} to {}", kills[0], kills[1]);
        sum = [sum[0] + kills[0], sum[1] + kills[1]];
    }
    sum
}

/// These hands miss a ship in flight by more than a ping is worth, and hit it where it is slow.
#[test]
fn equal_hands_at_20_and_150_ms_are_nearly_even_in_the_present_and_where_shots_are_rewound() {
    for preset in [Preset::Nothing, Preset::Lagrange] {
        let [low, high] = play_all(preset);
        let ratio = f64::from(low) / f64::from(high.max(1));
        let per_min = |kills| f64::from(kills) / (SEEDS as f64 * minutes() as f64);
        println!(
            "{preset:?}: {low} to {high} kills, {:.2} and {:.2} a minute, {ratio:.2} to 1",
            per_min(low),
            per_min(high)
        );
        assert!(low + high > 100, "{preset:?}: too few kills");
        // Chance alone moves the ratio of 150 kills by a sixth.
        assert!((0.67..1.5).contains(&ratio), "{preset:?}: {ratio:.2}");
    }
}

//! What a ping is worth: two equal hands on the two sides of a room, one behind 20 ms and one
//! behind 150 ms, under two presets. With `--nocapture` it prints the table of docs/schemes.md;
//! `SIDES_MINUTES=25` plays as much of it.

use lab::harness::Harness;
use shared::{
    base::time::Micros,
    client::Controls,
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
/// By then everybody has joined.
const JOIN: Micros = Micros::from_ms(5_000);
/// Length of a match, in minutes.
const MINUTES: i64 = 10;

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
    for (player, side) in Side::ALL.into_iter().enumerate() {
        harness.add_player(netcode.player, Conditions::default());
        hands.push(Hand::new(GOOD, 100 * seed + player as u64));
        // As on the page, which simulates its side's link once it has joined.
        while harness.client(player).own_side() != Some(side) {
            assert!(harness.now() < JOIN, "player {player} is on {side:?}");
            harness.step(&mut |_, _, _| Controls::default());
        }
        harness.set_conditions(player, Conditions::round_trip(round_trips_ms[player]));
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

/// In the present a hand leads by what it sees, which is older at the higher ping; where shots are
/// rewound, both hit what they see.
#[test]
fn the_lower_ping_wins_in_the_present_and_not_where_shots_are_rewound() {
    for (preset, fair) in [(Preset::Nothing, 1.15..1.8), (Preset::Lagrange, 0.85..1.2)] {
        let [low, high] = play_all(preset);
        let ratio = f64::from(low) / f64::from(high.max(1));
        let per_min = |kills| f64::from(kills) / (SEEDS as f64 * minutes() as f64);
        println!(
            "{preset:?}: {low} to {high} kills, {:.2} and {:.2} a minute, {ratio:.2} to 1",
            per_min(low),
            per_min(high)
        );
        assert!(low + high > 300, "{preset:?}: too few kills");
        assert!(fair.contains(&ratio), "{preset:?}: {ratio:.2}");
    }
}

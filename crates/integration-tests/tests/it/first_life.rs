//! Newcomers of different practice, alone with a room's bots: when they are shot at, kill and die,
//! and how their kills compare with their deaths once the bots follow their fortune.

use std::ops::RangeInclusive;

use integration_tests::is_long;
use lab::harness::Harness;
use shared::{
    base::{
        geometry::Turn,
        limits::SEATS_DEFAULT,
        state_hash::state_hash,
        time::{Tick, TickRate},
    },
    client::Controls,
    netcode::values::PlayerNetcode,
    pilot::skill::BotLevelNumber,
    room::{Difficulty, RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        event::{Event, EventKind},
        ship::ShipId,
    },
    wire::{
        conditions::{Conditions, LinkConditions},
        message::{ServerControl, ServerMessage},
    },
};

use crate::support::{
    guest::{Party, config_of},
    hand::{GOOD, Hand, Practice, SLOW},
};

const HZ: u32 = 60;

/// When things happened to a newcomer, in s after joining, and its score after three minutes.
#[derive(Clone, Copy, Debug, Default)]
struct Story {
    first_shot_at_s: Option<f32>,
    first_kill_s: Option<f32>,
    first_death_s: Option<f32>,
    /// When a bot was first within 500 u.
    bot_near_s: Option<f32>,
    kills: u16,
    deaths: u16,
    level: Option<u8>,
}

/// A room as the server makes it for a link with a new name.
fn ordinary_room(seed: u64) -> RoomConfig {
    let arena = Arena::for_seats(SEATS_DEFAULT, seed);
    let config = config_of(SEATS_DEFAULT, 4, arena, seed);
    RoomConfig { difficulty: Difficulty::Adaptive, kind: RoomKind::Public, ..config }
}

/// Whether a bot fires in the direction of the newcomer.
fn is_shot_at(harness: &Harness, event: &Event, own: ShipId) -> bool {
    let EventKind::Fired { shot, origin, aim } = event.kind else { return false };
    let Some(own_ship) = harness.room().world().ship(own).filter(|ship| ship.alive()) else {
        return false;
    };
    let direction = Turn::of(own_ship.body.pos - origin);
    shot.shooter != own && aim.shortest_turn_to(direction).unsigned_abs() < 65_535 / 12
}

/// Plays for some seconds; `None` keeps the hands off.
fn play(practice: Option<Practice>, seed: u64, seconds: u32) -> Story {
    let config = ordinary_room(seed);
    let arena = config.arena.clone();
    let mut harness = Harness::new(config).unwrap();
    let rate = TickRate::DEFAULT;
    // The bots of an empty room have been fighting for a while.
    let joins = 10 * HZ;
    harness.run_until(rate.micros_at(Tick(joins)), &mut |_, _, _| Controls::default());
    let link = Conditions::both(LinkConditions::delay(15));
    harness.add_player(PlayerNetcode::default(), link);
    let mut hand = practice.map(|practice| Hand::new(practice, seed));
    let mut story = Story::default();
    for tick in joins + 1..=joins + seconds * HZ {
        harness.run_until(rate.micros_at(Tick(tick)), &mut |_, _, client| {
            hand.as_mut().map_or_else(Controls::default, |hand| hand.play(client, &arena))
        });
        let Some(own) = harness.client(0).own_id() else { continue };
        let now_s = (tick - joins) as f32 / HZ as f32;
        for event in harness.room().events_now() {
            if is_shot_at(&harness, event, own) {
                story.first_shot_at_s.get_or_insert(now_s);
            }
            match event.kind {
                EventKind::Died { victim, .. } if victim == own => {
                    story.first_death_s.get_or_insert(now_s);
                }
                EventKind::Died { shot, .. } if shot.shooter == own => {
                    story.first_kill_s.get_or_insert(now_s);
                }
                _ => {}
            }
        }
        let world = harness.room().world();
        let ship = world.ship(own).unwrap();
        let mut others = world.ships().filter(|other| other.id != own && other.alive());
        if others.any(|other| other.body.pos.distance(ship.body.pos) < 500.0) {
            story.bot_near_s.get_or_insert(now_s);
        }
        (story.kills, story.deaths) = (ship.kills, ship.deaths);
        story.level = harness.client(0).bot_level();
    }
    story
}

/// Prints the least, median and greatest of some figures; a missing one counts as infinite.
fn print_spread(what: &str, values: impl Iterator<Item = Option<f32>>) {
    let mut values: Vec<f32> = values.map(|value| value.unwrap_or(f32::INFINITY)).collect();
    values.sort_by(f32::total_cmp);
    let (least, most) = (values[0], values[values.len() - 1]);
    println!("  {what}: least {least:.1}, median {:.1}, most {most:.1}", values[values.len() / 2]);
}

fn print_stories(name: &str, stories: &[Story]) {
    println!("{name}, {} seeds", stories.len());
    print_spread("first shot at it, s", stories.iter().map(|story| story.first_shot_at_s));
    print_spread("first kill, s", stories.iter().map(|story| story.first_kill_s));
    print_spread("first death, s", stories.iter().map(|story| story.first_death_s));
    print_spread("kills", stories.iter().map(|story| Some(story.kills.into())));
    print_spread("deaths", stories.iter().map(|story| Some(story.deaths.into())));
    print_spread("kills per death", stories.iter().map(|story| Some(ratio(story))));
    print_spread("level at the end", stories.iter().map(|story| story.level.map(f32::from)));
}

fn ratio(story: &Story) -> f32 {
    f32::from(story.kills) / f32::from(story.deaths)
}

/// Whether a share of the stories has a figure within a range.
fn assert_most(
    what: &str,
    share: f32,
    stories: &[Story],
    figure: impl Fn(&Story) -> Option<f32>,
    range: RangeInclusive<f32>,
) {
    let within = |story: &&Story| figure(story).is_some_and(|figure| range.contains(&figure));
    let n = stories.iter().filter(within).count();
    println!("  {what} within {range:?}: {n} of {}", stories.len());
    assert!(n as f32 >= share * stories.len() as f32, "{what}: {n} of {}", stories.len());
}

#[test]
fn newcomers_kill_before_they_die_and_find_bots_of_their_level() {
    // The parameters were tuned on the first ten seeds.
    let seeds = 0..if is_long() { 30 } else { 10 };
    let stories = |practice| -> Vec<Story> {
        seeds.clone().map(|seed| play(Some(practice), seed, 180)).collect()
    };
    let slow = stories(SLOW);
    print_stories("slow", &slow);
    assert_most("first shot at it, s", 0.9, &slow, |story| story.first_shot_at_s, 10.0..=40.0);
    assert_most("first kill, s", 0.9, &slow, |story| story.first_kill_s, 0.0..=20.0);
    assert_most("first death, s", 0.9, &slow, |story| story.first_death_s, 25.0..=90.0);
    assert_most("kills per death", 0.8, &slow, |story| Some(ratio(story)), 0.8..=1.5);
    let good = stories(GOOD);
    print_stories("good", &good);
    assert_most("kills per death", 0.8, &good, |story| Some(ratio(story)), 1.1..=2.0);
}

#[test]
fn a_newcomer_who_does_nothing_is_accompanied_and_left_alone() {
    for seed in 0..if is_long() { 30 } else { 10 } {
        let story = play(None, seed, 30);
        assert_eq!(story.first_shot_at_s, None, "seed {seed}");
        assert_eq!(story.deaths, 0, "seed {seed}");
        let near_s = story.bot_near_s.unwrap_or(f32::INFINITY);
        assert!(near_s < 8.0, "seed {seed}: a bot within 500 u after {near_s} s");
    }
}

#[test]
fn equal_matches_reach_equal_states() {
    let hashes = [(); 2].map(|()| {
        let mut party = alone(3);
        party.run(45 * HZ);
        party.room.state_hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// A player who joined an ordinary room.
fn alone(seed: u64) -> Party {
    let mut party = Party::new(ordinary_room(seed), 0);
    party.run(HZ);
    assert_eq!(party.n_bots(), 4, "an empty room");
    party.join();
    party
}

/// The levels sent to a guest.
fn levels(party: &Party, guest: usize) -> Vec<Option<u8>> {
    let messages = party.guests[guest].messages.iter();
    let level = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::BotLevel { level }) => Some(level),
        _ => None,
    };
    messages.filter_map(level).collect()
}

#[test]
fn a_second_player_ends_it_at_once() {
    let mut party = alone(1);
    assert_eq!(party.n_bots(), 1);
    party.run(41 * HZ);
    assert_eq!((party.n_bots(), levels(&party, 0)), (1, vec![Some(1)]), "after 40 s");
    let other = party.join();
    assert_eq!(party.n_bots(), 2);
    assert_eq!(levels(&party, 0), [Some(1), None]);
    assert_eq!(levels(&party, other), []);
    party.room.handle_leave(party.guests[other].session);
    party.run(2);
    assert_eq!(party.n_bots(), 3, "who stays is no newcomer");
    assert_eq!(levels(&party, 0), [Some(1), None]);
}

#[test]
fn a_held_seat_keeps_it() {
    let mut party = alone(2);
    party.run(41 * HZ);
    let session = party.guests[0].session;
    party.room.handle_lost(session);
    for _ in 0..10 * HZ {
        party.step();
        assert_eq!(party.n_bots(), 1);
    }
    let back = party.resume(session).unwrap();
    party.run(HZ);
    assert_eq!((party.n_bots(), levels(&party, back)), (1, vec![Some(1)]));
}

#[test]
fn who_leaves_ends_it_and_the_next_newcomer_begins_anew() {
    let mut party = alone(3);
    party.run(41 * HZ);
    party.room.handle_leave(party.guests[0].session);
    party.step();
    assert_eq!(party.n_bots(), 4);
    party.guests.clear();
    party.join();
    party.run(39 * HZ);
    assert_eq!((party.n_bots(), levels(&party, 0)), (1, vec![]));
}

#[test]
fn a_newcomer_who_meets_only_a_held_seat_is_alone() {
    let mut party = alone(4);
    party.run(HZ);
    let session = party.guests[0].session;
    party.room.handle_lost(session);
    party.run(5 * HZ);
    let newcomer = party.join();
    party.run(HZ);
    assert_eq!(party.n_bots(), 1);
    party.resume(session).unwrap();
    assert_eq!(party.n_bots(), 2);
    assert_eq!(levels(&party, newcomer), [None]);
}

#[test]
fn other_rooms_have_all_bots_from_the_start() {
    let ordinary = ordinary_room(5);
    let [experimental, simulated] = [RoomKind::Experimental, RoomKind::Simulated]
        .map(|kind| RoomConfig { kind, ..ordinary.clone() });
    let rows = [
        (ordinary.clone(), 1),
        (RoomConfig { kind: RoomKind::Private, ..ordinary.clone() }, 1),
        (RoomConfig { difficulty: Difficulty::Full, ..ordinary }, 3),
        (experimental, 3),
        (simulated, 3),
    ];
    for (config, bots) in rows {
        let case = format!("{:?}, {:?}", config.kind, config.difficulty);
        let mut party = Party::new(config, 1);
        assert_eq!(party.n_bots(), bots, "{case}");
        party.run(45 * HZ);
        assert_eq!(levels(&party, 0).is_empty(), bots > 1, "{case}");
    }
}

#[test]
fn a_fixed_level_applies_in_every_game_room_and_to_every_player() {
    let level = BotLevelNumber::new(20).unwrap();
    let config = RoomConfig { difficulty: Difficulty::Level(level), ..ordinary_room(6) };
    for (kind, sent) in [
        (RoomKind::Public, vec![Some(20)]),
        (RoomKind::Private, vec![Some(20)]),
        (RoomKind::Experimental, vec![]),
        (RoomKind::Simulated, vec![]),
    ] {
        let mut party = Party::new(RoomConfig { kind, ..config.clone() }, 2);
        assert_eq!(party.n_bots(), 2, "{kind:?}");
        party.run(HZ);
        assert_eq!(
            [levels(&party, 0), levels(&party, 1)],
            [(); 2].map(|()| sent.clone()),
            "{kind:?}"
        );
        party.room.handle_lost(party.guests[0].session);
        let back = party.resume(party.guests[0].session).unwrap();
        assert_eq!(levels(&party, back), sent, "{kind:?}");
    }
    let alone = Party::new(RoomConfig { bots: 0, ..config }, 1);
    assert_eq!(levels(&alone, 0), [], "no bots");
}

/// The state of a room of bots after a while.
fn hash_of(difficulty: Difficulty, kind: RoomKind) -> u64 {
    let mut party = Party::new(RoomConfig { difficulty, kind, ..ordinary_room(7) }, 2);
    party.run(10 * HZ);
    let ships = party.room.world().ships().map(|ship| (ship.body, ship.health, ship.aim));
    state_hash(&ships.collect::<Vec<_>>())
}

#[test]
fn a_fixed_level_changes_how_bots_play_in_game_rooms_only() {
    let level = |n| Difficulty::Level(BotLevelNumber::new(n).unwrap());
    for kind in [RoomKind::Public, RoomKind::Private] {
        let [full, low, high] =
            [Difficulty::Full, level(1), level(31)].map(|level| hash_of(level, kind));
        assert!(full != low && full != high && low != high, "{kind:?}");
    }
    for kind in [RoomKind::Experimental, RoomKind::Simulated] {
        assert_eq!(hash_of(level(1), kind), hash_of(Difficulty::Full, kind), "{kind:?}");
    }
}

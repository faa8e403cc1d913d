//! Runs one case, by name, under callgrind, which counts only the instructions of [`collected`].
//! Prints a number that depends on the work; it is the same on every run of a build. `cargo xtask
//! bench ir` runs all cases and compares.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and fails when it cannot continue"
)]

#[path = "../tests/support/crowd.rs"]
mod crowd;
#[path = "support/played.rs"]
mod played;
#[path = "support/range.rs"]
mod range;
#[path = "support/skirmish.rs"]
mod skirmish;
#[path = "../tests/support/worlds.rs"]
mod worlds;

use std::{hint::black_box, process::ExitCode};

use crowd::Crowd;
use played::Played;
use range::Range;
use shared::{
    judge::hit_test::state::HitTest,
    netcode::{choices::HitRule, values::RoomNetcode},
    pilot::{
        Pilot,
        conduct::Conduct,
        sights::Sights,
        skill::{BotLevelNumber, Skill},
    },
    room::{Difficulty, RoomConfig},
    sim::{arena::Arena, command::View, event::Weapon},
    wire::codec::CodecId,
};
use skirmish::Skirmish;

/// Ticks until a room is warm. Callgrind makes them fifty times slower.
const WARM_UP: usize = 240;
/// In how many of a thousand moments a ship holds its trigger: enough for two bolts per ship.
const ARMED: u32 = 440;
/// Ticks until pilots are: they perceive nothing before their reaction time.
const PILOTS_WARM_UP: u32 = 30;
/// Ticks until a room of players is warm.
const PLAYERS_WARM_UP: usize = 300;
/// In how many of a thousand moments a player holds its trigger.
const PLAYERS_ARMED: u32 = 300;
/// Times that a case does its work, so that no single tick decides.
const TICKS: u32 = 12;
/// As many bots as a host can ask for.
const BOTS: u16 = 31;
const SHOTS: u32 = 100;
const SNAPSHOTS: u32 = 20;

type Case = (&'static str, fn());

const CASES: [Case; 11] = [
    ("room-step-64-bots", room_step),
    ("room-step-31-bots", bots_step),
    ("pilots-31-bots", pilots),
    ("room-step-64-players", players_step),
    ("world-step-1024-hit-tests", world_step),
    ("judge-beam-64", || judge(64)),
    ("judge-beam-1024", || judge(1024)),
    ("encode-curve-64", || encode("curve-64")),
    ("encode-battle-64", || encode("battle-64")),
    ("decode-curve-64", || decode("curve-64")),
    ("decode-battle-64", || decode("battle-64")),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let named = |name: &str| CASES.iter().find(|(case, _)| *case == name);
    match words.first().map(|name| named(name)) {
        Some(Some((_, case))) => case(),
        Some(None) => {
            eprintln!("error: unknown case {}", words[0]);
            return ExitCode::FAILURE;
        }
        None => CASES.iter().for_each(|(case, _)| println!("{case}")),
    }
    ExitCode::SUCCESS
}

/// The counted region: callgrind finds it by this function's name.
#[inline(never)]
fn collected(mut work: impl FnMut()) {
    work();
}

/// Ticks of a fight of bots, including their decisions and the journal.
fn room_step() {
    let mut crowd = Crowd::new(0, 64, RoomNetcode::default(), 0);
    crowd.run(WARM_UP);
    for _ in 0..TICKS {
        crowd.feed();
        collected(|| {
            black_box(&mut crowd.room).simulate();
        });
    }
}

/// A fight of bots of the highest level, which costs most.
fn bots() -> Crowd {
    let config = Crowd::config(Arena::strewn(7), 0, BOTS, RoomNetcode::default());
    let difficulty = Difficulty::Level(BotLevelNumber::HIGHEST);
    let mut crowd = Crowd::in_room(RoomConfig { difficulty, ..config }, 0, 0);
    crowd.run(WARM_UP);
    crowd
}

/// Ticks of such a fight.
fn bots_step() {
    let mut crowd = bots();
    for _ in 0..TICKS {
        crowd.feed();
        collected(|| {
            black_box(&mut crowd.room).simulate();
        });
    }
}

/// What the pilots alone do in such ticks: as many others, each at the place of one.
fn pilots() {
    let mut crowd = bots();
    let mut pilots: Vec<Pilot> = (0..BOTS.into()).map(Pilot::new).collect();
    let mut sights = Sights::default();
    let skill = Some(Skill::of_level(BotLevelNumber::HIGHEST));
    let conduct = Conduct { skill, ..Conduct::default() };
    for tick in 0..PILOTS_WARM_UP + TICKS {
        let world = crowd.room.world();
        sights.begin(world);
        for (ship, pilot) in world.ships().zip(&mut pilots) {
            sights.observe(world, ship.id, Sights::now(world));
            let surroundings = sights.surroundings(ship, world, View::default());
            let mut fly = || {
                black_box(pilot.fly_as(black_box(&surroundings), &conduct));
            };
            if tick < PILOTS_WARM_UP { fly() } else { collected(fly) }
        }
        crowd.run(1);
    }
}

/// Ticks of a fight of players, with shot records but without reports, since none is requested.
/// Only every second tick counts, one in which no snapshot is due.
fn players_step() {
    let mut crowd = Crowd::new(64, 0, RoomNetcode::default(), PLAYERS_ARMED);
    for _ in 0..PLAYERS_WARM_UP {
        crowd.feed_as_drawn();
        crowd.serve();
    }
    for _ in 0..TICKS {
        crowd.feed_as_drawn();
        collected(|| {
            black_box(&mut crowd.room).simulate();
        });
        crowd.feed_as_drawn();
        crowd.serve();
    }
    assert_eq!(crowd.room.stats().reports, 0, "no reports were requested");
}

/// Ticks of a thousand ships and two thousand bolts, each with a hit test.
fn world_step() {
    let mut skirmish = Skirmish::after(WARM_UP / 2, 1024, ARMED);
    for _ in 0..TICKS {
        skirmish.feed(ARMED);
        collected(|| black_box(&mut skirmish).step());
    }
}

/// The verdict on a beam.
fn judge(targets: u16) {
    let range = Range::new(targets, Weapon::Beam, HitRule::Lagrange);
    let rewind_source = range.rewind_source();
    let (mut hit_test, mut rulings) = (HitTest::new(range.shot, &rewind_source), Vec::new());
    for _ in 0..SHOTS {
        collected(|| {
            rulings.clear();
            hit_test.renew(black_box(range.shot), &rewind_source);
            hit_test.judge(black_box(&rewind_source), &mut rulings);
        });
    }
}

fn encode(name: &str) {
    let played = Played::new(name);
    for _ in 0..SNAPSHOTS {
        collected(|| drop(black_box(played.encode(black_box(CodecId::Replay)))));
    }
}

fn decode(name: &str) {
    let played = Played::new(name);
    let body = played.encode(CodecId::Replay);
    for _ in 0..SNAPSHOTS {
        collected(|| drop(black_box(played.decode(CodecId::Replay, black_box(&body)))));
    }
}

//! Code shared by the harness tests: rooms, random hands and ships.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod course;
pub(crate) mod crafted;
pub(crate) mod duel;
pub(crate) mod guest;
pub(crate) mod hand;
pub(crate) mod mutate;
pub(crate) mod stage;
pub(crate) mod worlds;

use proptest::prelude::*;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    client::Controls,
    netcode::{
        choices::HitRule,
        rates::RateBounds,
        setting::{Owner, Setting},
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    room::{Difficulty, RoomConfig, RoomKind},
    sim::{
        arena::{Arena, Asteroid},
        command::{Thrust, Trigger},
        ship::{Ship, ShipId},
    },
};

/// A room at 60 Hz without bots.
pub(crate) fn room(arena: Arena, seed: u64) -> RoomConfig {
    RoomConfig {
        name: "test".into(),
        seats: 8,
        bots: 0,
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate: TickRate::DEFAULT,
        arena,
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed,
    }
}

/// A narrow arena full of rocks, in which ships collide all the time.
pub(crate) fn narrow_arena() -> Arena {
    let rock = |x_u, y_u, radius_u| Asteroid { x_u, y_u, radius_u };
    let asteroids = [rock(150, 150, 60), rock(420, 120, 50), rock(280, 300, 70)].into();
    Arena { width_u: 560, height_u: 420, asteroids }
}

/// The default rules with another hit rule.
pub(crate) fn by_rule(hit_rule: HitRule) -> RoomNetcode {
    RoomNetcode { hit_rule, ..RoomNetcode::default() }
}

/// Server bounds that give every player the default rates, whatever the rules say.
pub(crate) fn as_by_default() -> RateBounds {
    let PlayerNetcode { update_rate_hz, rate_kb_per_s, .. } = PlayerNetcode::default();
    RateBounds {
        update_min_hz: update_rate_hz,
        update_max_hz: update_rate_hz,
        bytes_min_kb_per_s: rate_kb_per_s,
        bytes_max_kb_per_s: rate_kb_per_s,
    }
}

/// The first ship to occupy a seat.
pub(crate) fn id(idx: u16) -> ShipId {
    ShipId { idx, generation: 0 }
}

/// That ship, which spawned at a place when the room began.
pub(crate) fn ship(idx: u16, pos: Vec2) -> Ship {
    let mut ship = Ship::new(id(idx), Tick::ZERO);
    ship.spawn(pos, Tick::ZERO);
    ship
}

pub(crate) fn seconds(s: i64) -> Micros {
    Micros(s * 1_000_000)
}

/// Random input: holds a direction for a while, then another, and pulls triggers.
pub(crate) struct RandomHand {
    rng: Rng,
    held: Controls,
    frames_left: u32,
    triggers: bool,
}

impl RandomHand {
    pub(crate) fn new(seed: u64, triggers: bool) -> Self {
        Self { rng: Rng::new(seed, 77), held: Controls::default(), frames_left: 0, triggers }
    }

    pub(crate) fn next(&mut self) -> Controls {
        if self.frames_left == 0 {
            self.frames_left = 10 + self.rng.below(50);
            self.held.thrust = Thrust::ALL[self.rng.below(9) as usize];
            if self.triggers {
                let held = (self.rng.below(2) == 0, self.rng.below(4) == 0);
                self.held.trigger = Trigger::from_pressed(held);
            }
        }
        self.frames_left -= 1;
        let turn = self.held.aim.0.wrapping_add(self.rng.below(900) as u16);
        self.held.aim = Turn(turn);
        self.held
    }
}

/// Random values for all settings of an owner that rooms outside the laboratory allow.
pub(crate) fn shuffled(netcode: Netcode, owner: Owner, rng: &mut Rng) -> Netcode {
    let mut new = netcode;
    for setting in Setting::ALL {
        let spec = setting.spec();
        let ours = spec.owner == owner && !setting.is_laboratory_only(spec.min);
        if ours && rng.below(3) == 0 {
            let max = largest_outside_laboratory(*setting);
            let value = match rng.below(4) {
                0 => spec.min,
                1 => max,
                _ => spec.min + rng.below(max - spec.min + 1),
            };
            new.set(*setting, value).unwrap();
        }
    }
    new
}

/// The largest value of a setting outside the laboratory.
pub(crate) fn largest_outside_laboratory(setting: Setting) -> u32 {
    let spec = setting.spec();
    let mut values = (spec.min..=spec.max).rev();
    values.find(|value| !setting.is_laboratory_only(*value)).unwrap()
}

/// The turn from one point to another.
pub(crate) fn towards(from: Vec2, to: Vec2) -> Turn {
    Turn::of(to - from)
}

/// Mostly small, now and then anything, and often the ends of the range.
pub(crate) fn number(max: u32) -> impl Strategy<Value = u32> {
    prop_oneof![3 => 0..=max.min(8), 2 => 0..=max, 1 => Just(max), 1 => Just(0)]
}

/// Number of cases of a property; `PROPTEST_FACTOR=100` multiplies it. Failures print their input,
/// and no files are written.
pub(crate) fn config(cases: u32) -> proptest::test_runner::Config {
    let factor = std::env::var("PROPTEST_FACTOR").ok().and_then(|factor| factor.parse().ok());
    proptest::test_runner::Config {
        cases: cases * factor.unwrap_or(1),
        failure_persistence: None,
        ..proptest::test_runner::Config::default()
    }
}

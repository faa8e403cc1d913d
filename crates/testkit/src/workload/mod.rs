//! Seeded matches for measurements: the same ships, commands and ticks on every machine, identified
//! by the hash of all states.
//!
//! | name | what |
//! |---|---|
//! | `curve-N` | N ships that change their thrust and never shoot or touch, with fixed aim |
//! | `aim-N` | the same, and they turn |
//! | `battle-N` | N pilots who fight in a room |
//! | `idle-N` | N ships at rest |
//! | `swarm-N` | N ships that fly, turn, shoot and collide at random |

pub mod csv;
mod event_counts;
pub mod fingerprint;
mod input_generator;
mod kind;
mod viewer;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

pub use event_counts::EventCounts;
pub use input_generator::Entropy;
use input_generator::InputGenerator;
pub use kind::Kind;
use shared::{
    base::{
        limits::{ARENA_SIDE_MAX_U, BASELINE_MS, SEATS_MAX},
        state_hash::state_hash,
        time::{Micros, TickRate},
    },
    netcode::{rates::RateBounds, values::RoomNetcode},
    room::{ConfigError, Difficulty, Room, RoomConfig, RoomKind},
    sim::{
        arena::{Arena, Asteroid, Asteroids},
        command::UserCommand,
        journal::Journal,
        record::WorldStep,
        rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U},
        ship::ShipId,
        world::{CollisionMode, World, WorldParams},
    },
};
pub use viewer::Viewer;

/// Ships in the default arena; with more ships its area grows.
const SHIPS_PER_ARENA: u32 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    pub kind: Kind,
    pub ships: u16,
}

impl Workload {
    /// Parses a name such as `curve-64`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (kind, ships) = name.rsplit_once('-')?;
        let (kind, _) = *Kind::ALL.iter().find(|(_, name)| *name == kind)?;
        let ships = ships.parse().ok().filter(|ships| (1..=SEATS_MAX).contains(ships))?;
        Some(Self { kind, ships })
    }

    #[must_use]
    pub fn name(&self) -> String {
        let kind = Kind::ALL.iter().find(|(kind, _)| *kind == self.kind);
        format!("{}-{}", kind.map_or("", |(_, name)| *name), self.ships)
    }

    /// The match at its beginning, at a tick rate.
    ///
    /// # Errors
    /// Never, unless a workload's room config becomes invalid.
    pub fn start(self, rate: TickRate) -> Result<Trace, ConfigError> {
        let arena = self.arena();
        let match_ = match self.kind {
            Kind::Battle => Match::Room(Room::new(room_config(self, arena, rate), Micros::ZERO)?),
            _ => {
                let mut world = World::new(WorldParams::new(rate, arena), self.ships, 1);
                for _ in 0..self.ships {
                    world.add_ship();
                }
                Match::Generated {
                    generator: InputGenerator::new(self.kind, self.ships, rate),
                    journal: Journal::new(rate.ticks_in_ms(BASELINE_MS) as usize),
                    world,
                }
            }
        };
        Ok(Trace { match_, hash: 0, happened: EventCounts::default() })
    }

    /// The default arena, its area and asteroids scaled with the number of ships.
    #[must_use]
    pub fn arena(self) -> Arena {
        let share = (f32::from(self.ships) / SHIPS_PER_ARENA as f32).max(1.0);
        let side = libm::sqrtf(share);
        let grown = |side_u: f32| ((side_u * side) as u16).min(ARENA_SIDE_MAX_U);
        let asteroids = match self.kind {
            Kind::Battle | Kind::Swarm => Arena::strewn(1).asteroids,
            _ => Asteroids::default(),
        };
        let spread = |rock: Asteroid| Asteroid {
            x_u: grown(rock.x_u.into()),
            y_u: grown(rock.y_u.into()),
            ..rock
        };
        let asteroids: Vec<Asteroid> = asteroids.iter().copied().map(spread).collect();
        Arena {
            width_u: grown(ARENA_WIDTH_U),
            height_u: grown(ARENA_HEIGHT_U),
            // The same number of rocks as before, so within the limit.
            asteroids: asteroids.try_into().unwrap_or_default(),
        }
    }
}

fn room_config(workload: Workload, arena: Arena, rate: TickRate) -> RoomConfig {
    RoomConfig {
        name: "workload".to_string(),
        seats: workload.ships,
        bots: workload.ships,
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate,
        arena,
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed: 1,
    }
}

#[allow(clippy::large_enum_variant, reason = "there is one of it")]
#[derive(Clone, Debug)]
enum Match {
    Room(Room),
    Generated { world: World, journal: Journal, generator: InputGenerator },
}

/// A match in progress.
#[derive(Clone, Debug)]
pub struct Trace {
    match_: Match,
    hash: u64,
    happened: EventCounts,
}

impl Trace {
    /// Advances by one tick.
    pub fn step(&mut self) {
        match &mut self.match_ {
            Match::Room(room) => {
                let due = room.poll_time();
                room.handle_time(due);
                while room.poll_output().is_some() {}
            }
            Match::Generated { world, journal, generator } => {
                let commands: Vec<(ShipId, UserCommand)> = generator.commands(world);
                let meeting = generator.meeting();
                let stepped = world.step(&commands, meeting);
                let pairs: &[(u16, u16)] = match meeting {
                    CollisionMode::Mutual => &stepped.pairs,
                    CollisionMode::RammerOnly(_) => &[],
                };
                let step = WorldStep { commands: &commands, pairs, events: &stepped.events };
                journal.record(world, step);
            }
        }
        self.hash = state_hash(&(self.hash, self.journal().state()));
        self.count();
    }

    fn count(&mut self) {
        let mut happened = self.happened;
        happened.ship_ticks += self.journal().state().ships.len() as u64;
        happened.bolt_ticks += self.world().bolts().len() as u64;
        self.journal().events_of(self.world().tick).for_each(|event| happened.count(event));
        self.happened = happened;
    }

    #[must_use]
    pub fn world(&self) -> &World {
        match &self.match_ {
            Match::Room(room) => room.world(),
            Match::Generated { world, .. } => world,
        }
    }

    /// Recent tick records.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        match &self.match_ {
            Match::Room(room) => room.journal(),
            Match::Generated { journal, .. } => journal,
        }
    }

    /// Entropy of the generated inputs so far; `None` for workloads without them.
    #[must_use]
    pub fn entropy(&self) -> Option<&Entropy> {
        match &self.match_ {
            Match::Room(_) => None,
            Match::Generated { generator, .. } => Some(generator.entropy()),
        }
    }

    #[must_use]
    pub fn happened(&self) -> &EventCounts {
        &self.happened
    }

    /// Hash of all states so far: identifies the version of a workload.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

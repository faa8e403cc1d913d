//! What a pilot may know: what a client may see, and nothing else.

use serde::Serialize;

use crate::{
    base::{geometry::Vec2, time::Tick},
    sim::{
        bolt::Bolt,
        command::View,
        rules::BOLT_SPEED_U_PER_S,
        ship::{Ship, ShipId},
        world::Ground,
    },
};

/// Another ship, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sighting {
    pub ship: ShipId,
    /// Where at the moment of the view that goes with the command, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
    /// Whether its shield holds.
    pub shielded: bool,
    /// Whether it is nobody's target: the pilots of a room spare players who do nothing.
    #[serde(skip_serializing_if = "is_false")]
    pub spared: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(value: &bool) -> bool {
    !value
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

/// Everything a pilot may know. It looks only at what lies within a screen around its ship.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Its own ship, alive or dead, as it is before the command.
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

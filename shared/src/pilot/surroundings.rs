//! The inputs of a pilot: only what a client may see.

use serde::Serialize;

use crate::{
    base::{geometry::Vec2, time::Tick},
    sim::{
        bolt::Bolt,
        command::View,
        rules::BOLT_SPEED_U_PER_S,
        ship::{Ship, ShipId},
        world::WorldParams,
    },
};

/// Another ship, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sighting {
    pub ship: ShipId,
    /// At the view time sent with the command, in u.
    pub pos: Vec2,
    /// In u/s.
    pub vel: Vec2,
    pub shielded: bool,
    /// Whether it must not be targeted: the pilots of a room spare idle players.
    #[serde(skip_serializing_if = "is_false")]
    pub spared: bool,
    /// What a closer look shows; only pilots with a level take one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
}

/// What a player reads off another ship and the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Look {
    /// Hit points lost.
    pub damage: u8,
    /// Whether it fired a beam and cannot fire the next one yet.
    pub reloads: bool,
    /// Whether no ship has more kills, and it has some.
    pub leads: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Another ship's bolt, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Threat {
    /// Its tip, in u.
    pub pos: Vec2,
    /// In u/s.
    pub vel: Vec2,
}

impl Threat {
    /// A bolt of the server's at a tick.
    #[must_use]
    pub fn of(bolt: &Bolt, now: Tick, params: &WorldParams) -> Self {
        let age = now.since(bolt.fired) as f32;
        Self {
            pos: bolt.point_at(bolt.distance_at(age, params.rate)),
            vel: bolt.aim.unit() * BOLT_SPEED_U_PER_S,
        }
    }
}

/// Everything a pilot may know. It looks only at what is within one screen around its ship.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Its own ship, alive or dead, before the command.
    pub own: &'a Ship,
    /// The other living ships, in seat order.
    pub others: &'a [Sighting],
    /// Other ships' bolts in flight.
    pub threats: &'a [Threat],
    pub params: &'a WorldParams,
    /// Tick of the command to issue.
    pub tick: Tick,
    /// What the screen shows; sent with every shot.
    pub view: View,
}

//! A ship's identity, pose and state.

use serde::{Deserialize, Serialize};

use super::{
    command::Thrust,
    rules::{SHIP_HEALTH, SHIP_RADIUS_U},
};
use crate::base::{
    geometry::{Turn, Vec2, quantise_pos, quantise_vel},
    time::Tick,
};

/// A seat and its generation, unique to one player for the lifetime of a room.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ShipId {
    /// The seat, from 0.
    pub idx: u16,
    /// How many players held the seat before.
    pub generation: u16,
}

/// The moving part of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Body {
    /// Centre, in u, on the grid.
    pub pos: Vec2,
    /// Velocity, in u/s, on the grid.
    pub vel: Vec2,
}

impl Body {
    /// Snapped to the wire grid, as at the end of every tick.
    #[must_use]
    pub fn quantised(self) -> Self {
        Self { pos: quantise_pos(self.pos), vel: quantise_vel(self.vel) }
    }
}

/// A ship in the world and in snapshots: every field is sent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ship {
    pub id: ShipId,
    pub body: Body,
    pub aim: Turn,
    /// Thrust of its last command, the best guess at its next one.
    pub thrust: Thrust,
    /// Age of its last executed command relative to this state, in ticks, 0 to 255: above 0 where a
    /// room lets ships wait for missing commands.
    pub behind: u8,
    /// 0 while dead.
    pub health: u8,
    /// Counts lives and teleports; poses are never interpolated across a change.
    pub life: u16,
    /// The first tick after the respawn shield ends.
    pub shield_until: Tick,
    /// The first tick at which the laser can fire again.
    pub laser_ready: Tick,
    /// The first tick at which the beam can fire again.
    pub beam_ready: Tick,
    /// While dead, the tick at which it respawns.
    pub respawn_at: Tick,
    pub kills: u16,
    pub deaths: u16,
}

impl Ship {
    /// A ship before its first spawn: dead until `respawn_at`.
    #[must_use]
    pub fn new(id: ShipId, respawn_at: Tick) -> Self {
        Self {
            id,
            body: Body::default(),
            aim: Turn::default(),
            thrust: Thrust::None,
            behind: 0,
            health: 0,
            life: 0,
            shield_until: Tick::ZERO,
            laser_ready: Tick::ZERO,
            beam_ready: Tick::ZERO,
            respawn_at,
            kills: 0,
            deaths: 0,
        }
    }

    /// Starts a new life at a position.
    pub fn spawn(&mut self, pos: Vec2, shield_until: Tick) {
        self.body = Body { pos, vel: Vec2::ZERO }.quantised();
        self.health = SHIP_HEALTH;
        self.life = self.life.wrapping_add(1);
        self.shield_until = shield_until;
        self.laser_ready = Tick::ZERO;
        self.beam_ready = Tick::ZERO;
    }

    #[must_use]
    pub const fn alive(&self) -> bool {
        self.health > 0
    }

    /// Whether its respawn shield holds at a tick.
    #[must_use]
    pub fn shielded(&self, now: Tick) -> bool {
        now < self.shield_until
    }

    /// The tip of the ship in the direction of its aim, where shots start.
    #[must_use]
    pub fn muzzle(&self) -> Vec2 {
        self.body.pos + self.aim.unit() * SHIP_RADIUS_U
    }
}

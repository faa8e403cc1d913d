//! A ship: who it is, where it is, and how it stands.

use serde::{Deserialize, Serialize};

use super::{
    command::Thrust,
    rules::{SHIP_HEALTH, SHIP_RADIUS_U},
};
use crate::base::{
    geometry::{Turn, Vec2, quantise_pos, quantise_vel},
    time::Tick,
};

/// A seat of a room and how often it was taken: never the same for two players.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ShipId {
    /// The seat, from 0.
    pub idx: u16,
    /// How many held the seat before.
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
    /// This body moved to the wire grid, as at the end of every tick.
    #[must_use]
    pub fn quantised(self) -> Self {
        Self { pos: quantise_pos(self.pos), vel: quantise_vel(self.vel) }
    }
}

/// A ship as the world holds it, and as a snapshot carries it: every field is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ship {
    pub id: ShipId,
    /// Where it is and how it moves.
    pub body: Body,
    /// Where it aims.
    pub aim: Turn,
    /// The thrust of its last command: what it will most likely do next.
    pub thrust: Thrust,
    /// Ticks by which its last executed command is older than this state, 0 to 255: above 0 where
    /// a room lets ships wait for missing commands.
    pub behind: u8,
    /// Hit points; 0 while dead.
    pub health: u8,
    /// Counts its lives and teleports: no path is blended from one to the next.
    pub life: u16,
    /// The first tick at which the shield of its respawn is gone.
    pub shield_until: Tick,
    /// The first tick at which the laser can fire again.
    pub laser_ready: Tick,
    /// The first tick at which the beam can fire again.
    pub beam_ready: Tick,
    /// The tick at which it respawns, while dead.
    pub respawn_at: Tick,
    /// Ships it shot down.
    pub kills: u16,
    /// Times it was shot down.
    pub deaths: u16,
}

impl Ship {
    /// A fresh ship, before its first spawn: dead until `respawn_at`.
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

    /// Begins a new life at a place.
    pub fn spawn(&mut self, pos: Vec2, shield_until: Tick) {
        self.body = Body { pos, vel: Vec2::ZERO }.quantised();
        self.health = SHIP_HEALTH;
        self.life = self.life.wrapping_add(1);
        self.shield_until = shield_until;
        self.laser_ready = Tick::ZERO;
        self.beam_ready = Tick::ZERO;
    }

    /// Whether it flies.
    #[must_use]
    pub const fn alive(&self) -> bool {
        self.health > 0
    }

    /// Whether its respawn shield holds at a tick.
    #[must_use]
    pub fn shielded(&self, now: Tick) -> bool {
        now < self.shield_until
    }

    /// The tip of the ship in the direction of its aim, where shots begin.
    #[must_use]
    pub fn muzzle(&self) -> Vec2 {
        self.body.pos + self.aim.unit() * SHIP_RADIUS_U
    }
}

//! What the own ship can collide with in a predicted tick, and under which rules. Queried for every
//! tick that is predicted or replayed; the room does the same with its own data.

use super::{interpolate, nearby_ships::NearbyShips, remote_model::States};
use crate::{
    base::{
        geometry::Vec2,
        time::{Tick, ViewTime},
    },
    history::pose::Pose,
    netcode::{choices::Ramming, values::RoomNetcode},
    sim::{
        collision::{Solid, contact},
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::{Ship, ShipId},
        world::{WorldParams, bounce_off, settle},
    },
};

use alloc::vec::Vec;

use serde::Serialize;

/// The current rules of the room, and the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Rules {
    pub(super) now: RoomNetcode,
    before: RoomNetcode,
    /// The first tick under the current rules.
    from: Tick,
}

/// Everything outside the own ship that its prediction depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct PredictionWorld<'a> {
    pub(super) params: &'a WorldParams,
    pub(super) states: &'a States,
    pub(super) own: ShipId,
    pub(super) rules: Rules,
    /// How many ticks past the newest snapshot remote ships are simulated, when every ship is
    /// predicted.
    pub(super) rerun_max: Option<u32>,
}

impl Rules {
    pub(super) fn new(now: RoomNetcode) -> Self {
        Self { now, before: now, from: Tick::ZERO }
    }

    /// Changes the rules from a tick on.
    pub(super) fn change(&mut self, now: RoomNetcode, from: Tick) {
        *self = Self { now, before: self.now, from };
    }

    /// The rules in force at a tick.
    pub(super) fn at(&self, tick: Tick) -> &RoomNetcode {
        if tick < self.from { &self.before } else { &self.now }
    }
}

impl PredictionWorld<'_> {
    /// The ships that a ship may collide with in a tick, looked up before it moves.
    pub(super) fn near(&self, ship: &Ship, tick: Tick) -> NearbyShips {
        let rules = self.rules.at(tick);
        match rules.ramming {
            Ramming::Mutual => NearbyShips::Newest,
            Ramming::RammerOnly => {
                let back = self.params.rate.ticks_in_ms(rules.delay_ms.into());
                let at = ViewTime::from_tick(tick).plus_ticks(-i64::from(back));
                NearbyShips::Seen(self.solids(ship.body.pos, at))
            }
        }
    }

    /// Resolves the collisions of a ship that has moved.
    pub(super) fn separate(&self, ship: &mut Ship, near: &NearbyShips) {
        match near {
            NearbyShips::Newest => self.push_apart(ship),
            NearbyShips::Seen(solids) => {
                bounce_off(ship, solids, &self.params.arena);
            }
        }
    }

    fn solids(&self, pos: Vec2, at: ViewTime) -> Vec<Solid> {
        let reach_u = 4.0 * SHIP_RADIUS_U + 2.0 * SHIP_SPEED_MAX_U_PER_S * self.params.rate.dt_s();
        let near = |pose: &Pose| {
            let others = pose.ship != self.own && pose.alive;
            others && (pose.pos - pos).length_squared() < reach_u * reach_u
        };
        let poses = interpolate::poses_at(self.states, at);
        poses.iter().filter(|pose| near(pose)).map(|pose| Solid { pos: pose.pos }).collect()
    }

    fn push_apart(&self, ship: &mut Ship) {
        let Some((_, newest)) = self.states.newest().filter(|_| ship.alive()) else {
            return;
        };
        let others = newest.ships.iter().filter(|other| other.id != self.own && other.alive());
        let mut touched = false;
        for other in others {
            touched |= contact(&mut ship.body, &mut other.body.clone());
        }
        if touched {
            settle(ship, &self.params.arena);
        }
    }
}

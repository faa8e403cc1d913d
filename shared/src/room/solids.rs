//! Finds the ships that a ship may ram, where only the rammer bounces: each player rams what it
//! sees, `D` in the past. Runs before the world's step; the client does the same.

use super::{seat::Seat, state::Room};
use crate::{
    base::time::ViewTime,
    history::sent::drawn_pair,
    sim::{
        collision::{Solid, Solids},
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
    },
};

/// Ships drawn across a longer snapshot gap are missed, in s.
const SNAPSHOT_GAP_MAX_S: f32 = 1.0;

impl Room {
    /// For each living ship, the others near it as its player sees them in the next tick.
    pub(super) fn find_solids(&self, solids: &mut Solids) {
        solids.clear();
        let rate = self.clock.rate();
        let back = rate.ticks_in_ms(self.config.netcode.delay_ms.into());
        let at = ViewTime::from_tick(self.world.tick.next()).plus_ticks(-i64::from(back));
        let reach_u = 4.0 * SHIP_RADIUS_U + 2.0 * SHIP_SPEED_MAX_U_PER_S * rate.dt_s();
        let near_u = 2.0 * reach_u + SHIP_SPEED_MAX_U_PER_S * SNAPSHOT_GAP_MAX_S;
        for ship in self.world.ships().filter(|ship| ship.alive()) {
            let sent = match self.seats.get(usize::from(ship.id.idx)) {
                Some(Seat::Player(session)) => Some(&session.flow.sent),
                _ => None,
            };
            let pair = drawn_pair(sent, at);
            let others = self.history.poses(at.floor()).filter(|pose| {
                let offset = pose.pos - ship.body.pos;
                pose.ship != ship.id && offset.length_squared() < near_u * near_u
            });
            let drawn = others.filter_map(|pose| self.history.between(pose.ship.idx, pair, at));
            let near = drawn.filter(|pose| {
                pose.alive && (pose.pos - ship.body.pos).length_squared() < reach_u * reach_u
            });
            solids.push(ship.id, near.map(|pose| Solid { pos: pose.pos }));
        }
    }
}

//! Ghosts: where the server has a ship now, where you saw it when you fired, where it was judged.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    remote::interpolated_pos,
    scene::{GhostKind, SceneGhost},
};
use crate::{
    base::{
        geometry::Vec2,
        tick_ring::TickRing,
        time::{Micros, ViewTime},
    },
    scheme::shot::ShotRecord,
    sim::ship::ShipId,
    wire::snapshot::WorldState,
};

/// How long the ghosts of a shot stay.
const STAY: Micros = Micros(2_000_000);
/// Ships farther from the shot than this have no ghosts, in u.
const NEAR_U: f32 = 120.0;
/// Shots whose ghosts are shown at once.
const SHOTS_MAX: usize = 12;

#[derive(Clone, Copy, Debug, Serialize)]
struct ShotGhost {
    ship: ShipId,
    saw: Option<Vec2>,
    judged: Vec2,
    since: Micros,
}

/// The ghosts of the latest shots.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Ghosts(VecDeque<ShotGhost>);

impl Ghosts {
    /// A shot was judged: its nearest target gets its ghosts, side by side as this screen drew it
    /// and as the server looked at it, both when the shot was nearest to it.
    pub(super) fn handle_record(
        &mut self,
        record: &ShotRecord,
        states: &TickRing<Arc<WorldState>>,
        now: Micros,
    ) {
        let Some(target) = record.targets.first() else {
            return;
        };
        if target.distance as f32 > NEAR_U * 256.0 {
            return;
        }
        let seen_at = ViewTime(record.view.claimed.time.0 + target.age);
        if self.0.len() == SHOTS_MAX {
            self.0.pop_front();
        }
        self.0.push_back(ShotGhost {
            ship: target.ship,
            saw: interpolated_pos(states, target.ship, seen_at),
            judged: target.judged.pos(),
            since: now,
        });
    }

    pub(super) fn frame(&mut self, now: Micros) {
        self.0.retain(|ghost| now - ghost.since < STAY);
    }

    /// The ghosts to draw, those of the server's newest word included.
    pub(super) fn scene(
        &self,
        now: Micros,
        newest: Option<&Arc<WorldState>>,
        own: ShipId,
    ) -> Vec<SceneGhost> {
        let server = newest.into_iter().flat_map(|state| &state.ships);
        let mut ghosts: Vec<SceneGhost> = server
            .filter(|ship| ship.alive() && ship.id != own)
            .map(|ship| SceneGhost {
                kind: GhostKind::Server,
                ship: ship.id,
                pos: ship.body.pos,
                fade: 1.0,
            })
            .collect();
        for shot in &self.0 {
            let fade = 1.0 - (now - shot.since).0 as f32 / STAY.0 as f32;
            let ghost = |kind, pos| SceneGhost { kind, ship: shot.ship, pos, fade };
            ghosts.extend(shot.saw.map(|pos| ghost(GhostKind::Saw, pos)));
            ghosts.push(ghost(GhostKind::Judged, shot.judged));
        }
        ghosts
    }
}

//! Ghosts: where the newest snapshot has a ship, where the viewer saw it when the shot was nearest
//! to it, and where it was judged. The viewer's picture is looked up on the tape.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    remote_model::States,
    scene::{GhostKind, SceneGhost},
    tape::Tape,
};
use crate::{
    base::{
        geometry::Vec2,
        queue::push_bounded,
        time::{Micros, TickRate},
    },
    report::shot_record::ShotRecord,
    sim::{event::ShotId, ship::ShipId, state::WorldState},
};

/// How long the ghosts of a shot stay.
const STAY: Micros = Micros(2_000_000);
/// Ships farther from the shot than this get no ghosts, in u.
const NEAR_U: f32 = 120.0;
/// Cap on the shots whose ghosts are shown at once.
const SHOTS_MAX: usize = 12;

#[derive(Clone, Copy, Debug, Serialize)]
struct ShotGhost {
    shot: ShotId,
    ship: ShipId,
    saw: Option<Vec2>,
    judged: Vec2,
    since: Micros,
}

/// The ghosts of the latest shots.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Ghosts {
    shots: VecDeque<ShotGhost>,
}

impl Ghosts {
    /// Adds the ghosts of a judged shot's nearest target: as this screen drew it and as the server
    /// judged it, both at the time the shot was nearest to it.
    pub(super) fn handle_record(
        &mut self,
        record: &ShotRecord,
        aimed_at: Option<Micros>,
        (tape, states): (&Tape, &States),
        rate: TickRate,
        now: Micros,
    ) {
        let Some(target) = record.targets.first() else {
            return;
        };
        if target.distance as f32 > NEAR_U * 256.0 {
            return;
        }
        let nearest_at = aimed_at.map(|at| at + rate.micros_in_steps(target.age));
        let ghost = ShotGhost {
            shot: record.shot,
            ship: target.ship,
            saw: nearest_at.and_then(|at| tape.drawn_at(target.ship, at, states, rate)),
            judged: target.judged.pos(),
            since: now,
        };
        push_bounded(&mut self.shots, ghost, SHOTS_MAX);
    }

    /// Drops expired ghosts.
    pub(super) fn frame(&mut self, now: Micros) {
        self.shots.retain(|ghost| now - ghost.since < STAY);
    }

    /// The ghosts to draw, including those of the server's newest poses.
    pub(super) fn scene(
        &self,
        now: Micros,
        newest: Option<&Arc<WorldState>>,
        own: ShipId,
    ) -> Vec<SceneGhost> {
        let mut ghosts = Vec::new();
        let server = newest.map_or(&[][..], |state| &state.ships);
        for ship in server.iter().filter(|ship| ship.alive() && ship.id != own) {
            let (kind, pos) = (GhostKind::Server, ship.body.pos);
            ghosts.push(SceneGhost { kind, ship: ship.id, shot: None, pos, fade: 1.0 });
        }
        for shot in &self.shots {
            let fade = 1.0 - (now - shot.since).0 as f32 / STAY.0 as f32;
            let of = Some(shot.shot);
            let ghost = |kind, pos| SceneGhost { kind, ship: shot.ship, shot: of, pos, fade };
            if let Some(pos) = shot.saw {
                ghosts.push(ghost(GhostKind::Saw, pos));
            }
            ghosts.push(ghost(GhostKind::Judged, shot.judged));
        }
        ghosts
    }
}

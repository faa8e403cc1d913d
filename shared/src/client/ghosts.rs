//! Ghosts: where the server has a ship now, where you saw it when your shot was nearest to it, where
//! it was judged. Every frame leaves what it drew; a judged shot looks up what it needs.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    between::interpolated_pos,
    remote::{Drawn, States},
    scene::{GhostKind, PoseSource, SceneGhost},
};
use crate::{
    base::{
        geometry::{Vec2, blend_points},
        time::{Micros, TickRate, ViewTime},
    },
    scheme::{choices::Curve, shot::ShotRecord},
    sim::{event::ShotId, ship::ShipId},
    wire::snapshot::WorldState,
};

/// How long the ghosts of a shot stay.
const STAY: Micros = Micros(2_000_000);
/// Ships farther from the shot than this have no ghosts, in u.
const NEAR_U: f32 = 120.0;
/// Shots whose ghosts are shown at once.
const SHOTS_MAX: usize = 12;
/// How long what was drawn is remembered: a bolt's life, the way of the verdict, and a reserve.
const MEMORY: Micros = Micros(3_000_000);
/// Frames remembered at most: at more than 240 a second, not as long.
const FRAMES_MAX: usize = 720;
/// Own shots whose beginning is remembered at most.
const AIMED_MAX: usize = 128;

#[derive(Clone, Copy, Debug, Serialize)]
struct ShotGhost {
    ship: ShipId,
    saw: Option<Vec2>,
    judged: Vec2,
    since: Micros,
}

/// A ship in a frame.
#[derive(Clone, Copy, Debug, Serialize)]
struct Place {
    ship: ShipId,
    life: u16,
    pos: Vec2,
    source: PoseSource,
}

/// What a frame drew.
#[derive(Clone, Debug, Serialize)]
struct Frame {
    /// Where the own clock stood, in µs of the tick line.
    own: Micros,
    view: ViewTime,
    curve: Curve,
    /// In the order of the seats.
    places: Vec<Place>,
}

/// The ghosts of the latest shots, and what was drawn lately.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Ghosts {
    shots: VecDeque<ShotGhost>,
    /// Oldest first.
    frames: VecDeque<Frame>,
    /// Own shots, and where the own clock stood when the picture was drawn that each was aimed by.
    aimed: VecDeque<(ShotId, Micros)>,
}

impl Ghosts {
    /// The viewer fired.
    pub(super) fn note_aim(&mut self, shot: ShotId, aimed_at: Micros) {
        if self.aimed.len() == AIMED_MAX {
            self.aimed.pop_front();
        }
        self.aimed.push_back((shot, aimed_at));
    }

    /// A shot was judged: its nearest target gets its ghosts, side by side as this screen drew it
    /// and as the server looked at it, both when the shot was nearest to it.
    pub(super) fn handle_record(
        &mut self,
        record: &ShotRecord,
        states: &States,
        rate: TickRate,
        now: Micros,
    ) {
        let Some(target) = record.targets.first() else {
            return;
        };
        if target.distance as f32 > NEAR_U * 256.0 {
            return;
        }
        if self.shots.len() == SHOTS_MAX {
            self.shots.pop_front();
        }
        let aimed = self.aimed.iter().find(|(shot, _)| *shot == record.shot);
        let nearest_at = aimed.map(|(_, at)| *at + rate.micros_in_steps(target.age));
        self.shots.push_back(ShotGhost {
            ship: target.ship,
            saw: nearest_at.and_then(|at| self.drawn_at(target.ship, at, states, rate)),
            judged: target.judged.pos(),
            since: now,
        });
    }

    /// Remembers what a frame drew, and forgets what is old.
    pub(super) fn frame(
        &mut self,
        now: Micros,
        own: Micros,
        view: ViewTime,
        curve: Curve,
        drawn: &[Drawn],
    ) {
        self.shots.retain(|ghost| now - ghost.since < STAY);
        let old = |frame: &Frame| own - frame.own > MEMORY;
        while self.frames.len() >= FRAMES_MAX || self.frames.front().is_some_and(old) {
            self.frames.pop_front();
        }
        let place = |drawn: &Drawn| Place {
            ship: drawn.ship.id,
            life: drawn.pose.life,
            pos: drawn.pos,
            source: drawn.source,
        };
        let places = drawn.iter().map(place).collect();
        self.frames.push_back(Frame { own, view, curve, places });
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
        for shot in &self.shots {
            let fade = 1.0 - (now - shot.since).0 as f32 / STAY.0 as f32;
            let ghost = |kind, pos| SceneGhost { kind, ship: shot.ship, pos, fade };
            ghosts.extend(shot.saw.map(|pos| ghost(GhostKind::Saw, pos)));
            ghosts.push(ghost(GhostKind::Judged, shot.judged));
        }
        ghosts
    }

    /// Where a ship was drawn when the own clock stood there: between two frames, by the line or
    /// curve on which both drew it where there is one.
    fn drawn_at(&self, ship: ShipId, own: Micros, states: &States, rate: TickRate) -> Option<Vec2> {
        let later = self.frames.partition_point(|frame| frame.own < own);
        let newer = self.frames.get(later).or(self.frames.back())?;
        let older = later.checked_sub(1).and_then(|at| self.frames.get(at)).unwrap_or(newer);
        let to = newer.place(ship);
        let Some(from) = older.place(ship) else {
            return to.map(|to| to.pos);
        };
        let den = (newer.own - older.own).0;
        let num = (own - older.own).0.clamp(0, den.max(0));
        let Some(to) = to.filter(|to| to.life == from.life && den > 0) else {
            return Some(from.pos);
        };
        let blended = |place: &Place| place.source == PoseSource::Interpolated;
        if blended(&from) && blended(&to) {
            let way = newer.view.since(older.view) as i128 * i128::from(num) / i128::from(den);
            let view = ViewTime(older.view.0 + way as i64);
            if let Some(pos) = interpolated_pos(states, ship, view, rate, older.curve) {
                return Some(pos);
            }
        }
        Some(blend_points(from.pos, to.pos, num, den))
    }
}

impl Frame {
    fn place(&self, ship: ShipId) -> Option<Place> {
        self.places.iter().find(|place| place.ship == ship).copied()
    }
}

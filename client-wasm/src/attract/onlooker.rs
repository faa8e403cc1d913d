//! Somebody who looks at a bout: makes the scene of every picture, as a client makes that of a
//! match.

use shared::{
    base::{
        geometry::Vec2,
        limits::{EFFECTS_MAX, TRAIL_POINTS_MAX},
        queue::push_bounded,
        time::{Micros, Tick},
    },
    client::scene::{
        EffectCause, EffectHull, EffectKind, PlayerKind, PoseSource, Scene, SceneBeam, SceneBolt,
        SceneEffect, SceneShip, SceneTrail,
    },
    sim::{
        bolt::Bolt,
        event::{EventKind, ShotId, Weapon},
        ship::{Ship, ShipId},
        world::World,
    },
};
use std::collections::VecDeque;

use super::bout::{Bout, Happened};

/// The seat whose ship is followed: it is drawn as the player's own.
const FOLLOWED: u16 = 0;
/// How long a ship that was hit flashes.
const FLASH: Micros = Micros::from_ms(180);
/// Ticks between two points of a trail.
const TRAIL_STEP: u32 = 2;

/// A bout at a moment between two ticks, with what is still seen of the last ones.
pub(super) struct Onlooker {
    bout: Bout,
    now: Micros,
    /// Oldest first; up to [`EFFECTS_MAX`].
    effects: VecDeque<(Micros, SceneEffect)>,
    beams: VecDeque<(Micros, SceneBeam)>,
    /// When each seat was last hit.
    hurt_at: VecDeque<(Micros, ShipId)>,
    n_effects: u32,
    /// Where the followed ship is, or where it died.
    focus: Vec2,
}

impl Onlooker {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            bout: Bout::new(seed),
            now: Micros::ZERO,
            effects: VecDeque::new(),
            beams: VecDeque::new(),
            hurt_at: VecDeque::new(),
            n_effects: 0,
            focus: Vec2::ZERO,
        }
    }

    pub(super) fn world(&self) -> &World {
        self.bout.world()
    }

    pub(super) fn now(&self) -> Micros {
        self.now
    }

    /// Runs the ticks that are due.
    pub(super) fn run(&mut self, by: Micros) {
        self.now += by;
        let rate = self.world().params().rate;
        while rate.micros_at(self.world().tick.next()) <= self.now {
            let happened = self.bout.step();
            let at = rate.micros_at(self.world().tick);
            self.show(at, &happened);
            let mut ships = self.bout.world().ships();
            if let Some(ship) = ships.find(|ship| ship.id.idx == FOLLOWED && ship.alive()) {
                self.focus = ship.body.pos;
            }
        }
        let now = self.now;
        self.effects.retain(|(since, effect)| now - *since < effect.kind.duration());
        self.beams.retain(|(since, _)| now - *since < SceneBeam::GLOW);
        self.hurt_at.retain(|(since, _)| now - *since < FLASH);
    }

    fn show(&mut self, at: Micros, happened: &Happened) {
        let before = |id: ShipId| happened.before.iter().find(|ship| ship.id == id);
        let mut hit: Vec<ShotId> = Vec::new();
        for event in &happened.events {
            match event.kind {
                EventKind::Fired { shot, origin, aim } if shot.weapon == Weapon::Beam => {
                    let arena = &self.world().params().arena;
                    let line = Bolt::new(shot, event.tick, origin, aim, arena).path();
                    let owner = owner_of(shot.shooter);
                    let beam = SceneBeam { shot, owner, from: line.from, to: line.to, glow: 1.0 };
                    push_bounded(&mut self.beams, (at, beam), EFFECTS_MAX);
                }
                EventKind::Hit { shot, victim, distance_u, .. } => {
                    hit.push(shot);
                    push_bounded(&mut self.hurt_at, (at, victim), EFFECTS_MAX);
                    let mut beams = self.beams.iter_mut().map(|(_, beam)| beam);
                    let beam = beams.find(|beam| beam.shot == shot);
                    let bolt = happened.ended.iter().find(|bolt| bolt.shot == shot);
                    let dir = match (beam, bolt) {
                        (Some(beam), _) => {
                            let dir = (beam.to - beam.from).normalize_or_zero();
                            beam.to = beam.from + dir * distance_u;
                            dir
                        }
                        (None, bolt) => bolt.map_or(Vec2::ZERO, |bolt| bolt.aim.unit()),
                    };
                    if let Some(ship) = before(victim) {
                        self.add(EffectKind::Spark, ship.body.pos, at, EffectCause::flight(dir));
                    }
                }
                EventKind::Died { victim, shot } => {
                    if let Some(ship) = before(victim) {
                        let killer = Some(owner_of(shot.shooter));
                        let cause = EffectCause { killer, ..hull(ship) };
                        self.add(EffectKind::Explosion, ship.body.pos, at, cause);
                    }
                }
                EventKind::Spawned { ship, at: place } => {
                    let cause = self.world().ship(ship).map(hull).unwrap_or_default();
                    self.add(EffectKind::Arrival, place, at, cause);
                }
                _ => {}
            }
        }
        for bolt in happened.ended.iter().filter(|bolt| !hit.contains(&bolt.shot)) {
            let cause = EffectCause::flight(bolt.aim.unit());
            self.add(EffectKind::Dust, bolt.path().to, at, cause);
        }
    }

    fn add(&mut self, kind: EffectKind, pos: Vec2, since: Micros, cause: EffectCause) {
        self.n_effects = self.n_effects.wrapping_add(1);
        let effect = SceneEffect { kind, pos, progress: 0.0, seed: self.n_effects, cause };
        push_bounded(&mut self.effects, (since, effect), EFFECTS_MAX);
    }

    /// What there is to see now. Its focus is the followed ship.
    pub(super) fn scene(&self) -> Scene {
        let world = self.world();
        let rate = world.params().rate;
        let ahead_s = (self.now - rate.micros_at(world.tick)).as_s_f32();
        let living = world.ships().filter(|ship| ship.alive());
        let ships: Vec<SceneShip> = living.map(|ship| self.scene_ship(ship, ahead_s)).collect();
        let age = |bolt: &Bolt| world.tick.since(bolt.fired) as f32 + ahead_s / rate.dt_s();
        let bolts = world.bolts().map(|bolt| SceneBolt {
            shot: bolt.shot,
            owner: owner_of(bolt.shot.shooter),
            pos: bolt.point_at(bolt.distance_at(age(bolt), rate)),
            dir: bolt.aim.unit(),
        });
        let share = |since: Micros, of: Micros| (self.now - since).0 as f32 / of.0 as f32;
        let beams = self
            .beams
            .iter()
            .map(|(since, beam)| SceneBeam { glow: 1.0 - share(*since, SceneBeam::GLOW), ..*beam });
        let effects = self.effects.iter().map(|(since, effect)| SceneEffect {
            progress: share(*since, effect.kind.duration()),
            ..*effect
        });
        let followed = ships.iter().find(|ship| ship.owner == PlayerKind::You);
        Scene {
            focus: followed.map_or(self.focus, |ship| ship.pos),
            bolts: bolts.collect(),
            beams: beams.collect(),
            effects: effects.collect(),
            ships,
            ..Scene::default()
        }
    }

    fn scene_ship(&self, ship: &Ship, ahead_s: f32) -> SceneShip {
        let hurt = self.hurt_at.iter().rev().find(|(_, id)| *id == ship.id);
        let gone = |since: Micros| (self.now - since).0 as f32 / FLASH.0 as f32;
        SceneShip {
            id: ship.id,
            owner: owner_of(ship.id),
            pos: ship.body.pos + ship.body.vel * ahead_s,
            vel: ship.body.vel,
            aim: ship.aim,
            thrust: ship.thrust,
            health: ship.health,
            shielded: ship.shielded(self.world().tick),
            tentative: 0,
            flash: hurt.map_or(0.0, |(since, _)| 1.0 - gone(*since)),
            source: PoseSource::Newest,
        }
    }

    /// Where the living ships were lately.
    pub(super) fn trails(&self, scene: &Scene) -> Vec<SceneTrail> {
        let (world, history) = (self.world(), self.bout.history());
        let rate = world.params().rate;
        let trail = |ship: &SceneShip| {
            let life = world.ship(ship.id).map(|ship| ship.life);
            let mut points = vec![(0.0, ship.pos)];
            for back in (0..).step_by(TRAIL_STEP as usize).take(TRAIL_POINTS_MAX - 1) {
                let tick = Tick(world.tick.0.saturating_sub(back));
                let pose = history.pose(ship.id.idx, tick);
                let Some(pose) = pose.filter(|pose| Some(pose.life) == life) else { break };
                points.push(((self.now - rate.micros_at(tick)).as_s_f32(), pose.pos));
            }
            SceneTrail { owner: ship.owner, points }
        };
        scene.ships.iter().map(trail).collect()
    }
}

fn owner_of(ship: ShipId) -> PlayerKind {
    if ship.idx == FOLLOWED { PlayerKind::You } else { PlayerKind::Bot }
}

fn hull(ship: &Ship) -> EffectCause {
    let hull = EffectHull { ship: ship.id, owner: owner_of(ship.id), aim: ship.aim };
    EffectCause { vel: ship.body.vel, hull: Some(hull), ..EffectCause::default() }
}

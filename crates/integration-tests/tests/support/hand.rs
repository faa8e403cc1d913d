//! A scripted player at a screen: it sees the scene one reaction time late, aims with an error that
//! drifts, and flies and fires like a person of some practice. Shares no code with the pilots.

use std::collections::VecDeque;

use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
    },
    client::{Client, Controls, scene::Scene},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
        rules::{BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
    },
};

/// Frames a second of a client in the harness.
const FRAMES_PER_S: f32 = 60.0;
/// Half of what a page of 16:9 shows around the own ship, in u.
const HALF_PICTURE: Vec2 = Vec2::new(600.0, 337.5);
/// Time constant of the aiming error, in s.
const ERROR_WANDER_S: f32 = 0.45;
/// Share of the way to its mark that the mouse covers in a frame.
const MOUSE_PULL: f32 = 0.2;
/// How far off its mark the mouse may be when it fires, in degrees.
const AIMED_DEG: f32 = 12.0;
/// How near a hostile bolt must pass to be dodged, in u, and how soon, in s.
const DODGE_U: f32 = 50.0;
const DODGE_S: f32 = 0.6;

/// What a hand can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Practice {
    pub(crate) reaction_ms: u32,
    /// Standard deviation of the aim, in degrees.
    pub(crate) aim_error_deg: f32,
    pub(crate) leading: Leading,
    pub(crate) dodging: Dodging,
    /// Pause between two beams, in s: least, most.
    pub(crate) beam_pause_s: (f32, f32),
}

/// Where a hand aims its laser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leading {
    /// Where it sees the target.
    AtTarget,
    /// Where the target will be.
    Ahead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dodging {
    Never,
    Bolts,
}

/// Someone who plays for the first time.
pub(crate) const SLOW: Practice = Practice {
    reaction_ms: 250,
    aim_error_deg: 6.0,
    leading: Leading::AtTarget,
    dodging: Dodging::Never,
    beam_pause_s: (6.0, 12.0),
};

/// Someone who has played shooters for years.
pub(crate) const GOOD: Practice = Practice {
    reaction_ms: 170,
    aim_error_deg: 2.0,
    leading: Leading::Ahead,
    dodging: Dodging::Bolts,
    beam_pause_s: (1.2, 3.0),
};

/// A player's hands on mouse and keys.
pub(crate) struct Hand {
    practice: Practice,
    rng: Rng,
    /// The scenes of the last reaction time, oldest first.
    seen: VecDeque<Scene>,
    error_deg: f32,
    aim: Turn,
    thrust: Thrust,
    /// Circling direction: 1 or −1.
    side: f32,
    /// Frames until it thinks about its flight again.
    frames_held: u32,
    frames_to_beam: f32,
}

/// A hostile ship as seen.
#[derive(Clone, Copy)]
struct Target {
    pos: Vec2,
    vel: Vec2,
    is_in_view: bool,
}

impl Hand {
    pub(crate) fn new(practice: Practice, seed: u64) -> Self {
        let mut rng = Rng::new(seed, 91);
        Self {
            practice,
            error_deg: practice.aim_error_deg * rng.normal(),
            frames_to_beam: beam_pause(&practice, &mut rng),
            rng,
            seen: VecDeque::new(),
            aim: Turn(0),
            thrust: Thrust::None,
            side: 1.0,
            frames_held: 0,
        }
    }

    /// The controls of one frame.
    pub(crate) fn play(&mut self, client: &Client, arena: &Arena) -> Controls {
        self.seen.push_back(client.scene());
        let frames = self.practice.reaction_ms as f32 / 1000.0 * FRAMES_PER_S;
        if self.seen.len() <= frames as usize {
            return Controls::default();
        }
        let Some(scene) = self.seen.pop_front() else { return Controls::default() };
        let Some(own) = client.own_ship().filter(|own| own.alive()) else {
            self.frames_held = 0;
            return Controls { aim: self.aim, ..Controls::default() };
        };
        let own = own.body.pos;
        let target = nearest(&scene, own);
        self.steer(&scene, own, target, arena);
        let trigger = self.shoot(own, target, arena);
        Controls { thrust: self.thrust, aim: self.aim, trigger }
    }

    fn shoot(&mut self, own: Vec2, target: Option<Target>, arena: &Arena) -> Trigger {
        let kept = libm::expf(-1.0 / (FRAMES_PER_S * ERROR_WANDER_S));
        let fresh = libm::sqrtf(1.0 - kept * kept);
        let fresh_deg = self.practice.aim_error_deg * fresh * self.rng.normal();
        self.error_deg = self.error_deg * kept + fresh_deg;
        self.frames_to_beam -= 1.0;
        let Some(target) = target.filter(|target| target.is_in_view) else { return Trigger::None };
        let beams = self.frames_to_beam <= 0.0;
        let mark = match self.practice.leading {
            Leading::AtTarget => target.pos,
            Leading::Ahead => {
                let now = target.pos + target.vel * (self.practice.reaction_ms as f32 / 1000.0);
                let flight_s = if beams { 0.0 } else { now.distance(own) / BOLT_SPEED_U_PER_S };
                now + target.vel * flight_s
            }
        };
        let error = (self.error_deg * 65_536.0 / 360.0) as i16;
        let mark = Turn(Turn::of(mark - own).0.wrapping_add_signed(error));
        let turn = f32::from(self.aim.shortest_turn_to(mark));
        self.aim = Turn(self.aim.0.wrapping_add_signed((turn * MOUSE_PULL) as i16));
        let off_deg = f32::from(self.aim.shortest_turn_to(mark).unsigned_abs()) * 360.0 / 65_536.0;
        let distance = target.pos.distance(own);
        let dir = (target.pos - own).normalize_or_zero();
        let is_blocked = arena.free_path(own, dir, distance) < distance - SHIP_RADIUS_U;
        if is_blocked || off_deg > AIMED_DEG || distance > 600.0 {
            return Trigger::None;
        }
        if beams {
            self.frames_to_beam = beam_pause(&self.practice, &mut self.rng);
            return Trigger::Beam;
        }
        Trigger::Laser
    }

    /// Decides on the thrust a few times a second: towards the target, around it, away from walls.
    fn steer(&mut self, scene: &Scene, own: Vec2, target: Option<Target>, arena: &Arena) {
        self.frames_held = self.frames_held.saturating_sub(1);
        if self.frames_held > 0 {
            return;
        }
        self.frames_held =
            self.practice.reaction_ms * FRAMES_PER_S as u32 / 1000 + self.rng.below(8);
        if self.rng.below(5) == 0 {
            self.side = -self.side;
        }
        let middle = arena.size() * 0.5;
        let to_target = target.map_or(middle, |target| target.pos) - own;
        let distance = to_target.length();
        let dir = to_target.normalize_or_zero();
        let radial = ((distance - 260.0) / 150.0).clamp(-1.0, 1.5);
        let mut course = dir * radial + dir.perp() * self.side;
        if let (Dodging::Bolts, Some(aside)) = (self.practice.dodging, self.dodge(scene, own)) {
            course = aside * 2.0;
        }
        let bounds = (Vec2::splat(140.0) - own).max(Vec2::ZERO)
            - (own - (arena.size() - Vec2::splat(140.0))).max(Vec2::ZERO);
        course += bounds / 50.0;
        for rock in arena.asteroids.iter() {
            let away = own - rock.centre();
            let gap = away.length() - rock.radius() - SHIP_RADIUS_U;
            course += away.normalize_or_zero() * ((90.0 - gap) / 45.0).max(0.0);
        }
        self.thrust = Thrust::towards(course);
    }

    /// The direction out of the path of the bolt that would come nearest.
    fn dodge(&self, scene: &Scene, own: Vec2) -> Option<Vec2> {
        let late_s = self.practice.reaction_ms as f32 / 1000.0;
        let hostile = scene.bolts.iter().filter(|bolt| bolt.owner.is_hostile());
        let nearest = hostile.filter_map(|bolt| {
            let to_own = own - (bolt.pos + bolt.dir * BOLT_SPEED_U_PER_S * late_s);
            let ahead_s = to_own.dot(bolt.dir) / BOLT_SPEED_U_PER_S;
            let aside = to_own - bolt.dir * to_own.dot(bolt.dir);
            let comes = (0.0..DODGE_S).contains(&ahead_s) && aside.length() < DODGE_U;
            comes.then_some((ahead_s, aside, bolt.dir))
        });
        let (_, aside, dir) = nearest.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(aside.try_normalize().unwrap_or(dir.perp()))
    }
}

fn beam_pause(practice: &Practice, rng: &mut Rng) -> f32 {
    let (least_s, most_s) = practice.beam_pause_s;
    rng.range(least_s, most_s) * FRAMES_PER_S
}

/// The nearest hostile ship that can be hurt; one that is off the screen is on the map.
fn nearest(scene: &Scene, own: Vec2) -> Option<Target> {
    let hostile = scene.ships.iter().filter(|ship| ship.owner.is_hostile() && !ship.shielded);
    let targets = hostile.map(|ship| Target {
        pos: ship.pos,
        vel: ship.vel,
        is_in_view: (ship.pos - own).abs().cmple(HALF_PICTURE).all(),
    });
    targets.min_by(|a, b| a.pos.distance(own).total_cmp(&b.pos.distance(own)))
}

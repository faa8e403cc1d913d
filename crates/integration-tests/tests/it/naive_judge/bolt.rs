//! The path of a bolt: where it is at an age, and how far a shot gets before a rock or a wall.

use shared::{
    base::time::{Micros, Tick},
    netcode::choices::{BoltPath, HitRule},
    sim::{
        bolt::BOLT_RANGE_U,
        event::Weapon,
        rules::{BEAM_RANGE_U, BOLT_SPEED_U_PER_S},
    },
};

use super::{
    Case,
    close::{Certain, Close, at_least_u},
    point::{LinearPath, Point, entry, exact_entry},
    view::{self, UsedMoment},
};

/// Rounding error of f32 in the time at which a bolt reaches its end, in µs.
const END_NEAR_US: i64 = 2;
/// Frames a second for which Targeting is written.
const FRAMES_PER_S: f64 = 60.0;

/// A shot's line, and how the shot moves along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) muzzle: Point,
    dir: Point,
    pub(super) reach_u: f64,
    path: BoltPath,
    k: f64,
    lead: Micros,
    /// The age at which a bolt reaches its end: the first µs by which it has come that far.
    end: Micros,
}

/// A part of a bolt's flight, in µs of age.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) from: Micros,
    pub(super) to: Micros,
}

impl Line {
    pub(super) fn of(case: &Case) -> Certain<Self> {
        let (muzzle, dir) = (Point::of(case.shot.muzzle), Point::towards(case.shot.aim));
        let range_u = f64::from(match case.shot.weapon {
            Weapon::Laser => BOLT_RANGE_U,
            Weapon::Beam => BEAM_RANGE_U,
        });
        // Delayed synchronisation has its own path: the shooter's.
        let path = match case.netcode.hit_rule {
            HitRule::DelayedSync => BoltPath::Muzzle,
            _ => case.netcode.bolt_path,
        };
        let (k, lead) = (case.netcode.path_k.into(), case.shot.lead);
        let reach_u = free_u(case, muzzle, dir, range_u)?;
        let mut line = Self { muzzle, dir, reach_u, path, k, lead, end: Micros::ZERO };
        line.end = line.age_at_end();
        Ok(line)
    }

    /// The point at a distance from the muzzle.
    pub(super) fn at(&self, distance_u: f64) -> Point {
        self.muzzle + self.dir * distance_u
    }

    /// Distance from the muzzle of the point of the line nearest to `point`, in u.
    pub(super) fn nearest_u(&self, point: Point) -> f64 {
        (point - self.muzzle).dot(self.dir).clamp(0.0, self.reach_u)
    }

    /// Distance of the bolt from its muzzle at an age, in u.
    pub(super) fn distance_u(&self, age: Micros) -> f64 {
        self.unbounded_u(age).min(self.reach_u)
    }

    /// The age up to which a bolt has flown when it is due up to `due`: at its end, it stops.
    pub(super) fn flown(&self, due: Micros) -> Certain<Micros> {
        let apart_us = (due - self.end).0.abs();
        if apart_us > 0 && apart_us <= END_NEAR_US {
            return Err(Close("a bolt's end and a tick"));
        }
        Ok(due.min(self.end))
    }

    /// Whether a bolt that has flown up to this age has reached its end exactly.
    pub(super) fn is_at_end(&self, flown: Micros) -> bool {
        flown >= self.end
    }

    /// Bisects down to 1 µs. The slowest bolt lags 99 frames, so it lives at most 2.5 s.
    fn age_at_end(&self) -> Micros {
        let (mut before, mut at_end) = (-1, 4_000_000);
        while at_end - before > 1 {
            let age = (before + at_end) / 2;
            let is_there = self.unbounded_u(Micros(age)) >= self.reach_u;
            *(if is_there { &mut at_end } else { &mut before }) = age;
        }
        Micros(at_end)
    }

    /// Whether the bolt has reached its end at an age.
    pub(super) fn is_ended(&self, age: Micros) -> Certain<bool> {
        at_least_u(self.unbounded_u(age), self.reach_u, "a bolt's end")
    }

    /// What a bolt sweeps in a stretch. It moves evenly between the positions at both ends.
    pub(super) fn swept(&self, stretch: Stretch) -> LinearPath {
        let at = |age| self.at(self.distance_u(age));
        LinearPath { from: at(stretch.from), to: at(stretch.to) }
    }

    fn unbounded_u(&self, age: Micros) -> f64 {
        let speed = f64::from(BOLT_SPEED_U_PER_S);
        // Multiplied first, so that a whole number of u stays exact.
        let way_u = |span: Micros| speed * span.0 as f64 / 1e6;
        let (flown_u, ahead_u) = (way_u(age), way_u(self.lead));
        // The rest of an error that halves 60 times a second.
        let left = libm::exp2(-FRAMES_PER_S * seconds(age));
        let lag_u = speed / (FRAMES_PER_S * core::f64::consts::LN_2);
        match self.path {
            BoltPath::Muzzle | BoltPath::FastForward => flown_u,
            BoltPath::Jump => way_u(age + self.lead),
            BoltPath::ConvergeAsPublished => self.chased_u(ahead_u, seconds(age) * FRAMES_PER_S),
            // e' = −e·60·ln 2 − v, so the error goes from −v·L to −v/(60·ln 2).
            BoltPath::ConvergeTimed => flown_u + ahead_u + (lag_u - ahead_u) * left - lag_u,
            BoltPath::Converge => flown_u + ahead_u - ahead_u * left,
        }
    }

    /// Targeting as published: each frame `pos += vel` and `laser = (laser·k + pos)/(k + 1)`;
    /// between frames it is drawn along a straight line.
    fn chased_u(&self, ahead_u: f64, frames: f64) -> f64 {
        let vel = f64::from(BOLT_SPEED_U_PER_S) / FRAMES_PER_S;
        let (mut pos, mut laser, mut last) = (ahead_u, 0.0, 0.0);
        for _ in 0..=frames.floor() as u32 {
            pos += vel;
            last = laser;
            laser = (laser * self.k + pos) / (self.k + 1.0);
        }
        last + (laser - last) * frames.fract()
    }
}

/// How much of its flight a bolt is flown forward when it is first judged. Delayed synchronisation
/// starts in the shooter's past. Otherwise the bolt's path decides: forward by the age of the view
/// used, or, under rules that use none, of the claimed view within the bound.
pub(super) fn forward(case: &Case, used: UsedMoment) -> Micros {
    let back = match (case.netcode.hit_rule, case.netcode.bolt_path) {
        (HitRule::DelayedSync, _) => view::fired(case) - used.at,
        (HitRule::Present | HitRule::Targeting, BoltPath::FastForward) => {
            view::fired(case) - view::within_bound(case).at
        }
        (_, BoltPath::FastForward) => view::fired(case) - used.at,
        _ => Micros::ZERO,
    };
    back.max(Micros::ZERO)
}

/// The stretches in which a flight is judged between two ages. A tick is one stretch; a flight
/// forward is cut into equal stretches of about a tick.
pub(super) fn stretches(case: &Case, from: Micros, to: Micros) -> Vec<Stretch> {
    let (whole, tick) = ((to - from).0, case.rate.micros_at(Tick(1)).0);
    if whole <= 0 {
        return Vec::new();
    }
    let n = ((whole + tick / 2) / tick).max(1);
    let at = |piece: i64| from + Micros(whole * piece / n);
    (0..n).map(|piece| Stretch { from: at(piece), to: at(piece + 1) }).collect()
}

/// How far a shot gets in a direction before a wall or a rock, up to `most_u`, in u.
pub(super) fn free_u(case: &Case, from: Point, dir: Point, most_u: f64) -> Certain<f64> {
    let (width_u, height_u) = (f64::from(case.arena.width_u), f64::from(case.arena.height_u));
    let to_wall = |from: f64, dir: f64, size: f64| match dir {
        dir if dir > 0.0 => (size - from) / dir,
        dir if dir < 0.0 => -from / dir,
        _ => f64::INFINITY,
    };
    let walls_u = to_wall(from.x, dir.x, width_u).min(to_wall(from.y, dir.y, height_u));
    let mut free_u = most_u.min(walls_u).max(0.0);
    for rock in case.arena.asteroids.iter() {
        let centre = LinearPath::still(Point { x: rock.x_u.into(), y: rock.y_u.into() });
        let line = LinearPath { from, to: from + dir * free_u };
        let radius_u = f64::from(rock.radius_u);
        let Some(met) = entry(line, centre, radius_u) else { continue };
        met.most.ok_or(Close("a shot that grazes a rock"))?;
        free_u *= exact_entry(line, centre, radius_u).unwrap_or(1.0);
    }
    Ok(free_u)
}

fn seconds(span: Micros) -> f64 {
    span.0 as f64 / 1e6
}

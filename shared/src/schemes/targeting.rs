//! *Targeting*, from the article on targeting in a space shooter, with the constants it prints: a
//! laser is where its shooter claims it to be, and every other player's picture of it chases that
//! point.
//!
//! A target starts ahead of the muzzle by the distance flown while the message was under way. The
//! laser starts at the muzzle and catches up, so it visibly flies faster at first. Its steps are
//! long, so hits must be swept from one end of a step to the other.
//!
//! With `e = laser − target`, a step of the article's chase makes `e' = k/(k+1)·(e − v)`, whose
//! limit is `−k·v`: the laser stays `k` frames of motion behind for ever.

use serde::{Deserialize, Serialize};

use crate::base::{
    geometry::{Segment, Vec2, blend_points},
    time::{MICROS_PER_S, Micros},
};

/// Frames a second in the article, at which its steps run on every screen.
pub const FRAMES_PER_S: i64 = 60;
/// Maximum steps of the article's chase per screen frame; of a longer frame (a tab that was in the
/// background) only the end counts.
pub const STEPS_PER_FRAME_MAX: i64 = 240;

/// The claimed position of a shooter's laser, or a server's position of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Target {
    /// Position, in u.
    pub pos: Vec2,
    /// Velocity, in u per frame of 1/60 s.
    pub vel: Vec2,
    /// Acceleration, in u per frame squared.
    pub acc: Vec2,
}

impl Target {
    /// A target given in u, u/s and u/s².
    #[must_use]
    pub fn per_second(pos: Vec2, vel_u_per_s: Vec2, acc_u_per_s2: Vec2) -> Self {
        let hz = FRAMES_PER_S as f32;
        Self { pos, vel: vel_u_per_s / hz, acc: acc_u_per_s2 / (hz * hz) }
    }

    /// One frame, in the article's order of operations.
    pub fn step(&mut self) {
        self.vel += self.acc;
        self.pos += self.vel;
    }

    /// The target as started by a machine that is notified `lead` late: ahead by `v·L`.
    #[must_use]
    pub fn displaced(self, lead: Micros) -> Self {
        Self { pos: self.pos + self.vel * frames(lead), ..self }
    }

    /// Its position after a span; after whole frames, exactly where [`Self::step`] brings it.
    #[must_use]
    pub fn after(&self, span: Micros) -> Vec2 {
        let n = frames(span);
        self.pos + self.vel * n + self.acc * (0.5 * n * (n + 1.0))
    }
}

/// One frame of the article's chase: a step of 1/(k+1) of the way.
#[must_use]
pub fn chase(pos: Vec2, target: Vec2, k: u16) -> Vec2 {
    let k = f32::from(k);
    (pos * k + target) / (k + 1.0)
}

/// The limit of the error, laser less target, in the article's chase: `−k·v`, in the unit in which
/// `vel` is a frame's motion.
#[must_use]
pub fn steady_error(vel: Vec2, k: u16) -> Vec2 {
    -vel * f32::from(k)
}

/// The share of the way to its target that a laser covers in a span: half in 1/60 s.
#[must_use]
pub fn alpha(dt: Micros) -> f32 {
    1.0 - libm::exp2f(-frames(dt))
}

/// How late a shot is executed: half the round trip plus the margin with which commands arrive.
#[must_use]
pub fn lead(round_trip: Micros, margin: Micros) -> Micros {
    Micros(round_trip.0 / 2) + margin
}

/// How late a third machine is notified of it: the server's execution plus the downlink.
#[must_use]
pub fn relayed_lead(lead: Micros, down: Micros) -> Micros {
    lead + down
}

/// How far ahead of the muzzle a target starts, in u.
#[must_use]
pub fn displacement(vel_u_per_s: Vec2, lead: Micros) -> Vec2 {
    vel_u_per_s * lead.as_s_f32()
}

/// Milliseconds from one reading of a 32-bit counter to a later one, across a wrap. An echo of a
/// time that never was gives a huge span, which is never a minimum.
#[must_use]
pub const fn wrapping_ms_since(now: u32, then: u32) -> u32 {
    now.wrapping_sub(then)
}

/// How a laser chases its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Convergence {
    /// As printed: at 60 steps a second, 1/(k+1) of the way each. Never converges.
    AsPublished {
        /// 1 ("/2") or 99 ("/100").
        k: u16,
    },
    /// Half of the way every 1/60 s at any frame rate; stays `v/(60·ln 2)` behind.
    Timed,
    /// As `Timed`, in the moving frame of the target: converges.
    #[default]
    Compensated,
}

/// A laser that chases a target on a screen, at any frame rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chase {
    /// Drawn position, in u.
    pos: Vec2,
    /// Position after the last whole step of the article's chase, in u.
    stepped: Vec2,
    /// Time since that step, in µs/60: below a million.
    since_step: i64,
}

impl Chase {
    /// A chase that starts at a point.
    #[must_use]
    pub const fn new(start: Vec2) -> Self {
        Self { pos: start, stepped: start, since_step: 0 }
    }

    /// Drawn position, in u.
    #[must_use]
    pub const fn pos(&self) -> Vec2 {
        self.pos
    }

    /// Advances by a screen frame in which the target moved along a segment. Returns the segment
    /// flown, to be swept. The convergence may differ from frame to frame.
    pub fn step(&mut self, convergence: Convergence, target: Segment, dt: Micros) -> Segment {
        let from = self.pos;
        if dt <= Micros::ZERO {
            return Segment::still(from);
        }
        match convergence {
            Convergence::AsPublished { k } => self.published_steps(target, dt, k),
            Convergence::Timed => {
                // e' = −κe − v, solved for a target of constant velocity.
                let lag = (target.to - target.from) / (kappa() as f32 * dt.as_s_f32());
                let error = (from - target.from + lag) * (1.0 - alpha(dt)) - lag;
                self.restart(target.to + error);
            }
            Convergence::Compensated => {
                let carried = from + (target.to - target.from);
                self.restart(carried + (target.to - carried) * alpha(dt));
            }
        }
        Segment::new(from, self.pos)
    }

    fn restart(&mut self, pos: Vec2) {
        *self = Self::new(pos);
    }

    /// Runs the whole steps that fall into the frame, and the part of the next one as if the target
    /// went straight on.
    fn published_steps(&mut self, target: Segment, dt: Micros, k: u16) {
        let (target, dt) = its_end(target, dt);
        let span = dt.0 * FRAMES_PER_S;
        let end = self.since_step + span;
        for n in 1..=end / MICROS_PER_S {
            let at = n * MICROS_PER_S - self.since_step;
            self.stepped = chase(self.stepped, blend_points(target.from, target.to, at, span), k);
        }
        self.since_step = end % MICROS_PER_S;
        let at = span + MICROS_PER_S - self.since_step;
        let next = chase(self.stepped, blend_points(target.from, target.to, at, span), k);
        self.pos = blend_points(self.stepped, next, self.since_step, MICROS_PER_S);
    }
}

/// The end of a frame that is too long to be stepped through.
fn its_end(target: Segment, dt: Micros) -> (Segment, Micros) {
    let longest = Micros(STEPS_PER_FRAME_MAX * MICROS_PER_S / FRAMES_PER_S);
    if dt <= longest {
        return (target, dt);
    }
    let from = blend_points(target.from, target.to, (dt - longest).0, dt.0);
    (Segment::new(from, target.to), longest)
}

/// A laser's distance from its muzzle at an age, in u, when it started there and its target ahead
/// by `speed·lead`, both along one line. Negative ages count as 0. Exact for every convergence;
/// `AsPublished` is interpolated linearly between its steps.
#[must_use]
pub fn laser_distance(
    convergence: Convergence,
    speed_u_per_s: f32,
    lead: Micros,
    age: Micros,
) -> f32 {
    let seconds = |span: Micros| span.0 as f64 / MICROS_PER_S as f64;
    let (speed, age) = (f64::from(speed_u_per_s), age.max(Micros::ZERO));
    let (ahead, flown) = (speed * seconds(lead), speed * seconds(age));
    let left = libm::exp2(-(FRAMES_PER_S as f64) * seconds(age));
    let distance = match convergence {
        Convergence::Compensated => flown + ahead * (1.0 - left),
        Convergence::Timed => {
            let lag = speed / kappa();
            flown + (ahead - lag) * (1.0 - left)
        }
        Convergence::AsPublished { k } => {
            let step = speed / FRAMES_PER_S as f64;
            let scaled = age.0 % MICROS_PER_S * FRAMES_PER_S;
            let n = age.0 / MICROS_PER_S * FRAMES_PER_S + scaled / MICROS_PER_S;
            let rest = (scaled % MICROS_PER_S) as f64 / MICROS_PER_S as f64;
            let at = |n: i64| published_distance(ahead, step, k, n);
            at(n) + (at(n + 1) - at(n)) * rest
        }
    };
    distance as f32
}

/// The distance of a laser after `n` steps of the article's chase, with the target starting `ahead`
/// and moving `step` each: `e_n = −k·v + (k/(k+1))ⁿ·(e_0 + k·v)`.
fn published_distance(ahead: f64, step: f64, k: u16, n: i64) -> f64 {
    let k = f64::from(k);
    let left = libm::pow(k / (k + 1.0), n as f64);
    step * n as f64 + (ahead - k * step) * (1.0 - left)
}

/// The rate at which an error halves 60 times a second, in 1/s.
const fn kappa() -> f64 {
    FRAMES_PER_S as f64 * core::f64::consts::LN_2
}

/// A span in frames of the article.
fn frames(span: Micros) -> f32 {
    (span.0 * FRAMES_PER_S) as f32 / MICROS_PER_S as f32
}

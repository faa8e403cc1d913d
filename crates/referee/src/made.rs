//! Made matches: a server of a known rule, with its tables. For tests, and as an example to begin
//! with.
//!
//! Players walk through a hall and shoot at each other in bursts. Every tick each of them is
//! logged; every shot is decided by the rule of the match, from the poses of the ticks.

use std::fmt::Write as _;

use crate::geometry::contact::Ray;
use crate::geometry::point::Point;
use crate::geometry::shape::Body;
use crate::rule::{Measured, Rounding, Rule};
use crate::search::random::Random;
use crate::tables::meta::Meta;

/// What the server of a made match does, and what its log tells.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    pub rule: Rule,
    /// A second rule that decides half of the bursts, at random: neither explains better.
    pub other_rule: Option<Rule>,
    pub shape: MadeShape,
    pub shots: usize,
    pub players: usize,
    pub length_s: u32,
    /// The round trips of the players, spread evenly, in ms.
    pub rtt_ms: (f64, f64),
    /// The interpolation delays of every other player and of the rest, in ms.
    pub interp_ms: (f64, f64),
    /// The share of decisions that are turned around.
    pub flips: f64,
    /// The round trips in the table are off by up to this, each player's by as much for the whole
    /// match, in ms.
    pub ping_error_ms: f64,
    /// Decisions by chance instead of by the rule.
    pub chance: bool,
    /// Two teams whose shots do not hurt their own, which the tables do not tell.
    pub hidden_teams: bool,
    /// The body that the meta file tells, in place of the true one.
    pub told_shape: Option<MadeShape>,
    /// Poses are logged with the time of this many ticks later.
    pub late_ticks: u32,
    /// Whether the meta file says that poses are from after the move.
    pub says_records: bool,
    pub seed: u64,
}

/// The bodies of a made match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeShape {
    /// Circles in a plane.
    Circle,
    Box,
    Capsule,
    /// A ball: no server of a made match uses it, but a meta file may tell it.
    Sphere,
}

impl Default for MatchPlan {
    fn default() -> Self {
        Self {
            rule: Rule::PRESENT,
            other_rule: None,
            shape: MadeShape::Box,
            shots: 400,
            players: 5,
            length_s: 60,
            rtt_ms: (15.0, 150.0),
            interp_ms: (50.0, 100.0),
            flips: 0.02,
            ping_error_ms: 0.0,
            chance: false,
            hidden_teams: false,
            told_shape: None,
            late_ticks: 0,
            says_records: true,
            seed: 1,
        }
    }
}

/// The tables of a made match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeTables {
    pub poses_csv: String,
    pub shots_csv: String,
    pub meta_json: String,
}

/// Ticks a second.
pub const MADE_TICK_HZ: f64 = 64.0;
/// The length of a tick, in ms.
pub const MADE_TICK_MS: f64 = 1000.0 / MADE_TICK_HZ;

/// Half of the side of the hall, in m.
const HALL_M: f64 = 20.0;
const SPEED_M_PER_S: f64 = 5.5;
const JUMP_M_PER_S: f64 = 4.0;
const GRAVITY_M_PER_S2: f64 = 12.0;
/// How far from a pose its muzzle is, upwards.
const EYE_M: f64 = 0.6;
/// The longest rewind that decides, in ms.
const BACK_MAX_MS: f64 = 900.0;

/// The tables of a match.
pub fn made_match(plan: &MatchPlan) -> MadeTables {
    let mut random = Random::new(plan.seed);
    let poses = walk(plan, &mut random);
    let truth = meta_json(plan, plan.shape);
    let Ok(meta) = Meta::read("made", truth.as_bytes()) else { return MadeTables::default() };
    let shots_csv = Server { plan, poses: &poses, body: *meta.body(0) }.shots_csv(&mut random);
    let meta_json = meta_json(plan, plan.told_shape.unwrap_or(plan.shape));
    MadeTables { poses_csv: poses_csv(plan, &poses), shots_csv, meta_json }
}

fn meta_json(plan: &MatchPlan, shape: MadeShape) -> String {
    let records = if plan.says_records { "after-move" } else { "unknown" };
    let (up, shape) = match shape {
        MadeShape::Circle => ("", r#"{ "sphere": 0.4 }"#),
        MadeShape::Box => (r#""up": "z", "#, r#"{ "box": [0.4, 0.4, 0.9] }"#),
        MadeShape::Capsule => (r#""up": "z", "#, r#"{ "capsule": [0.4, 1.8] }"#),
        MadeShape::Sphere => (r#""up": "z", "#, r#"{ "sphere": 0.6 }"#),
    };
    format!(
        "{{ {up}\"unit\": \"m\", \"shapes\": {{ \"default\": {shape} }}, \
         \"tick_ms\": {MADE_TICK_MS}, \"records\": \"{records}\" }}\n"
    )
}

/// The pose of each player after each tick.
fn walk(plan: &MatchPlan, random: &mut Random) -> Vec<Vec<Point>> {
    let n_ticks = (f64::from(plan.length_s) * MADE_TICK_HZ) as usize;
    let dt = 1.0 / MADE_TICK_HZ;
    let is_flat = plan.shape == MadeShape::Circle;
    (0..plan.players)
        .map(|_| {
            let place = |random: &mut Random| (random.unit() * 2.0 - 1.0) * HALL_M;
            let (mut x, mut y, mut z) = (place(random), place(random), 0.0_f64);
            let (mut heading, mut rise, mut straight_s) = (0.0, 0.0_f64, 0.0);
            let step = |_| {
                straight_s -= dt;
                if straight_s <= 0.0 || x.abs() > HALL_M || y.abs() > HALL_M {
                    let home = libm::atan2(-y, -x);
                    let is_outside = x.abs() > HALL_M || y.abs() > HALL_M;
                    let free = random.unit() * std::f64::consts::TAU;
                    heading = if is_outside { home + random.unit() - 0.5 } else { free };
                    straight_s = 0.25 + random.unit();
                    if !is_flat && z == 0.0 && random.unit() < 0.3 {
                        rise = JUMP_M_PER_S;
                    }
                }
                x += libm::cos(heading) * SPEED_M_PER_S * dt;
                y += libm::sin(heading) * SPEED_M_PER_S * dt;
                z = (z + rise * dt).max(0.0);
                rise = if z > 0.0 { rise - GRAVITY_M_PER_S2 * dt } else { 0.0 };
                Point([x, y, z]).rounded()
            };
            (0..n_ticks).map(step).collect()
        })
        .collect()
}

impl Point {
    /// To 0.1 mm, as the tables say it.
    fn rounded(self) -> Self {
        Self(self.0.map(|c| libm::round(c * 10_000.0) / 10_000.0))
    }
}

fn poses_csv(plan: &MatchPlan, poses: &[Vec<Point>]) -> String {
    let is_flat = plan.shape == MadeShape::Circle;
    let n_ticks = poses.first().map_or(0, Vec::len);
    let mut csv = String::from(if is_flat { "t_ms,id,x,y\n" } else { "t_ms,id,x,y,z\n" });
    for tick in 0..n_ticks {
        let at_ms = (tick as f64 + f64::from(plan.late_ticks)) * MADE_TICK_MS;
        for (player, poses) in poses.iter().enumerate() {
            let [x, y, z] = poses[tick].0;
            let _ = if is_flat {
                writeln!(csv, "{at_ms},p{player},{x},{y}")
            } else {
                writeln!(csv, "{at_ms},p{player},{x},{y},{z}")
            };
        }
    }
    csv
}

/// A shot to be fired.
#[derive(Clone, Copy, Debug)]
struct Trigger {
    tick: usize,
    shooter: usize,
    target: usize,
    /// What decides it.
    rule: Rule,
}

struct Server<'a> {
    plan: &'a MatchPlan,
    poses: &'a [Vec<Point>],
    body: Body,
}

impl Server<'_> {
    fn shots_csv(&self, random: &mut Random) -> String {
        let is_flat = self.plan.shape == MadeShape::Circle;
        let mut csv = String::from("shot,t_ms,shooter,x,y,");
        csv.push_str(if is_flat { "dx,dy," } else { "z,dx,dy,dz," });
        csv.push_str("rtt_ms,interp_ms,said\n");
        let error = |_| (random.unit() * 2.0 - 1.0) * self.plan.ping_error_ms;
        let ping_errors_ms: Vec<f64> = if self.plan.ping_error_ms == 0.0 {
            vec![0.0; self.plan.players]
        } else {
            (0..self.plan.players).map(error).collect()
        };
        for (number, trigger) in self.triggers(random).into_iter().enumerate() {
            self.shoot(number, trigger, ping_errors_ms[trigger.shooter], random, &mut csv);
        }
        csv
    }

    /// All shots, in order of time.
    fn triggers(&self, random: &mut Random) -> Vec<Trigger> {
        let plan = self.plan;
        let n_ticks = self.poses.first().map_or(0, Vec::len);
        let first = (1.1 * MADE_TICK_HZ) as usize;
        let mut triggers = Vec::new();
        while triggers.len() < plan.shots && n_ticks > first + 64 {
            let shooter = random.below(plan.players);
            let others = (0..plan.players).filter(|player| *player != shooter);
            let target = others.clone().nth(random.below(plan.players - 1)).unwrap_or(0);
            let begin = first + random.below(n_ticks - first - 64);
            let n_shots = (1 + random.below(8)).min(plan.shots - triggers.len());
            let rule = match plan.other_rule {
                Some(other) if random.unit() < 0.5 => other,
                _ => plan.rule,
            };
            let tick = |n: usize| begin + n * 6;
            triggers.extend((0..n_shots).map(|n| Trigger { tick: tick(n), shooter, target, rule }));
        }
        triggers.sort_by_key(|trigger| (trigger.tick, trigger.shooter, trigger.target));
        triggers
    }

    fn shoot(
        &self,
        number: usize,
        trigger: Trigger,
        ping_error_ms: f64,
        random: &mut Random,
        csv: &mut String,
    ) {
        let Trigger { tick, shooter, target, rule } = trigger;
        let plan = self.plan;
        let share = shooter as f64 / (plan.players - 1).max(1) as f64;
        let rtt = plan.rtt_ms.0 + (plan.rtt_ms.1 - plan.rtt_ms.0) * share;
        let jitter = if plan.rtt_ms.0 == plan.rtt_ms.1 { 0.0 } else { random.unit() * 8.0 - 4.0 };
        let rtt_ms = libm::round((rtt + jitter).max(0.0) * 10.0) / 10.0;
        let interp_ms = if shooter.is_multiple_of(2) { plan.interp_ms.0 } else { plan.interp_ms.1 };
        let measured = Measured {
            rtt_ms: Some(rtt_ms as f32),
            interp_ms: Some(interp_ms as f32),
            view_age_ms: None,
        };
        let at_ms = tick as f64 * MADE_TICK_MS;
        let judged_ms = at_ms - rule.rewind_ms(&measured).unwrap_or(0.0).min(BACK_MAX_MS);
        let judged_ms = to_tick(judged_ms, rule.rounding);
        let eye = if plan.shape == MadeShape::Circle { 0.0 } else { EYE_M };
        let muzzle = self.poses[shooter][tick] + Point([0.0, 0.0, eye]);
        // The hand is off by as much as makes about half of the shots hits.
        let off = |random: &mut Random| (random.unit() + random.unit() - 1.0) * 1.1;
        let upwards = if eye == 0.0 { 0.0 } else { off(random) };
        let aim = self.pose(target, judged_ms) + Point([off(random), off(random), upwards]);
        let Some(direction) = (aim - muzzle).normalized() else { return };
        let direction = Point(direction.0.map(|c| libm::round(c * 1e6) / 1e6));
        let Some(exact) = direction.normalized() else { return };
        let ray = Ray { from: muzzle.rounded(), direction: exact, reach: f64::INFINITY };
        let mut victim = self.first_hit(&ray, shooter, judged_ms);
        if random.unit() < plan.flips {
            victim = if victim.is_some() { None } else { Some(target) };
        }
        if plan.chance {
            victim = (random.unit() < 0.4).then_some(target);
        }
        let said = victim.map_or_else(|| "-".to_string(), |player| format!("p{player}"));
        let ([x, y, z], [dx, dy, dz]) = (ray.from.0, direction.0);
        let _ = if eye == 0.0 {
            write!(csv, "{number},{at_ms},p{shooter},{x},{y},{dx},{dy}")
        } else {
            write!(csv, "{number},{at_ms},p{shooter},{x},{y},{z},{dx},{dy},{dz}")
        };
        let told_ms = libm::round((rtt_ms + ping_error_ms).max(0.0) * 10.0) / 10.0;
        let _ = writeln!(csv, ",{told_ms},{interp_ms},{said}");
    }

    fn first_hit(&self, ray: &Ray, shooter: usize, at_ms: f64) -> Option<usize> {
        let others = (0..self.plan.players).filter(|player| *player != shooter);
        let met = others
            .filter_map(|player| Some((ray.entry(self.pose(player, at_ms), &self.body)?, player)));
        let (_, first) = met.min_by(|one, other| one.0.total_cmp(&other.0))?;
        let is_friend = self.plan.hidden_teams && first % 2 == shooter % 2;
        (!is_friend).then_some(first)
    }

    /// Where a player was, on the line between the poses of two ticks.
    fn pose(&self, player: usize, at_ms: f64) -> Point {
        let poses = &self.poses[player];
        let tick = (at_ms / MADE_TICK_MS).clamp(0.0, (poses.len() - 1) as f64);
        let (before, part) = (libm::floor(tick), tick - libm::floor(tick));
        let after = (before as usize + 1).min(poses.len() - 1);
        poses[before as usize].lerp(poses[after], part)
    }
}

/// The moment of the tick that a moment is rounded to.
fn to_tick(at_ms: f64, rounding: Rounding) -> f64 {
    let ticks = at_ms / MADE_TICK_MS;
    let rounded = match rounding {
        Rounding::None => ticks,
        Rounding::Older => libm::floor(ticks),
        Rounding::Newer => libm::ceil(ticks),
        Rounding::Nearest => libm::floor(ticks + 0.5),
    };
    rounded * MADE_TICK_MS
}

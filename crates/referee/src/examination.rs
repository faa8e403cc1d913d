//! Looks again at single shots, once the rule is known: where they went relative to the bodies.
//! Reads both tables a second time.

use std::collections::BTreeMap;
use std::io::Read;

use crate::collect::{Collected, Control, Options, Progress, read};
use crate::geometry::contact::Ray;
use crate::geometry::point::Point;
use crate::geometry::shape::Body;
use crate::kept_shot::KeptShot;
use crate::past::Past;
use crate::profile::ray;
use crate::rule::Rule;
use crate::tables::error::TableError;
use crate::tables::ids::PlayerIdx;
use crate::tables::meta::{Meta, Up};
use crate::tables::said::{Said, Victims};
use crate::tables::{ShotRow, Tables};

/// How far back the way of a target is shown, in ms.
const PATH_MS: f64 = 400.0;

/// Most shooters that are listed.
const SHOOTERS_MAX: usize = 10;

/// Shots that disagree most that are listed.
pub const WORST_MAX: usize = 20;

/// One shot, looked at closely.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Its name in the table.
    pub name: String,
    pub line: u32,
    pub at_ms: f64,
    pub shooter: PlayerIdx,
    pub target: PlayerIdx,
    pub said: Said,
    pub verdict: Option<Victims>,
    pub rtt_ms: Option<f32>,
    /// The rewind of the rule, to a tick if the rule rounds, in ms.
    pub rewind_ms: f64,
    /// How much more or less the rewind would have to be for the verdict that the server gave, in
    /// ms; `None`: no rewind gives it.
    pub time_off_ms: Option<f64>,
    pub place: Place,
    pub ray: Ray,
    pub body: Body,
    /// The way of the target: rewinds in ms, from the oldest to the newest, and poses.
    pub path: Vec<(f64, Point)>,
}

/// Where a shot went relative to its target, at the rewind of the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// By which factor the body must be scaled for the shot to touch its edge: below 1 it is hit.
    pub edge: f64,
    /// Where on the body the shot passes: −1 the bottom, 1 the top; 0 in a planar game.
    pub height: f64,
    /// Of the target, in units a second.
    pub speed: f64,
}

/// Shots of one kind, and how the rule fares with them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bin {
    pub name: String,
    pub shots: u32,
    pub missed: u32,
    pub false_hits: u32,
}

/// Where a rule and the server disagree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    pub by_edge: Vec<Bin>,
    pub by_height: Vec<Bin>,
    pub by_speed: Vec<Bin>,
    pub by_rtt: Vec<Bin>,
    /// Those with most disagreements first.
    pub by_shooter: Vec<Bin>,
    /// Those whose rewind would have to differ most first.
    pub worst: Vec<Look>,
    /// The shots that were asked for, in order of time.
    pub asked: Vec<Look>,
}

/// Reads the tables again and examines the shots under `rule`; `asked` are lines of shots.
///
/// # Errors
/// As for the first reading.
pub fn examine<P: Read, S: Read>(
    tables: Tables<P, S>,
    meta: &Meta,
    options: &Options,
    collected: &Collected,
    rule: &Rule,
    asked: &[u32],
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Result<Diagnosis, TableError> {
    let by_line: BTreeMap<u32, &KeptShot> =
        collected.shots.iter().map(|shot| (shot.line, shot)).collect();
    let worst_lines = worst(&collected.shots, rule);
    let mut places: Vec<(&KeptShot, Place)> = Vec::new();
    let mut worst = Vec::new();
    let mut asked_looks = Vec::new();
    let mut show = |row: &ShotRow, past: &Past| {
        let Some(&shot) = by_line.get(&row.line) else { return };
        let Some(look) = look(row, shot, past, meta, rule) else { return };
        if shot.is_decided() {
            places.push((shot, look.place));
        }
        if asked.contains(&row.line) {
            asked_looks.push(look.clone());
        }
        if worst_lines.contains(&row.line) {
            worst.push(look);
        }
    };
    let reading = read(tables, meta, options, progress, &mut show)?;
    let rank = |look: &Look| worst_lines.iter().position(|line| *line == look.line);
    worst.sort_by_key(rank);
    let judged = |name: String, of: &dyn Fn(&KeptShot, &Place) -> bool| {
        let mut bin = Bin { name, ..Bin::default() };
        for (shot, _) in places.iter().filter(|(shot, place)| of(shot, place)) {
            bin.add(shot, rule);
        }
        bin
    };
    let edges = [(0.0, 0.5), (0.5, 0.9), (0.9, 1.1), (1.1, 1.5), (1.5, f64::INFINITY)];
    let by_edge = edges.map(|(from, to)| {
        let name = match (from == 0.0, to.is_finite()) {
            (true, _) => format!("within {to} of the body"),
            (_, true) => format!("{from} to {to}"),
            (_, false) => format!("beyond {from}"),
        };
        judged(name, &|_, place| from <= place.edge && place.edge < to)
    });
    let heights =
        [("low", -f64::INFINITY, -0.33), ("middle", -0.33, 0.33), ("high", 0.33, f64::INFINITY)];
    let by_height = heights.map(|(name, from, to)| {
        judged(name.to_string(), &|_, place| from <= place.height && place.height < to)
    });
    let speeds = thirds(places.iter().map(|(_, place)| place.speed));
    let by_speed = speeds.into_iter().map(|(from, to)| {
        let name = format!("{from:.1} to {to:.1} {}/s", meta.unit);
        judged(name, &|_, place| from <= place.speed && place.speed < to)
    });
    let rtt = |shot: &KeptShot| shot.measured.rtt_ms.map(f64::from);
    let by_rtt = thirds(places.iter().filter_map(|(shot, _)| rtt(shot)));
    let by_rtt = by_rtt.into_iter().map(|(from, to)| {
        let is_in = |rtt: f64| from <= rtt && rtt < to;
        judged(format!("{from:.0} to {to:.0} ms"), &|shot, _| rtt(shot).is_some_and(is_in))
    });
    Ok(Diagnosis {
        by_edge: by_edge.to_vec(),
        by_height: if meta.up.is_some() { by_height.to_vec() } else { Vec::new() },
        by_speed: by_speed.collect(),
        by_rtt: by_rtt.collect(),
        by_shooter: by_shooter(&places, rule, &reading.ids),
        worst,
        asked: asked_looks,
    })
}

impl Bin {
    fn add(&mut self, shot: &KeptShot, rule: &Rule) {
        self.shots += 1;
        if !shot.agrees(shot.verdict(rule)) {
            self.missed += u32::from(shot.is_said_hit());
            self.false_hits += u32::from(!shot.is_said_hit());
        }
    }

    /// Shots on which the rule and the server disagree.
    pub fn disagreements(&self) -> u32 {
        self.missed + self.false_hits
    }
}

/// Three intervals that hold about as many values each, the last one with its end; none if the
/// values hardly differ.
fn thirds(values: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    const SAME: f64 = 0.02;
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    let (Some(&first), Some(&last)) = (all.first(), all.last()) else { return Vec::new() };
    if last - first <= last.abs() * SAME {
        return Vec::new();
    }
    let cuts = [first, all[all.len() / 3], all[all.len() * 2 / 3], last * (1.0 + 1e-9)];
    cuts.windows(2).map(|cut| (cut[0], cut[1])).filter(|(from, to)| from < to).collect()
}

fn by_shooter(
    places: &[(&KeptShot, Place)],
    rule: &Rule,
    ids: &crate::tables::ids::Ids,
) -> Vec<Bin> {
    let mut bins: BTreeMap<PlayerIdx, Bin> = BTreeMap::new();
    for (shot, _) in places {
        let name = || ids.name(shot.shooter).to_string();
        let bin =
            bins.entry(shot.shooter).or_insert_with(|| Bin { name: name(), ..Bin::default() });
        bin.add(shot, rule);
    }
    let mut all: Vec<Bin> = bins.into_values().collect();
    all.sort_by_key(|bin| std::cmp::Reverse((bin.disagreements(), bin.shots)));
    all.truncate(SHOOTERS_MAX);
    all
}

/// The lines of the shots that disagree, those whose rewind would have to differ most first.
fn worst(shots: &[KeptShot], rule: &Rule) -> Vec<u32> {
    let mut off: Vec<(f64, u32)> = shots
        .iter()
        .filter(|shot| shot.is_decided())
        .filter_map(|shot| {
            let rewind = rule.rewind_ms(&shot.measured)?;
            let verdict = shot.verdict_at(rewind, rule.rounding);
            let disagrees = verdict.is_some() && !shot.agrees(verdict);
            let off = shot.time_off(rewind, rule.rounding).unwrap_or(f64::INFINITY);
            disagrees.then_some((off, shot.line))
        })
        .collect();
    off.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    off.into_iter().take(WORST_MAX).map(|(_, line)| line).collect()
}

fn look(row: &ShotRow, shot: &KeptShot, past: &Past, meta: &Meta, rule: &Rule) -> Option<Look> {
    let ray = ray(row, past, meta)?;
    let rewind = rule.rewind_ms(&shot.measured)?;
    let judged_ms = past.to_tick(row.at_ms - rewind, rule.rounding);
    let verdict = shot.verdict(rule);
    let named = |said: &Victims| said.as_slice().first().copied();
    let said_victim = match &row.said {
        Said::Victims(victims) => named(victims),
        Said::Unknown => None,
    };
    let nearest = || {
        let others = past.others(row.shooter).filter_map(|(player, _)| {
            let leg = past.leg_at(player, judged_ms)?;
            let centre = leg.pose_at(judged_ms) + meta.body(leg.shape_idx).at;
            Some(((ray.nearest(centre) - centre).length(), player))
        });
        others.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, player)| player)
    };
    let target = said_victim.or_else(|| verdict.as_ref().and_then(named)).or_else(nearest)?;
    let leg = past.leg_at(target, judged_ms);
    let body = *leg.map_or_else(|| meta.body(0), |leg| meta.body(leg.shape_idx));
    let pose = past.pose_at(target, judged_ms)?;
    let centre = pose + body.at;
    let up = meta.up.map(Up::axis);
    let half_height = up.map_or(1.0, |up| extent(&body, up));
    let above = up.map_or(0.0, |up| (ray.nearest(centre) - centre).dot(up) / half_height);
    let steps = past.legs(target).filter(|leg| leg.to_ms >= row.at_ms - PATH_MS);
    let mut path: Vec<(f64, Point)> = Vec::new();
    for leg in steps {
        if path.is_empty() {
            path.push((row.at_ms - leg.from_ms, leg.flight.from));
        }
        path.push((row.at_ms - leg.to_ms, leg.flight.to));
    }
    Some(Look {
        name: row.name.clone(),
        line: shot.line,
        at_ms: row.at_ms,
        shooter: row.shooter,
        target,
        said: row.said,
        verdict,
        rtt_ms: shot.measured.rtt_ms,
        rewind_ms: row.at_ms - judged_ms,
        time_off_ms: shot.time_off(rewind, rule.rounding),
        place: Place {
            edge: edge(&ray, pose, &body, meta),
            height: above,
            speed: leg.map_or(0.0, |leg| leg.speed()),
        },
        ray,
        body,
        path,
    })
}

/// Half of the height of a body.
fn extent(body: &Body, up: Point) -> f64 {
    use crate::geometry::shape::Shape;
    match body.shape {
        Shape::Sphere { radius } => radius,
        Shape::Capsule { radius, core } => radius + core.length(),
        Shape::Box { half } => half.dot(up),
    }
}

/// The factor by which a body must be scaled for the shot to touch its edge, by bisection.
fn edge(ray: &Ray, pose: Point, body: &Body, meta: &Meta) -> f64 {
    const FACTOR_MAX: f64 = 64.0;
    let up = meta.up.map_or(Point::ZERO, Up::axis);
    let meets = |factor: f64| {
        let shape = body.shape.scaled(factor, factor, up);
        ray.entry(pose, &Body { shape, ..*body }).is_some()
    };
    let (mut outside, mut inside) = (0.0, FACTOR_MAX);
    if !meets(inside) {
        return f64::INFINITY;
    }
    for _ in 0..30 {
        let middle = f64::midpoint(outside, inside);
        if meets(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

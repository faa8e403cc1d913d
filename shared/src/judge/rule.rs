//! Answers the two questions of every scheme for a shot of a given age: where is the bolt, and
//! where is each target? Pure queries over the past.
//!
//! `flown` is the part of a bolt's flight that has been judged, in time of flight: the shot's age.
//! Most bolts are judged as they fly. Under some rules and paths a bolt is flown forward when it is
//! fired, by the age of the shooter's view, so that bolt and targets reach the present together.

use super::{
    rewind_source::RewindSource,
    rule_table::{TargetPoses, ViewPolicy},
    shot::Shot,
    view::{RewindTime, unlag, within_bound},
};
use crate::{
    base::{
        geometry::{Segment, Turn},
        time::{MICROS_PER_S, Micros, Tick},
    },
    history::{
        pose::{HitPose, Pair, Pose},
        record::{Bracket, RewoundPose},
        target_time::{ChainBreak, TargetTime},
    },
    netcode::choices::BoltPath,
    schemes::{
        source::lag_compensation::relevant,
        targeting::{Convergence, laser_distance},
    },
    sim::{event::Weapon, rules::SHIP_SPEED_MAX_U_PER_S, ship::ShipId},
};

/// The longest flight. The slowest path, Targeting as written with a gain of 99, takes 2.5 s over a
/// bolt's whole range.
pub const FLIGHT_MAX: Micros = Micros::from_ms(3000);

/// How far a bolt is flown forward when it is first judged, in time of flight.
#[must_use]
pub fn forward(shot: &Shot, rewind: RewindTime) -> Micros {
    if shot.weapon() == Weapon::Beam || shot.bolt_path() != BoltPath::FastForward {
        return Micros::ZERO;
    }
    let target_time = match shot.rule.hit_rule.row().view {
        // The targets stay in the present; the bolt is flown to where the shooter saw it.
        ViewPolicy::Execution => within_bound(shot).at,
        ViewPolicy::CommandTime
        | ViewPolicy::CommandTick(_)
        | ViewPolicy::DelayedSync
        | ViewPolicy::Bounded
        | ViewPolicy::Plausible => rewind.at,
    };
    (shot.fired - target_time).max(Micros::ZERO)
}

/// When a given age of a shot is judged. The part that was flown forward is judged when the shot is
/// fired, the rest as it flies.
#[must_use]
pub fn judged_at(shot: &Shot, forward: Micros, age: Micros) -> Micros {
    shot.fired + (age - forward).max(Micros::ZERO)
}

/// The bolt's distance from its muzzle after `flown`, in u.
#[must_use]
pub fn distance_at(shot: &Shot, flown: Micros) -> f32 {
    let flight = |span: Micros| shot.speed_u_per_s * (span.0 as f32 / MICROS_PER_S as f32);
    let converge =
        |convergence| laser_distance(convergence, shot.speed_u_per_s, shot.link.lead, flown);
    let distance = match shot.bolt_path() {
        BoltPath::Muzzle | BoltPath::FastForward => flight(flown),
        BoltPath::Jump => flight(flown + shot.link.lead),
        BoltPath::ConvergeAsPublished => {
            converge(Convergence::AsPublished { k: shot.rule.path_k.into() })
        }
        BoltPath::ConvergeTimed => converge(Convergence::Timed),
        BoltPath::Converge => converge(Convergence::Compensated),
    };
    distance.min(shot.reach_u)
}

/// The age at which a bolt's flight ends: the first microsecond at which it has reached its range
/// or the arena's edge. A beam ends at once.
#[must_use]
pub fn end_of(shot: &Shot) -> Micros {
    if shot.weapon() == Weapon::Beam {
        return Micros::ZERO;
    }
    // No path flies backwards, so bisection finds the age.
    let (mut first, mut last) = (0, FLIGHT_MAX.0);
    while first < last {
        let middle = i64::midpoint(first, last);
        if distance_at(shot, Micros(middle)) >= shot.reach_u {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    Micros(last)
}

/// The segment that a shot sweeps between two ages; for a beam, its whole line.
#[must_use]
pub fn path(shot: &Shot, from: Micros, to: Micros) -> Segment {
    let (from_u, to_u) = match shot.weapon() {
        Weapon::Beam => (0.0, shot.reach_u),
        Weapon::Laser => (distance_at(shot, from), distance_at(shot, to)),
    };
    Segment::new(shot.point_at(from_u), shot.point_at(to_u))
}

/// The time at which targets are looked up when the shot has flown for `flown`.
#[must_use]
pub fn target_time<P: RewindSource>(
    past: &P,
    shot: &Shot,
    rewind: RewindTime,
    flown: Micros,
) -> TargetTime<P::Moment> {
    let seen = rewind.at + flown;
    match shot.rule.hit_rule.targets(shot.weapon()) {
        TargetPoses::Drawn => TargetTime::Moment(past.drawn_at(seen, pair(shot, rewind, flown))),
        TargetPoses::Markers(kind) => TargetTime::Marked(kind, rewind.at),
        TargetPoses::Records(breaks) if seen < past.now() => TargetTime::Rewound(breaks, seen),
        // A bolt that has caught up with the present is tested against the present.
        TargetPoses::Records(_) => TargetTime::Present,
        TargetPoses::Present => {
            let at = judged_at(shot, forward(shot, rewind), flown);
            if at >= past.now() {
                TargetTime::Present
            } else {
                TargetTime::Moment(past.authoritative_at(at))
            }
        }
    }
}

/// A target's pose at that time, if it was there.
#[must_use]
pub fn pose_at<P: RewindSource>(
    past: &P,
    shot: &Shot,
    time: &TargetTime<P::Moment>,
    present: &Pose,
) -> Option<RewoundPose> {
    let unmoved = RewoundPose { pose: *present, bracket: Bracket::Present };
    match time {
        TargetTime::Present => Some(unmoved),
        TargetTime::Moment(moment) => past.pose_at(present.ship, moment),
        TargetTime::Rewound(breaks, at) => {
            Some(rewound(past, shot, *breaks, present, *at).unwrap_or(unmoved))
        }
        TargetTime::Marked(kind, at) => {
            Some(past.markers(present.ship, *kind).adjust(*at, past.now(), present))
        }
    }
}

/// The hit pose (position, life, alive) of a ship that has a seat now.
#[must_use]
#[inline]
pub fn hit_pose<P: RewindSource>(
    past: &P,
    shot: &Shot,
    time: &TargetTime<P::Moment>,
    ship: ShipId,
) -> Option<HitPose> {
    match time {
        TargetTime::Moment(moment) => past.hit_pose(ship, moment),
        TargetTime::Present | TargetTime::Rewound(..) | TargetTime::Marked(..) => {
            hit_pose_now(past, shot, time, ship)
        }
    }
}

/// The hit pose for target times that start from the ship's present pose.
fn hit_pose_now<P: RewindSource>(
    past: &P,
    shot: &Shot,
    time: &TargetTime<P::Moment>,
    ship: ShipId,
) -> Option<HitPose> {
    let present = past.present_of(ship)?;
    let found = pose_at(past, shot, time, &present)?;
    (found.pose.ship == ship).then_some(HitPose::from(&found.pose))
}

/// A target's pose for a shot that has flown for `flown`.
#[must_use]
pub fn target(
    past: &impl RewindSource,
    shot: &Shot,
    rewind: RewindTime,
    present: &Pose,
    flown: Micros,
) -> Option<RewoundPose> {
    pose_at(past, shot, &target_time(past, shot, rewind, flown), present)
}

/// The snapshots that the shooter blended, where the targets are looked up at exactly its view
/// time.
fn pair(shot: &Shot, rewind: RewindTime, flown: Micros) -> Option<Pair> {
    shot.pair.filter(|_| flown == Micros::ZERO && rewind.at == shot.view)
}

/// Source's rewind of one ship, as far as its records are unbroken. It skips ships that were not in
/// the last snapshot the shooter acknowledged, and ships that are neither near the shooter nor in
/// front of it.
fn rewound(
    past: &impl RewindSource,
    shot: &Shot,
    breaks: ChainBreak,
    present: &Pose,
    at: Micros,
) -> Option<RewoundPose> {
    let (aim, v_max) = (Turn::of(shot.dir), SHIP_SPEED_MAX_U_PER_S);
    let unknown = |acked: Tick| !past.snapshot_included(acked, present.ship);
    if shot.acked.is_some_and(unknown) {
        return None;
    }
    let unlag = unlag(shot, breaks, past.tick_length());
    if !relevant(shot.muzzle, aim, present.pos, v_max, unlag.max_unlag) {
        return None;
    }
    past.backtracked(&unlag, present, at)
}

//! The two questions that every scheme answers about a shot of an age: *where is the bolt*, and
//! *where does each target stand*; as pure queries over the past.
//!
//! What is *flown* is the part of a bolt's flight that has been judged, in time of flight: the
//! shot's age. Most bolts are judged as they fly; under some rules and paths one is flown forward
//! when it is fired, by as much as the shooter's picture was in the past, so that bolt and targets
//! meet the present together.

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
        target_time::{Breaks, TargetTime},
    },
    netcode::choices::BoltPath,
    schemes::{
        source::lag_compensation::relevant,
        targeting::{Convergence, laser_distance},
    },
    sim::{event::Weapon, rules::SHIP_SPEED_MAX_U_PER_S, ship::ShipId},
};

/// The longest flight: the slowest path, Targeting as written with a gain of 99, takes 2.5 s for a
/// bolt's whole range.
pub const FLIGHT_MAX: Micros = Micros::from_ms(3000);

/// By how much of its flight a bolt is flown forward when it is judged first.
#[must_use]
pub fn forward(shot: &Shot, rewind: RewindTime) -> Micros {
    if shot.weapon() == Weapon::Beam || shot.bolt_path() != BoltPath::FastForward {
        return Micros::ZERO;
    }
    let looked_at = match shot.rule.hit_rule.row().view {
        // Its targets stay in the present; the bolt is flown to where the shooter saw it.
        ViewPolicy::Execution => within_bound(shot).at,
        ViewPolicy::CommandTime
        | ViewPolicy::CommandTick(_)
        | ViewPolicy::Delay
        | ViewPolicy::Bounded
        | ViewPolicy::Plausible => rewind.at,
    };
    (shot.fired - looked_at).max(Micros::ZERO)
}

/// When an age of a shot is judged that was flown forward by so much: that part when the shot is
/// fired, the rest as it flies.
#[must_use]
pub fn judged_at(shot: &Shot, forward: Micros, age: Micros) -> Micros {
    shot.fired + (age - forward).max(Micros::ZERO)
}

/// Where is the bolt? How far from its muzzle when it has flown for so long, in u.
#[must_use]
pub fn distance_at(shot: &Shot, flown: Micros) -> f32 {
    let flight = |span: Micros| shot.speed_u_per_s * (span.0 as f32 / MICROS_PER_S as f32);
    let converge =
        |convergence| laser_distance(convergence, shot.speed_u_per_s, shot.link.lead, flown);
    let distance = match shot.bolt_path() {
        BoltPath::Muzzle | BoltPath::FastForward => flight(flown),
        BoltPath::Jump => flight(flown + shot.link.lead),
        BoltPath::ConvergeSeed => converge(Convergence::Seed { k: shot.rule.path_k.into() }),
        BoltPath::ConvergeTimed => converge(Convergence::Timed),
        BoltPath::Converge => converge(Convergence::Compensated),
    };
    distance.min(shot.reach_u)
}

/// The age at which a bolt reaches its end: the first microsecond at which its range, or the arena,
/// lets it fly no farther. A beam is at its end at once.
#[must_use]
pub fn end_of(shot: &Shot) -> Micros {
    if shot.weapon() == Weapon::Beam {
        return Micros::ZERO;
    }
    // No path flies backwards, so the age is found by halving.
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

/// What a shot sweeps between two moments of its flight; a beam its whole line at once.
#[must_use]
pub fn path(shot: &Shot, from: Micros, to: Micros) -> Segment {
    let (from_u, to_u) = match shot.weapon() {
        Weapon::Beam => (0.0, shot.reach_u),
        Weapon::Laser => (distance_at(shot, from), distance_at(shot, to)),
    };
    Segment::new(shot.point_at(from_u), shot.point_at(to_u))
}

/// At which time is each target looked at, when the shot has flown for so long?
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

/// Where one target stands at that moment, if it was there.
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

/// The hit pose (place, life, whether it lives) of a ship that has a seat now.
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

/// The hit pose where looking it up starts from the ship's present pose.
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

/// Where does a target stand, for a shot that has flown for so long?
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

/// The snapshots that the shooter blended, where the targets are looked at just that time.
fn pair(shot: &Shot, rewind: RewindTime, flown: Micros) -> Option<Pair> {
    shot.pair.filter(|_| flown == Micros::ZERO && rewind.at == shot.view)
}

/// Source rewinds whom it may concern, as far as the ship's records go unbroken: of the ships that
/// the shooter knew of, by the snapshot that it acknowledged last, those near or in front of it.
fn rewound(
    past: &impl RewindSource,
    shot: &Shot,
    breaks: Breaks,
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

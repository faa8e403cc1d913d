//! The two questions that every scheme answers about a shot of an age: *where is the bolt*, and
//! *where does each target stand*; as pure queries over the past.
//!
//! What is *flown* is the part of a bolt's flight that has been judged, in time of flight. Most
//! bolts are judged as they fly; some are flown forward when they are fired, by as much as their
//! targets are looked at in the past, so that bolt and targets meet the present together.

use super::{
    rewind_source::RewindSource,
    rule_table::{TargetPoses, ViewPolicy},
    shot::Shot,
    view::{Viewed, bound, bounded, unlag},
};
use crate::{
    base::{
        geometry::{Segment, Turn},
        time::{MICROS_PER_S, Micros},
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

/// By how much of its flight a bolt is flown forward when it is judged first.
#[must_use]
pub fn forward(shot: &Shot, viewed: Viewed) -> Micros {
    let rule = shot.rule.hit_rule;
    let flies_ahead = shot.rule.bolt_path == BoltPath::FastForward || rule.is_tentative();
    if shot.weapon() == Weapon::Beam || !flies_ahead {
        return Micros::ZERO;
    }
    let looked_at = match rule.row().view {
        // Its targets stay in the present; the bolt is flown to where the shooter saw it.
        ViewPolicy::Execution => bounded(shot).at,
        ViewPolicy::CommandTime
        | ViewPolicy::CommandTick(_)
        | ViewPolicy::Delay
        | ViewPolicy::Bounded => viewed.at,
    };
    (shot.fired - looked_at).max(Micros::ZERO)
}

/// Where is the bolt? How far from its muzzle when it has flown for so long, in u.
#[must_use]
pub fn distance_at(shot: &Shot, flown: Micros) -> f32 {
    let flight = |span: Micros| shot.speed_u_per_s * (span.0 as f32 / MICROS_PER_S as f32);
    let converge =
        |convergence| laser_distance(convergence, shot.speed_u_per_s, shot.link.lead, flown);
    let distance = match shot.rule.bolt_path {
        _ if shot.rule.hit_rule.is_tentative() => flight(flown),
        BoltPath::Muzzle | BoltPath::FastForward => flight(flown),
        BoltPath::Jump => flight(flown + shot.link.lead),
        BoltPath::ConvergeSeed => converge(Convergence::Seed { k: shot.rule.path_k.into() }),
        BoltPath::ConvergeTimed => converge(Convergence::Timed),
        BoltPath::Converge => converge(Convergence::Compensated),
    };
    distance.min(shot.reach_u)
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

/// At which moment do we look at each target, when the shot has flown for so long?
#[must_use]
pub fn target_time<P: RewindSource>(
    past: &P,
    shot: &Shot,
    viewed: Viewed,
    flown: Micros,
) -> TargetTime<P::Moment> {
    let seen = viewed.at + flown;
    match shot.rule.hit_rule.targets(shot.weapon()) {
        TargetPoses::Drawn => TargetTime::Moment(past.drawn_at(seen, pair(shot, viewed, flown))),
        TargetPoses::Markers(kind) => TargetTime::Marked(kind, viewed.at),
        TargetPoses::Records(breaks) if seen < past.now() => TargetTime::Rewound(breaks, seen),
        TargetPoses::Records(_) | TargetPoses::Present => {
            let since = (flown - forward(shot, viewed)).max(Micros::ZERO);
            let at = shot.fired + since;
            if at >= past.now() {
                TargetTime::Present
            } else {
                TargetTime::Moment(past.truly_at(at))
            }
        }
    }
}

/// Where one target stands at that moment, if it was there.
#[must_use]
pub fn stood<P: RewindSource>(
    past: &P,
    shot: &Shot,
    time: &TargetTime<P::Moment>,
    present: &Pose,
) -> Option<RewoundPose> {
    let unmoved = RewoundPose { pose: *present, bracket: Bracket::Present };
    match time {
        TargetTime::Present => Some(unmoved),
        TargetTime::Moment(moment) => past.stood(present.ship, moment),
        TargetTime::Rewound(breaks, at) => {
            Some(rewound(past, shot, *breaks, present, *at).unwrap_or(unmoved))
        }
        TargetTime::Marked(kind, at) => {
            Some(past.markers(present.ship, *kind).adjust(*at, past.now(), present))
        }
    }
}

/// The same as far as it can be met, of a ship that has a seat now.
#[must_use]
#[inline]
pub fn spot<P: RewindSource>(
    past: &P,
    shot: &Shot,
    time: &TargetTime<P::Moment>,
    ship: ShipId,
) -> Option<HitPose> {
    match time {
        TargetTime::Moment(moment) => past.spot(ship, moment),
        _ => spot_now(past, shot, time, ship),
    }
}

/// The same for whoever stands where it stands by what it is now.
fn spot_now<P: RewindSource>(
    past: &P,
    shot: &Shot,
    time: &TargetTime<P::Moment>,
    ship: ShipId,
) -> Option<HitPose> {
    let present = past.present_of(ship)?;
    let found = stood(past, shot, time, &present)?;
    (found.pose.ship == ship).then_some(HitPose::from(&found.pose))
}

/// Where does a target stand, for a shot that has flown for so long?
#[must_use]
pub fn target(
    past: &impl RewindSource,
    shot: &Shot,
    viewed: Viewed,
    present: &Pose,
    flown: Micros,
) -> Option<RewoundPose> {
    stood(past, shot, &target_time(past, shot, viewed, flown), present)
}

/// The snapshots that the shooter blended, where the shot looks at just that moment.
fn pair(shot: &Shot, viewed: Viewed, flown: Micros) -> Option<Pair> {
    shot.pair.filter(|_| flown == Micros::ZERO && viewed.at == shot.view)
}

/// Source rewinds whom it may concern, as far as the ship's records go unbroken.
fn rewound(
    past: &impl RewindSource,
    shot: &Shot,
    breaks: Breaks,
    present: &Pose,
    at: Micros,
) -> Option<RewoundPose> {
    let (aim, v_max) = (Turn::of(shot.dir), SHIP_SPEED_MAX_U_PER_S);
    if !relevant(shot.muzzle, aim, present.pos, v_max, bound(shot)) {
        return None;
    }
    past.backtracked(&unlag(shot, breaks, past.tick_length()), present, at)
}

//! Computes where a scenario's shot starts, its direction and its range.

use shared::{
    base::{
        geometry::{Segment, Turn, Vec2},
        time::Micros,
    },
    history::broad_phase::search::BroadPhase as _,
    judge::{
        rewind_source::RewindSource as _,
        rule::{FLIGHT_MAX, end_of},
        shot::Shot,
    },
    schemes::targeting,
    sim::{
        event::Weapon,
        rules::{BEAM_RANGE_U, BOLT_LIFE_MS, BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
        ship::ShipId,
    },
};

use super::{
    error::JudgeError,
    fields::{Grid, Node, Object, in_ms},
    limits::{POS_MAX_U, SPEED_MAX_U_PER_S},
    past::KnownPast,
    timeline::Timeline,
};

/// Speed of a bolt. A beam has none, so giving one is rejected as a field without effect.
pub(super) fn bolt_speed(fields: &Object, weapon: Weapon) -> Result<f32, JudgeError> {
    if weapon == Weapon::Beam {
        fields.reject_unused(&["speed_u_per_s"], "on a beam; it applies to bolts")?;
    }
    match fields.get("speed_u_per_s") {
        Some(node) => Ok(node.number(1.0, SPEED_MAX_U_PER_S)? as f32),
        None => Ok(BOLT_SPEED_U_PER_S),
    }
}

/// Computes muzzle, direction and reach, and what ends the shot early.
pub(super) fn aim(
    shot: &mut Shot,
    fields: &Object,
    timeline: &Timeline,
    sent: &[Micros],
    grid: Grid,
) -> Result<Option<EarlyEnd>, JudgeError> {
    let now = KnownPast { timeline, now: shot.fired, sent, unacked: &[] };
    let muzzle = fields.get("muzzle").map(|node| node.point(grid)).transpose()?;
    let ship = now.present().find(|pose| pose.ship == shot.id.shooter);
    let Some(centre) = muzzle.or(ship.map(|pose| pose.pos)) else {
        return Err(missing_muzzle(fields, timeline, shot.fired));
    };
    // A ship's shots start at its tip.
    let tip_u = if muzzle.is_some() { 0.0 } else { SHIP_RADIUS_U };
    let aim = fields.required_one_of(&["toward", "direction", "aim_at"])?;
    let node = fields.required(aim, "a point, a vector or a name")?;
    let way = match aim {
        "toward" => node.point(Grid::Exact)? - centre,
        "direction" => match node.vector(POS_MAX_U)? {
            Vec2::ZERO => return Err(node.invalid("a vector that is longer than 0")),
            way => way,
        },
        _ => aim_point(shot, &now, &node, (centre, tip_u))? - centre,
    };
    let Some(dir) = way.try_normalize() else {
        return Err(JudgeError::conflict(&fields.path, "is aimed at its own muzzle"));
    };
    shot.dir = match grid {
        Grid::Game => Turn::of(dir).unit(),
        Grid::Exact => dir,
    };
    shot.muzzle = centre + shot.dir * tip_u;
    let range = match (fields.get("reach_u"), shot.weapon()) {
        (Some(node), _) => node.number(0.0, POS_MAX_U)? as f32,
        (None, Weapon::Beam) => BEAM_RANGE_U,
        (None, Weapon::Laser) => {
            let flight = Vec2::new(shot.speed_u_per_s, 0.0);
            targeting::displacement(flight, Micros::from_ms(BOLT_LIFE_MS.into())).x
        }
    };
    let line = Segment::new(shot.muzzle, shot.point_at(range));
    let clear_fraction = now.unobstructed(line);
    shot.reach_u = range * clear_fraction;
    Ok(match clear_fraction {
        _ if end_of(shot) >= FLIGHT_MAX => Some(EarlyEnd::FlightMax),
        clear_fraction if clear_fraction < 1.0 => Some(EarlyEnd::Rock),
        _ => None,
    })
}

/// What ends a shot before its reach.
#[derive(Clone, Copy, Debug)]
pub(super) enum EarlyEnd {
    Rock,
    FlightMax,
}

impl EarlyEnd {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rock => "rock",
            Self::FlightMax => "3 s of flight",
        }
    }
}

const _: () = assert!(FLIGHT_MAX.as_ms() == 3000, "as the name says");

/// Why a shot's start is unknown; an error about its shooter takes precedence.
fn missing_muzzle(fields: &Object, timeline: &Timeline, fired: Micros) -> JudgeError {
    match fields.get("shooter") {
        None => fields.missing("muzzle", "a point, because no shooter is given"),
        Some(node) => match timeline.ship_of(&node) {
            Err(unknown) => unknown,
            Ok(_) => {
                let when = format!("a point, because the shooter is absent at {} ms", in_ms(fired));
                fields.missing("muzzle", &when)
            }
        },
    }
}

/// Where the named ship is on the shooter's screen when the shot meets it.
fn aim_point(
    shot: &Shot,
    now: &KnownPast,
    node: &Node,
    from: (Vec2, f32),
) -> Result<Vec2, JudgeError> {
    let target = now.timeline.ship_of(node)?;
    if target == shot.id.shooter {
        return Err(node.invalid("the name of another ship"));
    }
    let all = KnownPast { now: now.timeline.end(), ..*now };
    if all.drawn(target, shot.view, None).is_none() {
        let seen = in_ms(shot.view);
        let wanted = format!("a ship shown at the view time of {seen} ms, when the shot is fired");
        return Err(node.invalid(wanted));
    }
    meeting_point_on_screen(shot, &all, target, from).ok_or_else(|| {
        let end = in_ms(all.now);
        node.invalid(format!("a ship that the shot reaches before the timeline ends at {end} ms"))
    })
}

/// Where a target is on the shooter's screen when a shot that starts at a distance from a point
/// meets it there: immediately for a beam, in flight for a bolt, provided it does so within the
/// timeline.
fn meeting_point_on_screen(
    shot: &Shot,
    known: &KnownPast,
    target: ShipId,
    (from, tip_u): (Vec2, f32),
) -> Option<Vec2> {
    let drawn = |age| known.drawn(target, shot.view + age, None).map(|found| found.pose.pos);
    if shot.weapon() == Weapon::Beam {
        return drawn(Micros::ZERO);
    }
    let flight = Vec2::new(shot.speed_u_per_s, 0.0);
    let target_is_ahead = |age: Micros| {
        let flown_u = tip_u + targeting::displacement(flight, age).x;
        let to_go = (drawn(age)? - from).length() - flown_u;
        Some(to_go > 0.0)
    };
    // The bolt starts out behind the target and ends up ahead of it; bisect for the moment between.
    let (mut before, mut after) = (Micros::ZERO, known.now - shot.view);
    if target_is_ahead(after)? {
        return None;
    }
    while after.0 - before.0 > 1 {
        let half = Micros((before.0 + after.0) / 2);
        if target_is_ahead(half)? {
            before = half;
        } else {
            after = half;
        }
    }
    drawn(after)
}

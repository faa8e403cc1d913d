//! Source's lag compensation: walks back from a ship's newest record, one a tick, to the bound.

use shared::{
    base::{
        geometry::Turn,
        time::{Micros, Tick},
    },
    netcode::choices::HitRule,
    sim::rules::SHIP_SPEED_MAX_U_PER_S,
};

use super::{
    NEAR_U, ShipState,
    places::{Looking, Place},
    point::Point,
    view,
};

/// A longer jump between records breaks the walk, and the ship stays where it is; as published.
const JUMP_U: f64 = 64.0;

/// Where a ship is for a moment: its present position if it is not rewound, and both if that is too
/// close to call.
pub(super) fn places(looking: &Looking, present: &ShipState, at: Micros) -> Vec<Place> {
    let now = Place::of(present);
    match concerns(looking, present) {
        Some(false) => vec![now],
        Some(true) => walk(looking, present, at),
        None => walk(looking, present, at).into_iter().chain([now]).collect(),
    }
}

/// Only ships near by, or within 45° of the aim, are rewound. `None` if it is too close to call.
fn concerns(looking: &Looking, present: &ShipState) -> Option<bool> {
    let case = looking.case;
    let bound_s = view::max_unlag(case).0 as f64 / 1e6;
    let near_u = 1.5 * f64::from(SHIP_SPEED_MAX_U_PER_S) * bound_s;
    let way = Point::of(present.pos) - Point::of(case.shot.muzzle);
    let aim = Point::towards(Turn(case.shot.aim.0));
    // How far inside it is, in u.
    let by_u =
        (near_u - way.length()).max(way.dot(aim) - way.length() * core::f64::consts::FRAC_1_SQRT_2);
    (by_u.abs() >= NEAR_U).then_some(by_u > 0.0)
}

/// From the newest record back to the first at or before the moment.
fn walk(looking: &Looking, present: &ShipState, at: Micros) -> Vec<Place> {
    let (case, left) = (looking.case, Place::of(present));
    let oldest = looking.now_us() - view::max_unlag(case);
    let (mut newer, mut doubtful) = (None::<(Micros, &ShipState)>, Vec::new());
    for tick in (0..=looking.now.0).rev().map(Tick) {
        let Some(record) = looking.recorded(present.ship, tick) else { break };
        let time = case.rate.micros_at(tick);
        if time < oldest {
            break;
        }
        let jump_u =
            (Point::of(record.pos) - Point::of(newer.map_or(present, |(_, n)| n).pos)).length();
        let same_life = record.life == newer.map_or(present, |(_, newer)| newer).life;
        let exact = case.netcode.hit_rule == HitRule::SourceExact;
        if exact && (jump_u - JUMP_U).abs() < NEAR_U {
            doubtful.push(left);
        }
        let breaks = if exact { jump_u > JUMP_U } else { !same_life };
        if breaks || !record.alive {
            return doubtful.into_iter().chain([left]).collect();
        }
        let found = Place::of(record);
        if time <= at {
            let pos = newer.map_or(found.pos, |(end, newer)| {
                let part = (at - time).0 as f64 / (end - time).0 as f64;
                found.pos.blend(Point::of(newer.pos), part)
            });
            return doubtful.into_iter().chain([Place { pos, ..found }]).collect();
        }
        newer = Some((time, record));
    }
    // All records are newer: use the oldest. Without any record, the ship stays.
    let oldest = newer.map_or(left, |(_, oldest)| Place::of(oldest));
    doubtful.into_iter().chain([oldest]).collect()
}

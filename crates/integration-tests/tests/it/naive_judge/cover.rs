//! The cover veto: whether present cover saves a ship from a hit on its past position. For a beam,
//! cover is the first ship or rock that a trace to its present position meets; for a bolt, a rock
//! between the bolt and that position. Only rewound hits are checked.

use shared::{
    netcode::choices::{CoverVeto, HitRule},
    sim::{event::Weapon, rules::SHIP_RADIUS_U, ship::ShipId},
};

use super::{
    NEAR_U,
    bolt::free_u,
    close::{Certain, Close},
    hit_test::NaiveHitTest,
    meeting::{Meeting, Moment, first_by_now},
    places::Looking,
    point::{LinearPath, Point, entry},
};

/// Whether the room checks for cover at all.
pub(super) fn is_asked(hit_test: &NaiveHitTest) -> bool {
    let case = hit_test.case;
    let is_rewound = match case.netcode.hit_rule {
        HitRule::Present | HitRule::Targeting => false,
        HitRule::EtPerCommand | HitRule::EtPerFrame => case.shot.weapon == Weapon::Beam,
        _ => true,
    };
    is_rewound
        && match case.netcode.cover_veto {
            CoverVeto::Off => false,
            CoverVeto::Beams => case.shot.weapon == Weapon::Beam,
            CoverVeto::All => true,
        }
}

/// Whether cover saves a ship from a bolt at this distance from its muzzle: something is between
/// that point and the ship's present position.
pub(super) fn saves_from_bolt(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    victim: ShipId,
    distance_u: f64,
) -> Certain<bool> {
    if !is_asked(hit_test) {
        return Ok(false);
    }
    let Some(stood) = looking.others().find(|stood| stood.ship == victim) else {
        return Ok(true);
    };
    let from = hit_test.line.at(distance_u);
    let way = Point::of(stood.pos) - from;
    let length_u = way.length();
    if length_u == 0.0 {
        return Ok(false);
    }
    Ok(free_u(hit_test.case, from, way * (1.0 / length_u), length_u)? < length_u)
}

/// Whether cover saves a ship from a beam: a trace to its present position, without rewinding,
/// meets another ship or a rock first.
pub(super) fn saves_from_beam(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    victim: ShipId,
) -> Certain<bool> {
    if !is_asked(hit_test) {
        return Ok(false);
    }
    let Some(stood) = looking.others().find(|stood| stood.ship == victim) else {
        return Ok(true);
    };
    let to = LinearPath { from: hit_test.line.muzzle, to: Point::of(stood.pos) };
    let Some(met) = first_by_now(&met_now(looking, to))?.filter(|met| met.ship == victim) else {
        return Ok(true);
    };
    let (way, length_u) = (to.to - to.from, (to.to - to.from).length());
    let near = met.distance_u();
    if near.most == 0.0 {
        return Ok(false);
    }
    let free_u = free_u(hit_test.case, to.from, way * (1.0 / length_u), length_u)?;
    if near.least - NEAR_U < free_u && free_u < near.most + NEAR_U {
        return Err(Close("cover as near as the victim"));
    }
    Ok(free_u < near.least)
}

/// Every living ship that a line meets in the present, shielded or not.
pub(super) fn met_now(looking: &Looking, line: LinearPath) -> Vec<Meeting> {
    let length_u = (line.to - line.from).length();
    let alive = looking.others().filter(|stood| stood.alive);
    let met = alive.filter_map(|stood| {
        let met = entry(line, LinearPath::still(Point::of(stood.pos)), SHIP_RADIUS_U.into())?;
        let moment = |part: f64| Moment { age_us: 0.0, distance_u: length_u * part };
        Some(Meeting {
            ship: stood.ship,
            life: stood.life,
            counts: !stood.shielded,
            least: moment(met.least),
            most: met.most.map(moment),
        })
    });
    met.collect()
}

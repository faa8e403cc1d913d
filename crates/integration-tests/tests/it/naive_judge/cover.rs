//! The cover veto: whether cover, as everybody stands now, saves a ship from a hit on where it was
//! seen. Of a beam whatever a trace to its present place meets first, of a bolt a rock between its
//! point and there. Only rewound hits are asked about.

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

/// Whether the room asks for cover at all.
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

/// Whether cover saves a ship from a bolt that meets it so far from its muzzle: it is in the way
/// from there to where the ship is now.
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

/// Whether cover saves a ship from a beam: the trace to its present place, with nobody rewound,
/// meets something else first, a ship or a rock.
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

/// Everybody who lives and is met on a line as they stand now, shielded or not.
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

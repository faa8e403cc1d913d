//! A beam: everybody whom its line meets, once, and the cover veto.

use shared::{
    netcode::choices::{CoverVeto, HitRule},
    sim::{event::Finality, rules::SHIP_RADIUS_U, ship::ShipId},
};

use super::{
    Decided, NEAR_U, Ruling,
    bolt::free_u,
    close::{Close, Sure},
    hit_test::{NaiveHitTest, hit},
    meeting::{AT_ONCE, Meeting, Moment, first_by_now, meetings},
    places::Looking,
    point::{Point, Way, entry},
};

/// What is decided of a beam: all at the tick at which it is judged first.
pub(super) fn judge(hit_test: &NaiveHitTest) -> Sure<Decided> {
    let Some(looking) = hit_test.ticks().next() else { return Ok(hit_test.decided(Vec::new())) };
    let met = meetings(&looking, &hit_test.line, AT_ONCE);
    let (counts, others): (Vec<Meeting>, Vec<Meeting>) = met.into_iter().partition(|m| m.counts);
    let rulings = match first_by_now(&counts)? {
        None => vec![Ruling::Over { void: first_by_now(&others)?.map(|met| met.ship) }],
        Some(met) if is_vetoed(hit_test, &looking, met.ship)? => {
            let vetoed = Ruling::Vetoed { victim: met.ship };
            let instead = in_the_present(hit_test, &looking)?;
            [vetoed].into_iter().chain(instead).collect()
        }
        Some(met) => vec![hit(&met, Finality::Final)],
    };
    Ok(hit_test.decided(rulings.into_iter().map(|ruling| (looking.now, ruling)).collect()))
}

/// The trace to the victim's present place, with nobody rewound: whether it meets something else
/// first, a ship or a rock. What is not rewound is not asked.
fn is_vetoed(hit_test: &NaiveHitTest, looking: &Looking, victim: ShipId) -> Sure<bool> {
    let rewinds = !matches!(hit_test.case.netcode.hit_rule, HitRule::Present | HitRule::Targeting);
    if hit_test.case.netcode.cover_veto == CoverVeto::Off || !rewinds {
        return Ok(false);
    }
    let Some(stood) = looking.others().find(|stood| stood.ship == victim) else {
        return Ok(true);
    };
    let to = Way { from: hit_test.line.muzzle, to: Point::of(stood.pos) };
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

/// A shot that is vetoed counts as one in the present along its own line.
fn in_the_present(hit_test: &NaiveHitTest, looking: &Looking) -> Sure<Option<Ruling>> {
    let line = Way { from: hit_test.line.muzzle, to: hit_test.line.at(hit_test.line.reach_u) };
    let first = first_by_now(&met_now(looking, line))?;
    Ok(first.filter(|met| met.counts).map(|met| hit(&met, Finality::Final)))
}

/// Everybody who lives and is met on a line as they stand now, shielded or not.
fn met_now(looking: &Looking, line: Way) -> Vec<Meeting> {
    let length_u = (line.to - line.from).length();
    let alive = looking.others().filter(|stood| stood.alive);
    let met = alive.filter_map(|stood| {
        let met = entry(line, Way::still(Point::of(stood.pos)), SHIP_RADIUS_U.into())?;
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

//! Finds how near a shot comes to the ships that it does not hit, over its whole judged flight.

use shared::{
    base::time::{Micros, Tick},
    netcode::choices::HitRule,
    sim::event::{Finality, Weapon},
};

use super::{
    Pass, Ruling, ShipState,
    bolt::{Stretch, stretches},
    close::{Certain, Close},
    flight::{self, Hits, fly, hits},
    hit_test::NaiveHitTest,
    meeting::AT_ONCE,
    places::Looking,
    point::{LinearPath, Point},
};

/// The closest approach to every ship until a tick, nearest first.
pub(super) fn passes(hit_test: &NaiveHitTest, until: Tick) -> Certain<Vec<Pass>> {
    let (mut flown, mut found) = (Micros::ZERO, Vec::new());
    let ticks = hit_test.ticks().take_while(|looking| looking.now <= until);
    match hit_test.case.shot.weapon {
        Weapon::Beam => {
            for looking in ticks.take(1) {
                pass(hit_test, &looking, AT_ONCE, &mut found)?;
            }
        }
        Weapon::Laser => {
            let end_us = end_us(hit_test)?;
            let of_hits = match hit_test.case.netcode.hit_rule {
                HitRule::DelayedSync => Hits::LetItFly,
                _ => hits(hit_test),
            };
            for looking in ticks {
                let flight = fly(hit_test, &looking, flown, of_hits)?;
                let due = hit_test.line.flown(looking.since() + hit_test.forward)?;
                for stretch in stretches(hit_test.case, flown, due)
                    .into_iter()
                    .filter(|stretch| stretch.to <= flight.flown)
                    .filter(|stretch| stretch.from.0 as f64 <= end_us)
                {
                    pass(hit_test, &looking, stretch, &mut found)?;
                }
                flown = flight.flown;
            }
        }
    }
    found.sort_by(|a, b| a.distance_u.total_cmp(&b.distance_u));
    Ok(found)
}

/// The age at which a hit ends a bolt that may fly past ships it meets, in µs.
fn end_us(hit_test: &NaiveHitTest) -> Certain<f64> {
    let rule = hit_test.case.netcode.hit_rule;
    if matches!(rule, HitRule::DelayedSync | HitRule::Claim) || hits(hit_test) == Hits::EndIt {
        return Ok(f64::INFINITY);
    }
    let decided = flight::judge(hit_test)?;
    let ends = decided.rulings.iter().find_map(|(_, ruling)| match ruling {
        Ruling::Hit { finality: Finality::Final, age_us, .. } => Some(age_us.most),
        _ => None,
    });
    Ok(ends.unwrap_or(f64::INFINITY))
}

/// Tests a stretch against every ship, and keeps the closest approach to each.
fn pass(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    stretch: Stretch,
    found: &mut Vec<Pass>,
) -> Certain<()> {
    for present in looking.others() {
        let distance_u = distance_u(hit_test, looking, stretch, present)?;
        let Some(distance_u) = distance_u else { continue };
        match found.iter_mut().find(|pass| pass.ship == present.ship) {
            Some(pass) => pass.distance_u = pass.distance_u.min(distance_u),
            None => found.push(Pass { ship: present.ship, distance_u }),
        }
    }
    Ok(())
}

/// How near a stretch comes to a ship that exists and is alive at its start.
fn distance_u(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    stretch: Stretch,
    present: &ShipState,
) -> Certain<Option<f64>> {
    let place = |age| match looking.places(present, age)[..] {
        [place] => Ok(place),
        _ => Err(Close("a ship that is barely rewound")),
    };
    let Some(begin) = place(stretch.from)?.filter(|begin| begin.alive) else { return Ok(None) };
    if hit_test.case.shot.weapon == Weapon::Beam {
        let off = begin.pos - hit_test.line.at(hit_test.line.nearest_u(begin.pos));
        return Ok(Some(off.length()));
    }
    let Some(end) = place(stretch.to)? else { return Ok(None) };
    let to = if begin.life == end.life { end.pos } else { begin.pos };
    let swept = hit_test.line.swept(stretch);
    Ok(Some(least_between(swept, LinearPath { from: begin.pos, to })))
}

/// The least distance of two points that each move evenly in the same time.
fn least_between(a: LinearPath, b: LinearPath) -> f64 {
    let (start, end) = (a.from - b.from, a.to - b.to);
    let way = end - start;
    let part = if way.length() > 0.0 { -start.dot(way) / way.dot(way) } else { 0.0 };
    Point::length(start + way * part.clamp(0.0, 1.0))
}

//! How near a shot comes to those it does not hit: to each ship, over everything that is judged of
//! its flight.

use shared::{
    base::time::{Micros, Tick},
    netcode::choices::HitRule,
    sim::event::Weapon,
};

use super::{
    Pass, Stood,
    bolt::{Stretch, stretches},
    close::{Close, Sure},
    flight::{Hits, fly},
    hit_test::NaiveHitTest,
    meeting::AT_ONCE,
    places::Looking,
    point::{Point, Way},
};

/// How near a shot came to everybody by a tick, the nearest first.
pub(super) fn passes(hit_test: &NaiveHitTest, until: Tick) -> Sure<Vec<Pass>> {
    let (mut flown, mut found) = (Micros::ZERO, Vec::new());
    let ticks = hit_test.ticks().take_while(|looking| looking.now <= until);
    match hit_test.case.shot.weapon {
        Weapon::Beam => {
            for looking in ticks.take(1) {
                pass(hit_test, &looking, AT_ONCE, &mut found)?;
            }
        }
        Weapon::Laser => {
            let hits = match hit_test.case.netcode.hit_rule {
                HitRule::Deferred => Hits::LetItFly,
                _ => Hits::EndIt,
            };
            for looking in ticks {
                let flight = fly(hit_test, &looking, flown, hits)?;
                let due = hit_test.line.flown(looking.since() + hit_test.forward)?;
                for stretch in stretches(hit_test.case, flown, due)
                    .into_iter()
                    .filter(|stretch| stretch.to <= flight.flown)
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

/// Holds a stretch against everybody; of one ship the nearest counts.
fn pass(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    stretch: Stretch,
    found: &mut Vec<Pass>,
) -> Sure<()> {
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

/// How near a stretch comes to a ship, if that is there, and alive at the beginning.
fn distance_u(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    stretch: Stretch,
    present: &Stood,
) -> Sure<Option<f64>> {
    let place = |age| match looking.places(present, age)[..] {
        [place] => Ok(place),
        _ => Err(Close("a ship that is hardly rewound")),
    };
    let Some(begin) = place(stretch.from)?.filter(|begin| begin.alive) else { return Ok(None) };
    if hit_test.case.shot.weapon == Weapon::Beam {
        let off = begin.pos - hit_test.line.at(hit_test.line.nearest_u(begin.pos));
        return Ok(Some(off.length()));
    }
    let Some(end) = place(stretch.to)? else { return Ok(None) };
    let to = if begin.life == end.life { end.pos } else { begin.pos };
    let swept = hit_test.line.swept(stretch);
    Ok(Some(least_between(swept, Way { from: begin.pos, to })))
}

/// The least distance of two points that move evenly in the same time.
fn least_between(a: Way, b: Way) -> f64 {
    let (start, end) = (a.from - b.from, a.to - b.to);
    let way = end - start;
    let part = if way.length() > 0.0 { -start.dot(way) / way.dot(way) } else { 0.0 };
    Point::length(start + way * part.clamp(0.0, 1.0))
}

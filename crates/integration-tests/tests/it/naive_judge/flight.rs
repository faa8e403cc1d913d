//! Judges a bolt whose hits are final at once. It flies stretch by stretch until it hits a ship or
//! reaches its end; a piercing bolt always flies to its end.

use shared::{
    base::time::Micros,
    sim::event::{Finality, Victims},
};

use super::{
    Decided, Ruling,
    bolt::stretches,
    close::{Certain, Close},
    cover,
    hit_test::{NaiveHitTest, hit},
    meeting::{Meeting, add, first, first_by_now, meetings},
    pierces,
    places::Looking,
};

/// A bolt's flight in one tick of judging.
pub(super) struct Flight {
    /// The age up to which it has flown.
    pub(super) flown: Micros,
    /// Ships that it met, or may have met.
    pub(super) met: Vec<Meeting>,
    pub(super) is_ended: bool,
}

/// The effect of a hit on a bolt.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Hits {
    EndIt,
    LetItFly,
}

/// Every ruling on such a bolt.
pub(super) fn judge(hit_test: &NaiveHitTest) -> Certain<Decided> {
    let (mut flown, mut passed) = (Micros::ZERO, Vec::new());
    let (mut rulings, mut victims, mut saved) = (Vec::new(), Vec::new(), Vec::new());
    let hits = hits(hit_test);
    for looking in hit_test.ticks() {
        let flight = fly(hit_test, &looking, flown, hits)?;
        // Each ship is hit only once, or saved for good, whatever its life.
        let is_new = |met: &Meeting| !victims.contains(&met.ship) && !saved.contains(&met.ship);
        let new: Vec<Meeting> = flight.met.into_iter().filter(is_new).collect();
        let (mut counts, others): (Vec<Meeting>, Vec<Meeting>) =
            new.into_iter().partition(|met| met.counts);
        while let Some(met) = first_by_now(&counts)? {
            counts.retain(|other| other.ship != met.ship);
            if is_saved(hit_test, &looking, &met)? {
                rulings.push((looking.now, Ruling::Vetoed { victim: met.ship }));
                saved.push(met.ship);
            } else if pierces(hit_test.case) {
                rulings.push((looking.now, hit(&met, Finality::Piercing)));
                victims.push(met.ship);
            } else {
                rulings.push((looking.now, hit(&met, Finality::Final)));
                return Ok(hit_test.decided(rulings));
            }
        }
        // It passes ships that do not count; they are reported at the end.
        add(&mut passed, others);
        flown = flight.flown;
        if flight.is_ended {
            let over = match Victims::of(victims) {
                Some(victims) => Ruling::Pierced { victims },
                None if !saved.is_empty() => Ruling::Over { void: None },
                None => Ruling::Over { void: first_by_now(&passed)?.map(|met| met.ship) },
            };
            rulings.push((looking.now, over));
            return Ok(hit_test.decided(rulings));
        }
    }
    Ok(hit_test.decided(rulings))
}

/// The effect of a hit on this bolt.
pub(super) fn hits(hit_test: &NaiveHitTest) -> Hits {
    let may_fly_on = pierces(hit_test.case) || cover::is_asked(hit_test);
    if may_fly_on { Hits::LetItFly } else { Hits::EndIt }
}

/// Whether cover saves a ship that the bolt meets.
pub(super) fn is_saved(hit_test: &NaiveHitTest, looking: &Looking, met: &Meeting) -> Certain<bool> {
    let at = met.distance_u();
    let saved = |distance_u| cover::saves_from_bolt(hit_test, looking, met.ship, distance_u);
    match (saved(at.least)?, saved(at.most)?) {
        (least, most) if least == most => Ok(least),
        _ => Err(Close("a rock next to a contact")),
    }
}

/// Flies a bolt on from an age as far as it is due, or to its end.
pub(super) fn fly(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    from: Micros,
    hits: Hits,
) -> Certain<Flight> {
    let due = hit_test.line.flown(looking.since() + hit_test.forward)?;
    let mut flight = Flight { flown: from, met: Vec::new(), is_ended: false };
    for stretch in stretches(hit_test.case, from, due) {
        add(&mut flight.met, meetings(looking, &hit_test.line, stretch));
        flight.flown = stretch.to;
        let counts: Vec<Meeting> = flight.met.iter().filter(|m| m.counts).copied().collect();
        if hits == Hits::EndIt && first(&counts)?.is_some() {
            break;
        }
    }
    flight.is_ended = hit_test.line.is_at_end(flight.flown);
    Ok(flight)
}

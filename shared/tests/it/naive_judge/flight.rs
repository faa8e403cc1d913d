//! The life of a bolt whose verdict is final at once: it flies stretch by stretch until it meets
//! somebody or is at its end.

use shared::{base::time::Micros, sim::event::Finality};

use super::{
    Decided, Ruling,
    bolt::stretches,
    close::Sure,
    hit_test::{NaiveHitTest, hit},
    meeting::{Meeting, add, first, first_by_now, meetings},
    places::Looking,
};

/// What a bolt did in a tick of judging.
pub(super) struct Flight {
    /// Up to which age it has flown.
    pub(super) flown: Micros,
    /// Whom it met, or may have met.
    pub(super) met: Vec<Meeting>,
    pub(super) is_ended: bool,
}

/// What a hit does to a bolt.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Hits {
    EndIt,
    LetItFly,
}

/// What is decided of such a bolt.
pub(super) fn judge(hit_test: &NaiveHitTest) -> Sure<Decided> {
    let (mut flown, mut passed) = (Micros::ZERO, Vec::new());
    for looking in hit_test.ticks() {
        let flight = fly(hit_test, &looking, flown, Hits::EndIt)?;
        let (counts, others): (Vec<Meeting>, _) = flight.met.into_iter().partition(|m| m.counts);
        if let Some(met) = first_by_now(&counts)? {
            return Ok(hit_test.decided(vec![(looking.now, hit(&met, Finality::Final))]));
        }
        // Whom it meets who does not count it passes, and that is told at the end.
        add(&mut passed, others);
        flown = flight.flown;
        if flight.is_ended {
            let void = first_by_now(&passed)?.map(|met| met.ship);
            return Ok(hit_test.decided(vec![(looking.now, Ruling::Over { void })]));
        }
    }
    Ok(hit_test.decided(Vec::new()))
}

/// Flies a bolt on from an age as far as it is due, or to its end.
pub(super) fn fly(
    hit_test: &NaiveHitTest,
    looking: &Looking,
    from: Micros,
    hits: Hits,
) -> Sure<Flight> {
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

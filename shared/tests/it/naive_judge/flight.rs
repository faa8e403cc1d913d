//! The life of a bolt whose verdict is final at once: it flies stretch by stretch until it meets
//! somebody or is at its end.

use shared::{base::time::Micros, sim::event::Finality};

use super::{
    Decided, Ruling,
    bolt::stretches,
    close::Sure,
    meeting::{Meeting, add, first, first_by_now, meetings},
    places::Looking,
    trial::{Trial, hit},
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
pub(super) fn judge(trial: &Trial) -> Sure<Decided> {
    let (mut flown, mut passed) = (Micros::ZERO, Vec::new());
    for looking in trial.ticks() {
        let flight = fly(trial, &looking, flown, Hits::EndIt)?;
        let (counts, others): (Vec<Meeting>, _) = flight.met.into_iter().partition(|m| m.counts);
        if let Some(met) = first_by_now(&counts)? {
            return Ok(trial.decided(vec![(looking.now, hit(&met, Finality::Final))]));
        }
        // Whom it meets who does not count it passes, and that is told at the end.
        add(&mut passed, others);
        flown = flight.flown;
        if flight.is_ended {
            let void = first_by_now(&passed)?.map(|met| met.ship);
            return Ok(trial.decided(vec![(looking.now, Ruling::Over { void })]));
        }
    }
    Ok(trial.decided(Vec::new()))
}

/// Flies a bolt on from an age as far as it is due, or to its end.
pub(super) fn fly(trial: &Trial, looking: &Looking, from: Micros, hits: Hits) -> Sure<Flight> {
    // One that jumps may begin at its end.
    let is_ended = trial.line.is_ended(from)?;
    let mut flight = Flight { flown: from, met: Vec::new(), is_ended };
    for stretch in stretches(trial.case, from, looking.since() + trial.forward) {
        if flight.is_ended {
            break;
        }
        add(&mut flight.met, meetings(looking, &trial.line, stretch));
        flight.flown = stretch.to;
        let counts: Vec<Meeting> = flight.met.iter().filter(|m| m.counts).copied().collect();
        if hits == Hits::EndIt && first(&counts)?.is_some() {
            break;
        }
        flight.is_ended = trial.line.is_ended(stretch.to)?;
    }
    Ok(flight)
}

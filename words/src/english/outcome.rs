//! What came of a scenario, in English: measured values go in, sentences come out.

use shared::lab::outcome::OutcomeUnit;

/// What stands behind a number of this unit.
pub(crate) const fn unit(unit: OutcomeUnit) -> &'static str {
    match unit {
        OutcomeUnit::U => "u",
        OutcomeUnit::Ms => "ms",
        OutcomeUnit::HitPoints => "points",
        OutcomeUnit::Shots => "shots",
        OutcomeUnit::Ticks => "ticks",
        OutcomeUnit::OfTheWay => "of the way",
    }
}

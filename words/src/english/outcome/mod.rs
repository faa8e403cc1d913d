//! Turns a scenario's measured outcome into sentences, in English.

pub(crate) mod liars;
pub(crate) mod network;
pub(crate) mod screens;
pub(crate) mod shots;

use alloc::{format, string::String};

use lab::outcome::OutcomeUnit;

use crate::{figures::SHIP_WIDTH_U, outcome::OutcomeFrame};

pub(crate) const FRAME: OutcomeFrame = OutcomeFrame {
    expected: "Expected:",
    came_out: "Result.",
    came_as_expected: "✓ As expected.",
    came_otherwise: "≠ Unexpected.",
    printed_as_expected: "as expected",
    printed_otherwise: "unexpected",
    printed_in_b: ", in B",
    printed_nothing: "nothing happened that this scenario is about",
};

/// Suffix of a number in this unit, with the space before it.
pub(crate) const fn unit(unit: OutcomeUnit) -> &'static str {
    match unit {
        OutcomeUnit::U => " u",
        OutcomeUnit::Ms => " ms",
        OutcomeUnit::HitPoints => " points",
        OutcomeUnit::Shots => " shots",
        OutcomeUnit::Ticks => " ticks",
        OutcomeUnit::OfTheWay => " of the way",
    }
}

pub(crate) fn about_units() -> String {
    format!(
        "Distances are in u, the unit of length in the arena: a ship is {SHIP_WIDTH_U:.0} u \
             wide."
    )
}

pub(crate) fn runs_past_end(frame: u32) -> String {
    format!("the run goes on past the scenario’s end, frame {frame}: its scripts start over")
}

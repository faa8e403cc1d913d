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
    came_out: "Came out.",
    came_as_expected: "✓ Came out as expected.",
    came_otherwise: "≠ Came out otherwise.",
    printed_as_expected: "as expected",
    printed_otherwise: "otherwise than expected",
    printed_in_b: ", in B",
    printed_nothing: "nothing came of it that the scenario speaks of",
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
    format!("Distances are in u, the unit of the arena: a ship is {SHIP_WIDTH_U:.0} u wide.")
}

pub(crate) fn runs_past_end(frame: u32) -> String {
    format!("the run goes on past the scenario's end, frame {frame}: its scripts begin anew")
}

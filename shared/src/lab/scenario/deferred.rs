//! The undone hit of delayed synchronisation.

use alloc::format;

use super::{
    card::Card,
    props::{NEAR_MS, gun, path, second, still, third},
};
use crate::{
    lab::{
        outcome::{Outcome, OutcomeUnit},
        setup::{Aim, Setup},
        state::LabState,
    },
    netcode::preset::Preset,
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

pub(super) const UNDONE_HIT: Card = Card {
    key: "undone-hit",
    title: "Delayed synchronisation: an undone hit",
    source: "The article on delayed synchronisation",
    watch: "You fire at the ship far to the right, and a third one flies into the bolt. The far \
            ship feels the hit before the report of the third one is known that far.",
    label: "The far ship loses 12 points at once, and gets them back when the third one turns out \
            to have been hit before.",
    setup: undone_hit,
    reached: undone,
};

fn undone_hit() -> Setup {
    let mut setup = still(Preset::Deferred.netcode());
    setup.players[0].controller = gun(1, Weapon::Laser, Aim::Seen, &[71]);
    setup.players[0].conditions = Conditions::round_trip(100);
    second(&mut setup, (560, 0), path(&[]), NEAR_MS);
    // It is on the line of fire when a bolt is a third of a second old, which is less than D.
    let past = [(Thrust::Down, 105), (Thrust::Up, 18), (Thrust::None, 177)];
    third(&mut setup, (330, -330), path(&past));
    setup
}

fn undone(state: &LabState) -> Option<Outcome> {
    let column = state.columns().first()?;
    let undone = column.outcome_tracker().undone()?;
    let rate = column.harness().room().config().rate;
    let held = rate.micros_at(undone.undone) - rate.micros_at(undone.felt);
    let refund = undone.refund;
    let whose = if column.ship(1) == Some(undone.victim) { "the far ship" } else { "a ship" };
    let text = format!("Undone: {whose} got its {refund} points back after {} ms.", held.as_ms());
    let outcome = Outcome::as_expected(refund.into(), OutcomeUnit::HitPoints, text);
    Some(Outcome { shot: Some(undone.shot), ..outcome })
}

//! What the cheater's desk says: lies, counters, and what a lie has come to.

use alloc::{format, string::String, vec::Vec};
use core::fmt::Display;

use lab::{
    cheaters_desk::{Counter, CounterUnit, DeskCounts, LieOutcome, LieResult, Surplus},
    lie::{Lie, LieNumber, LieUnit},
};

use super::LabPlayer;
use crate::{
    figures::signed,
    language::{Language, in_language},
};

/// What is said of a lie, in whichever language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LieWords {
    /// What it is, in a word or two.
    pub title: &'static str,
    /// What it tries, in a sentence.
    pub tries: &'static str,
    /// What stands against it, in a sentence.
    pub against: &'static str,
    /// What its number says, and what to watch for when it is moved; empty without a number.
    pub number: [&'static str; 2],
    /// What it waits for before it is told.
    pub waits: &'static str,
}

/// Numbers of the desk, with what they count.
pub(crate) struct DeskNumbers {
    pub(crate) ticks: fn(u32) -> String,
    /// What a lie has gained, with its sign.
    pub(crate) hits: fn(&str) -> String,
    pub(crate) shots: fn(&str) -> String,
    pub(crate) most_in_tick: fn(&str) -> String,
}

/// A text of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskText {
    /// The button of a program that does not lie.
    Honest,
    /// Buttons: where it lies.
    OnlyInSecond,
    Everywhere,
    /// Beside what a lie has gained, and in place of that.
    MoreThanFirst,
    ChooseOnlyInSecond,
    /// Above the counters of a player's program.
    WhatRoomsCount(LabPlayer),
    /// What the program does in a column, by its index.
    LiesIn(usize),
    HonestIn(usize),
}

impl Language {
    /// What is said of a lie.
    #[must_use]
    pub const fn lie(self, lie: Lie) -> &'static LieWords {
        match lie {
            Lie::FalseClaim { .. } => in_language!(self, &lab::desk::FALSE_CLAIM),
            Lie::BackwardsView => in_language!(self, &lab::desk::BACKWARDS_VIEW),
            Lie::NoCooldown => in_language!(self, &lab::desk::NO_COOLDOWN),
            Lie::Burst { .. } => in_language!(self, &lab::desk::BURST),
            Lie::OldView { .. } => in_language!(self, &lab::desk::OLD_VIEW),
            Lie::LateEcho { .. } => in_language!(self, &lab::desk::LATE_ECHO),
        }
    }

    /// The number of a lie, with its unit.
    #[must_use]
    pub fn lie_number(self, LieNumber { what, value, .. }: LieNumber) -> String {
        match what {
            LieUnit::Player => self.lab_player(LabPlayer::of(value.into())).into(),
            LieUnit::Ticks => (self.desk_numbers().ticks)(value.into()),
            LieUnit::Ms => format!("{value} ms"),
        }
    }

    /// What a counter counts.
    #[must_use]
    pub const fn counter(self, counter: Counter) -> &'static str {
        in_language!(self, lab::desk::counter(counter))
    }

    /// What a counter has come to, with its unit; a dash where nothing was measured.
    #[must_use]
    pub fn counted(self, counter: Counter, counts: &DeskCounts) -> String {
        let Some(value) = counter.value(counts) else { return "–".into() };
        in_unit(value, counter.unit())
    }

    /// What came of a lie, or what it waits for.
    #[must_use]
    pub fn lie_outcome(self, outcome: &LieOutcome) -> String {
        match outcome {
            LieOutcome::Waits(lie) => self.lie(*lie).waits.into(),
            LieOutcome::Came(columns) => {
                let said = |(column, came): &(usize, LieResult)| {
                    self.of_column(*column, &self.lie_came_to(*came))
                };
                columns.iter().map(said).collect::<Vec<_>>().join(" ")
            }
        }
    }

    const fn desk_numbers(self) -> &'static DeskNumbers {
        in_language!(self, &lab::desk::NUMBERS)
    }

    fn lie_came_to(self, came: LieResult) -> String {
        in_language!(self, lab::desk::came_to(came))
    }

    /// How much a lie has gained, with its sign and what it is.
    #[must_use]
    pub fn surplus(self, Surplus { n, of }: Surplus) -> String {
        let (numbers, n) = (self.desk_numbers(), signed(n));
        match of {
            Counter::Hits => (numbers.hits)(&n),
            Counter::Shots => (numbers.shots)(&n),
            Counter::MostInTick => (numbers.most_in_tick)(&n),
            of => in_unit(n, of.unit()),
        }
    }

    /// A text of the desk.
    #[must_use]
    pub fn desk(self, text: DeskText) -> String {
        in_language!(self, lab::desk::text(text))
    }
}

fn in_unit(n: impl Display, unit: CounterUnit) -> String {
    match unit {
        CounterUnit::Things => format!("{n}"),
        CounterUnit::U => format!("{n} u"),
        CounterUnit::Ms => format!("{n} ms"),
    }
}

//! Texts of the cheater's desk: lies, counters, and the result of a lie.

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

/// The texts of a lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LieWords {
    /// Its name, in a word or two.
    pub title: &'static str,
    /// What it tries, in a sentence.
    pub tries: &'static str,
    /// The defence against it, in a sentence.
    pub against: &'static str,
    /// Label of its number, and what to watch for when that changes; both empty without a number.
    pub number: [&'static str; 2],
    /// Shown before the first lie: what the program waits for.
    pub waits: &'static str,
}

/// Formats the desk's numbers with what they count.
pub(crate) struct DeskNumbers {
    pub(crate) ticks: fn(u32) -> String,
    /// Gains of a lie; the argument is signed.
    pub(crate) hits: fn(&str) -> String,
    pub(crate) shots: fn(&str) -> String,
    pub(crate) max_in_tick: fn(&str) -> String,
}

/// A text of the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskText {
    /// The button that selects a program that does not lie.
    Honest,
    /// Buttons: the columns in which it lies.
    OnlyInSecond,
    Everywhere,
    /// Beside a lie's gain, and in place of one.
    MoreThanFirst,
    ChooseOnlyInSecond,
    /// Heading of the counters of a player's program.
    WhatRoomsCount(LabPlayer),
    /// Whether the program lies in a column, by the column's index.
    LiesIn(usize),
    HonestIn(usize),
}

impl Language {
    /// The texts of a lie.
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

    /// A lie's number with its unit.
    #[must_use]
    pub fn lie_number(self, LieNumber { what, value, .. }: LieNumber) -> String {
        match what {
            LieUnit::Player => self.lab_player(LabPlayer::of(value.into())).into(),
            LieUnit::Ticks => (self.desk_numbers().ticks)(value.into()),
            LieUnit::Ms => format!("{value} ms"),
        }
    }

    /// Label of a counter.
    #[must_use]
    pub const fn counter(self, counter: Counter) -> &'static str {
        in_language!(self, lab::desk::counter(counter))
    }

    /// A counter's value with its unit; a dash where nothing was measured.
    #[must_use]
    pub fn counted(self, counter: Counter, counts: &DeskCounts) -> String {
        let Some(value) = counter.value(counts) else { return "–".into() };
        in_unit(value, counter.unit())
    }

    /// The result of a lie in each column, or what the program waits for.
    #[must_use]
    pub fn lie_outcome(self, outcome: &LieOutcome) -> String {
        match outcome {
            LieOutcome::Waits(lie) => self.lie(*lie).waits.into(),
            LieOutcome::Results(columns) => {
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

    /// The gain of a lie, signed, with what it counts.
    #[must_use]
    pub fn surplus(self, Surplus { n, of }: Surplus) -> String {
        let (numbers, n) = (self.desk_numbers(), signed(n));
        match of {
            Counter::Hits => (numbers.hits)(&n),
            Counter::Shots => (numbers.shots)(&n),
            Counter::MaxInTick => (numbers.max_in_tick)(&n),
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
        CounterUnit::Count => format!("{n}"),
        CounterUnit::U => format!("{n} u"),
        CounterUnit::Ms => format!("{n} ms"),
    }
}

//! The cheater's desk in English.

use alloc::{format, string::String};

use lab::{
    cheaters_desk::{Counter, LieResult},
    setup::COLUMN_LETTERS,
};
use shared::schemes::claims::ClaimRefusal;

use crate::{
    english::{counts::counted, lab::panes::PLAYERS},
    figures::whole_ms,
    lab::{DeskNumbers, DeskText, LieWords},
};

pub(crate) const FALSE_CLAIM: LieWords = LieWords {
    title: "false claims",
    tries: "Claims that every laser shot is a hit, wherever it flies.",
    against: "The server checks where the ship was, unless it believes claims.",
    number: ["whose ship", "Watch why the claims are refused."],
    waits: "Nothing yet: it is waiting for a laser shot.",
};

pub(crate) const BACKWARDS_VIEW: LieWords = LieWords {
    title: "views run backwards",
    tries: "Says that each later shot was aimed at an older picture than the one before.",
    against: "Views never run backwards: an older one is moved up to the one before.",
    number: ["", ""],
    waits: "Nothing yet: it is waiting for a second shot.",
};

pub(crate) const NO_COOLDOWN: LieWords = LieWords {
    title: "no cooldown",
    tries: "Pulls the trigger again in every command, as if the gun had no cooldown.",
    against: "The server counts the cooldown itself.",
    number: ["", ""],
    waits: "Nothing yet: it is waiting for a laser shot.",
};

pub(crate) const BURST: LieWords = LieWords {
    title: "commands held back",
    tries: "Holds commands back, makes twice as many, and sends them all at once.",
    against: "No command runs twice or before its tick, and a late one runs only if ticks were \
              saved up.",
    number: ["hold back for", "Watch the most commands in one tick."],
    waits: "Nothing yet: it is waiting for the ship to thrust.",
};

pub(crate) const OLD_VIEW: LieWords = LieWords {
    title: "old views",
    tries: "Says that each shot was aimed at a picture from long before.",
    against: "The view is moved to what the connection explains, or to the limit.",
    number: ["how far back", "Watch the oldest view that counted."],
    waits: "Nothing yet: it is waiting for a shot.",
};

pub(crate) const LATE_ECHO: LieWords = LieWords {
    title: "late echoes",
    tries: "Answers the server’s probes late, as if the connection were slow.",
    against: "Nothing but the limit: late answers look just like a slow connection.",
    number: ["how late", "Watch the ping grow by as much."],
    waits: "Nothing yet: it is waiting for a probe, which comes every second or two.",
};

pub(crate) const NUMBERS: DeskNumbers = DeskNumbers {
    ticks: |n| counted(n, "tick"),
    hits: |n| format!("{n} hits"),
    shots: |n| format!("{n} shots"),
    max_in_tick: |n| format!("{n} commands a tick"),
};

pub(crate) const fn counter(counter: Counter) -> &'static str {
    match counter {
        Counter::Lies => "lies told by the program",
        Counter::Commands => "commands received",
        Counter::Executed => "of these, executed",
        Counter::StandIns => "stand-ins for missing commands",
        Counter::Late => "refused: too late, or no tick left",
        Counter::Early => "refused: too early",
        Counter::MaxInTick => "most commands in one tick",
        Counter::Way => "distance the ship flew",
        Counter::Triggers => "commands that pull the trigger",
        Counter::Shots => "shots that left",
        Counter::Hits => "hits",
        Counter::OldestClaimed => "oldest view claimed",
        Counter::OldestUsed => "oldest view that counted",
        Counter::ViewsBackwards => "views moved: backwards",
        Counter::ViewsImplausible => "views moved: implausible",
        Counter::ViewsBound => "views moved: beyond the limit",
        Counter::ViewsOtherwise => "views moved: for other reasons",
        Counter::Claims => "hits claimed",
        Counter::ClaimsRefused => "of these, refused",
        Counter::RoundTrip => "ping, as measured",
    }
}

/// The result of a lie in a column.
pub(crate) fn came_to(came: LieResult) -> String {
    match came {
        LieResult::ClaimsRefused { n_refused, n_claims, last } => {
            let why = last.map(|why| format!(": {}", refused(why))).unwrap_or_default();
            format!("{n_refused} of {} refused{why}.", counted(n_claims, "claim"))
        }
        LieResult::ViewsMoved { n_moved, n_shots } => {
            format!("{n_moved} of {} moved.", counted(n_shots, "view"))
        }
        LieResult::ShotsLeft { n_triggers, n_shots } => {
            let (pull, leave) = match (n_triggers, n_shots) {
                (1, 1) => ("pulls", "leaves"),
                (1, _) => ("pulls", "leave"),
                (_, 1) => ("pull", "leaves"),
                _ => ("pull", "leave"),
            };
            format!(
                "{} {pull} the trigger, {} {leave}.",
                counted(n_triggers, "command"),
                counted(n_shots, "shot")
            )
        }
        LieResult::CommandsRefused { n_refused, max_in_tick } => {
            format!("{} refused, at most {max_in_tick} in a tick.", counted(n_refused, "command"))
        }
        LieResult::Measured { round_trip: Some(round_trip) } => {
            format!("the server measures {} ms.", whole_ms(round_trip))
        }
        LieResult::Measured { round_trip: None } => "the server has measured nothing yet.".into(),
    }
}

/// Why the server refused a program's claim.
fn refused(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => {
            format!("the ship was {} u from the shot", distance / 256)
        }
        ClaimRefusal::BeyondBound { ms } => {
            format!("the ship was seen {ms} ms earlier, which is beyond the limit")
        }
        ClaimRefusal::UnknownShot => "there is no such shot".into(),
        ClaimRefusal::Decided => "the shot had already been judged".into(),
        ClaimRefusal::NotReached => "the shot cannot have got that far".into(),
        ClaimRefusal::LifeOver => "the life that was hit is over".into(),
        ClaimRefusal::Shielded => "a shield protected the ship".into(),
        ClaimRefusal::Gone => "the ship is not there".into(),
        ClaimRefusal::Cover => "cover is now in the way".into(),
        ClaimRefusal::Ally => "the ship is on the shooter's side".into(),
    }
}

pub(crate) fn text(text: DeskText) -> String {
    let letter = |column: usize| COLUMN_LETTERS.get(column).copied().unwrap_or_default();
    match text {
        DeskText::Honest => "honest".into(),
        DeskText::OnlyInSecond => "only in B".into(),
        DeskText::Everywhere => "everywhere".into(),
        DeskText::MoreThanFirst => "more than A".into(),
        DeskText::ChooseOnlyInSecond => "choose “only in B” to see it".into(),
        DeskText::WhatRoomsCount(player) => {
            format!("What each room counts for “{}”", PLAYERS.of(player))
        }
        DeskText::LiesIn(column) => format!("{} lies", letter(column)),
        DeskText::HonestIn(column) => format!("{} honest", letter(column)),
    }
}

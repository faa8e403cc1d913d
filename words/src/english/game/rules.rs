//! The netcode in force and the room's rules, in English.

use alloc::format;

use shared::{
    netcode::preset::Preset, report::shot_report::ReportRefusal, schemes::claims::ClaimRefusal,
};

use crate::game::RuleWords;

pub(super) const WORDS: RuleWords = RuleWords {
    your_part: |preset| format!("{preset}, your part"),
    changed: |preset| format!("{preset}, changed"),
    own_mix: "your own mix",
    tag,
    comma: ", ",
    and_more: |n| format!(", and {n} more"),
    room_keeps: |settings| format!("The room keeps: {settings}."),
    not_changed: "The room did not change its rules. Please try again.",
    no_such_value: "The room cannot play by that value, so its rules stay as they are.",
    laboratory_only: "Only the laboratory can play by that value, so the rules stay as they are.",
    full_update_wait: |seconds| {
        format!("A full update was sent a moment ago. The next can come in {seconds} s.")
    },
    no_report,
    no_hit,
    you_changed: |changes| format!("You changed the rules: {changes}."),
    changed_by: |player, changes| format!("{player} changed the rules: {changes}."),
    restored: |changes| {
        format!("This room is for everyone, so it went back to its own rules: {changes}.")
    },
    see_the_same_way: |key| format!(" Press {key} to see it the same way."),
    plays_by: |netcode| format!("You play by: {netcode}. So does the room, if it is new."),
    room_keeps_rules: |preset| {
        format!("Your view now follows {preset}. The room keeps its own rules.")
    },
    open_private_room: |preset| format!("Open a private room under {preset}"),
};

const fn tag(preset: Preset) -> (&'static str, &'static str) {
    match preset {
        Preset::Et260 => ("ET 2.60", "2.60"),
        Preset::EtReleased => ("ET", "ET"),
        Preset::QuakeWorld => ("QW", "QW"),
        Preset::Source => ("Source", "Src"),
        Preset::DelayedSync => ("Delay", "Del"),
        Preset::Targeting => ("Target", "Tgt"),
        Preset::Nothing => ("Fig. 2", "F2"),
        Preset::Jump => ("Fig. 3", "F3"),
        Preset::Lagrange => ("Lagr.", "Lag"),
    }
}

const fn no_report(why: ReportRefusal) -> &'static str {
    match why {
        ReportRefusal::Unknown => {
            "The server never fired this shot: you had already been shot down, or your command \
             arrived too late."
        }
        ReportRefusal::TooOld => "The server no longer remembers that shot.",
        ReportRefusal::NotYours => "That shot was neither yours nor at you.",
        ReportRefusal::Busy => "You asked for too many shots at once. Please try again.",
    }
}

const fn no_hit(why: ClaimRefusal) -> &'static str {
    match why {
        ClaimRefusal::UnknownShot => "Your hit did not count: the server knows no such shot.",
        ClaimRefusal::Decided => "Your hit did not count: the shot had already been judged.",
        ClaimRefusal::BeyondBound { .. } => {
            "Your hit did not count: it is further back than the rewind limit."
        }
        ClaimRefusal::NotReached => "Your hit did not count: the shot had not got that far.",
        ClaimRefusal::TooFar { .. } => {
            "Your hit did not count: the server had that ship somewhere else."
        }
        ClaimRefusal::LifeOver => "Your hit did not count: that life was already over.",
        ClaimRefusal::Shielded => "Your hit did not count: its shield held.",
        ClaimRefusal::Gone => "Your hit did not count: that ship is gone.",
        ClaimRefusal::Ally => "Your hit did not count: that ship is on your side.",
        ClaimRefusal::Cover => "Your hit did not count: cover is now in the way.",
    }
}

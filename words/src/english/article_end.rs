//! The end of the article in English.

use alloc::{format, string::String};

use crate::article::{Change, EndWords, PayerRow, PayerTexts};

pub(crate) const WORDS: EndWords = EndWords {
    payers: "Who pays",
    payers_intro: "No scheme is free. This is who pays under each, as this game plays them. Your \
                   lead is how far you see your own ship ahead of the server.",
    columns: PayerRow {
        scheme: "Scheme",
        waits: "Who waits?",
        misses: "Who misses?",
        behind_cover: "Who is hit behind cover?",
        believed: "Whom does the server believe?",
    },
    glossary: "Terms",
    changed: "Last changed on {0}",
    link_to: "Link to “{0}”",
    score: "{0} of {1} solved",
    solved: "solved",
};

pub(crate) const PAYERS: PayerTexts = PayerTexts {
    Nothing: &PayerRow {
        scheme: "Nothing",
        waits: "You: your ship responds a ping later.",
        misses: "You, unless you aim ahead by the whole delay.",
        behind_cover: "Nobody: you see yourself where the server has you.",
        believed: "Nobody.",
    },
    Jump: &PayerRow {
        scheme: "Jump",
        waits: "Nobody.",
        misses: "You, unless you aim ahead by the age of the picture.",
        behind_cover: "You, for the length of your lead.",
        believed: "Your answers to its pings: a late one gives a head start.",
    },
    Targeting: &PayerRow {
        scheme: "Targeting",
        waits: "Nobody.",
        misses: "You, unless you aim ahead by the age of the picture.",
        behind_cover: "You, for the length of your lead.",
        believed: "Your answers to its pings: a late one gives a head start.",
    },
    QuakeWorld: &PayerRow {
        scheme: "QuakeWorld",
        waits: "Your bolts: they appear a ping later.",
        misses: "You, unless you aim ahead by the ping, and whenever your target turns.",
        behind_cover: "You, for the length of your lead.",
        believed: "Nobody.",
    },
    EnemyTerritory: &PayerRow {
        scheme: "Wolfenstein: ET",
        waits: "Your bolts: they appear a ping later.",
        misses: "With a beam nobody, up to 450 ms. With a bolt you, by the whole delay.",
        behind_cover: "The target of a beam, for up to 450 ms plus its lead. In ET 2.60, cover can \
                       veto the hit.",
        believed: "The shooter, about the moment it saw: up to 450 ms back.",
    },
    Source: &PayerRow {
        scheme: "Source",
        waits: "Your bolts: they appear a ping later.",
        misses: "Nobody, up to 1 s.",
        behind_cover: "You, for up to 1 s plus your lead.",
        believed: "The shooter, about the moment it saw: within 0.2 s of what the server measures.",
    },
    Lagrange: &PayerRow {
        scheme: "Lagrange",
        waits: "Nobody.",
        misses: "Nobody, up to 400 ms.",
        behind_cover: "You, for up to 400 ms plus your lead.",
        believed: "The shooter, about the moment it saw: as far as the connection explains it.",
    },
    DelayedSync: &PayerRow {
        scheme: "Delayed synchronisation",
        waits: "Hits: they are tentative until the bolt has come that far on every screen.",
        misses: "Nobody, while messages take less than D.",
        behind_cover: "You, for what is left of D when the bolt arrives.",
        believed: "Nobody: D is the same for everyone.",
    },
    Lockstep: &PayerRow {
        scheme: "Lockstep",
        waits: "Everyone, for the slowest player.",
        misses: "You, by n + 1 ticks of motion, at any ping.",
        behind_cover: "Nobody: all screens show the same tick.",
        believed: "Nobody, but everyone has to keep sending.",
    },
    PredictEveryone: &PayerRow {
        scheme: "Predict everyone",
        waits: "Nobody.",
        misses: "You, when your target has just turned.",
        behind_cover: "You, for the length of your lead.",
        believed: "Nobody: hits come from the server.",
    },
};

pub(crate) const CHANGES: [Change; 3] = [
    Change {
        date: "2026-11-29",
        text: "Code and sources for every section, a table of who pays, the terms, your progress, \
               and a light theme.",
    },
    Change { date: "2026-11-27", text: "Every sentence reworded." },
    Change { date: "2026-11-25", text: "Twelve sections, each with a figure and a task." },
];

/// A date as people write it.
pub(crate) fn date(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = date.split('-').map(|part| part.trim_start_matches('0'));
    let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
        return date.into();
    };
    let month: usize = month.parse().unwrap_or_default();
    match month.checked_sub(1).and_then(|idx| MONTHS.get(idx)) {
        Some(month) => format!("{day} {month} {year}"),
        None => date.into(),
    }
}

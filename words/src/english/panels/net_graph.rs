//! The net graph in English.

use alloc::format;

use crate::{
    panels::{GraphCategoryTerms, GraphMarkTerms, GraphRowTerms, GraphWords, Term, term},
    shot_sheet::ClampTexts,
};

pub(crate) const BARS: Term = term(
    "bars",
    "Each bar is a packet from the server, the newest on the right; its height is its size in \
     bytes. A dim bar came late, came twice, or could not be used.",
);

pub(crate) const ROWS: GraphRowTerms = GraphRowTerms {
    FramesPerS: term("fps", "Frames your screen shows each second."),
    Ping: term("ping", "How long a message takes from you to the server and back."),
    In: term("in", "What you received in the last second: packets and bytes."),
    Out: term("out", "What you sent in the last second: packets and bytes."),
    Updates: term(
        "updates",
        "Snapshots you received in the last second. Each shows the world at one tick.",
    ),
    Commands: term(
        "commands",
        "Commands you sent in the last second. One packet can hold several.",
    ),
    Loss: term(
        "loss",
        "Updates that never arrived, out of those the server sent or meant to \
                        send.",
    ),
    Choke: term(
        "choke",
        "Updates the server skipped, because they would have exceeded your byte rate.",
    ),
    Delay: term("delay", "Interpolation delay: how far behind the updates you see the others."),
    Margin: term(
        "margin",
        "Command margin: how early your commands reach the server. Below 0, they are late.",
    ),
    Error: term(
        "error",
        "Prediction error: how far off your ship was, according to the newest \
                          update.",
    ),
    WorstError: term("worst", "The largest prediction error among the packets shown."),
    Rewind: term("rewind", "How far back the server looked at your targets for your newest shot."),
    Rerun: term(
        "re-run",
        "Ticks run again for every ship with each snapshot, when you predict everyone.",
    ),
    Limit: term("limit", "Why the server did not judge the moment your shot asked for."),
};

pub(crate) const MARKS: GraphMarkTerms = GraphMarkTerms {
    Lost: term("lost", "An update that never arrived: a gap with a cross."),
    Choked: term("choked", "An update the server skipped: a gap with a ring."),
    Full: term(
        "full",
        "A full update, which depends on no earlier one: a pale bar as high as the graph.",
    ),
    Second: term("second", "A new second begins at this line."),
};

/// The bars' colours.
pub(crate) const CATEGORIES: GraphCategoryTerms = GraphCategoryTerms {
    Header: term("header", "Ticks, acknowledgements, and every message that is not an update."),
    OwnShip: term("you", "Your own ship."),
    Ships: term("others", "The other ships."),
    Bolts: term("bolts", "Shots that were fired."),
    Events: term("events", "Hits, deaths and arrivals."),
    Commands: term("commands", "Commands."),
};

pub(crate) const WORDS: GraphWords = GraphWords {
    none: "none",
    commands_in: |commands, packets| format!("{commands}/s in {packets}"),
    limits: ClampTexts {
        Bound: "too far back",
        Future: "in the future",
        Backwards: "ran backwards",
        Implausible: "off your ping",
        NotDelayed: "not at D",
        PingCap: "ping cap",
    },
    led_elsewhere: |n| format!("Updates that did not match the server: {n}. It started over."),
    out_of_data: "Out of data: the others are guesses.",
    below_one_update: |ms| format!("Delay below {ms} ms, one update: you will run out of data."),
    below_two_updates: |ms| format!("Delay below {ms} ms, two updates: a single loss will show."),
};

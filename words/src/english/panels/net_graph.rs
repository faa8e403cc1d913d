//! The net graph in English.

use alloc::format;

use crate::{
    panels::{GraphCategoryTerms, GraphMarkTerms, GraphRowTerms, GraphWords, Term, term},
    shot_sheet::ClampTexts,
};

pub(crate) const BARS: Term = term(
    "bars",
    "A bar is a packet from the server, the newest at the right, as high as it has bytes. A dim \
     bar came late, twice, or was of no use.",
);

pub(crate) const ROWS: GraphRowTerms = GraphRowTerms {
    FramesPerS: term("fps", "Frames your screen shows a second."),
    Ping: term("ping", "The time from you to the server and back."),
    In: term("in", "What came from the server in the last second: packets and bytes."),
    Out: term("out", "What you sent in the last second: packets and bytes."),
    Updates: term(
        "updates",
        "Snapshots that came in the last second. Each shows the world of one tick.",
    ),
    Commands: term(
        "commands",
        "Commands you sent in the last second. One packet may hold several.",
    ),
    Loss: term("loss", "Updates that never came, of those the server sent or meant to send."),
    Choke: term(
        "choke",
        "Updates the server left out, because they would exceed what you may be sent.",
    ),
    Delay: term("delay", "Interpolation delay: how far behind the updates you see the others."),
    Margin: term(
        "margin",
        "Command margin: how early your commands reach the server. Below 0 is late.",
    ),
    Error: term("error", "Prediction error: how far off your ship was, by the newest word."),
    WorstError: term("worst", "The largest prediction error among the packets shown."),
    Rewind: term("rewind", "How far back the server looked at your targets for your newest shot."),
    Rerun: term(
        "re-run",
        "Ticks of all ships run again with a snapshot, where you predict everybody.",
    ),
    Limit: term("limit", "Why the server did not look where your shot asked it to."),
};

pub(crate) const MARKS: GraphMarkTerms = GraphMarkTerms {
    Lost: term("lost", "An update that never came: an empty place with a cross."),
    Choked: term("choked", "An update that the server left out: an empty place with a ring."),
    Full: term(
        "full",
        "A full update, which builds upon nothing: a pale post as high as the graph.",
    ),
    Second: term("second", "Another second begins at this line."),
};

/// The bars' colours.
pub(crate) const CATEGORIES: GraphCategoryTerms = GraphCategoryTerms {
    Header: term("header", "Ticks, acknowledgements, and every message that is no update."),
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
    led_elsewhere: |n| format!("Updates that led elsewhere than the server: {n}. It began anew."),
    out_of_data: "Out of data: the others are guessed.",
    below_one_update: |ms| format!("Delay below {ms} ms, one update: data runs out."),
    below_two_updates: |ms| format!("Delay below {ms} ms, two updates: one loss shows."),
};

//! The quality of the connection and the simulated link, in English.

use alloc::format;

use crate::game::LinkWords;

pub(super) const WORDS: LinkWords = LinkWords {
    qualities: [", good", ", fair", ", poor"],
    busy: "server busy",
    overloaded: "server overloaded",
    prediction_frozen: |commands| {
        format!("prediction is frozen: {commands} commands or more are unanswered")
    },
    up_hints: [
        "Watch your hits: they are confirmed later.",
        "Watch your ship: commands that arrive too late pull it back.",
        "Watch your ship stall on a stream, and stutter with datagrams.",
    ],
    down_hints: [
        "Watch the ghosts: the others are further from where you see them.",
        "Watch the others fade while no data arrives.",
        "Watch the others jump where too much is missing.",
    ],
};

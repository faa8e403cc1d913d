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
    each_way: |link, carrier| format!("simulated: {link} each way{carrier}"),
    up_and_down: |up, down, carrier| format!("simulated: up {up}; down {down}{carrier}"),
    datagrams: ", datagrams",
    loss: |percent| format!(", {percent} loss"),
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

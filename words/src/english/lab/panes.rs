//! The players of the laboratory, and what stands above the panes, in English.

use alloc::format;

use crate::lab::{LabPlayerTexts, PaneNameTexts, PaneWords};

pub(crate) const PLAYERS: LabPlayerTexts =
    LabPlayerTexts { You: "You", Other: "Other", Third: "Third" };

pub(crate) const WORDS: PaneWords = PaneWords {
    names: PaneNameTexts { You: "You", Server: "Server", OtherPlayer: "Other player" },
    you: "you",
    lying: "Lying",
    lying_about: |lie| format!("Lying ({lie})"),
    tick: |tick| format!("tick {tick}"),
    moments: |own, others| format!("self {own} ms, others {others} ms"),
    all_the_room: "All the room for this pane, or for all three",
    all_the_room_for: |pane| format!("{pane}: all the room for this pane"),
    same_place: "same place",
    server: "server",
};

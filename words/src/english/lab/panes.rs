//! Names of the laboratory's players, texts around the panes, and texts about the poses that the
//! server has stored for a ship, in English.

use alloc::{format, string::String};

use crate::{
    english::person::{Position, named},
    lab::{BarText, LabPlayerTexts, PaneNameTexts, PaneWords, StoredWords},
};

pub(crate) const PLAYERS: LabPlayerTexts =
    LabPlayerTexts { You: "You", Other: "Other", Third: "Third" };

pub(crate) const PANES: PaneWords = PaneWords {
    names: PaneNameTexts { You: "You", Server: "Server", OtherPlayer: "Other player" },
    you: "you",
    lying: "Lying",
    lying_about: |lie| format!("Lying ({lie})"),
    tick: |tick| format!("tick {tick}"),
    moments: |own, others| format!("self {own} ms, others {others} ms"),
    all_the_room: "Enlarge this pane, or show all three",
    all_the_room_for: |pane| format!("{pane}: enlarge this pane"),
    server: "server",
};

pub(crate) fn bar(text: BarText) -> String {
    match text {
        BarText::Play => "Play".into(),
        BarText::Pause => "Pause".into(),
        BarText::LessonPlace { number, of } => format!("Lesson {number} of {of}"),
        BarText::More => "More scenarios".into(),
        BarText::NoScheme => "none".into(),
        BarText::Compare => "Compare (B)".into(),
        BarText::EndComparison => "Stop comparing (B)".into(),
        BarText::CaptureTitle { room } => format!("A capture from the room “{room}”"),
        BarText::CaptureWatch => {
            "What one player of an online match received, as their screen drew it.".into()
        }
        BarText::RingPlace { slot: None, nth, of } => format!("{nth} of {of}"),
        BarText::RingPlace { slot: Some(slot), nth, of } => format!("{slot}, {nth} of {of}"),
    }
}

pub(crate) const STORED: StoredWords = StoredWords {
    ticks: "ticks",
    snapshots: "snapshots",
    records: "records",
    markers: "markers",
    between: |share| format!("{share} of the way"),
    one: "one, as it is",
    none: "none used",
    listed: |poses, used| format!("{poses}, {used}"),
    ship: |ship| named(ship, Position::SentenceStart),
    nothing_used: "nothing stored is used: a beam meets it where it is now",
    point_at_ship: "Point at a ship to see what is stored about it.",
    no_such_ship: "Nothing is stored: that ship is not in the match.",
    not_in_capture: "A capture does not contain what the server stored.",
};

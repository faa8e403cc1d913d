//! What a server has stored of a ship, in English.

use alloc::format;

use crate::{
    english::person::{Position, named},
    lab::StoredWords,
};

pub(crate) const WORDS: StoredWords = StoredWords {
    ticks: "ticks",
    snapshots: "snapshots",
    records: "records",
    markers: "markers",
    between: |share| format!("{share} of the way"),
    one: "one as it is",
    none: "none is used",
    listed: |poses, used| format!("{poses}, {used}"),
    ship: |ship| named(ship, Position::SentenceStart),
    nothing_used: "nothing stored is used, a beam meets it where it is",
    point_at_ship: "Nothing stored is shown until you point at a ship.",
    no_such_ship: "Nothing is stored: that ship is not in the match.",
    not_in_capture: "What the server stored is not in a capture.",
};

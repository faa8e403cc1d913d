//! What a server has stored of a ship, in English.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::judge::rule_table::TargetPoses;

use crate::{
    english::person::{Position, named},
    figures::share,
    lab::{StoredText, StoredUse},
};

pub(crate) const fn poses(from: TargetPoses) -> &'static str {
    match from {
        TargetPoses::Present => "ticks",
        TargetPoses::Drawn => "snapshots",
        TargetPoses::Records(_) => "records",
        TargetPoses::Markers(_) => "markers",
    }
}

pub(crate) fn how(used: StoredUse) -> String {
    match used {
        StoredUse::Between(fraction) => format!("{} of the way", share(fraction)),
        StoredUse::One => "one as it is".to_string(),
        StoredUse::None => "none is used".to_string(),
    }
}

pub(crate) fn text(text: &StoredText) -> String {
    match text {
        StoredText::OfShip { ship, from, used } => {
            format!("{}: {}, {}", named(ship, Position::SentenceStart), poses(*from), how(*used))
        }
        StoredText::NothingUsed { ship } => format!(
            "{}: nothing stored is used, a beam meets it where it is",
            named(ship, Position::SentenceStart)
        ),
        StoredText::Example { from, used } => format!("{}, {}", poses(*from), how(*used)),
        StoredText::PointAtShip => "Nothing stored is shown until you point at a ship.".to_string(),
        StoredText::NoSuchShip => "Nothing is stored: that ship is not in the match.".to_string(),
        StoredText::NotInCapture => "What the server stored is not in a capture.".to_string(),
    }
}
